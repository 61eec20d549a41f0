"""AUC seen from its pairs: a cell each, below the curve, and a curve drawn by hand."""

import json
import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.counts import threshold_counts
from evalcore.curves import pair_matrix, roc_curve
from evalcore.figures.curves.pairs import (
    FULL,
    PALE,
    RIGHT_ORDER,
    WRONG_ORDER,
    drawing_figure,
    pair_matrix_figure,
)
from evalcore.figures.layout import Look
from evalcore.figures.style import RULE, rgba
from tests.evalcore.figures.steps import Marked
from tests.evalcore.golden import MELON_SCORE, MELON_TRUTH
from tests.examples import examples


def area_of_cells(field, order):
    """Return the area of the cells of pairs in the right order (1), the wrong one (-1) or tied (0)."""
    sizes = np.outer(np.diff(field.y), np.diff(field.x))
    return float(sizes[np.asarray(field.z) == order].sum())


def area_of(triangles):
    """Return the area of triangles apart by gaps, each going back to where it began."""
    area, x, y = 0.0, list(triangles.x), list(triangles.y)
    for i in range(0, len(x) - 1, 5):
        corners = list(zip(x[i : i + 4], y[i : i + 4], strict=True))
        area += abs(sum(a * d - c * b for (a, b), (c, d) in pairwise(corners))) / 2
    return area


def sent(figure):
    """Return what the browser gets; nan is not JSON."""

    def refuse(constant):
        raise AssertionError(f"{constant} is not JSON")

    return json.loads(figure.to_json(), parse_constant=refuse)


FOUR = ([1, 0, 1, 0], [0.8, 0.4, 0.35, 0.1])


class TestPairsCountedOneAfterAnother:
    """The lecture's four samples, as a scene: e_ij as differences, lit a row of the field at a time."""

    @staticmethod
    def drawn(stage, sample=FOUR):
        figure = pair_matrix_figure(pair_matrix(*sample), look=Look(height=370, alone=True, stage=stage))
        return figure, [one.text for one in figure.layout.annotations]

    @pytest.mark.parametrize(("stage", "lit"), [(0, [[1, 0], [0, 0]]), (2, [[1, 1], [-1, 0]]), (3, [[1, 1], [-1, 1]])])
    def test_a_pair_is_lit_with_each_stage(self, stage, lit):
        figure, told = self.drawn(stage)
        assert np.asarray(figure.data[0].z).tolist() == lit
        assert len(told) == stage + 1
        # The curve is drawn when all pairs are counted.
        assert len(figure.data) == 3
        assert list(figure.data[-1].text) == [">", ">", "<", ">"][: stage + 1]

    def test_in_the_end_they_are_counted_together(self):
        figure, told = self.drawn(4)
        assert told == [
            "e₁₁ = 0.800 − 0.400 = 0.400  →  1",
            "e₁₂ = 0.800 − 0.100 = 0.700  →  1",
            "e₂₁ = 0.350 − 0.400 = −0.050  →  0",
            "e₂₂ = 0.350 − 0.100 = 0.250  →  1",
            "<b>AUC = (1 + 1 + 0 + 1) / 4 = 0.750</b>",
        ]
        assert len(figure.data) == 7
        assert figure.layout.meta["guessed"]["annotations"] == list(range(5))

    def test_a_tie_counts_half(self):
        _figure, told = self.drawn(None, ([1, 0, 0], [0.5, 0.5, 0.2]))
        assert told[0].endswith("→  ½")
        assert told[-1] == "<b>AUC = (½ + 1) / 2 = 0.750</b>"

    def test_of_many_pairs_none_is_counted_by_itself(self):
        figure, told = self.drawn(2, (MELON_TRUTH, MELON_SCORE))
        assert not told
        np.testing.assert_array_equal(figure.data[0].z, pair_matrix(MELON_TRUTH, MELON_SCORE).order)


class TestPairMatrix:
    def test_every_pair_is_a_cell_of_its_colour(self):
        pairs = pair_matrix(MELON_TRUTH, MELON_SCORE)
        field, *_others = pair_matrix_figure(pairs).data[:5]
        np.testing.assert_array_equal(field.z, pairs.order)
        assert (field.zmin, field.zmax) == (-1, 1)
        assert [list(stop) for stop in field.colorscale] == [
            [0, rgba(WRONG_ORDER, FULL)],
            [0.5, "rgba(0,0,0,0)"],
            [1, rgba(RIGHT_ORDER, PALE)],
        ]
        assert not field.showscale

    def test_hover_names_the_two_scores(self):
        pairs = pair_matrix(MELON_TRUTH, MELON_SCORE)
        field, *_others = pair_matrix_figure(pairs).data[:5]
        for i, high in enumerate(pairs.positive):
            for j, low in enumerate(pairs.negative):
                assert list(field.customdata[i][j]) == [high, low]
        assert "%{customdata[0]" in field.hovertemplate

    def test_few_pairs_say_their_scores_and_which_is_higher(self):
        pairs = pair_matrix([False, False, True, True], [0.1, 0.4, 0.35, 0.8])
        *_drawn, scores, signs = pair_matrix_figure(pairs).data
        assert [text.split("\u2002")[0] for text in scores.text] == ["0.800", "0.800", "0.350", "0.350"]
        assert list(signs.text) == [">", ">", "<", ">"]
        assert not [
            one
            for one in pair_matrix_figure(pair_matrix(MELON_TRUTH, MELON_SCORE)).data
            if getattr(one, "text", None) is not None
        ]

    @pytest.mark.parametrize(("n_pos", "n_neg", "digits"), [(60, 60, 1), (7, 60, 0), (1, 1, 1), (33, 2, 0), (20, 9, 8)])
    def test_the_green_is_the_area_under_the_curve_laid_over_it(self, n_pos, n_neg, digits):
        rng = np.random.default_rng(n_pos)
        truth = np.arange(n_pos + n_neg) < n_pos
        score = (rng.normal(size=n_pos + n_neg) + truth).round(digits)
        field, below, above, _halo, curve, *_written = pair_matrix_figure(pair_matrix(truth, score)).data
        roc = roc_curve(threshold_counts(truth, score))
        np.testing.assert_array_equal(curve.x, roc.fpr)
        np.testing.assert_array_equal(curve.y, roc.tpr)
        green = area_of_cells(field, 1) + area_of(below)
        assert green == pytest.approx(roc.auc, abs=1e-12)
        assert area_of(below) == pytest.approx(area_of(above), abs=1e-12)
        assert area_of_cells(field, 0) == pytest.approx(2 * area_of(below), abs=1e-12)
        assert (below.fillcolor, above.fillcolor) == (rgba(RIGHT_ORDER, PALE), rgba(RULE, 0.35))

    @examples(30)
    @given(
        st.lists(st.tuples(st.booleans(), st.integers(0, 5)), min_size=2, max_size=25).filter(
            lambda rows: 0 < sum(truth for truth, _ in rows) < len(rows)
        )
    )
    def test_cells_lie_on_their_side_of_the_curve(self, rows):
        truth, score = (np.array(column) for column in zip(*rows, strict=True))
        field, _below, _above, _halo, curve, *_written = pair_matrix_figure(pair_matrix(truth, score)).data
        for (i, j), order in np.ndenumerate(np.asarray(field.z)):
            x, y = (field.x[j] + field.x[j + 1]) / 2, (field.y[i] + field.y[i + 1]) / 2
            height = np.interp(x, curve.x, curve.y)
            if order:
                assert (y < height) == (order == 1)

    def test_highest_positive_stands_at_the_bottom_of_a_square(self):
        figure = pair_matrix_figure(pair_matrix(MELON_TRUTH, MELON_SCORE))
        assert figure.data[0].customdata[0][0].tolist() == [0.98, 0.85]
        assert (figure.data[0].y[0], figure.data[0].y[-1]) == (0, 1)
        for axis in (figure.layout.xaxis, figure.layout.yaxis):
            assert (tuple(axis.range), axis.constrain, axis.autorange) == ((0, 1), "domain", None)
        assert figure.layout.yaxis.scaleanchor == "x"

    @pytest.mark.parametrize("truth", [[True] * 3, [False] * 3])
    def test_without_pairs(self, truth):
        figure = pair_matrix_figure(pair_matrix(truth, [1, 2, 3]))
        assert sent(figure)["layout"]["height"] > 0

    def test_words_and_size(self):
        truth = np.arange(4000) < 2000
        figure = pair_matrix_figure(pair_matrix(truth, np.arange(4000.0)), say=Marked())
        assert (figure.layout.yaxis.title.text, figure.layout.xaxis.title.text) == (
            "«positives, highest score at the bottom»",
            "«negatives, highest score first»",
        )
        assert figure.layout.height <= 460
        assert len(figure.to_json().encode()) <= 200_000

    def test_tied_is_neither_right_nor_wrong(self):
        field, *_others = pair_matrix_figure(pair_matrix([1, 0], [0.5, 0.5])).data
        assert field.z[0][0] == 0
        assert not math.isnan(field.z[0][0])


class TestDrawing:
    def drawn(self, *, truth=None):
        return drawing_figure([0, 0, 1, 2], [0, 1, 1, 2], n_pos=8, n_neg=12, truth=truth, say=Marked())

    def test_a_path_is_drawn_in_shares_with_a_line_for_each_row(self):
        figure = self.drawn()
        _chance, path, end = figure.data
        assert list(path.x) == pytest.approx([0, 0, 1 / 12, 2 / 12])
        assert list(path.y) == pytest.approx([0, 1 / 8, 1 / 8, 2 / 8])
        assert (end.x, end.y) == (path.x[-1:], path.y[-1:])
        assert len(figure.layout.xaxis.tickvals) == 13
        assert len(figure.layout.yaxis.tickvals) == 9
        assert [text for text in figure.layout.xaxis.ticktext if text] == ["0", "1"]

    def test_the_true_curve_comes_with_the_area_between(self):
        roc = roc_curve(threshold_counts(MELON_TRUTH, MELON_SCORE))
        figure = self.drawn(truth=roc)
        assert [t.name for t in figure.data if t.showlegend is None] == ["«your curve»", "«ROC curve»"]
        start, area = figure.data[1:3]
        assert area.fill == "tonexty"
        assert start.x == figure.data[3].x
        for trace in (area, figure.data[-1]):
            np.testing.assert_array_equal(trace.x, roc.fpr)
            np.testing.assert_array_equal(trace.y, roc.tpr)
        sent(figure)

    def test_without_a_path_the_true_curve_stands_alone(self):
        roc = roc_curve(threshold_counts(MELON_TRUTH, MELON_SCORE))
        figure = drawing_figure([0], [0], n_pos=8, n_neg=12, truth=roc)
        assert [t.name for t in figure.data if t.showlegend is None] == ["ROC curve"]
        assert not any(t.fill for t in figure.data)
