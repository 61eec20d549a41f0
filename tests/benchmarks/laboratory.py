"""Does the laboratory find the rates known before it? Run: python -m tests.benchmarks.laboratory.

Prints how often each test rejects, for both learners, beside an earlier simulation (1,000 and 600 replicates; of its
design only learners, rows and tests are known) with the difference in Monte Carlo standard errors of both together, and
the time. The ten rates of a column come from the same replicates, so that they are high or low together. An argument
multiplies the replicates.
"""

from __future__ import annotations

import sys
import time

import numpy as np

from evalcore.significance import LABORATORY_TESTS, run_laboratory
from tests.benchmarks.machine import describe

# learner, rows, replicates of the earlier simulation, its rates in the order of the tests
EARLIER = (
    ("lda", 300, 1_000, (0.597, 0.041, 0.007, 0.546, 0.027, 0.023, 0.015, 0.043, 0.028, 0.038)),
    ("1-nn", 200, 600, (0.692, 0.138, 0.052, 0.678, 0.137, 0.112, 0.095, 0.210, 0.163, 0.038)),
)


def compare(learner: str, n: int, before: int, rates: tuple[float, ...], replicates: int) -> None:
    """Print one column."""
    start = time.perf_counter()
    found = run_laboratory(learner, n=n, n_replicates=replicates, rng=np.random.default_rng(1))
    seconds = time.perf_counter() - start
    print(f"{learner}, {n} rows, {replicates:,} replicates (earlier {before:,}), {seconds:.1f} s")
    known = np.array(rates)
    pooled = (found.rejections + known * before) / (replicates + before)
    errors = np.sqrt(pooled * (1 - pooled) * (1 / replicates + 1 / before))
    rows = zip(LABORATORY_TESTS, found.rate, found.low, found.high, known, (found.rate - known) / errors, strict=True)
    for test, rate, low, high, earlier, z in rows:
        far = "  beyond Monte Carlo error" if abs(z) > 2.81 else ""  # by chance in one column of ten tests among 20
        print(f"  {test.name:22} {rate:.3f} [{low:.3f}, {high:.3f}]  earlier {earlier:.3f}  z {z:+.1f}{far}")
    if found.undefined.any():
        print(f"  without p: {found.undefined.tolist()}")


def main() -> None:
    """Print both columns."""
    times = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    print(describe())
    for learner, n, before, rates in EARLIER:
        compare(learner, n, before, rates, int(2_000 * times))


if __name__ == "__main__":
    main()
