"""The linked figure: one frame a step, each with the numbers of the table, and small enough to send."""

import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.counts import ConfusionMatrix, threshold_counts
from evalcore.figures.confusion_matrix.figure import Words, label_figure, threshold_figure
from evalcore.figures.parts.strip import STRIP_PIXELS, hue, strip_trace
from evalcore.figures.style import NEGATIVE, POSITIVE, rgba
from evalcore.views.threshold import threshold_view
from tests.evalcore.golden import LECTURE_SCORE, LECTURE_TRUTH, MELON_SCORE, MELON_TRUTH

RNG = np.random.default_rng(7)
MANY_TRUTH = RNG.random(100_000) < 0.2
MANY_SCORE = RNG.beta(2, 4, 100_000) * 0.8 + 0.2 * MANY_TRUTH
WEIGHT = RNG.integers(0, 9, 100_000) / 4


def rows(truth, score, special=(0.5,), weight=None):
    """Return the table and the view of some rows, with dots while they are few."""
    y, s = np.asarray(truth, dtype=bool), np.asarray(score, dtype=float)
    counts = threshold_counts(y, s, sample_weight=weight)
    return counts, threshold_view(counts, special=special, rows=None if weight is not None else (y, s))


VIEWS = {
    "lecture": rows(LECTURE_TRUTH, LECTURE_SCORE),
    "melon": rows(MELON_TRUTH, MELON_SCORE),
    "many": rows(MANY_TRUTH, MANY_SCORE),
    "weighted": rows(MANY_TRUTH, MANY_SCORE, weight=WEIGHT),
    "200 distinct": rows(np.arange(200) % 3 == 0, RNG.random(200), special=(0.123456789,)),
    "one class": rows([True, True], [0.25, 0.75]),
    "one row": rows([False], [3.0]),
    "logits": rows(RNG.random(50) < 0.5, RNG.normal(size=50) * 8, special=(0.1,)),
}
every_view = pytest.mark.parametrize(("counts", "view"), VIEWS.values(), ids=VIEWS)


def sent(figure):
    """Return what the browser gets, as plain lists."""
    return json.loads(figure.to_json())


def texts(data, n):
    """Return the texts of those traces, or changes of traces, that write `n` of them: counts before shares."""
    return [list(trace["text"]) for trace in data if len(trace.get("text") or ()) == n]


def row_text(data):
    """Return the totals of the rows and that of both, which stand still, and their shares."""
    return texts([trace for trace in data["data"] if trace.get("xaxis") == "x2"], 3)


def matrix_text(data):
    """Return the counts a figure's matrix shows: TP, FN, FP, TN, then the totals of columns, rows and all."""
    return [*texts(data["data"], 6)[0], *row_text(data)[0]]


def strip_of(figure):
    """Return the trace of the rows, and its place: the markers on the first axes."""
    ((place, strip),) = [(i, t) for i, t in enumerate(figure.data) if (t.mode, t.xaxis) == ("markers", "x")]
    return place, strip


def strip(view, limits):
    return strip_trace(view, Words(), limits, bar=12)


def cell(value):
    """Return how a count is written."""
    return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}"


def turned(colour, cmin, cmax):
    """Return which marks are in the upper half of the colour scale: blue."""
    return (np.asarray(colour) - cmin) / (cmax - cmin) >= 0.5


@every_view
class TestFrames:
    def test_one_a_step_named_by_the_exact_threshold(self, counts, view):
        figure = threshold_figure(view, threshold=0.5)
        assert [float(frame.name) for frame in figure.frames] == view.steps.threshold.tolist()

    def test_slider_plays_them(self, counts, view):
        figure = threshold_figure(view, threshold=0.5)
        (slider,) = figure.layout.sliders
        names = [frame.name for frame in figure.frames]
        # Plotly takes the label of a step for its value where it has none.
        assert [step.value or step.label for step in slider.steps] == names
        assert [step.label for step in slider.steps] == [f"{float(name):.6g}".replace("-", "−") for name in names]
        assert [list(step.args[0]) for step in slider.steps] == [[name] for name in names]
        assert all(step.method == "animate" for step in slider.steps)
        assert slider.active == view.steps.nearest(0.5)

    def test_matrix_shows_the_counts_of_the_table(self, counts, view):
        data = sent(threshold_figure(view, threshold=0.5))
        for frame in data["frames"]:
            cm = counts.at(float(frame["name"]))
            tp, fn, fp, tn = cm.tp, cm.fn, cm.fp, cm.tn
            count, share = texts(frame["data"], 6)
            values = [tp, fn, fp, tn, tp + fp, fn + tn]
            assert count == [cell(value) for value in values]
            assert share == [f"{value / (tp + fn + fp + tn):.1%}" for value in values]
        # The totals of the rows are the same at every threshold.
        rows = [tp + fn, fp + tn, tp + fn + fp + tn]
        assert row_text(data) == [[cell(n) for n in rows], [f"{n / rows[2]:.1%}" for n in rows]]
        start = next(f for f in data["frames"] if float(f["name"]) == view.steps.threshold[view.steps.nearest(0.5)])
        assert texts(data["data"], 6) == texts(start["data"], 6)

    def test_each_cell_is_as_dark_as_its_share_of_the_row(self, counts, view):
        figure = threshold_figure(view, threshold=0.5)
        cells = [i for i in figure.frames[0].traces if figure.data[i].fill == "toself"]
        centres = [((figure.data[i].x[0] + figure.data[i].x[1]) / 2, figure.data[i].y[0] > 0.9) for i in cells]
        assert centres == [(0.5, True), (1.5, True), (0.5, False), (1.5, False)]
        for frame in figure.frames:
            cm = counts.at(float(frame.name))
            wanted = [
                rgba(POSITIVE if column == "p" else NEGATIVE, round(part / (row or 1) * 0.55, 2))
                for column, part, row in (
                    ("p", cm.tp, cm.tp + cm.fn),
                    ("n", cm.fn, cm.tp + cm.fn),
                    ("p", cm.fp, cm.fp + cm.tn),
                    ("n", cm.tn, cm.fp + cm.tn),
                )
            ]
            changed = dict(zip(frame.traces, frame.data, strict=True))
            assert [changed[i].fillcolor for i in cells] == wanted

    def test_names_of_cells_and_totals_of_rows_stand_still_above_what_moves(self, counts, view):
        figure = threshold_figure(view, threshold=0.5)
        still = [i for i, t in enumerate(figure.data) if t.xaxis == "x2" and i not in figure.frames[0].traces]
        assert [len(figure.data[i].text) for i in still] == [4, 3, 3]
        assert list(figure.data[still[0]].text) == ["TP", "FN", "FP", "TN"]
        assert min(still) > max(figure.frames[0].traces)

    def test_traces_exist_and_have_the_frame_s_type(self, counts, view):
        data = sent(threshold_figure(view, threshold=0.5))
        for frame in data["frames"]:
            assert len(frame["traces"]) == len(frame["data"]) == len(set(frame["traces"]))
            for i, change in zip(frame["traces"], frame["data"], strict=True):
                assert 0 <= i < len(data["data"])
                assert change.get("type", "scatter") == data["data"][i].get("type", "scatter")

    @pytest.mark.parametrize("narrow", [False, True])
    def test_every_trace_that_moves_is_a_scatter(self, counts, view, narrow):
        """Plotly draws no bar and no heatmap anew in a frame that is played without a redraw."""
        data = sent(threshold_figure(view, threshold=0.5, narrow=narrow))
        touched = {i for frame in data["frames"] for i in frame["traces"]}
        assert {data["data"][i]["type"] for i in touched} == {"scatter"}
        assert {change.get("type", "scatter") for frame in data["frames"] for change in frame["data"]} == {"scatter"}

    def test_no_frame_asks_for_a_redraw(self, counts, view):
        data = sent(threshold_figure(view, threshold=0.5))
        (slider,) = data["layout"]["sliders"]
        played = [step["args"][1] for step in slider["steps"]]
        assert all(how["frame"] == {"duration": 0, "redraw": False} for how in played)
        assert all(how["mode"] == "immediate" for how in played)
        # A layout in a frame would need one.
        assert all(set(frame) <= {"name", "data", "traces"} for frame in data["frames"])

    def test_every_frame_touches_the_same_traces(self, counts, view):
        frames = threshold_figure(view, threshold=0.5).frames
        assert {tuple(frame.traces) for frame in frames} == {tuple(frames[0].traces)}
        keys = {tuple(tuple(sorted(change.to_plotly_json())) for change in frame.data) for frame in frames}
        assert len(keys) == 1

    def test_rules_stand_at_the_threshold_and_points_on_the_metrics(self, counts, view):
        metrics = [view.steps.metrics[name] for name in ("precision", "recall", "f1", "accuracy")]
        for i, frame in enumerate(sent(threshold_figure(view, threshold=0.5))["frames"]):
            # To a hundredth of a pixel of the axis.
            t = pytest.approx(float(frame["name"]), abs=1e-5 * (view.high - view.low or 1))
            at = [trace["x"] for trace in frame["data"] if trace.get("x") is not None]
            assert [len(x) for x in at] == [2, 2, 4]
            assert all(x == t for place in at for x in place)
            points = next(trace["y"] for trace in frame["data"] if trace.get("y") is not None)
            read = next(trace["text"] for trace in frame["data"] if len(trace.get("text", ())) == 4)
            for value, point, text in zip((m[i] for m in metrics), points, read, strict=True):
                if math.isnan(value):
                    assert (point, text) == (None, "—")
                else:
                    assert point == pytest.approx(value, abs=1e-5)
                    assert float(text) == pytest.approx(value, abs=5e-5)

    def test_hue_turns_exactly_at_the_threshold(self, counts, view):
        figure = threshold_figure(view, threshold=0.5)
        place, rows = strip_of(figure)
        colours = [list(stop) for stop in rows.marker.colorscale]
        assert colours == [[0, NEGATIVE], [0.5, NEGATIVE], [0.5, POSITIVE], [1, POSITIVE]]
        for frame in figure.frames:
            change = frame.data[frame.traces.index(place)].marker
            blue = turned(rows.marker.color, change.cmin, change.cmax)
            np.testing.assert_array_equal(blue, np.asarray(rows.x) >= float(frame.name))

    def test_strict_json_without_nan(self, counts, view):
        def refuse(constant):
            raise AssertionError(f"{constant} is not JSON")

        json.loads(threshold_figure(view, threshold=0.5).to_json(), parse_constant=refuse)

    @pytest.mark.parametrize("narrow", [False, True])
    def test_panels_lie_within_the_figure_and_apart(self, counts, view, narrow):
        layout = threshold_figure(view, threshold=0.5, narrow=narrow).layout
        boxes = []
        for n in ("", "2", "3", "4"):
            x, y = layout[f"xaxis{n}"].domain, layout[f"yaxis{n}"].domain
            assert 0 <= x[0] < x[1] <= 1
            assert 0 <= y[0] < y[1] <= 1
            boxes.append((x, y))
        for i, (x, y) in enumerate(boxes):
            for other_x, other_y in boxes[i + 1 :]:
                assert x[1] <= other_x[0] or other_x[1] <= x[0] or y[1] <= other_y[0] or other_y[1] <= y[0]
        assert 0 <= layout.sliders[0].y <= 1
        assert all(0 <= a.x <= 1 and 0 <= a.y <= 1 for a in layout.annotations if a.xref == "paper")


def assert_hue_is_exact(score, special=()):
    _, view = rows(np.arange(len(score)) % 2 == 0, score, special=special)
    for i, t in enumerate(view.steps.threshold):
        limits = hue(view, i)
        dots = strip(view, limits)
        np.testing.assert_array_equal(turned(dots["marker"]["color"], **limits), dots["x"] >= t)


@given(
    st.lists(st.floats(0, 1) | st.floats(-50, 50) | st.floats(1e9, 1e9 + 1), min_size=1, max_size=40),
    st.floats(-60, 60),
)
@settings(deadline=None, max_examples=50)
def test_hue_turns_exactly_at_the_threshold_for_any_scores(score, special):
    assert_hue_is_exact(score, (special,))


@pytest.mark.parametrize(
    "score",
    [[1e-20, 2e-20, 3e-20], [1e9, 1e9 + 2.4e-7], [0.5, np.nextafter(0.5, 0)], [1e-300, 1e-299], [-1e12, 0, 1e-9]],
    ids=str,
)
def test_hue_tells_apart_scores_that_lie_close(score):
    assert_hue_is_exact(score)


def test_bars_turn_at_their_middle():
    _, view = VIEWS["many"]
    for i, t in enumerate(view.steps.threshold):
        limits = hue(view, i)
        bars = strip(view, limits)
        np.testing.assert_array_equal(turned(bars["marker"]["color"], **limits), bars["x"] >= t)


@pytest.mark.parametrize("name", ["many", "weighted"])
@pytest.mark.parametrize("narrow", [False, True])
def test_bars_are_markers_as_long_as_the_share_of_their_class(name, narrow):
    counts, view = VIEWS[name]
    figure = threshold_figure(view, threshold=0.5, narrow=narrow)
    _, bars = strip_of(figure)
    half = len(bars.x) // 2
    edges = view.strip.edges
    np.testing.assert_allclose(bars.x, np.tile((edges[1:] + edges[:-1]) / 2, 2))
    # Rows with edge <= score < next edge, the highest score with the last; straight from the table.
    upper = [*edges[1:-1], np.inf]
    at = [(counts.at(low), counts.at(high)) for low, high in zip(edges[:-1], upper, strict=True)]
    share = [
        [(low.tp - high.tp) / counts.n_pos for low, high in at],
        [(low.fp - high.fp) / counts.n_neg for low, high in at],
    ]
    np.testing.assert_allclose(np.asarray(bars.y)[:half] * 2, share[0], atol=1e-12)
    np.testing.assert_allclose(np.asarray(bars.y)[half:] * 2, -np.array(share[1]), atol=1e-12)
    # The symbol reaches 1.4 times its size, from the axis to the end of the bar, and fits into the strip.
    bottom, top = figure.layout.yaxis.range
    height = (figure.layout.yaxis.domain[1] - figure.layout.yaxis.domain[0]) * (figure.layout.height - 24)
    assert height == pytest.approx(STRIP_PIXELS)
    length = np.asarray(bars.marker.size) * 1.4 / height * (top - bottom)
    np.testing.assert_allclose(length, np.abs(np.asarray(bars.y)) * 2, atol=1e-9)
    assert max(np.asarray(bars.y) * 2) < top
    assert min(np.asarray(bars.y) * 2) > bottom
    assert bars.marker.symbol == "line-ns-open"
    # Truth is fill: the bars of the negative class are pale.
    assert set(bars.marker.opacity[:half]) == {1.0}
    assert max(bars.marker.opacity[half:]) < 0.6
    assert [row[1] for row in bars.customdata[:half]] == pytest.approx(np.array(share[0]) * counts.n_pos)


@pytest.mark.parametrize("weight", [None, WEIGHT], ids=["rows", "weights"])
@pytest.mark.parametrize("narrow", [False, True])
def test_figure_of_100_000_rows_is_small(weight, narrow):
    _, view = rows(MANY_TRUTH, MANY_SCORE, weight=weight)
    words = Words(positive="p" * 14, negative="n" * 14)
    assert view.steps.threshold.size > 190
    assert len(threshold_figure(view, threshold=0.5, words=words, narrow=narrow).to_json().encode()) <= 200_000


@pytest.mark.parametrize("name", ["many", "lecture"])
def test_class_names_never_become_markup(name):
    _, view = VIEWS[name]
    words = Words(positive="<b>&amp;</b>", negative="<a href='x'>%{x}")
    text = threshold_figure(view, threshold=0.5, words=words).to_json()
    shown = json.loads(text)
    for raw in ("<b>&amp;", "<a href", "</a>", "%{x}<br>%{x}"):
        assert raw not in json.dumps(shown, ensure_ascii=False)
    _, strip = strip_of(threshold_figure(view, threshold=0.5, words=words))
    hovered = {str(value) for row in strip.customdata for value in row if isinstance(value, str)}
    assert hovered == {"&lt;b&gt;&amp;amp;&lt;/b&gt;", "&lt;a href='x'&gt;%\u200b{x}"}
    # Plotly would put a number in place of %{x} in a name.
    assert "&gt;%{x}" not in json.dumps(shown, ensure_ascii=False)
    side = [note["text"] for note in shown["layout"]["annotations"]]
    assert any("&lt;b&gt;&amp;amp;&lt;/b&gt;" in text for text in side)


def test_translated_words_reach_the_figure():
    words = Words(
        positive="阳",
        negative="阴",
        score="得分",
        threshold="阈值",
        scores_title="按类的得分",
        shares="条高为比例",
        matrix_title="混淆矩阵",
        metrics_title="度量",
        actual="真实",
        predicted="预测",
        total="合计",
        row="第",
        outcome="t ≤ {score} 时预测为正",
        metric={"precision": "查准率", "recall": "查全率", "f1": "F1 度量", "accuracy": "精度"},
    )
    both = [sent(threshold_figure(VIEWS[name][1], threshold=0.5, words=words)) for name in ("lecture", "many")]
    text = json.dumps(both, ensure_ascii=False)
    for word in (*(w for w in vars(words).values() if isinstance(w, str)), *words.metric.values()):
        assert word.partition("{")[0] in text
    for word in ("actual", "predicted", "precision", "recall", "accuracy", "total", "Scores by"):
        assert f'"{word}' not in text


def test_bars_say_that_they_are_shares_of_their_class():
    for name, bars in (("lecture", False), ("many", True)):
        figure = threshold_figure(VIEWS[name][1], threshold=0.5)
        (title,) = [note.text for note in figure.layout.annotations if "Scores by true class" in note.text]
        assert title.endswith("</b> · each bar a share of its class") == bars


def test_the_axis_of_the_metric_lines_is_named():
    assert threshold_figure(VIEWS["lecture"][1], threshold=0.5).layout.xaxis3.title.text == "threshold t"


def test_metric_lines_hold_down_to_the_next_lower_score():
    _, view = VIEWS["lecture"]
    lines = [t for t in threshold_figure(view, threshold=0.5).data if t.hovertemplate and "%{y:.4f}" in t.hovertemplate]
    assert [line.name for line in lines] == ["precision", "recall", "F1", "accuracy"]
    assert all(line.line.shape == "vh" for line in lines)
    np.testing.assert_allclose(lines[0].y[1:], view.lines["precision"], rtol=1e-6)
    # Below the lowest score every row stays predicted positive.
    assert lines[0].x[0] < lines[0].x[1] == view.low
    assert all(line.y[0] == line.y[1] for line in lines)


@pytest.mark.parametrize(
    "score", [[0.999999, 0.9999991], [1e9, 1e9 + 0.01], [-1e300, 1e300], [1e-300, 2e-300]], ids=str
)
def test_metric_lines_stand_where_the_scores_are(score):
    _, view = rows([True, False], score)
    figure = threshold_figure(view, threshold=score[0])
    line = next(trace for trace in figure.data if trace.name == "precision")
    np.testing.assert_array_equal(line.x[1:], score)


def test_truth_is_fill():
    _, rows = strip_of(threshold_figure(VIEWS["lecture"][1], threshold=0.5))
    assert list(rows.x) == LECTURE_SCORE.tolist()
    assert list(rows.marker.symbol) == ["circle" if truth else "circle-open" for truth in LECTURE_TRUTH]
    np.testing.assert_array_equal(np.array(rows.y) > 0, LECTURE_TRUTH)
    np.testing.assert_array_equal(np.array(rows.marker.line.width) == 0, LECTURE_TRUTH)
    assert [list(row) for row in rows.customdata[:3]] == [[1, "positive"], [2, "positive"], [3, "negative"]]


class TestLabels:
    def test_shows_the_matrix_where_there_is_no_threshold(self):
        data = sent(label_figure(ConfusionMatrix.binary(tp=148, fp=96, fn=26, tn=1527)))
        assert matrix_text(data) == ["148", "26", "96", "1,527", "244", "1,553", "174", "1,623", "1,797"]
        assert "frames" not in data or not data["frames"]
        assert "sliders" not in data["layout"]

    def test_class_names_never_become_markup(self):
        words = Words(positive="<b>x</b>", negative="a & b")
        text = json.dumps(sent(label_figure(ConfusionMatrix.binary(tp=1, fp=0, fn=0, tn=1), words)))
        assert "<b>x" not in text
        assert "a &amp; b" in text

    def test_without_rows(self):
        data = sent(label_figure(ConfusionMatrix.binary(tp=0, fp=0, fn=0, tn=0)))
        assert matrix_text(data) == ["0"] * 9
