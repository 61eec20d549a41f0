"""Outlines of regions: rectangles cover what they should once, and contours lie where the field changes its sign."""

import numpy as np
import pytest

from evalcore.views.bias_variance.outlines import contour, rectangles


def lines(outline):
    """The lines of an outline, each a list of points."""
    found = [[]]
    for x, y in zip(outline.x, outline.y, strict=True):
        if x is None:
            assert y is None
            found.append([])
        else:
            found[-1].append((x, y))
    return found


@pytest.mark.parametrize("seed", range(5))
def test_rectangles_cover_the_chosen_cells_once(seed):
    chosen = np.random.default_rng(seed).random((9, 14)) < 0.2 + seed / 10
    covered = np.zeros(chosen.shape, dtype=int)
    for (left, top), (right, _), (_, bottom), *_rest in lines(rectangles(chosen)):
        covered[int(top + 0.5) : int(bottom + 0.5), int(left + 0.5) : int(right + 0.5)] += 1
    np.testing.assert_array_equal(covered, chosen)


def test_a_block_is_one_rectangle():
    chosen = np.zeros((5, 5), dtype=bool)
    chosen[1:4, 2:4] = True
    assert rectangles(chosen).x == [1.5, 3.5, 3.5, 1.5, 1.5]
    assert rectangles(chosen).y == [0.5, 0.5, 3.5, 3.5, 0.5]


@pytest.mark.parametrize("outline", [rectangles(np.zeros((3, 3), dtype=bool)), contour(np.ones((3, 3)))])
def test_where_nothing_is_to_be_drawn_a_stretch_stays_that_nobody_sees(outline):
    (line,) = lines(outline)
    assert line == [(-0.5, -0.5), (-0.49, -0.5)]


def test_a_straight_boundary_is_one_line():
    field = np.arange(6)[None, :] - np.full((4, 1), 2.25)
    (line,) = lines(contour(field))
    assert sorted(line) == [(2.25, row) for row in range(4)]


def test_a_circle_closes():
    y, x = np.mgrid[:20, :20]
    (line,) = lines(contour(49.3 - (x - 9.6) ** 2 - (y - 9.4) ** 2))
    assert line[0] == line[-1]
    assert max(abs(np.hypot(a - 9.6, b - 9.4) - 49.3**0.5) for a, b in line) < 0.05


def test_two_diagonal_corners_are_kept_apart():
    found = lines(contour(np.array([[1.0, -1.0], [-1.0, 1.0]])))
    assert sorted(sorted(line) for line in found) == [[(0, 0.5), (0.5, 0)], [(0.5, 1), (1, 0.5)]]
    found = lines(contour(np.array([[-1.0, 1.0], [1.0, -1.0]])))
    assert sorted(sorted(line) for line in found) == [[(0, 0.5), (0.5, 1)], [(0.5, 0), (1, 0.5)]]


@pytest.mark.parametrize("seed", range(5))
def test_every_change_of_sign_lies_on_a_line_once(seed):
    field = np.random.default_rng(seed).normal(size=(8, 11))
    points = [point for line in lines(contour(field)) for point in (line[:-1] if line[0] == line[-1] else line)]
    above = field > 0
    assert len(points) == len(set(points)) == np.diff(above, axis=0).sum() + np.diff(above, axis=1).sum()
    across = np.array([point for point in points if point[1] % 1 == 0])
    left = np.floor(across[:, 0]).astype(int).clip(0, 9)
    row = across[:, 1].astype(int)
    between = field[row, left] + (across[:, 0] - left) * (field[row, left + 1] - field[row, left])
    assert np.abs(between).max() < 0.05
