"""Votes and biases after each number of examples."""

from fractions import Fraction

import numpy as np
import pytest

from evalcore.hypotheses import MELON_EXAMPLES, MELONS, NEW_MELON, Space, version_space
from evalcore.views.hypotheses.votes import learners, votes_view


def test_the_new_melon():
    view = votes_view(MELONS, MELON_EXAMPLES, NEW_MELON, seen=4)
    said = {(one.bias, one.trusts): answer.positive for one, answer in zip(view.asked, view.now.answers, strict=True)}
    assert said == {
        ("most_general", 0): None,
        ("most_general", 1): True,
        ("most_general", 2): False,
        ("most_general", None): None,
        ("most_specific", None): False,
        ("majority", None): False,
        ("nearest", None): True,
        ("random", None): True,
    }
    assert view.now.said == (3, 3, 2)
    assert view.now.votes[MELONS.instances.index(view.instance)] == Fraction(1, 3)
    assert view.known is None


def test_another_draw_may_say_another_thing():
    said = [votes_view(MELONS, MELON_EXAMPLES, NEW_MELON, seen=4, draw=draw).now.answers[-1] for draw in range(8)]
    assert {one.positive for one in said} == {True, False}
    assert {one.preferred for one in said} == {(one,) for one in version_space(MELONS, MELON_EXAMPLES).remaining}


@pytest.mark.parametrize("space", [MELONS, Space.of_shape([4]), Space.of_shape([2, 3, 4, 2])])
def test_each_instance_has_its_own_cell(space):
    view = votes_view(space, [], space.instances[0], seen=0)
    shape = view.now.shares.shape
    assert sorted(view.places) == [(row, column) for row in range(shape[0]) for column in range(shape[1])]
    assert sorted((*view.row_attributes, *view.column_attributes)) == list(range(len(space.shape)))
    assert len(view.asked) == len(learners(space)) == len(space.shape) + 5


def test_map_holds_the_votes_of_each_step():
    view = votes_view(MELONS, MELON_EXAMPLES, NEW_MELON, seen=2)
    for seen, step in enumerate(view.steps):
        found = version_space(MELONS, MELON_EXAMPLES[:seen])
        assert step.remaining == len(found.remaining)
        for one in MELONS.instances:
            assert step.shares[view.place(one)] == pytest.approx(float(found.votes(one)))


def test_where_nothing_remains_no_cell_leans():
    view = votes_view(MELONS, [((0, 0, 0), True), ((0, 0, 0), False)], (0, 0, 0), seen=2)
    assert np.all(view.now.shares == 0.5)
    assert view.now.votes[0] is None
    assert view.known is False
    assert {answer.positive for answer in view.now.answers} == {None}


def test_table_has_a_row_an_instance():
    frame = votes_view(MELONS, MELON_EXAMPLES, NEW_MELON, seen=4).to_frame()
    assert frame.shape == (27, 3 + 5)
    assert frame.query("attribute_1 == 0 and attribute_2 == 0 and attribute_3 == 1")["after_4"].item() == pytest.approx(
        1 / 3
    )
