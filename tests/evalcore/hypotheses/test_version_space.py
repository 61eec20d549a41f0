"""The version space: candidate elimination against every hypothesis tried on every example."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.hypotheses import (
    ANY,
    EMPTY,
    MELON_EXAMPLES,
    MELONS,
    NEW_MELON,
    Hypothesis,
    Space,
    candidate_elimination,
    count,
    version_space,
)


def boundaries(remaining):
    """Return the most general and the most specific of some hypotheses, by comparing every pair."""
    general = {a for a in remaining if not any(b != a and b.is_at_least_as_general_as(a) for b in remaining)}
    specific = {a for a in remaining if not any(b != a and a.is_at_least_as_general_as(b) for b in remaining)}
    return general, specific


@st.composite
def problems(draw):
    shape = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    instance = st.tuples(*[st.integers(0, size - 1) for size in shape])
    examples = draw(st.lists(st.tuples(instance, st.booleans()), max_size=6))
    return Space.of_shape(shape, wildcard=draw(st.booleans())), examples


@given(problem=problems())
def test_candidate_elimination_by_brute_force(problem):
    space, examples = problem
    steps = candidate_elimination(space, examples)
    assert len(steps) == len(examples) + 1
    full = version_space(space, examples)
    for after, step in enumerate(steps):
        found = version_space(space, examples[:after])
        assert (set(step.general), set(step.specific)) == boundaries(found.remaining)
        assert full.remaining_after(after) == len(found.remaining)
        assert (found.reason is None) == bool(found.remaining)


@given(target=st.sampled_from(Space.of_shape([3, 2, 2]).hypotheses), data=st.data())
def test_labels_of_a_hypothesis_never_strike_it_out(target, data):
    space = Space.of_shape([3, 2, 2])
    seen = data.draw(st.lists(st.sampled_from(space.instances)))
    found = version_space(space, [(one, target.covers(one)) for one in seen])
    assert target in found.remaining
    everything = version_space(space, [(one, target.covers(one)) for one in space.instances])
    assert everything.remaining == (target,)


@given(problem=problems(), seed=st.randoms())
def test_the_order_of_examples_does_not_matter(problem, seed):
    space, examples = problem
    mixed = examples[:]
    seed.shuffle(mixed)
    one, two = version_space(space, examples), version_space(space, mixed)
    assert one.remaining == two.remaining
    assert one.boundaries == two.boundaries


class TestMelons:
    found = version_space(MELONS, MELON_EXAMPLES)

    def test_three_hypotheses_remain(self):
        assert set(self.found.remaining) == {
            Hypothesis((ANY, 0, ANY)),
            Hypothesis((ANY, ANY, 0)),
            Hypothesis((ANY, 0, 0)),
        }

    def test_boundaries(self):
        assert self.found.boundaries.general == {Hypothesis((ANY, 0, ANY)), Hypothesis((ANY, ANY, 0))}
        assert self.found.boundaries.specific == {Hypothesis((ANY, 0, 0))}

    def test_struck_out_one_by_one(self):
        assert [self.found.remaining_after(count) for count in range(5)] == [65, 8, 4, 3, 3]
        assert self.found.struck_by[0] == 0  # the empty hypothesis, by the first good melon

    def test_the_new_melon_divides_them(self):
        assert self.found.votes(NEW_MELON) == pytest.approx(1 / 3)
        votes = {seen: (yes, no) for seen, yes, no in self.found.questions()}
        assert votes[NEW_MELON] == (1, 2)
        assert self.found.questions()[0][1:] in {(1, 2), (2, 1)}
        assert votes[2, 0, 0] == (3, 0)  # no news: a pale one, curled and muffled, is good by all of them
        assert len(votes) == 27


def test_no_example_and_no_hypothesis():
    space = Space.of_shape([2, 2])
    fresh = version_space(space, [])
    assert len(fresh.remaining) == count([2, 2])
    assert fresh.boundaries.specific == {EMPTY}
    assert fresh.reason is None
    lost = version_space(space, [((0, 0), True), ((0, 0), False)])
    assert lost.votes((0, 0)) is None
    assert str(lost.reason) == (
        "No hypothesis of this space agrees with all examples: a label is wrong, or the concept is no conjunction."
    )
    cells = version_space(Space.of_shape([2, 2], wildcard=False), [((0, 0), True), ((1, 1), True)])
    assert str(cells.reason) == (
        "No hypothesis of this space agrees with all examples: without the star each is true of one instance at most."
    )
    either = version_space(space, [((0, 0), True), ((1, 1), True), ((0, 1), False)])
    assert not either.remaining  # "equal values" is no conjunction
