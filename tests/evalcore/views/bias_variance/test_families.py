"""Families: flexibility rises along their axis, and a place on it is a learner again."""

import pytest

from evalcore.views.bias_variance.families import FAMILIES


@pytest.mark.parametrize("n", [5, 25, 200])
@pytest.mark.parametrize("name", FAMILIES)
def test_learners_stand_in_order_and_are_found_again(name, n):
    family = FAMILIES[name]
    at = [family.at(learner) for learner in family.make(n)]
    assert at == sorted(set(at))
    for learner, place in zip(family.make(n), at, strict=True):
        setting = family.setting(learner)
        assert family.low <= setting <= family.high
        assert family.setting_at(place, n) == setting


@pytest.mark.parametrize("name", FAMILIES)
def test_the_usual_one_lies_in_the_range(name):
    family = FAMILIES[name]
    assert family.low <= family.usual <= family.high
    assert all(family.low <= tick <= family.high for tick in family.ticks)


def test_how_numbers_are_written():
    assert FAMILIES["polynomial"].written(3) == "d = 3"
    assert FAMILIES["neighbours"].written(17.0) == "k = 17"
    assert [FAMILIES["ridge"].written(power) for power in (2, 0, -1, -0.5, -6)] == [
        "λ = 100",
        "λ = 1",
        "λ = 0.1",
        "λ = 0.32",
        "λ = 10⁻⁶",
    ]


def test_larger_work_takes_longer():
    for family in FAMILIES.values():
        assert family.seconds(200, 1_000, False) > family.seconds(25, 200, False) > family.seconds(25, 200, True) > 0
