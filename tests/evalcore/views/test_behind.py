"""The rows a threshold was chosen on, at the steps of a handle of other rows: exact counts, and lines of their own."""

import numpy as np
import pytest

from evalcore.counts import threshold_counts
from evalcore.metrics import evaluate
from evalcore.views.behind import behind
from evalcore.views.threshold import STEP_METRICS, threshold_view


@pytest.mark.parametrize("weighted", [False, True])
def test_counts_at_every_step_are_those_of_the_rows_behind(weighted):
    rng = np.random.default_rng(3)
    y, score = rng.random(500) < 0.4, rng.normal(size=500) * 2
    weight = rng.random(500) if weighted else None
    first = threshold_counts(y, score, sample_weight=weight)
    other = threshold_counts(rng.random(300) < 0.4, rng.normal(size=300))
    steps, mine = threshold_view(other, special=(0.123,)).steps, threshold_view(first)
    found = behind("validation", first, mine, steps)
    assert found.steps.threshold is steps.threshold
    for i, t in enumerate(steps.threshold.tolist()):
        called, counted = score >= t, np.ones(500) if weight is None else weight
        assert found.steps.tp[i] == pytest.approx(counted[called & y].sum())
        assert found.steps.fp[i] == pytest.approx(counted[called & ~y].sum())
        for name in STEP_METRICS:
            expected = float(evaluate(name, first.at(t)))
            assert found.steps.metrics[name][i] == pytest.approx(expected, nan_ok=True)
    assert found.lines is mine.lines
    assert found.line_threshold is mine.line_threshold
