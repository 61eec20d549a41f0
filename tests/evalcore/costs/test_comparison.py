"""Which of two envelopes is lower where: against a fine grid, and the sentences."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given

from evalcore import costs
from evalcore.counts import ThresholdCounts, threshold_counts
from tests.evalcore.costs.test_envelope import GROUPS, MELON, all_lines
from tests.evalcore.golden import LECTURE_SCORE, LECTURE_TRUTH, MELON_SCORE, MELON_TRUTH
from tests.examples import examples

GRID = np.linspace(0, 1, 2001)
OTHER = threshold_counts(MELON_TRUTH, np.where(MELON_TRUTH, MELON_SCORE - 0.15, MELON_SCORE))


def compare(first, second, **options):
    return costs.cheaper(costs.cost_curve(first), costs.cost_curve(second), **options)


def gap(first, second, x):
    """Return how much more the first costs, by all lines of both, the slow way."""
    return all_lines(first, x).min(axis=1) - all_lines(second, x).min(axis=1)


def exact_envelope(counts, x):
    """Return the least cost at one x, in fractions."""
    n_pos, n_neg = counts.n_pos, counts.n_neg
    cells = zip(counts.fn.tolist(), counts.fp.tolist(), strict=True)
    return min(x * Fraction(fn, n_pos) + (1 - x) * Fraction(fp, n_neg) for fn, fp in cells)


def check(first, second):
    found = compare(first, second)
    assert found.edges[0] == 0
    assert found.edges[-1] == 1
    assert (np.diff(found.edges) > 0).all()
    assert (np.diff(found.winner) != 0).all()
    assert len(found.winner) == len(found.edges) - 1
    place = np.clip(np.searchsorted(found.edges, GRID, side="right") - 1, 0, len(found.winner) - 1)
    far = np.abs(GRID[:, None] - found.edges).min(axis=1) > 1e-9
    gaps = gap(first, second, GRID)
    slow = np.where(np.abs(gaps) <= 1e-12, -1, (gaps > 0).astype(int))
    np.testing.assert_array_equal(found.winner[place][far], slow[far])
    assert np.abs(gap(first, second, found.edges[1:-1])).max(initial=0) < 1e-14  # equally dear where the lead changes
    assert not found.edges.flags.writeable
    assert not found.winner.flags.writeable
    return found


@pytest.mark.slow
@examples(200)
@given(GROUPS, GROUPS)
def test_as_on_a_fine_grid(first, second):
    found, turned = check(first, second), compare(second, first)
    np.testing.assert_array_equal(found.edges, turned.edges)
    np.testing.assert_array_equal(found.winner, np.choose(turned.winner + 1, [-1, 1, 0]))
    for low, high, winner in zip(found.edges[:-1], found.edges[1:], found.winner, strict=True):
        if high - low > 1e-9:
            x = (Fraction(float(low)) + Fraction(float(high))) / 2
            left, right = exact_envelope(first, x), exact_envelope(second, x)
            assert winner == (-1 if left == right else int(left > right))


@examples(50)
@given(GROUPS)
def test_against_itself(counts):
    found = compare(counts, counts, names=("model_a", "model_b"))
    assert (found.edges.tolist(), found.winner.tolist()) == ([0, 1], [-1])
    assert str(found.message) == "On these rows model_a and model_b cost the same under every condition."


def test_many_random_rows():
    rng = np.random.default_rng(0)
    truth = rng.random(3000) < 0.3
    check(*(threshold_counts(truth, truth + rng.normal(0, spread, 3000)) for spread in (1.0, 1.05)))


def test_melon_against_lecture():
    found = check(MELON, threshold_counts(LECTURE_TRUTH, LECTURE_SCORE))
    assert set(found.winner) <= {0, -1}
    assert str(found.message).startswith("On these rows A is nowhere dearer than B, and cheaper for P(+)cost in (0.")


def test_melon_with_positives_moved_down():
    turned = compare(OTHER, MELON, names=("moved", "melon"))
    assert check(MELON, OTHER).winner.tolist() == [0]
    assert str(turned.message).startswith(
        "On these rows melon is nowhere dearer than moved, and cheaper for P(+)cost in ("
    )


def test_crossing_by_hand():
    """Points (FPR, TPR) = (0, 1/2) against (1/3, 1): x/2 = (1 - x)/3 at x = 2/5."""
    first = ThresholdCounts.from_grouped([2, 1], [1, 1], [0, 3])
    second = ThresholdCounts.from_grouped([2, 1], [2, 0], [1, 2])
    found = check(first, second)
    assert found.edges.tolist() == [0, 0.4, 1]
    assert found.winner.tolist() == [0, 1]
    assert str(compare(first, second, names=("a", "b")).message) == (
        "On these rows a is cheaper for P(+)cost in (0.000, 0.400); b in (0.400, 1.000)."
    )
    assert (
        str(compare(second, first).message)
        == "On these rows A is cheaper for P(+)cost in (0.400, 1.000); B in (0.000, 0.400)."
    )


def test_elsewhere_both_cost_the_same():
    first = ThresholdCounts.from_grouped([4, 3, 2, 1], [0, 9, 0, 1], [1, 0, 8, 1])
    second = ThresholdCounts.from_grouped([4, 3, 2, 1], [1, 0, 8, 1], [0, 9, 0, 1])
    found = check(first, second)
    assert set(found.winner) == {0, 1, -1}
    assert str(found.message).endswith("; elsewhere both cost the same.")


def test_many_stretches_are_cut_short():
    edges, winner = np.linspace(0, 1, 15), np.arange(14) % 2
    message = str(costs.comparison._sentence(edges, winner, ("A", "B")))
    assert message.count("(0") == 10
    assert message.count("…") == 2


@pytest.mark.parametrize("turned", [False, True])
def test_undefined(turned):
    one_class = ThresholdCounts.from_grouped([2, 1], [1, 1], [0, 0])
    found = compare(*((one_class, MELON) if turned else (MELON, one_class)))
    assert len(found.edges) == len(found.winner) == 0
    assert str(found.message) == "No row is negative."
