"""Lines of equal worth: every point on them is worth what they say."""

import numpy as np
import pytest

from evalcore.views.isolines import LEVELS, iso_lines

PREVALENCE = 0.3
WORTH = {
    "accuracy": lambda x, y: PREVALENCE * y + (1 - PREVALENCE) * (1 - x),
    "precision": lambda x, y: PREVALENCE * y / (PREVALENCE * y + (1 - PREVALENCE) * x),
    "f1": lambda x, y: 2 * x * y / (x + y),
    "cost": lambda x, y: 5 * PREVALENCE * (1 - y) + (1 - PREVALENCE) * x,
}


@pytest.mark.parametrize("measure", WORTH)
def test_all_points_are_worth_the_level(measure):
    lines = iso_lines(measure, PREVALENCE, cost_fn=5, cost_fp=1)
    assert lines
    for line in lines:
        there = (line.x > 0) | (line.y > 0)
        worth = WORTH[measure](line.x[there], line.y[there])
        np.testing.assert_allclose(worth, line.level, atol=1e-12)
        assert line.panel == ("pr" if measure == "f1" else "roc")


def test_levels_of_cost_are_shares_of_the_cheaper_rule():
    # Of 1,000 cases 300 are missed at 5 each, or 700 called wrongly at 1 each.
    lines = iso_lines("cost", PREVALENCE, cost_fn=5, cost_fp=1)
    np.testing.assert_allclose([line.level for line in lines], np.array(LEVELS) * 0.7)


@pytest.mark.parametrize(
    ("measure", "prevalence", "costs"),
    [
        ("accuracy", 0, {}),
        ("precision", 1, {}),
        ("cost", 0.5, {}),
        ("cost", 0.5, {"cost_fn": 0, "cost_fp": 1}),
        ("cost", 0, {"cost_fn": 5, "cost_fp": 1}),
    ],
)
def test_where_nothing_is_at_stake_there_is_no_line(measure, prevalence, costs):
    assert iso_lines(measure, prevalence, **costs) == []
