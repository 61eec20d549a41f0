"""How often do the tests reject what is true, and do intervals cover it? Run: python -m tests.benchmarks.significance.

Prints, with Monte Carlo standard errors, the share of 400,000 true hypotheses that the forms of the 5x2 test reject
at level 0.05 where differences are independent and normal; the coverage of nominal 95% intervals of the difference
of two error rates (Tango's, by `mcnemar`, beside Wald's) and of the odds ratio, exact, mean and worst case over true
differences; the coverage of the paired bootstrap for the error rate, F1 and Matthews' coefficient by simulation, and
how often its p is below 0.05 for models that are equally good; and its time at a million rows. An argument multiplies
the repetitions.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy import stats

from evalcore import metrics
from evalcore.counts import Cells
from evalcore.significance import f_test_5x2, mcnemar, paired_bootstrap, paired_t_test_5x2
from tests.benchmarks.machine import describe

DRAWS = 400_000
# (truth, a, b) from 000 to 111: equally good models of 20% positive rows, and a better first one
EQUAL = np.array([0.60, 0.08, 0.08, 0.04, 0.03, 0.04, 0.04, 0.09])
BETTER = np.array([0.62, 0.10, 0.05, 0.03, 0.02, 0.03, 0.06, 0.09])


def share(hits: Any, repetitions: int) -> str:
    """Return a share with its standard error."""
    found = float(hits) / repetitions
    return f"{found:.4f} (+- {math.sqrt(found * (1 - found) / repetitions):.4f})"


def five_by_two(draws: int, rng: np.random.Generator) -> None:
    """Print how often each form rejects, by the formulas in one go, checked against the functions on a few draws."""
    d = rng.normal(size=(draws, 5, 2))
    error = np.sqrt(np.square(d[:, :, 0] - d[:, :, 1]).mean(axis=1) / 2)
    mean = d[:, 0].mean(axis=1)
    forms = {"first": d[:, 0, 0] / error, "mean": mean / error, "scaled-mean": math.sqrt(2) * mean / error}
    limit = stats.t.isf(0.025, 5)
    for name in ("first", "mean", "scaled-mean"):
        t = forms[name]
        for i in range(50):
            assert math.isclose(t[i], paired_t_test_5x2(d[i], numerator=name).statistic, rel_tol=1e-9)
        print(f"  t, {name:11}: {share(np.count_nonzero(np.abs(t) > limit), draws)}")
    f = np.square(d).mean(axis=(1, 2)) / np.square(error)
    assert all(math.isclose(f[i], f_test_5x2(d[i]).statistic, rel_tol=1e-9) for i in range(50))
    print(f"  F             : {share(np.count_nonzero(f > stats.f.isf(0.05, 10, 5)), draws)}")


def mcnemar_coverage(n: int, discordant: float) -> None:
    """Print the exact coverage of the interval of the difference, and of the odds ratio, over true differences."""
    number = stats.binom(n, discordant)
    totals = np.arange(int(number.ppf(1e-6)), int(number.isf(1e-6)) + 1)
    tables = [(e01, total - e01) for total in totals.tolist() for e01 in range(total + 1)]
    results = [mcnemar(*table, n=n) for table in tables]
    low, high = (np.array([getattr(r, f"difference_{end}") for r in results]) for end in ("low", "high"))
    odds_low, odds_high = (np.array([getattr(r, f"odds_{end}") for r in results]) for end in ("low", "high"))
    e01, total = np.array(tables).T[0], np.array(tables).sum(axis=1)
    covered, odds_covered, wald = [], [], []
    spread = np.sqrt(np.maximum(total - (2 * e01 - total) ** 2 / n, 0)) / n
    for difference in np.linspace(0, 0.95 * discordant, 39):
        split = (1 + difference / discordant) / 2
        chance = number.pmf(total) * stats.binom.pmf(e01, total, split)
        covered.append(chance @ ((low <= difference) & (difference <= high)))
        wald.append(chance @ (np.abs((2 * e01 - total) / n - difference) <= 1.959964 * spread))
        odds = split / (1 - split)
        odds_covered.append(chance @ ~((odds_low > odds) | (odds > odds_high)))
    print(
        f"  n {n:4}, discordant {discordant:4}: Tango mean {np.mean(covered):.4f} worst {min(covered):.4f}   Wald mean "
        f"{np.mean(wald):.4f} worst {min(wald):.4f}   odds ratio mean {np.mean(odds_covered):.4f} "
        f"worst {min(odds_covered):.4f}"
    )


def truth_of(metric: Callable[[Any], Any], shares: np.ndarray) -> float:
    """Return the true difference of a metric."""
    p000, p001, p010, p011, p100, p101, p110, p111 = shares
    a = Cells(tp=p110 + p111, fp=p010 + p011, fn=p100 + p101, tn=p000 + p001)
    b = Cells(tp=p101 + p111, fp=p001 + p011, fn=p100 + p110, tn=p000 + p010)
    return float(metric(a) - metric(b))


def bootstrap_coverage(n: int, repetitions: int, rng: np.random.Generator) -> None:
    """Print how often the percentile interval holds the true difference, and p is below 0.05 where there is none."""
    for name, metric in (("error rate", metrics.error_rate), ("F1", metrics.f1), ("Matthews", metrics.matthews)):
        line = f"  n {n:4}, {name:10}:"
        for kind, shares in (("better", BETTER), ("equal", EQUAL)):
            true, hits, rejected, without = truth_of(metric, shares), 0, 0, 0
            for _ in range(repetitions):
                y, a, b = (rng.choice(8, n, p=shares)[None, :] >> np.array([[2], [1], [0]])) & 1
                found = paired_bootstrap(metric, y, a, b, n_replicates=500, rng=rng)
                hits += found.low <= true <= found.high
                rejected += found.pvalue < 0.05
                without += math.isnan(found.low)
            line += f"  {kind} {share(hits, repetitions)}"
            line += f", p < .05 {share(rejected, repetitions)}" if kind == "equal" else ""
            line += f", no interval {without}" if without else ""
        print(line)


def main() -> None:
    """Print the figures."""
    times = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    print(describe())
    rng = np.random.default_rng(0)
    print(f"rejections of true hypotheses at level 0.05, independent normal differences, {int(DRAWS * times):,} draws")
    five_by_two(int(DRAWS * times), rng)
    print("coverage of nominal 95% intervals of a difference of two error rates, exact over 39 true differences")
    for n, discordant in ((30, 0.1), (30, 0.4), (100, 0.1), (100, 0.3), (400, 0.05)):
        mcnemar_coverage(n, discordant)
    repetitions = int(500 * times)
    print(f"paired bootstrap, 500 replicates, {repetitions:,} samples each: coverage of nominal 95% intervals")
    for n in (50, 200, 1_000):
        bootstrap_coverage(n, repetitions, rng)
    y, a, b = (rng.choice(8, 1_000_000, p=BETTER)[None, :] >> np.array([[2], [1], [0]])) & 1
    start = time.perf_counter()
    paired_bootstrap(metrics.f1, y == 1, a == 1, b == 1, rng=rng)
    print(f"paired bootstrap of F1, 1,000,000 rows, 2,000 replicates: {time.perf_counter() - start:.3f} s")


if __name__ == "__main__":
    main()
