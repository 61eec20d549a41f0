"""The lattice step by step: what each example strikes out, against a look at every hypothesis."""

import math
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest

from evalcore.hypotheses import (
    ANY,
    FEWER_EXAMPLES,
    FEWER_MELONS,
    MELON_EXAMPLES,
    MELONS,
    NEW_MELON,
    Space,
    version_space,
)
from evalcore.views.hypotheses.lattice import MOST_DRAWN, conjunctions, is_drawn, lattice_view

CASES = [
    (MELONS, MELON_EXAMPLES),
    (FEWER_MELONS, FEWER_EXAMPLES),
    (Space.of_shape([2, 2, 2, 2]), [((0, 0, 0, 0), True), ((1, 1, 0, 0), True), ((1, 1, 1, 1), False)]),
    # Nothing agrees with both labels of one instance.
    (Space.of_shape([2, 3]), [((0, 0), True), ((0, 0), False)]),
    (MELONS, []),
    (replace(MELONS, wildcard=False), MELON_EXAMPLES),
    (replace(MELONS, wildcard=False), MELON_EXAMPLES[2:]),
]


@pytest.mark.parametrize(("space", "examples"), CASES)
class TestSteps:
    def test_what_remains_agrees_with_all_examples_seen(self, space, examples):
        view = lattice_view(space, examples, seen=1)
        for seen, step in enumerate(view.steps):
            slow = [
                k
                for k, one in enumerate(space.hypotheses)
                if all(one.covers(instance) == positive for instance, positive in examples[:seen])
            ]
            assert list(step.remaining) == slow

    def test_the_last_example_strikes_out_what_is_gone(self, space, examples):
        steps = lattice_view(space, examples, seen=0).steps
        assert steps[0].struck == ()
        for before, after in pairwise(steps):
            assert set(after.struck) == set(before.remaining) - set(after.remaining)

    def test_ends_are_those_with_nothing_beyond_them(self, space, examples):
        view = lattice_view(space, examples, seen=0)
        for step in view.steps:
            left = view.of(step.remaining)
            general = {one for one in left if not any(o != one and o.is_at_least_as_general_as(one) for o in left)}
            specific = {one for one in left if not any(o != one and one.is_at_least_as_general_as(o) for o in left)}
            assert set(view.of(step.general)) == general
            assert set(view.of(step.specific)) == specific

    def test_lines_join_neighbours_that_remain(self, space, examples):
        view = lattice_view(space, examples, seen=0)
        for step in view.steps:
            assert step.lines == tuple(e for e in view.lines if set(e) <= set(step.remaining))


def test_the_four_melons():
    view = lattice_view(MELONS, MELON_EXAMPLES, seen=4)
    assert [len(step.remaining) for step in view.steps] == [65, 8, 4, 3, 3]
    assert [len(step.struck) for step in view.steps] == [0, 57, 4, 1, 0]
    assert {one.values for one in view.of(view.step.general)} == {(ANY, 0, ANY), (ANY, ANY, 0)}
    assert [one.values for one in view.of(view.step.specific)] == [(ANY, 0, 0)]
    assert view.struck_now == 0
    assert (view.levels, view.widest, view.following) == (5, 27, 0)
    assert lattice_view(MELONS, MELON_EXAMPLES, seen=1).following == 2


def test_more_seen_than_there_are_is_all():
    assert lattice_view(MELONS, MELON_EXAMPLES, seen=9).active == 4


def test_no_two_hypotheses_stand_at_one_place():
    for space in (MELONS, Space.of_shape([4, 4, 4, 4])):
        view = lattice_view(space, [], seen=0)
        assert len(set(zip(view.x, view.y, strict=True))) == len(space.hypotheses)
        assert all(0 < x < 1 for x in view.x)


def test_questions_are_of_what_the_examples_seen_leave():
    view = lattice_view(MELONS, MELON_EXAMPLES, seen=4)
    assert view.questions()[0] == ((0, 0, 1), 1, 2)
    assert sum(view.questions()[0][1:]) == len(view.step.remaining)


def test_a_large_space_is_counted_only():
    assert is_drawn(Space.of_shape([4, 4, 4, 4]))
    assert not is_drawn(Space.of_shape([9, 9, 9]))
    assert MOST_DRAWN == 700


def test_table_has_a_row_a_hypothesis():
    frame = lattice_view(MELONS, MELON_EXAMPLES, seen=0).to_frame()
    assert len(frame) == 65
    assert frame["struck_by"].isna().sum() == 3
    assert frame["struck_by"].dropna().value_counts().to_dict() == {1: 57, 2: 4, 3: 1}


def test_few_are_written_out():
    assert conjunctions([3, 2, 2]) == ("12", "= 4096")


@pytest.mark.parametrize(("shape", "power"), [([3, 3, 3], 27), ([4, 4, 4, 4], 256)])
def test_many_are_rounded(shape, power):
    instances, said = conjunctions(shape)
    digits, _dot, exponent = said.removeprefix(r"\approx ").partition(r"\cdot ")
    assert instances == str(power)
    ten = math.floor(power * math.log10(2))
    assert exponent == f"10^{{{ten}}}"
    assert float(digits) * 10.0**ten == pytest.approx(2.0**power, rel=0.05)


def test_very_many_stay_a_power():
    assert conjunctions([26] * 5) == ("11881376", "= 2^{11881376}")


def test_how_many_of_those_that_remain_call_a_new_melon_positive():
    view = lattice_view(MELONS, MELON_EXAMPLES, seen=0, new=NEW_MELON)
    for seen, step in enumerate(view.steps):
        found = version_space(MELONS, MELON_EXAMPLES[:seen])
        assert Fraction(view.positive(step), len(step.remaining)) == found.votes(NEW_MELON)
    # The lecture's end: of the three that remain only (any, curled, any) covers green, curled, dull.
    assert view.positive(view.steps[-1]) == 1
    assert lattice_view(MELONS, MELON_EXAMPLES, seen=0).positive(view.steps[0]) == 0
