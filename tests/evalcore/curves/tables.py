"""Tables of counts that the tests of curves share."""

import numpy as np
from hypothesis import strategies as st

from evalcore.counts import ThresholdCounts, threshold_counts
from tests.evalcore.golden import LECTURE_SCORE, LECTURE_TRUTH, MELON_SCORE, MELON_TRUTH

MELON = threshold_counts(MELON_TRUTH, MELON_SCORE)
LECTURE = threshold_counts(LECTURE_TRUTH, LECTURE_SCORE)
FOUR = threshold_counts([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
ONE_CLASS = [
    (threshold_counts([True] * 2, [0.2, 0.4]), "No row is negative."),
    (threshold_counts([False] * 2, [0.2, 0.4]), "No row is positive."),
]
GROUPS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)).filter(any), min_size=1, max_size=12)
BOTH_CLASSES = GROUPS.filter(lambda groups: all(map(sum, zip(*groups, strict=True))))
WEIGHTED = st.lists(st.tuples(st.floats(0.01, 9), st.floats(0.01, 9)), min_size=1, max_size=12)


def counts_of(groups):
    """Return the table of groups (positive rows, negative rows), ascending by score."""
    n_pos, n_neg = zip(*groups, strict=True)
    return ThresholdCounts.from_grouped(range(len(groups)), n_pos, n_neg)


def rows_of(groups):
    """Return the same as single rows: truth and score."""
    truth = [label for pos, neg in groups for label in [True] * pos + [False] * neg]
    score = [float(i) for i, sizes in enumerate(groups) for _ in range(sum(sizes))]
    return np.array(truth), np.array(score)


def random_rows(seed, n=400, *, weighted=False, digits=2):
    """Return truth, tied scores and weights or None."""
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < 0.3
    return truth, (rng.normal(size=n) + truth).round(digits), rng.random(n) if weighted else None
