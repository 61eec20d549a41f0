"""Search from the top and from the bottom: what is kept and dropped, against a look at every hypothesis."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.hypotheses import (
    ANY,
    DIRECTIONS,
    EMPTY,
    MELON_EXAMPLES,
    MELONS,
    Hypothesis,
    Space,
    candidate_elimination,
    search,
)


def agreeing(space, examples):
    """Return what agrees with all examples, by trying each on each."""
    return {one for one in space.hypotheses if all(one.covers(seen) == positive for seen, positive in examples)}


@st.composite
def problems(draw):
    shape = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    instance = st.tuples(*[st.integers(0, size - 1) for size in shape])
    examples = draw(st.lists(st.tuples(instance, st.booleans()), max_size=6))
    return Space.of_shape(shape, wildcard=draw(st.booleans())), examples


@given(problem=problems(), direction=st.sampled_from(DIRECTIONS))
def test_what_is_kept_is_the_version_space(problem, direction):
    space, examples = problem
    found = search(space, examples, direction=direction)
    assert set(found.kept) == agreeing(space, examples) == set(found.found.remaining)
    assert (found.reason is None) == bool(found.kept)


@given(problem=problems(), direction=st.sampled_from(DIRECTIONS))
def test_every_hypothesis_is_kept_or_struck_out_once(problem, direction):
    space, examples = problem
    found = search(space, examples, direction=direction)
    decided = [*found.kept, *(one for step in found.tries for one in step.gone)]
    assert len(decided) == len(set(decided)) == len(space.hypotheses)
    tried = [step.hypothesis for step in found.tries]
    assert len(tried) == len(set(tried))


@given(problem=problems(), direction=st.sampled_from(DIRECTIONS))
def test_what_is_struck_out_contradicts_the_example_that_is_named(problem, direction):
    space, examples = problem
    found = search(space, examples, direction=direction)
    for step in found.tries:
        if step.outcome == "kept":
            assert step.example is None
            assert not step.gone
            continue
        seen, positive = examples[step.example]
        assert step.hypothesis in step.gone
        assert all(one.covers(seen) != positive for one in step.gone)
        if step.outcome == "dropped" and space.wildcard:
            # Down a positive example is missed for good, up a negative one is covered for good.
            assert positive == (direction == "down")


@given(problem=problems(), direction=st.sampled_from(DIRECTIONS))
def test_a_search_goes_one_way(problem, direction):
    space, examples = problem
    for step in search(space, examples, direction=direction).tries:
        for one in step.following:
            above, below = (step.hypothesis, one) if direction == "down" else (one, step.hypothesis)
            assert above != below
            assert above.is_at_least_as_general_as(below)


class TestMelons:
    def test_top_down(self):
        found = search(MELONS, MELON_EXAMPLES, direction="down")
        first = found.tries[0]
        assert (first.hypothesis.values, first.outcome, first.example) == ((ANY, ANY, ANY), "left", 2)
        assert len(first.following) == 9
        assert len(found.tries) == 11
        # What agrees first is the most general.
        assert set(found.kept[:2]) == candidate_elimination(MELONS, MELON_EXAMPLES)[-1].general

    def test_bottom_up(self):
        found = search(MELONS, MELON_EXAMPLES, direction="up")
        told = [(one.hypothesis.values, one.outcome, one.example) for one in found.tries]
        assert told == [
            (None, "left", 0),
            ((0, 0, 0), "left", 1),
            ((ANY, 0, 0), "kept", None),
            ((ANY, 0, ANY), "kept", None),
            ((ANY, ANY, 0), "kept", None),
            ((ANY, ANY, ANY), "dropped", 2),
        ]
        assert {found.kept[0]} == candidate_elimination(MELONS, MELON_EXAMPLES)[-1].specific


def test_without_the_star_two_good_melons_leave_nothing():
    found = search(replace(MELONS, wildcard=False), MELON_EXAMPLES, direction="up")
    assert [(one.hypothesis, one.outcome) for one in found.tries] == [
        (EMPTY, "left"),
        (Hypothesis((0, 0, 0)), "dropped"),
    ]
    assert str(found.reason).startswith("No hypothesis of this space agrees with all examples")


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_without_examples_all_are_kept(direction):
    space = Space.of_shape([2, 2])
    assert len(search(space, [], direction=direction).kept) == len(space.hypotheses)
