"""AUC seen from its pairs: a cell each, and the curve built row after row."""

import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.counts import threshold_counts
from evalcore.curves import pair_matrix, roc_curve, staircase
from evalcore.figures.curves.figure import CurveWords
from evalcore.figures.curves.pairs import (
    KINDS,
    RIGHT_ORDER,
    WRONG_ORDER,
    build_figure,
    drawing_figure,
    pair_matrix_figure,
)
from evalcore.figures.style import NEGATIVE, POSITIVE, RULE, rgba
from tests.evalcore.golden import LECTURE_SCORE, LECTURE_TRUTH, MELON_SCORE, MELON_TRUTH

ROWS = {
    "melon": (MELON_TRUTH, MELON_SCORE),
    "lecture": (LECTURE_TRUTH, LECTURE_SCORE),
    "all tied": (np.array([True, False, True]), np.zeros(3)),
    "one row a class": (np.array([True, False]), np.array([0.2, 0.9])),
    "only positives": (np.array([True, True]), np.array([0.2, 0.9])),
    "only negatives": (np.array([False, False, False]), np.array([0.2, 0.9, 0.9])),
}
every_file = pytest.mark.parametrize(("truth", "score"), ROWS.values(), ids=ROWS)
every_order = pytest.mark.parametrize("ties", ["together", "optimistic", "pessimistic"])


def built(truth, score, ties="together", **options):
    stairs = staircase(truth, score, ties=ties)
    return stairs, build_figure(stairs, int(truth.sum()), int((~truth).sum()), **options)


def sent(figure):
    """Return what the browser gets; nan is not JSON."""

    def refuse(constant):
        raise AssertionError(f"{constant} is not JSON")

    return json.loads(figure.to_json(), parse_constant=refuse)


def segments(traces):
    """Return the segments that lines show, each with its colour: pairs of points apart by gaps."""
    found = []
    for trace in traces:
        x, y = ([] if tuple(v) == (None,) else list(v) for v in (trace.x, trace.y))
        assert len(x) % 3 == 0
        for i in range(0, len(x), 3):
            assert (x[i + 2], y[i + 2]) == (None, None)
            found.append(((x[i], y[i]), (x[i + 1], y[i + 1]), trace.line.color))
    return sorted(found, key=lambda segment: (sum(segment[0]), sum(segment[1])))


def expected(stairs, truth, k):
    """Return the first k segments from the rows themselves: colour by the classes that each adds."""
    m_pos, m_neg = max(int(truth.sum()), 1), max(int((~truth).sum()), 1)
    found, tp, fp = [], 0, 0
    for rows in stairs.rows[:k]:
        up = sum(bool(truth[i]) for i in rows)
        right = len(rows) - up
        colour = KINDS["diagonal"] if up and right else POSITIVE if up else NEGATIVE
        found.append(((fp / m_neg, tp / m_pos), ((fp + right) / m_neg, (tp + up) / m_pos), colour))
        tp, fp = tp + up, fp + right
    return found, (fp / m_neg, tp / m_pos)


class TestBuild:
    @every_file
    @every_order
    def test_each_frame_shows_the_segments_so_far(self, truth, score, ties):
        stairs, figure = built(truth, score, ties)
        assert [frame.name for frame in figure.frames] == [str(k) for k in range(len(stairs.kind) + 1)]
        for k, frame in enumerate(figure.frames):
            wanted, (fpr, tpr) = expected(stairs, truth, k)
            shown = segments(frame.data[:-1])
            assert [segment[2] for segment in shown] == [segment[2] for segment in wanted]
            np.testing.assert_allclose([s[:2] for s in shown], [w[:2] for w in wanted], atol=1e-12)
            assert [list(frame.data[-1].x), list(frame.data[-1].y)] == [[pytest.approx(fpr)], [pytest.approx(tpr)]]

    @every_file
    def test_ends_as_the_roc_curve(self, truth, score):
        _, figure = built(truth, score)
        roc = roc_curve(threshold_counts(truth, score))
        shown = segments(figure.data[1:-1])
        points = [shown[0][0], *(segment[1] for segment in shown)]
        for mine, rates in zip(zip(*points, strict=True), (roc.fpr, roc.tpr), strict=True):
            # A class without rows moves nothing.
            np.testing.assert_allclose(mine, np.nan_to_num(rates), atol=1e-12)
        data = sent(figure)
        assert data["frames"][-1]["data"] == data["data"][1:]
        assert figure.layout.sliders[0].active == len(figure.frames) - 1

    @settings(max_examples=25)
    @given(
        st.lists(st.tuples(st.booleans(), st.integers(0, 5)), min_size=2, max_size=25).filter(
            lambda rows: 0 < sum(truth for truth, _ in rows) < len(rows)
        )
    )
    def test_area_below_the_last_frame_is_auc(self, rows):
        truth, score = (np.array(column) for column in zip(*rows, strict=True))
        for ties in ("together", "optimistic", "pessimistic"):
            stairs, figure = built(truth, score, ties)
            area = sum((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b, _ in segments(figure.frames[-1].data[:-1]))
            assert area == pytest.approx(stairs.auc, abs=1e-12)

    def test_melon_has_one_diagonal_and_two_other_staircases(self):
        _, figure = built(*ROWS["melon"])
        up, right, diagonal, point = figure.data[1:]
        assert [len(t.x) // 3 for t in (up, right, diagonal)] == [7, 11, 1]
        assert (list(diagonal.x), list(diagonal.y)) == ([0.25, 4 / 12, None], [0.75, 0.875, None])
        assert (list(point.x), list(point.y)) == ([1.0], [1.0])
        areas = [staircase(*ROWS["melon"], ties=ties).auc for ties in ("optimistic", "pessimistic", "together")]
        assert [round(area, 4) for area in areas] == [0.8542, 0.8438, 0.8490]
        for ties in ("optimistic", "pessimistic"):
            assert built(*ROWS["melon"], ties)[1].data[3].x == (None,)

    @every_file
    def test_every_frame_touches_the_same_scatters(self, truth, score):
        data = sent(built(truth, score)[1])
        assert {tuple(frame["traces"]) for frame in data["frames"]} == {(1, 2, 3, 4)}
        assert {t["type"] for frame in data["frames"] for t in frame["data"]} == {"scatter"}
        assert {t["type"] for t in data["data"]} == {"scatter"}
        for frame in data["frames"]:
            assert [t["mode"] for t in frame["data"]] == [t["mode"] for t in data["data"][1:]]

    @every_file
    def test_slider_and_buttons_play_the_frames(self, truth, score):
        data = sent(built(truth, score)[1])
        names = [frame["name"] for frame in data["frames"]]
        (slider,) = data["layout"]["sliders"]
        assert [step["args"][0] for step in slider["steps"]] == [[name] for name in names]
        assert [step["value"] for step in slider["steps"]] == names
        (menu,) = data["layout"]["updatemenus"]
        slow, fast, stop = menu["buttons"]
        assert slow["args"][0] is fast["args"][0] is None
        assert slow["args"][1]["frame"]["duration"] > fast["args"][1]["frame"]["duration"] > 0
        assert (stop["args"][0], stop["args"][1]["mode"]) == ([None], "immediate")

    def test_axes_are_marked_by_single_rows_while_they_are_few(self):
        _, figure = built(*ROWS["melon"])
        assert (figure.layout.xaxis.dtick, figure.layout.yaxis.dtick) == (1 / 12, 1 / 8)
        _, figure = built(np.arange(40) < 20, np.arange(40) / 40)
        assert (figure.layout.xaxis.dtick, figure.layout.yaxis.dtick) == (None, None)

    def test_colours_are_those_of_the_decision_and_one_of_their_own(self):
        assert (KINDS["up"], KINDS["right"]) == (POSITIVE, NEGATIVE)
        assert len({*KINDS.values(), RULE}) == 4

    def test_words(self):
        words = CurveWords(fpr="假正例率", tpr="真正例率")
        _, figure = built(*ROWS["melon"], words=words)
        assert (figure.layout.xaxis.title.text, figure.layout.yaxis.title.text) == ("假正例率", "真正例率")

    def test_60_rows_stay_small(self):
        truth = np.arange(60) % 2 == 0
        _, figure = built(truth, -np.arange(60.0))
        assert len(figure.to_json().encode()) <= 200_000


class TestPairMatrix:
    def test_every_pair_is_a_cell_of_its_colour(self):
        pairs = pair_matrix(MELON_TRUTH, MELON_SCORE)
        (field,) = pair_matrix_figure(pairs).data
        np.testing.assert_array_equal(field.z, pairs.order)
        assert (field.zmin, field.zmax) == (-1, 1)
        assert [list(stop) for stop in field.colorscale] == [
            [0, rgba(WRONG_ORDER, 0.75)],
            [0.5, rgba(RULE, 0.35)],
            [1, rgba(RIGHT_ORDER, 0.6)],
        ]
        assert not field.showscale

    def test_hover_names_the_two_scores(self):
        pairs = pair_matrix(MELON_TRUTH, MELON_SCORE)
        (field,) = pair_matrix_figure(pairs).data
        for i, high in enumerate(pairs.positive):
            for j, low in enumerate(pairs.negative):
                assert list(field.customdata[i][j]) == [high, low]
        assert "%{customdata[0]" in field.hovertemplate

    @pytest.mark.parametrize(("n_pos", "n_neg"), [(60, 60), (7, 60), (1, 1), (33, 2)])
    def test_share_of_green_and_half_of_grey_is_auc(self, n_pos, n_neg):
        rng = np.random.default_rng(n_pos)
        truth = np.arange(n_pos + n_neg) < n_pos
        score = (rng.normal(size=n_pos + n_neg) + truth).round(1)
        field = np.asarray(pair_matrix_figure(pair_matrix(truth, score)).data[0].z)
        assert field.shape == (n_pos, n_neg)
        share = ((field == 1).sum() + (field == 0).sum() / 2) / field.size
        assert share == pytest.approx(roc_curve(threshold_counts(truth, score)).auc, abs=1e-12)

    def test_highest_positive_stands_on_top(self):
        layout = pair_matrix_figure(pair_matrix(MELON_TRUTH, MELON_SCORE)).layout
        assert layout.yaxis.autorange == "reversed"
        assert layout.xaxis.autorange is None

    @pytest.mark.parametrize("truth", [[True] * 3, [False] * 3])
    def test_without_pairs(self, truth):
        figure = pair_matrix_figure(pair_matrix(truth, [1, 2, 3]))
        assert sent(figure)["layout"]["height"] > 0

    def test_words_and_size(self):
        truth = np.arange(4000) < 2000
        figure = pair_matrix_figure(pair_matrix(truth, np.arange(4000.0)), positive="正例", negative="反例")
        assert (figure.layout.yaxis.title.text, figure.layout.xaxis.title.text) == ("正例", "反例")
        assert figure.layout.height <= 460
        assert len(figure.to_json().encode()) <= 200_000

    def test_tied_is_neither_right_nor_wrong(self):
        (field,) = pair_matrix_figure(pair_matrix([1, 0], [0.5, 0.5])).data
        assert field.z[0][0] == 0
        assert not math.isnan(field.z[0][0])


class TestDrawing:
    def drawn(self, *, truth=None):
        return drawing_figure([0, 0, 1, 2], [0, 1, 1, 2], n_pos=8, n_neg=12, truth=truth, drawn="mine", true="ROC")

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
        assert [t.name for t in figure.data if t.showlegend is None] == ["mine", "ROC"]
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
