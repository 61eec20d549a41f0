"""Families of classifiers: from rigid to flexible, within the range of their number, at any size of training sets."""

import pytest

from evalcore.views.bias_variance.classifiers import CLASSIFIERS


@pytest.mark.parametrize("name", CLASSIFIERS)
@pytest.mark.parametrize("n", [2, 10, 100, 400])
def test_learners_stand_in_their_order_on_the_axis(name, n):
    family = CLASSIFIERS[name]
    learners = family.make(n)
    places = [family.at(learner) for learner in learners]
    assert places == sorted(set(places))
    settings = [family.setting(learner) for learner in learners]
    assert family.low <= min(settings)
    assert max(settings) <= family.high
    assert family.setting_at(places[-1], n) == settings[-1]


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_what_a_page_begins_with_and_names_is_there(name):
    family = CLASSIFIERS[name]
    assert family.name == name
    assert family.low <= family.usual <= family.high
    assert all(family.low <= tick <= family.high for tick in family.ticks)
    assert family.seconds(100, 200, False) == pytest.approx(2 * family.seconds(100, 100, False))
    # More points take longer, though with trees not by much.
    assert family.seconds(400, 100, False) > family.seconds(25, 100, False)


@pytest.mark.parametrize("n", [2, 3, 11, 100, 400])
def test_neighbours_split_no_vote_evenly(n):
    numbers = [learner.k for learner in CLASSIFIERS["neighbours"].make(n)]
    assert all(k % 2 for k in numbers)
    assert numbers[-1] == 1
    assert max(numbers) <= max(n // 2 + 1, 1)


def test_numbers_as_they_are_shown():
    assert [one.written(one.usual) for one in CLASSIFIERS.values()] == ["d = 1", "d = 1", "k = 25", "C = 1", "γ = 1"]
