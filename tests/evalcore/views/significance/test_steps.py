"""Steps of handles: round values, the present one among them, closer together where it matters."""

import pytest

from evalcore.views.significance import steps


@pytest.mark.parametrize(
    ("found", "ends", "present"),
    [
        (steps.alphas(0.0123), (0.001, 0.2), 0.0123),
        (steps.rates(0.123), (0, 0.5), 0.123),
        (steps.rates(0.8), (0, 0.8), 0.8),
        (steps.sizes(77), (5, 5_000), 77),
        (steps.sizes(20_000), (5, 20_000), 20_000),
        (steps.counts(33, 500), (0, 500), 33),
        (steps.counts(900, 500), (0, 900), 900),
        (steps.whole_between(0, 10, 4), (0, 10), 4),
        (steps.whole_between(100, 900, 555), (100, 900), 555),
    ],
)
def test_steps_ascend_between_their_ends_and_hold_the_present_value(found, ends, present):
    assert found == sorted(set(found))
    assert (found[0], found[-1]) == ends
    assert present in found
    assert len(found) <= 165


def test_the_levels_of_a_class_are_steps():
    assert {0.1, 0.05, 0.01} <= set(steps.alphas(0.07))


def test_places_ascend_with_the_values():
    assert [steps.log_place(m) for m in (5, 50, 500)] == [0, 1, 2]
    assert steps.count_place(0) == 0
    assert steps.nearest([0.1, 0.2, 0.4], 0.29) == 1
