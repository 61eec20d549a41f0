"""Names at the ends of lines keep apart, and stand as near to those as that lets them."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import LinearConstraint, minimize

from evalcore.figures.parts.names import CLOSE, LARGER, LETTER, NAME_PIXELS, SIDES, Line, apart, beside
from tests.examples import examples

HEIGHTS = st.lists(st.floats(0, 1), min_size=1, max_size=5)


@given(HEIGHTS)
@examples(60)
def test_names_keep_their_gap_within_the_room_and_their_order(wanted):
    found = np.array(apart(wanted, 0.15, 0.05, 0.95))
    ordered = np.sort(found)
    assert all(b - a >= 0.15 - 1e-12 for a, b in pairwise(ordered))
    assert ordered[0] >= 0.05 - 1e-12
    assert ordered[-1] <= 0.95 + 1e-12
    assert all(np.diff(found[np.argsort(wanted, kind="stable")]) > 0)


@given(HEIGHTS)
@examples(30)
def test_they_are_as_near_as_can_be(wanted):
    """The same by a solver that knows nothing of order but the constraint."""
    found = np.array(apart(wanted, 0.15, 0.05, 0.95))
    order = np.argsort(wanted, kind="stable")
    aim, n = np.asarray(wanted)[order], len(wanted)
    kept = [LinearConstraint(np.eye(n), 0.05, 0.95)]
    if n > 1:
        kept.append(LinearConstraint(np.diff(np.eye(n), axis=0), 0.15, np.inf))
    start = np.linspace(0.05, 0.95, n) if n > 1 else np.array([0.5])
    best = minimize(lambda y: np.sum((y - aim) ** 2), start, constraints=kept, method="SLSQP")
    assert np.sum((found[order] - aim) ** 2) == pytest.approx(best.fun, abs=1e-6)


def test_without_names_nothing_stands_anywhere():
    assert apart([], 0.1, 0, 1) == []


def test_what_has_no_room_stands_in_order_from_below():
    assert apart([0.9, 0.1, 0.5], 0.6, 0, 1) == [1.2, 0, 0.6]


def line(name, x, y, shape="linear"):
    return Line(np.asarray(x, dtype=float), np.asarray(y, dtype=float), name, shape)


def heights_at(x, of):
    """Return how high a line is from left to right: of stairs the height behind each place, or that before it."""
    if of.shape == "hv":
        return of.y[np.clip(np.searchsorted(of.x, x, side="right") - 1, 0, None)]
    if of.shape == "vh":
        return of.y[np.searchsorted(of.x, x).clip(max=len(of.x) - 1)]
    return np.interp(x, of.x, of.y)


def box(place, name):
    """Return left, right, bottom and top of a name, drawn at its place."""
    across, up = SIDES[place.side]
    wide, high = LETTER * len(name), NAME_PIXELS
    left, low = place.x - wide * (1 - across) / 2, place.y - high * (1 - up) / 2
    return left, left + wide, low, low + high


def meets(box, x, y):
    """Whether a line meets a box: a point of it lies within, or it goes up or down through it at once."""
    left, right, low, high = box
    beside = (left < x[:-1]) & (x[1:] < right)
    return (beside & (np.minimum(y[:-1], y[1:]) < high) & (np.maximum(y[:-1], y[1:]) > low)).any()


SHAPES = st.sampled_from(["linear", "vh", "hv"])
DRAWN = st.tuples(st.lists(st.floats(0, 200), min_size=2, max_size=6), SHAPES)


@given(st.lists(DRAWN, min_size=1, max_size=4))
@examples(40)
def test_a_name_beside_its_line_touches_no_line_and_no_other_name(drawn):
    lines = [line(f"line {k}", np.linspace(0, 300, len(y)), y, shape) for k, (y, shape) in enumerate(drawn)]
    found = beside(lines, 300, 200, floor=18)
    if found is None:
        return
    boxes = [box(place, one.name) for place, one in zip(found, lines, strict=True)]
    for k, (left, right, low, high) in enumerate(boxes):
        assert 0 <= left < right <= 300
        assert 18 <= low < high <= 200
        for other in lines:
            x = np.linspace(0, 300, 3_001)
            assert not meets((left, right, low, high), x, heights_at(x, other))
        for a, b, c, d in boxes[:k]:
            assert right <= a or b <= left or high <= c or d <= low


@pytest.mark.parametrize(("shape", "corner"), [("vh", (0, 100)), ("hv", (200, 0))])
def test_stairs_are_walked_round_their_corners(shape, corner):
    (place,) = beside([line("a name as wide as this", [0, 200], [0, 100], shape)], 200, 100)
    # It stands by one of the two pieces that meet in the corner.
    assert min(abs(place.x - corner[0]), abs(place.y - corner[1])) <= 5


def test_a_name_stands_far_right_and_apart_from_other_lines():
    upper, lower = line("upper", [0, 300], [150, 150]), line("lower", [0, 300], [50, 50])
    high, low = beside([upper, lower], 300, 200)
    assert abs(high.y - 150) <= 3
    assert abs(low.y - 50) <= 3
    assert min(high.x, low.x) > 200


def test_lines_that_cannot_be_told_apart_are_named_in_a_legend():
    twins = [line("a name as wide as this", [0, 100], [50, 50]), line("another one as wide", [0, 100], [52, 52])]
    assert beside(twins, 100, 70) is None
    assert beside([line("nowhere", [0, 100], [np.nan, np.nan])], 100, 100) is None


@given(st.lists(st.floats(20, 180), min_size=2, max_size=5), st.floats(0, 40))
@examples(30)
def test_a_name_touches_neither_a_mark_nor_an_interval(heights, reach):
    x, y = np.linspace(20, 280, len(heights)), np.asarray(heights)
    marked = Line(x, y, "marked", mark=6, low=y - reach, high=y + reach)
    found = beside([marked, line("other", [0, 300], [10, 190])], 300, 200)
    if found is None:
        return
    for place, name in zip(found, ("marked", "other"), strict=True):
        left, right, low, high = box(place, name)
        assert not ((left - 6 < x) & (x < right + 6) & (low - 6 < y) & (y < high + 6)).any()
        assert not ((left < x) & (x < right) & (y - reach < high) & (y + reach > low)).any()


def test_a_name_stands_off_the_rule_of_a_handle_where_it_can():
    flat = line("a name as wide as this", [0, 300], [100, 100])
    for rule in (260, 150, 20):
        (place,) = beside([flat], 300, 200, moving=[line("", [rule, rule], [0, 200])])
        left, right, *_heights = box(place, flat.name)
        assert right < rule or rule < left
    # Elsewhere it has no room.
    assert beside([flat], LETTER * len(flat.name) + 2, 200, moving=[line("", [70, 70], [0, 200])]) is not None


def test_a_name_stands_rather_near_to_another_line_than_on_one_that_a_handle_moves():
    mine, other = line("a name as wide as this", [0, 300], [100, 100]), line("", [0, 300], [128, 128])
    # Above the line there is room below the other one, below it lies what is moved.
    (place,) = beside([mine], 300, 200, others=[other], moving=[line("", [0, 300], [90, 80])])
    assert box(place, mine.name)[2] >= 100


def test_marks_that_are_not_joined_have_their_name_beside_one_of_them():
    x, y = np.array([20.0, 160.0, 280.0]), np.array([20.0, 30.0, 180.0])
    (place,) = beside([Line(x, y, "bins", mark=5, joined=False)], 300, 200)
    assert (np.hypot(x - place.x, y - place.y) < 20).any()


def test_a_name_keeps_off_what_is_taken_and_what_has_no_name_and_what_moves_along_its_line():
    mine = Line(np.array([0.0, 300]), np.array([100.0, 100]), "mine", beside=12)
    other = line("", [0, 300], [60, 60])
    (place,) = beside([mine], 300, 200, others=[other], taken=[(0, 300, 100, 200)])
    _left, _right, low, high = box(place, "mine")
    assert high <= 88
    assert low >= 60
    assert beside([mine], 300, 200, others=[other, line("", [0, 300], [80, 80])], taken=[(0, 300, 100, 200)]) is None
    # A name of another line is past that mark, too.
    twin = line("twin", [0, 300], [101, 101])
    both = [box(place, "mine") for place in beside([mine, twin], 300, 200)]
    assert all(high <= 88 or low >= 112 for _left, _right, low, high in both)


def off(points, box):
    """Return how far a box is from the nearest of some points."""
    (left, right, low, high), (x, y) = box, points
    across, up = np.maximum(0, np.maximum(left - x, x - right)), np.maximum(0, np.maximum(low - y, y - high))
    return np.hypot(across, up).min()


@pytest.mark.parametrize("scale", [1, 1.5, LARGER])
def test_names_that_are_meant_are_close_to_their_lines_and_nearer_than_to_others(scale):
    x = np.linspace(0, 200, 400)
    lines = [line("upper", x, 200 * (x / 200) ** 0.3), line("lower", x, 200 * (x / 200) ** 2)]
    found = beside(lines, 200, 200, others=[line("", x, x)], meant=True)
    for k, (place, one) in enumerate(zip(found, lines, strict=True)):
        moved = replace(place, x=place.x * scale, y=place.y * scale)
        own, *others = (
            off((of.x * scale, of.y * scale), box(moved, one.name)) for of in (one, lines[1 - k], line("", x, x))
        )
        assert own <= CLOSE
        assert own < min(others)


def test_lines_that_lie_together_have_no_names_that_are_meant():
    x = np.linspace(0, 200, 400)
    lines = [line("a name", x, 0.5 * x), line("another", x, 0.5 * x + 3)]
    assert beside(lines, 200, 200) is not None
    assert beside(lines, 200, 200, meant=True) is None
