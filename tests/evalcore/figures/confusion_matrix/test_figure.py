"""The linked figure: at each step of its handle the numbers of the table, and small enough to send."""

import json
import math
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.counts import ConfusionMatrix, threshold_counts
from evalcore.figures.confusion_matrix import figure as drawing
from evalcore.figures.confusion_matrix.figure import label_figure, threshold_figure
from evalcore.figures.layout import MARGIN, Look
from evalcore.figures.live import motion
from evalcore.figures.parts.strip import LEAST_PIXELS, STRIP_PIXELS, hue, hue_part, strip_trace
from evalcore.figures.style import NEGATIVE, OUT_OF_SIGHT, POSITIVE, rgba
from evalcore.views.threshold import StripRow, threshold_view
from tests.evalcore.figures.steps import Marked, assert_in_order, handle_of, places, played, sent, values
from tests.evalcore.golden import LECTURE_SCORE, LECTURE_TRUTH, MELON_SCORE, MELON_TRUTH
from tests.examples import examples

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
wide_and_narrow = pytest.mark.parametrize(
    "look", [Look(), Look(narrow=True), pytest.param(Look(height=640), marks=pytest.mark.slow)], ids=str
)
SLOW = {"weighted", "200 distinct"}  # as many steps as the others, to be written and read again
every_view = pytest.mark.parametrize(
    ("counts", "view"),
    [pytest.param(*one, id=name, marks=[pytest.mark.slow] * (name in SLOW)) for name, one in VIEWS.items()],
)


@cache
def shared(view, **options):
    """Return the figure of a view, drawn once for all tests that only look at it."""
    return threshold_figure(view, **options)


def texts(data, n):
    """Return the texts of those traces of the matrix that write `n` of them: counts before shares."""
    return [list(trace["text"]) for trace in data if trace.get("xaxis") == "x2" and len(trace.get("text") or ()) == n]


def row_text(data):
    """Return the totals of the rows and that of both, which stand still, and their shares."""
    return texts(data["data"], 3)


def matrix_text(data):
    """Return the counts a figure's matrix shows: TP, FN, FP, TN, then the totals of columns, rows and all."""
    return [*texts(data["data"], 6)[0], *row_text(data)[0]]


def strip_of(figure):
    """Return the trace of the rows, and its place: the markers on the first axes."""
    ((place, strip),) = [(i, t) for i, t in enumerate(figure.data) if (t.mode, t.xaxis) == ("markers", "x")]
    return place, strip


def strip(view, limits):
    return strip_trace(view, ("positive", "negative"), str, limits, drawing.places(Look()))


def cell(value):
    """Return how a count is written."""
    return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}"


def turned(colour, cmin, cmax):
    """Return which marks are in the upper half of the colour scale: blue."""
    return (np.asarray(colour) - cmin) / (cmax - cmin) >= 0.5


def share(part, base):
    """Return how a share is written."""
    return f"{part / base:.1%}" if base else "—"


def bases(cm, of):
    """Return of what the shares of TP, FN, FP and TN are."""
    return {
        "row": [cm.tp + cm.fn, cm.tp + cm.fn, cm.fp + cm.tn, cm.fp + cm.tn],
        "column": [cm.tp + cm.fp, cm.fn + cm.tn, cm.tp + cm.fp, cm.fn + cm.tn],
        "all": [cm.n] * 4,
    }[of]


@every_view
class TestSteps:
    def test_are_the_exact_thresholds_of_the_view(self, counts, view):
        figure = shared(view, threshold=0.5)
        assert values(figure) == view.steps.threshold.tolist()
        handle = handle_of(figure, motion.THRESHOLD)
        assert handle["active"] == view.steps.nearest(0.5)
        steps = zip(view.steps.written, view.steps.digits, strict=True)
        assert handle["shown"] == [f"t = {t:.{digits}g}".replace("-", "−") for t, digits in steps]

    @wide_and_narrow
    def test_handle_is_complete(self, counts, view, look):
        assert_in_order(shared(view, threshold=0.5, look=look))

    @pytest.mark.parametrize("of", ["row", "column", "all"])
    def test_matrix_shows_the_counts_of_the_table_and_shares_of_what_is_asked(self, counts, view, of):
        figure = shared(view, threshold=0.5, of=of)
        data, steps = sent(figure), played(figure)
        for t, traces in zip(values(figure), steps, strict=True):
            cm = counts.at(t)
            tp, fn, fp, tn = cm.tp, cm.fn, cm.fp, cm.tn
            count, shares = texts(traces, 6)
            assert count == [cell(value) for value in (tp, fn, fp, tn, tp + fp, fn + tn)]
            cells = [share(part, base) for part, base in zip((tp, fn, fp, tn), bases(cm, of), strict=True)]
            # The totals of the columns are shares of all.
            assert shares == [*cells, share(tp + fp, cm.n), share(fn + tn, cm.n)]
        # The totals of the rows are the same at every threshold.
        rows = [tp + fn, fp + tn, cm.n]
        assert row_text(data) == [[cell(n) for n in rows], [share(n, cm.n) for n in rows]]
        assert texts(data["data"], 6) == texts(steps[view.steps.nearest(0.5)], 6)

    @pytest.mark.parametrize("of", ["row", "column", "all"])
    def test_each_cell_is_as_dark_as_the_share_it_prints(self, counts, view, of):
        figure = shared(view, threshold=0.5, of=of)
        cells = [i for i, trace in enumerate(figure.data) if trace.xaxis == "x2" and trace.fill == "toself"]
        centres = [((figure.data[i].x[0] + figure.data[i].x[1]) / 2, figure.data[i].y[0] > 0.9) for i in cells]
        assert centres == [(0.5, True), (1.5, True), (0.5, False), (1.5, False)]
        for t, traces in zip(values(figure), played(figure), strict=True):
            cm = counts.at(t)
            hues = (POSITIVE, NEGATIVE, POSITIVE, NEGATIVE)
            parts = zip(hues, (cm.tp, cm.fn, cm.fp, cm.tn), bases(cm, of), strict=True)
            wanted = [rgba(hue, round(part / (base or 1) * 0.55, 2)) for hue, part, base in parts]
            assert [traces[i]["fillcolor"] for i in cells] == wanted

    def test_names_of_cells_and_totals_of_rows_stand_still_above_what_moves(self, counts, view):
        figure = shared(view, threshold=0.5)
        names = [i for i, t in enumerate(figure.data) if t.xaxis == "x2" and t.mode == "text"][-3:]
        assert [len(figure.data[i].text) for i in names] == [4, 3, 3]
        assert list(figure.data[names[0]].text) == ["TP", "FN", "FP", "TN"]
        assert min(names) > max(places(figure))

    def test_figure_begins_at_its_step(self, counts, view):
        figure = shared(view, threshold=0.5)
        assert played(figure)[view.steps.nearest(0.5)] == sent(figure)["data"]

    def test_rules_stand_at_the_threshold_and_points_on_the_metrics(self, counts, view):
        figure = shared(view, threshold=0.5)
        metrics = [view.steps.metrics[name] for name in ("precision", "recall", "f1", "accuracy")]
        moving = [i for i, trace in enumerate(figure.data) if trace.xaxis in ("x", "x3") and trace.hoverinfo == "skip"]
        read = max(i for i, trace in enumerate(figure.data) if trace.xaxis == "x4")
        for i, (t, traces) in enumerate(zip(values(figure), played(figure), strict=True)):
            # To a hundredth of a pixel of the axis.
            near = pytest.approx(t, abs=1e-5 * (view.high - view.low or 1))
            at = [traces[place]["x"] for place in moving]
            assert sorted(len(x) for x in at) == [2, 2, 4]
            assert all(x == near for place in at for x in place)
            points = next(traces[place]["y"] for place in moving if len(traces[place]["x"]) == 4)
            for value, point, text in zip((m[i] for m in metrics), points, traces[read]["text"], strict=True):
                if math.isnan(value):
                    assert (point, text) == (OUT_OF_SIGHT, "—")
                else:
                    assert point == pytest.approx(value, abs=1e-5)
                    assert float(text) == pytest.approx(value, abs=5.001e-4)

    def test_hue_turns_exactly_at_the_threshold(self, counts, view):
        figure = shared(view, threshold=0.5)
        place, rows = strip_of(figure)
        colours = [list(stop) for stop in rows.marker.colorscale]
        assert colours == [[0, NEGATIVE], [0.5, NEGATIVE], [0.5, POSITIVE], [1, POSITIVE]]
        for t, traces in zip(values(figure), played(figure), strict=True):
            limits = traces[place]["marker"]
            blue = turned(rows.marker.color, limits["cmin"], limits["cmax"])
            np.testing.assert_array_equal(blue, np.asarray(rows.x) >= t)

    def test_what_the_player_colours_is_what_plotly_colours(self, counts, view):
        part = hue_part(view, 0)
        for i in range(view.steps.threshold.size):
            limits = hue(view, i)
            colour = strip(view, limits)["marker"]["color"]
            np.testing.assert_array_equal(np.asarray(part["rank"]) > part["middle"][i], turned(colour, **limits))

    def test_is_read_out_with_its_counts(self, counts, view):
        figure = shared(view, threshold=0.5)
        handle = handle_of(figure, motion.THRESHOLD)
        for t, said, pill in zip(values(figure), handle["said"], handle["shown"], strict=True):
            cm = counts.at(t)
            numbers = [f"{value:,.10g}" for value in (cm.tp, cm.fn, cm.fp, cm.tn)]
            assert said == "{}: TP {}, FN {}, FP {}, TN {}".format(pill, *numbers)

    @wide_and_narrow
    def test_panels_lie_within_the_figure_and_apart(self, counts, view, look):
        layout = shared(view, threshold=0.5, look=look).layout
        boxes = []
        for n in ("", "2", "3", "4"):
            x, y = layout[f"xaxis{n}"].domain, layout[f"yaxis{n}"].domain
            assert 0 <= x[0] < x[1] <= 1
            assert 0 <= y[0] < y[1] <= 1
            boxes.append((x, y))
        for i, (x, y) in enumerate(boxes):
            for other_x, other_y in boxes[i + 1 :]:
                assert x[1] <= other_x[0] or other_x[1] <= x[0] or y[1] <= other_y[0] or other_y[1] <= y[0]
        assert all(0 <= a.x <= 1 for a in layout.annotations if a.xref == "paper")
        assert all(0 <= a.y <= 1 for a in layout.annotations if a.yref == "paper")


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
@examples(50)
def test_hue_turns_exactly_at_the_threshold_for_any_scores(score, special):
    assert_hue_is_exact(score, (special,))


@pytest.mark.parametrize(
    "score",
    [[1e-20, 2e-20, 3e-20], [1e9, 1e9 + 2.4e-7], [0.5, np.nextafter(0.5, 0)], [1e-300, 1e-299], [-1e12, 0, 1e-9]],
    ids=str,
)
def test_hue_tells_apart_scores_that_lie_close(score):
    assert_hue_is_exact(score)


@pytest.mark.parametrize("look", [Look(), Look(height=390), Look(narrow=True)], ids=["wide", "low", "narrow"])
@pytest.mark.parametrize("most", [1, 3, 9, 12, 60])
def test_dots_of_a_heap_keep_apart_and_are_seen_whole(most, look):
    truth, score = np.append(np.ones(most, dtype=bool), [False]), np.append(np.full(most, 0.5), [1.0])
    _, view = rows(truth, score)
    figure = threshold_figure(view, threshold=0.5, look=look)
    _, dots = strip_of(figure)
    low, high = figure.layout.yaxis.domain
    pixels = (high - low) * (figure.layout.height - 2 * MARGIN)
    reach = figure.layout.yaxis.range[1]
    pitch = pixels / (2 * reach)
    assert 4 <= dots.marker.size <= 13
    assert dots.marker.size <= pitch + 0.1 or dots.marker.size == 4
    assert (reach - max(dots.y)) * pitch >= dots.marker.size / 2 - 0.1


def test_bars_turn_at_their_middle():
    _, view = VIEWS["many"]
    for i, t in enumerate(view.steps.threshold):
        limits = hue(view, i)
        bars = strip(view, limits)
        np.testing.assert_array_equal(turned(bars["marker"]["color"], **limits), bars["x"] >= t)


@pytest.mark.parametrize("name", ["many", "weighted"])
@wide_and_narrow
def test_bars_are_markers_as_long_as_the_root_of_the_share_of_their_class(name, look):
    counts, view = VIEWS[name]
    figure = shared(view, threshold=0.5, look=look)
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
    # The symbol reaches 1.4 times its size, from the axis to the end of the bar, and fits into the strip.
    bottom, top = figure.layout.yaxis.range
    height = (figure.layout.yaxis.domain[1] - figure.layout.yaxis.domain[0]) * (figure.layout.height - 24)
    assert height == pytest.approx(STRIP_PIXELS)
    assert bottom == -top
    pixels = np.asarray(bars.marker.size) * 1.4
    np.testing.assert_allclose(pixels / height * (top - bottom), np.abs(np.asarray(bars.y)) * 2, atol=1e-9)
    assert (np.asarray(bars.y)[:half] >= 0).all()
    assert (np.asarray(bars.y)[half:] <= 0).all()
    # Each class has the half of the strip; nothing is lower than two pixels but what is empty.
    root = np.sqrt(np.concatenate(share))
    wanted = np.where(root > 0, np.maximum(root / root.max() * 0.96 * height / 2, LEAST_PIXELS), 0)
    np.testing.assert_allclose(pixels, wanted, atol=1e-6)
    assert pixels.max() < height / 2
    assert bars.marker.symbol == "line-ns-open"
    # Truth is fill: the bars of the negative class are pale.
    assert set(bars.marker.opacity[:half]) == {1.0}
    assert max(bars.marker.opacity[half:]) < 0.6
    assert [row[1] for row in bars.customdata[:half]] == pytest.approx(np.array(share[0]) * counts.n_pos)
    assert [row[2] for row in bars.customdata[:half]] == pytest.approx(share[0], abs=1e-6)


def test_nine_rows_beside_thousands_are_seen():
    truth, score = np.repeat([True, True, False], [9, 50_000, 100]), np.repeat([0.1, 0.9, 0.5], [9, 50_000, 100])
    _, view = rows(truth, score)
    _, bars = strip_of(threshold_figure(view, threshold=0.5))
    pixels = np.asarray(bars.marker.size) * 1.4
    drawn = dict(zip((row[1] for row in bars.customdata), pixels, strict=True))
    assert drawn[9] == pytest.approx(2)
    assert drawn[0] == 0
    # A class all in one place reaches as far as the other.
    assert [drawn[50_000], drawn[100]] == pytest.approx([0.96 * STRIP_PIXELS / 2] * 2, abs=0.01)


# Each of 200 distinct scores is a step, beside as many even ones.
@pytest.mark.parametrize(("name", "most"), [("many", 200_000), ("weighted", 200_000), ("200 distinct", 230_000)])
@wide_and_narrow
def test_figure_is_small(name, most, look):
    _, view = VIEWS[name]
    classes = ("p" * 14, "n" * 14)
    assert view.steps.threshold.size > 190
    assert len(threshold_figure(view, threshold=0.5, classes=classes, look=look).to_json().encode()) <= most


def test_weights_in_a_bar_are_said_with_two_decimals():
    """A bar of amounts once said 4.88022393617."""
    _, view = VIEWS["weighted"]
    _, strip = strip_of(threshold_figure(view, threshold=0.5))
    assert any(not float(row[1]).is_integer() for row in strip.customdata)
    assert "%{customdata[1]:,.2~f} (" in strip.hovertemplate


@pytest.mark.parametrize("name", ["many", "lecture"])
def test_class_names_never_become_markup(name):
    _, view = VIEWS[name]
    figure = threshold_figure(view, threshold=0.5, classes=("<b>&amp;</b>", "<a href='x'>%{x}"))
    shown = sent(figure)
    for raw in ("<b>&amp;", "<a href", "</a>", "%{x}<br>%{x}"):
        assert raw not in json.dumps(shown, ensure_ascii=False)
    _, strip = strip_of(figure)
    hovered = {str(value) for row in strip.customdata for value in row if isinstance(value, str)}
    assert hovered == {"&lt;b&gt;&amp;amp;&lt;/b&gt;", "&lt;a href='x'&gt;%\u200b{x}"}
    # Plotly would put a number in place of %{x} in a name.
    assert "&gt;%{x}" not in json.dumps(shown, ensure_ascii=False)
    side = [note["text"] for note in shown["layout"]["annotations"]]
    assert any("&lt;b&gt;&amp;amp;" in text for text in side)


def test_every_sentence_is_said_and_reaches_the_figure():
    say = Marked()
    figures = [
        threshold_figure(VIEWS[name][1], threshold=0.5, say=say, of=of)
        for name, of in (("lecture", "row"), ("many", "column"), ("many", "all"))
    ]
    assert not say.missing(*figures)
    text = json.dumps([sent(figure) for figure in figures])
    for word in ("actual", "predicted", "precision", "recall", "accuracy", "total", "bar height", "% of"):
        assert any(said.startswith(word) for said in say.asked)
        assert f'"{word}' not in text


def test_bars_say_what_their_heights_are():
    for name, bars in (("lecture", False), ("many", True)):
        title = shared(VIEWS[name][1], threshold=0.5).layout.xaxis.title.text
        assert title == ("score · bar height: √ share of class" if bars else "score")


@pytest.mark.parametrize(("of", "said"), [("row", "% of the row"), ("column", "% of the column"), ("all", "% of all")])
def test_the_matrix_says_of_what_its_shares_are(of, said):
    notes = shared(VIEWS["lecture"][1], threshold=0.5, of=of).layout.annotations
    (above,) = (note.text for note in notes if "%" in note.text)
    assert above.startswith(f"predicted · {said} · ")
    assert above.endswith("◥</span> wrong")


def test_mistakes_have_a_mark_in_their_corner():
    shapes = shared(VIEWS["lecture"][1], threshold=0.5).layout.shapes
    starts = [[float(v) for v in shape.path.split()[1:3]] for shape in shapes if shape.type == "path"]
    # The cells of FN, upper right, and FP, lower left.
    assert [(int(x), int(y)) for x, y in starts] == [(1, 1), (0, 0)]


def test_the_axis_of_the_metric_lines_is_named():
    assert shared(VIEWS["lecture"][1], threshold=0.5).layout.xaxis3.title.text == "threshold t"


def test_metric_lines_hold_down_to_the_next_lower_score():
    _, view = VIEWS["lecture"]
    lines = [t for t in shared(view, threshold=0.5).data if t.hovertemplate and "%{y:.4f}" in t.hovertemplate]
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
    _, rows = strip_of(shared(VIEWS["lecture"][1], threshold=0.5))
    assert list(rows.x) == LECTURE_SCORE.tolist()
    assert list(rows.marker.symbol) == ["circle" if truth else "circle-open" for truth in LECTURE_TRUTH]
    np.testing.assert_array_equal(np.array(rows.y) > 0, LECTURE_TRUTH)
    np.testing.assert_array_equal(np.array(rows.marker.line.width) == 0, LECTURE_TRUTH)
    assert [list(row) for row in rows.customdata[:3]] == [[1, "positive"], [2, "positive"], [3, "negative"]]


class TestLabels:
    def test_shows_the_matrix_where_there_is_no_threshold(self):
        data = sent(label_figure(ConfusionMatrix.binary(tp=148, fp=96, fn=26, tn=1527)))
        assert matrix_text(data) == ["148", "26", "96", "1,527", "244", "1,553", "174", "1,623", "1,797"]
        assert "live" not in data["layout"].get("meta", {})

    @pytest.mark.parametrize(
        ("of", "wanted"), [("row", "85.1%"), ("column", "60.7%"), ("all", "8.2%")], ids=["row", "column", "all"]
    )
    def test_shares_are_of_what_is_asked(self, of, wanted):
        data = sent(label_figure(ConfusionMatrix.binary(tp=148, fp=96, fn=26, tn=1527), of=of))
        assert texts(data["data"], 6)[1][0] == wanted

    def test_class_names_never_become_markup(self):
        cm = ConfusionMatrix.binary(tp=1, fp=0, fn=0, tn=1)
        text = json.dumps(sent(label_figure(cm, classes=("<b>x</b>", "a & b"))))
        assert "<b>x" not in text
        assert "a &amp; b" in text

    def test_without_rows(self):
        data = sent(label_figure(ConfusionMatrix.binary(tp=0, fp=0, fn=0, tn=0)))
        assert matrix_text(data) == ["0"] * 9
        assert {text for written in (texts(data["data"], 6)[1], row_text(data)[1]) for text in written} == {"—"}


@pytest.mark.parametrize("name", ["lecture", "many"])
@pytest.mark.parametrize("look", [Look(), Look(narrow=True), Look(height=400)], ids=str)
def test_cells_take_a_click_where_the_page_shows_their_rows(name, look):
    _counts, view = VIEWS[name]
    plain_one = threshold_figure(view, threshold=0.5, look=look).to_dict()
    clicked = threshold_figure(view, threshold=0.5, look=look, clicked=True).to_dict()
    *others, marks = clicked["data"]
    assert len(others) == len(plain_one["data"])
    assert marks["meta"] == "cell"
    assert [point[0] for point in marks["customdata"]] == [0, 1, 2, 3]
    middles = [trace for trace in others if trace.get("fill") == "toself" and trace["xaxis"] == "x2"]
    assert marks["hovertemplate"] == [
        "its rows<extra></extra>",
        "type II<br>its rows<extra></extra>",
        "type I<br>its rows<extra></extra>",
        "its rows<extra></extra>",
    ]
    for x, y, cell in zip(marks["x"], marks["y"], middles, strict=True):
        assert min(cell["x"]) < x < max(cell["x"])
        assert min(cell["y"]) < y < max(cell["y"])
    # What is not seen changes nothing that is.
    assert marks["marker"]["opacity"] == 0


@pytest.mark.parametrize("name", ["lecture", "many"])
@pytest.mark.parametrize("place", [0, 3])
def test_a_row_has_a_ring_where_it_stands_on_the_strip(name, place):
    truth, score = (LECTURE_TRUTH, LECTURE_SCORE) if name == "lecture" else (MANY_TRUTH, MANY_SCORE)
    row = StripRow(place, float(score[place]), bool(truth[place]))
    _counts, view = VIEWS[name]
    ring = threshold_figure(view, threshold=0.5, row=row).to_dict()["data"][-1]
    assert ring["x"] == [score[place]]
    assert (ring["y"][0] > 0) == bool(truth[place])
    if name == "lecture":
        dots = next(trace for trace in shared(view, threshold=0.5).data if trace.marker.cmin is not None)
        assert ring["y"][0] == dots.y[place]


def test_the_matrix_of_labels_takes_a_click_too():
    cm = ConfusionMatrix.binary(3, 1, 2, 4)
    marks = label_figure(cm, clicked=True).to_dict()["data"][-1]
    assert (marks["meta"], len(marks["x"])) == ("cell", 4)
    assert "meta" not in label_figure(cm).to_dict()["data"][-1]


def test_a_name_that_is_shortened_is_whole_where_one_points_at_it():
    long = ("readmitted within thirty days of discharge", "not readmitted within thirty days of discharge")
    _, view = rows(MELON_TRUTH, MELON_SCORE)
    for look in (Look(), Look(narrow=True), Look(height=390), Look(height=390, alone=True)):
        notes = threshold_figure(view, threshold=0.5, classes=long, look=look).layout.annotations
        shortened = [note for note in notes if "…" in note.text]
        # Above a column, beside a row and beside the strip.
        assert sorted(note.hovertext for note in shortened) == sorted(3 * long)
        assert not [note for note in notes if note.hovertext and "…" not in note.text]
    notes = threshold_figure(view, threshold=0.5, classes=("melon", "other")).layout.annotations
    assert not [note for note in notes if note.hovertext]
