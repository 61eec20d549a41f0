"""Answers of the page of tests, found again by counting, by scipy, and by simulation."""

import itertools
import re
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from scipy import stats

from tests.ui.exercises.sets import SETS
from ui.exercises import cards
from ui.exercises.kinds import Choice, Several
from ui.significance import exercises as significance
from ui.significance import laboratory_exercises, rank_exercises
from ui.significance.laboratory import runs as laboratory

CARDS = {card.key: card for card in SETS["significance"]}
SEEDS = range(20)


def solved(card):
    solution = card.solve()
    return solution.answer, str(solution.because)


def again(key, seed):
    return cards.attempt_of(CARDS[key], 1, seed)


def numbers(text):
    return [float(found.replace("−", "-").replace(",", "")) for found in re.findall(r"−?\d[\d,]*(?:\.\d+)?", text)]


def two_sided(e01, e10):
    """Return the exact p and the mid-p of a tossed coin, as fractions."""
    n, fewer = e01 + e10, min(e01, e10)
    weights = [Fraction(comb(n, k), 2**n) for k in range(n + 1)]
    tail = 2 * sum(weights[: fewer + 1])
    return float(min(tail, 1)), float(min(tail - weights[fewer], 1))


class TestForms:
    @pytest.mark.parametrize(("e01", "e10"), [significance.DISCORDANT, *significance.PAIRS])
    def test_each_pair_of_counts_has_one_answer(self, e01, e10):
        answer, because = solved(significance.ask_forms(e01, e10))
        n = e01 + e10
        corrected, plain = (abs(e01 - e10) - 1) ** 2 / n, (e01 - e10) ** 2 / n
        p = [*(stats.chi2.sf(x, 1) for x in (corrected, plain)), *two_sided(e01, e10)]
        careful, bold = {p[0] < 0.05, p[2] < 0.05}, {p[1] < 0.05, p[3] < 0.05}
        assert len(careful) == len(bold) == 1
        assert answer == {(True, True): "all", (False, False): "none", (False, True): "bold"}[(*careful, *bold)]
        # Nothing is a matter of rounding.
        assert min(abs(one - 0.05) for one in p) > 0.0008
        assert f"/{n} = {corrected:.3f} and p = {p[0]:.3f}; without it {plain:.3f} and p = {p[1]:.3f}" in because
        assert f"exactly p = {p[2]:.3f}, and {p[3]:.3f} as mid-p" in because

    def test_the_answer_depends_on_the_correction(self):
        assert CARDS["discordant"].solve().answer == "bold"
        assert {again("discordant", seed).solve().answer for seed in range(60)} == {"all", "none", "bold"}


class TestNumerators:
    def of_options(self, card):
        return np.array([numbers(label)[-1] for label in card.options.values()]).reshape(5, 2)

    @pytest.mark.parametrize("seed", [None, *SEEDS])
    def test_the_ten_statistics(self, seed):
        card = CARDS["numerators"] if seed is None else again("numerators", seed)
        d = self.of_options(card)
        variance = np.square(d - d.mean(axis=1, keepdims=True)).sum(axis=1)
        t = d / np.sqrt(0.2 * variance.sum())
        answer, because = solved(card)
        assert answer == {f"{i + 1}.{j + 1}" for i, j in np.argwhere(t > stats.t(5).isf(0.025))}
        assert 1 <= len(answer) < 10
        assert (
            f"A wins with {len(answer)} of the ten, and t runs from {t.min():.2f} to {t.max():.2f}"
            in because.replace("−", "-")
        )
        mean, f = d[0].mean() / np.sqrt(0.2 * variance.sum()), np.square(d).sum() / (2 * variance.sum())
        for form, value, p in (
            ("t", t[0, 0], 2 * stats.t(5).sf(abs(t[0, 0]))),
            ("t", mean, 2 * stats.t(5).sf(abs(mean))),
            ("F", f, stats.f(10, 5).sf(f)),
        ):
            assert f"{form} = {value:.3f} (p = {p:.3f})" in because.replace("−", "-")

    def test_what_is_read_is_enough(self):
        for seed in SEEDS:
            card = again("numerators", seed)
            error, critical = (card.prompt.values[name] for name in ("error", "critical"))
            d = self.of_options(card).ravel()
            wins = {place for place, one in zip(card.options, d, strict=True) if one / float(error) > float(critical)}
            assert wins == card.solve().answer
            assert "−0.000" not in " ".join(card.options.values())


class TestTypeOneRate:
    @pytest.mark.parametrize("run", [laboratory_exercises.RUN, *laboratory_exercises.OTHERS])
    def test_it_is_what_the_laboratory_found(self, run):
        answer, because = solved(laboratory_exercises.ask_type_one_rate(run))
        found = laboratory.precomputed()[run.learner]
        assert run.prompt.values == {"n": found.n}
        frame = found.replicates_frame().query("difference == 0")
        share = {test: float((frame[test] < 0.05).mean()) for test in frame.columns[4:]}
        assert answer == pytest.approx(share[run.test])
        for test in (run.test, "repeated-cv-t", "repeated-cv-corrected", "mcnemar"):
            assert f"{share[test]:.3f}" in because
        assert f"In {found.n_replicates:,} simulated" in because
        assert answer > 0.5

    def test_the_guess_is_judged_within_a_tenth(self):
        card = CARDS["type_one_rate"]
        assert card.judge(0.597).right
        assert not card.judge(0.05).right


class TestRowsNeeded:
    @pytest.mark.parametrize(("difference", "discordant"), [significance.NEEDED, *significance.OTHERS])
    def test_the_power_is_met_in_a_simulation(self, difference, discordant):
        answer, because = solved(significance.ask_enough(difference, discordant))
        rng = np.random.default_rng(3)

        def found(n):
            # Which rows only A, and which only B gets wrong.
            split = rng.multinomial(
                n, [(discordant + difference) / 2, (discordant - difference) / 2, 1 - discordant], size=20_000
            )
            e01, e10 = split[:, 0], split[:, 1]
            fewer, half = np.minimum(e01, e10), stats.binom(e01 + e10, 0.5)
            return (2 * half.cdf(fewer) - half.pmf(fewer) < 0.05).mean()

        needed, fewer = int(answer), max(n for n in significance.ROWS if n < int(answer))
        # Far enough from 0.8 to be settled.
        assert found(needed) > 0.82
        assert found(fewer) < 0.78
        said = re.search(r"in (\d+)% of the cases, with [\d,]+ in (\d+)%", because)
        assert [int(share) / 100 for share in said.groups()] == pytest.approx([found(needed), found(fewer)], abs=0.02)
        assert f"{round(discordant * needed):,} of the {needed:,}" in because


def ranked(table):
    return stats.rankdata(table, axis=1)


def apart(errors):
    """Whether mean ranks of the first two columns are further apart than the tabled critical difference."""
    n, k = errors.shape
    q = {2: 1.96, 3: 2.3437}[k]
    a, b = ranked(errors).mean(axis=0)[:2]
    return abs(a - b) >= q * np.sqrt(k * (k + 1) / (6 * n))


class TestPool:
    def of_picture(self, card):
        return np.array([numbers(line)[1:] for line in card.picture().splitlines()[1:]])

    @pytest.mark.parametrize("seed", [None, *SEEDS])
    def test_both_pools(self, seed):
        card = CARDS["pool"] if seed is None else again("pool", seed)
        errors = self.of_picture(card)
        assert errors.shape == (6, 3)
        assert all(len(set(row)) == 3 for row in errors.tolist())
        answer, because = solved(card)
        both = (apart(errors), apart(errors[:, :2]))
        assert answer == {(1, 1): "both", (1, 0): "with", (0, 1): "without", (0, 0): "neither"}[both]
        means = [ranked(kept).mean(axis=0)[:2] for kept in (errors, errors[:, :2])]
        for a, b in means:
            assert f"{a:.2f} and {b:.2f}: {abs(a - b):.2f} apart" in because
        p = stats.wilcoxon(errors[:, 0], errors[:, 1], method="exact").pvalue
        if len(set(np.abs(errors[:, 0] - errors[:, 1]).round(9))) == 6:
            assert f"p = {p:.3f}" in because

    def test_leaving_out_changes_the_verdict(self):
        assert CARDS["pool"].solve().answer == "with"
        found = {again("pool", seed).solve().answer for seed in range(60)}
        assert found == {"both", "with", "without", "neither"}

    def test_the_prompt_has_both_critical_differences(self):
        assert (
            str(CARDS["pool"].prompt).count(f"{2.3437 * np.sqrt(12 / 36):.3f}, with two {1.96 / np.sqrt(6):.3f}") == 1
        )


class TestExact:
    def of_picture(self, card):
        return np.array([numbers(line)[1:] for line in card.picture().splitlines()[1:]])

    def chi2(self, ranks):
        n, k = ranks.shape
        return 12 * n / (k * (k + 1)) * (np.square(ranks.mean(axis=0)).sum() - k * (k + 1) ** 2 / 4)

    @pytest.mark.parametrize("seed", [None, *range(6)])
    def test_all_orders_counted(self, seed):
        card = CARDS["exact"] if seed is None else again("exact", seed)
        ranks = self.of_picture(card)
        n, k = ranks.shape
        assert k == 3
        chi2 = self.chi2(ranks)
        f = (n - 1) * chi2 / (n * (k - 1) - chi2)
        orders = [list(itertools.permutations(row)) for row in ranks.tolist()]
        every = [self.chi2(np.array(table)) for table in itertools.product(*orders)]
        exact = np.mean(np.array(every) >= chi2 - 1e-9)
        p = (stats.chi2.sf(chi2, k - 1), stats.f.sf(f, k - 1, (k - 1) * (n - 1)))
        answer, because = solved(card)
        assert answer == {(1, 1): "above", (1, 0): "chi2", (0, 1): "f", (0, 0): "below"}[p[0] > exact, p[1] > exact]
        assert f"χ² = {chi2:.3f} has p = " in because
        assert f"F = {f:.3f} has p = " in because
        said = numbers(because.split(". F = (N")[0])
        assert said[1] == pytest.approx(p[0], rel=0.01, abs=5e-4)
        assert said[3] == pytest.approx(p[1], rel=0.01, abs=5e-4)
        assert said[-1] == pytest.approx(exact, rel=0.01, abs=5e-4)

    def test_the_lecture(self):
        assert CARDS["exact"].solve().answer == "chi2"
        assert rank_exercises.RANKS == ((1, 2, 3), (1, 2.5, 2.5), (1, 2, 3), (1, 2, 3))


@pytest.mark.slow
@pytest.mark.parametrize("key", CARDS)
def test_every_question_has_exactly_one_answer_among_its_options(key):
    for seed in range(8):
        card = again(key, seed)
        answer = card.solve().answer
        if isinstance(card, Choice):
            assert [option for option in card.options if card.judge(option).right] == [answer]
        elif isinstance(card, Several):
            assert answer <= set(card.options)
            assert 0 < len(answer) < len(card.options)
        else:
            assert card.low < answer < card.high


def test_there_are_six():
    assert list(CARDS)[:6] == ["discordant", "numerators", "type_one_rate", "rows_needed", "pool", "exact"]
