"""The lines of the two extreme orders of ties have the areas that the pairs give."""

from __future__ import annotations

import numpy as np
import pytest

from evalcore.counts import threshold_counts
from evalcore.curves import pair_order, roc_curve, tie_line

MELON = [0.98, 0.95, 0.92, 0.88, 0.85, 0.80, 0.76, 0.71, 0.66, 0.60]
MELON += [0.60, 0.55, 0.48, 0.42, 0.36, 0.30, 0.24, 0.17, 0.10, 0.04]
TRUTH = [1, 1, 1, 1, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("ties", "area"), [("together", 0.848958), ("optimistic", 0.854167), ("pessimistic", 0.843750)]
)
def test_melons(ties: str, area: float) -> None:
    fpr, tpr = tie_line(roc_curve(threshold_counts(TRUTH, MELON)), ties)
    assert np.trapezoid(tpr, fpr) == pytest.approx(area, abs=5e-7)


@pytest.mark.parametrize("seed", range(20))
def test_areas_are_those_of_the_pairs(seed: int) -> None:
    rng = np.random.default_rng(seed)
    counts = threshold_counts(rng.random(80) < 0.4, rng.integers(0, 9, 80).astype(float))
    pairs, roc = pair_order(counts), roc_curve(counts)
    for ties, area in (("optimistic", pairs.auc_optimistic), ("pessimistic", pairs.auc_pessimistic)):
        fpr, tpr = tie_line(roc, ties)
        assert (np.diff(fpr) >= 0).all()
        assert (np.diff(tpr) >= 0).all()
        assert (fpr[0], tpr[0], fpr[-1], tpr[-1]) == (0, 0, 1, 1)
        assert np.trapezoid(tpr, fpr) == pytest.approx(area, abs=1e-12)
