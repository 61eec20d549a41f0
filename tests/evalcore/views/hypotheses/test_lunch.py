"""No free lunch step by step: the sums are equal, and only a tilted prior tells learners apart."""

from fractions import Fraction

import pytest

from evalcore.hypotheses import mixed_prior, no_free_lunch
from evalcore.views.hypotheses.lunch import (
    LEARNERS,
    TILTS,
    cells_of,
    lunch_view,
    rule_of,
    rule_places,
    targets_shown,
    tilted,
    training_sets,
)


def view(cells=3, training=(0,), a="nearest", b="opposite", **asked):
    return lunch_view(cells, training, a, b, **{"tilt": 0.0, **asked})


@pytest.mark.parametrize("cells", [2, 3, 4])
def test_sums_are_equal_for_every_learner_and_every_training_set(cells):
    for text in training_sets(cells):
        found = view(cells, cells_of(text), mine="0110").found
        assert {one.total for one in found.learners.values()} == {found.total}


def test_golden():
    """Three cells, one of them seen: 8/3 for every learner, 1/3 for every labelling of what is seen."""
    found = view()
    assert found.found.total == Fraction(8, 3)
    assert found.errors == (Fraction(1, 3), Fraction(1, 3))
    assert found.winner is None
    assert found.weight == Fraction(2, 3)
    means = {mean for one in found.found.learners.values() for mean in one.given.values()}
    assert means == {found.mean_given} == {Fraction(1, 3)}


@pytest.mark.parametrize("tilt", [0.0, 0.15, 0.5, 0.8, 1.0])
def test_expected_errors_are_those_under_the_prior(tilt):
    found = view(4, (0, 2), tilt=tilt)
    smooth, one = tilted(found.tilt)
    slow = no_free_lunch(4, [0, 2], LEARNERS, prior=mixed_prior(4, smooth=smooth, one=one))
    assert found.errors == (slow.learners["nearest"].expected, slow.learners["opposite"].expected)
    assert sum(found.parts) == 1
    assert found.found.learners["nearest"].expected == found.errors[0]


def test_a_tilted_prior_has_a_winner():
    found = view(tilt=0.15)
    assert found.winner == "nearest"
    assert found.errors[1] - found.errors[0] == Fraction(3, 40)
    assert view(tilt=1.0, single=(True, False, False)).winner == "opposite"


def test_ends_of_the_tilt():
    found = view()
    assert set(found.priors[0]) == {Fraction(1, 8)}
    assert found.priors[-1][found.found.targets.index((True, True, True))] == 1
    assert len(found.priors) == len(TILTS)
    assert found.most_prior == 1
    assert found.most_expected == max(*found.expected["nearest"], *found.expected["opposite"])


def test_weights_of_cells():
    found = view(density=[0, 3, 1])
    assert found.weight == 1
    assert found.found.total == 4


def test_histograms_count_every_target():
    found = view(b="coin")
    assert found.histograms() == (
        (Fraction(0), 2, 0),
        (Fraction(1, 3), 4, 8),
        (Fraction(2, 3), 2, 0),
    )


def test_a_rule_of_ones_own():
    assert rule_places((0,), 3) == [((False,), 1), ((False,), 2), ((True,), 1), ((True,), 2)]
    mine = rule_of("01", (0,), 3)
    assert [mine((0,), labels, cell) for labels, cell in rule_places((0,), 3)] == [0, 1, 1, 1]
    found = view(a="mine", mine="0011", tilt=0.3)
    assert found.errors[0] == found.expected["nearest"][found.active]


def test_texts():
    assert training_sets(3) == ("0", "1", "2", "3", "12", "13", "23")
    assert targets_shown(2) == {"00": (False, False), "01": (False, True), "10": (True, False), "11": (True, True)}


def test_table_has_a_row_a_target():
    frame = view(tilt=0.5).to_frame()
    assert len(frame) == 8
    assert frame["error_a"].sum() == pytest.approx(8 / 3)
    assert frame["prior"].sum() == pytest.approx(1)
