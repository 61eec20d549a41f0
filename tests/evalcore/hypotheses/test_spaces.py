"""The hypothesis space: its size against a list, and the lattice against every pair."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.errors import InputError
from evalcore.hypotheses import ANY, EMPTY, MELONS, Hypothesis, Space, count

SHAPES = [shape for size in (1, 2, 3, 4) for shape in product((1, 2, 3, 4), repeat=size)]


def extension(space, hypothesis):
    return frozenset(seen for seen in space.instances if hypothesis.covers(seen))


def test_golden():
    assert count([3, 2, 2]) == 37
    assert count([3, 3, 3]) == count(MELONS.shape) == 65
    assert count([3, 3, 3], wildcard=False) == 28
    assert count([9] * 50) == 10**50 + 1


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_every_shape_is_counted_as_it_is_listed(size):
    for shape in (shape for shape in SHAPES if len(shape) == size):
        for wildcard in (True, False):
            found = Space.of_shape(shape, wildcard=wildcard).hypotheses
            assert len(found) == len(set(found)) == count(shape, wildcard=wildcard)


@pytest.mark.parametrize("shape", [shape for shape in SHAPES if min(shape) > 1 and len(shape) < 4])
def test_different_hypotheses_cover_different_instances(shape):
    space = Space.of_shape(shape)
    assert len({extension(space, one) for one in space.hypotheses}) == count(shape)


@pytest.mark.parametrize("shape", [(2,), (3, 2), (2, 2, 2), (3, 3, 3)])
def test_more_general_is_to_cover_more(shape):
    space = Space.of_shape(shape)
    covered = {one: extension(space, one) for one in space.hypotheses}
    for a, b in product(space.hypotheses, repeat=2):
        assert a.is_at_least_as_general_as(b) == (covered[a] >= covered[b])


@pytest.mark.parametrize("shape", [(2,), (3, 2), (2, 2, 2)])
@pytest.mark.parametrize("wildcard", [True, False])
def test_lines_join_neighbours_with_nothing_between(shape, wildcard):
    space = Space.of_shape(shape, wildcard=wildcard)
    covered = [extension(space, one) for one in space.hypotheses]
    places = range(len(covered))
    between = {
        (a, b)
        for a, b in product(places, repeat=2)
        if covered[a] > covered[b] and not any(covered[a] > covered[c] > covered[b] for c in places)
    }
    assert set(space.edges) == between
    assert len(space.edges) == len(between)
    assert all(space.hypotheses[a].level == space.hypotheses[b].level + 1 for a, b in space.edges)


def test_the_lattice_of_the_melons_has_five_rungs():
    levels = [one.level for one in MELONS.hypotheses]
    assert [levels.count(level) for level in range(5)] == [1, 27, 27, 9, 1]
    assert MELONS.hypotheses[0] == EMPTY
    assert MELONS.hypotheses[-1] == Hypothesis((ANY, ANY, ANY))


@given(values=st.lists(st.integers(1, 50), min_size=1, max_size=8))
def test_the_order_of_attributes_does_not_matter(values):
    assert count(values) == count(values[::-1])


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: count([]), "A hypothesis space must have at least one attribute; got none. Add an attribute."),
        (
            lambda: count([3, 0]),
            "values must be a whole number from 1; got 0. Pass a count, not a share or a sum of weights.",
        ),
        (
            lambda: Space.of_shape([9] * 6).hypotheses,
            "The hypothesis space must have at most 20000 hypotheses to be listed; got 1000001. "
            "Take fewer attributes, or fewer values.",
        ),
        (
            lambda: MELONS.check((0, 3, 0)),
            "An instance must have one of the values of each attribute, 3 × 3 × 3 by number; got (0, 3, 0). "
            "Count the values from 0.",
        ),
    ],
)
def test_what_is_refused(call, sentence):
    with pytest.raises(InputError) as refused:
        call()
    assert str(refused.value) == sentence
