"""Figures of probabilities and ranking: what is drawn is what was computed, and the handle moves exact numbers."""

import json
import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import special

from evalcore import costs, curves
from evalcore.calibration import calibration, recalibrated, smooth_calibration
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.errors import message
from evalcore.figures.calibration.decision import acting_figure
from evalcore.figures.calibration.planes import FIRST, HEAD, LEAST_WIDE, SECOND
from evalcore.figures.calibration.ranking import ranked_figure
from evalcore.figures.calibration.recalibration import mapped_figure
from evalcore.figures.calibration.reliability import Behind, promises_figure
from evalcore.figures.layout import MARGIN, TITLE, Look
from evalcore.figures.parts.named import ROW, USUAL_WIDE
from evalcore.figures.parts.names import LETTER, NAME_PIXELS, SIDES
from evalcore.figures.parts.rows import IN_ROW
from evalcore.figures.style import MODELS, RULE, coloured, guessed, letters
from evalcore.views.calibration import Acting, acting_places, mapped, promises, ranked
from evalcore.views.threshold import threshold_view
from tests.evalcore.figures.steps import left_alone

RNG = np.random.default_rng(2)
X = RNG.normal(-0.5, 1.4, 3_000)
TRUTH, SCORE = RNG.random(3_000) < special.expit(0.7 * X), special.expit(X)
COUNTS = threshold_counts(TRUTH, SCORE)
OTHER = threshold_counts(RNG.random(3_000) < special.expit(0.7 * X), SCORE)
WEIGHTED = threshold_counts(TRUTH[:200], SCORE[:200], sample_weight=RNG.random(200))
ENDS = threshold_counts(TRUTH, np.where(SCORE > 0.9, 1.0, np.where(SCORE < 0.1, 0.0, SCORE)))
ONE_CLASS = threshold_counts([1, 1, 1], [0.9, 0.5, 0.2])
ONE_SCORE = ThresholdCounts.from_grouped([0.4], [3], [5])
TABLES = {"rows": COUNTS, "weighted": WEIGHTED, "0 and 1": ENDS, "one class": ONE_CLASS, "one score": ONE_SCORE}
SAMPLES = Path(__file__).parents[4] / "sample_data"
WHAT = message("difference of net benefit")


def promised(counts, t=0.5):
    return promises(threshold_view(counts, special=[t]), calibration(counts), smooth_calibration(counts))


def reliability(counts, t=0.5, **options):
    return promises_figure(promised(counts, t), t, **options)


def acting(counts, t=0.2):
    found = costs.decision_intervals(counts, acting_places(t, counts))
    return Acting(found, found.over_rule)


def benefit(counts, t=0.2, **options):
    return acting_figure(acting(counts, t), t, "A", gain=WHAT, **options)


def order(counts, t=0.5):
    return ranked(counts, threshold_view(counts, special=[t]).steps, curves.kolmogorov_smirnov(counts), t)


def gains(counts, t=0.5, **options):
    return ranked_figure(order(counts, t), t, "A", **options)


def lift(counts, t=0.5, **options):
    return gains(counts, t, shown="lift", **options)


def mended(counts, t=0.5, method="platt", **options):
    found = recalibrated(OTHER, counts, method)
    bins = [side.losses.bins for side in (found.before, found.after)]
    return mapped_figure(mapped(found.recalibration, threshold_view(counts, special=[t])), t, *bins, **options)


LIVE = (reliability, benefit, gains, lift, mended)
every_live = pytest.mark.parametrize("draw", LIVE, ids=lambda draw: draw.__name__)


def pixels_of(values, axis, wide):
    low, high = axis.range
    return (np.asarray(values, dtype=float) - low) / (high - low) * wide


def walk(trace, across, up, wide, high):
    """Return points of a line at each half pixel, round the corners of its stairs."""
    x, y = pixels_of(trace.x, across, wide), pixels_of(trace.y, up, high)
    if trace.line.shape in ("vh", "hv"):
        corners = (x[:-1], y[1:]) if trace.line.shape == "vh" else (x[1:], y[:-1])
        x, y = (np.insert(ends, np.arange(1, len(ends)), corner) for ends, corner in zip((x, y), corners, strict=True))
    pieces = [np.linspace(a, b, 2 + int(2 * np.hypot(*(b - a)))) for a, b in pairwise(np.column_stack([x, y]))]
    return np.concatenate([np.column_stack([x, y]), *pieces])


def assert_names_stand_clear(figure, width):
    """No name meets a line or another name, in a figure of so many pixels; return how many names there are."""
    sheet, n = figure.layout, 0
    for texts in (trace for trace in figure.data if trace.mode == "text" and trace.meta != IN_ROW):
        across, up = sheet[f"xaxis{texts.xaxis[1:]}"], sheet[f"yaxis{texts.yaxis[1:]}"]
        wide = (across.domain[1] - across.domain[0]) * (width - sheet.margin.l - sheet.margin.r)
        high = (up.domain[1] - up.domain[0]) * (sheet.height - sheet.margin.t - sheet.margin.b)
        # What the handle moves goes under any name.
        drawn = [t for t in figure.data if t.xaxis == texts.xaxis and "lines" in t.mode and t.name and not t.fill]
        points = np.concatenate([walk(trace, across, up, wide, high) for trace in drawn])
        boxes = []
        x, y = pixels_of(texts.x, across, wide), pixels_of(texts.y, up, high)
        for px, py, side, text in zip(x, y, texts.textposition, texts.text, strict=True):
            said, (right, above) = re.sub("<[^>]+>", "", text), SIDES[side]
            left, low = px - LETTER * letters(said) * (1 - right) / 2, py - NAME_PIXELS * (1 - above) / 2
            box = left, left + LETTER * letters(said), low, low + NAME_PIXELS
            met = (points > [box[0], box[2]]).all(axis=1) & (points < [box[1], box[3]]).all(axis=1)
            assert not met.any(), said
            assert 0 <= box[0] <= box[1] <= wide + 1e-6, said
            assert 0 <= box[2] <= box[3] <= high + 1e-6, said
            for a, b, c, d in boxes:
                assert box[1] <= a or b <= box[0] or box[3] <= c or d <= box[2], said
            boxes.append(box)
            for mark in (t for t in drawn if "markers" in t.mode):
                r, mx, my = mark.marker.size / 2, pixels_of(mark.x, across, wide), pixels_of(mark.y, up, high)
                near = (mx > box[0] - r) & (mx < box[1] + r) & (my > box[2] - r) & (my < box[3] + r)
                assert not near.any(), said
        n += len(boxes)
    return n


def named(figure):
    return {trace.name: trace for trace in figure.data if trace.name}


def handle(figure):
    (one,) = json.loads(figure.layout.meta["live"])["handles"]
    return one


@pytest.mark.parametrize("counts", TABLES.values(), ids=TABLES)
@every_live
def test_the_browser_gets_json(draw, counts):
    if draw in (gains, lift) and not counts.n_pos:
        return

    def refuse(constant):
        raise AssertionError(f"{constant} is not JSON")

    sent = json.loads(draw(counts).to_json(), parse_constant=refuse)
    assert sent["layout"]["meta"]["guessed"]["traces"]
    assert max(sent["layout"]["meta"]["guessed"]["traces"]) < len(sent["data"])


@pytest.mark.parametrize("counts", TABLES.values(), ids=TABLES)
@every_live
def test_no_step_takes_a_mark_away(draw, counts):
    """Plotly draws nothing for a missing place; the player then has nothing to move, and leaves each step to Plotly."""
    if draw in (gains, lift) and not counts.n_pos:
        return
    for part in handle(draw(counts))["parts"]:
        for places in (part[key] for key in ("x", "y") if isinstance(part.get(key), list)):
            assert not [step for step in places if None in step], part["trace"]


@every_live
def test_a_handle_of_the_threshold_stands_where_the_threshold_is(draw):
    one = handle(draw(COUNTS, 0.25))
    assert one["name"] == "threshold"
    assert float(one["values"][one["active"]]) == 0.25
    assert (np.diff(one["at"]) > 0).all()


@pytest.mark.parametrize("draw", LIVE, ids=lambda draw: draw.__name__)
def test_every_name_is_said_and_the_height_is_that_of_the_look(draw):
    figure = draw(COUNTS, say=lambda one: f"<{one}>", look=Look(height=480))
    assert figure.layout.height == 480
    assert all(name.startswith("<") or name == "A" for name in named(figure))


@every_live
def test_a_narrow_figure_has_one_panel_below_the_other(draw):
    layout = draw(COUNTS, look=Look(narrow=True)).layout
    axes = [axis for key, axis in layout.to_plotly_json().items() if key.startswith("yaxis")]
    domains = sorted(axis["domain"] for axis in axes)
    assert len(domains) >= 2
    assert all(above[0] > below[1] for below, above in pairwise(domains))


def test_the_smooth_curve_and_the_bins_are_those_computed():
    found, bins, lines = smooth_calibration(COUNTS), calibration(COUNTS), named(reliability(COUNTS))
    np.testing.assert_array_equal(lines["smooth curve"].y, found.share - found.score)
    shares = [trace for trace in reliability(COUNTS).data if trace.name == "bins of rows"]
    np.testing.assert_array_equal(shares[0].y, bins.share)
    np.testing.assert_allclose(shares[0].error_y.array, bins.high - bins.share)
    np.testing.assert_allclose(shares[1].y, bins.share - bins.score)
    assert "smooth curve" not in named(reliability(ENDS))
    assert "95% band, each place alone" not in named(reliability(WEIGHTED))


def test_other_rows_stand_behind():
    figure = reliability(COUNTS, behind=Behind("<b>rest", calibration(OTHER)))
    np.testing.assert_array_equal(named(figure)["&lt;b&gt;rest"].y, calibration(OTHER).share)


@pytest.mark.parametrize("name", ["smooth curve", "bins of rows", "95% band, each place alone", "rest"])
def test_an_entry_of_the_legend_leaves_the_same_in_both_planes(name):
    # A wide figure has names beside its lines.
    figure = reliability(COUNTS, behind=Behind("rest", calibration(OTHER)), look=Look(narrow=True))
    planes = [[t for t in left_alone(figure, name) if t.xaxis == plane["xaxis"]] for plane in (FIRST, SECOND)]
    kinds = [[(t.mode, t.line.dash, t.fill, t.marker.symbol) for t in found] for found in planes]
    # The rule of the threshold is there besides, and on the curve its place with the interval.
    assert kinds[0] == kinds[1]
    assert len(kinds[0]) == (4 if name == "smooth curve" else 2)


def test_a_line_names_what_it_says():
    lines = [t for t in reliability(COUNTS).data if t.name == "smooth curve"]
    assert [t.hovertemplate for t in lines] == [
        "smooth curve<br>score %{x}<br>share of positives %{y}<extra></extra>",
        "smooth curve<br>score %{x}<br>share of positives − score %{y}<extra></extra>",
    ]
    layout = reliability(COUNTS).layout
    assert (layout.xaxis2.hoverformat, layout.yaxis3.hoverformat) == (".3~r", ".3f")


def test_each_step_reads_the_curve_there():
    of = promised(COUNTS)
    share, low, high = (
        smooth_calibration(COUNTS, at=of.view.steps.threshold[60:70]).to_frame()[["share", "low", "high"]].to_numpy().T
    )
    np.testing.assert_allclose((of.share[60:70], of.low[60:70], of.high[60:70]), (share, low, high))
    assert np.isnan(of.share[of.view.steps.threshold > of.view.high]).all()


def test_without_a_curve_a_step_reads_its_bin():
    of, bins = promised(ENDS), calibration(ENDS)
    for step, t in enumerate(of.view.steps.threshold.tolist()):
        inside = (bins.edges_low <= t) & (t <= bins.edges_high)
        if inside.any():
            assert of.share[step] == bins.share[np.flatnonzero(inside)[-1]]


def test_between_two_bins_a_step_reads_that_with_the_nearer_edge():
    counts = ThresholdCounts.from_grouped([1.0, 0.6, 0.0], [3, 2, 1], [0, 2, 5])
    of = promised(counts, 0.25)
    step = of.view.steps.nearest
    assert [of.share[step(t)] for t in (0.0, 0.25, 0.6, 1.0)] == [1 / 6, 1 / 6, 0.5, 1.0]
    assert [of.place[step(t)] for t in (0.0, 0.25, 0.6, 1.0)] == [0.0, 0.0, 0.6, 1.0]
    assert np.isnan(of.place[of.view.steps.threshold > 1]).all()


def test_without_a_curve_the_place_of_the_threshold_is_that_of_its_bin_in_both_planes():
    bins, t = calibration(ENDS), 0.5
    k = int(np.flatnonzero((bins.edges_low <= t) & (t <= bins.edges_high))[0])
    assert bins.score[k] != pytest.approx(t, abs=1e-3)
    black = [trace for trace in reliability(ENDS, t).data if trace.mode == "markers" and len(trace.x) == 1]
    assert [trace.xaxis for trace in black] == [FIRST["xaxis"], SECOND["xaxis"]]
    assert [trace.x[0] for trace in black] == pytest.approx([bins.score[k]] * 2, rel=1e-5)
    assert [trace.y[0] for trace in black] == pytest.approx([bins.share[k], bins.share[k] - bins.score[k]], abs=1e-5)
    # With a curve it stands at t.
    black = [trace for trace in reliability(COUNTS, t).data if trace.mode == "markers" and len(trace.x) == 1]
    assert [trace.x[0] for trace in black] == [t, t]


def test_without_a_curve_the_name_of_the_bins_stands_off_the_rule():
    table = pd.read_csv(SAMPLES / "breast_cancer.csv")
    figure = reliability(threshold_counts(table["label"] == "malignant", table["logistic_regression"]))
    (names,) = (trace for trace in figure.data if trace.mode == "text")
    (low, high), (left, right) = figure.layout.xaxis2.range, figure.layout.xaxis2.domain
    for width in (USUAL_WIDE, 1000):
        wide = (width - figure.layout.margin.l - figure.layout.margin.r) * (right - left)
        for x, said, side in zip(names.x, names.text, names.textposition, strict=True):
            long, (across, _up) = LETTER * letters(re.sub("<[^>]+>", "", said)), SIDES[side]
            begin = (x - low) / (high - low) * wide - long * (1 - across) / 2
            assert not begin < (0.5 - low) / (high - low) * wide < begin + long, said


def test_benefit_beside_always_and_never():
    found, lines = acting(COUNTS), named(benefit(COUNTS))
    np.testing.assert_array_equal(lines["act always"].y, found.found.treat_all.value)
    assert not any(lines["act never"].y)
    low, high = benefit(COUNTS).layout.yaxis.range
    assert low < 0 < found.found.model.value.max() < high


def test_the_better_rule_is_always_below_the_prevalence_and_never_above():
    found = costs.decision_intervals(COUNTS)
    p_t, prevalence = found.model.threshold_probability, TRUTH.mean()
    best = np.maximum(prevalence - (1 - prevalence) * p_t / (1 - p_t), 0)
    np.testing.assert_allclose(found.over_rule.value, found.model.value - best, atol=1e-12)
    below = p_t < prevalence
    np.testing.assert_array_equal(found.over_rule.low[below], found.over_all.low[below])
    np.testing.assert_array_equal(found.over_rule.high[~below], found.model.high[~below])


def test_gains_lift_and_distance_are_those_of_the_counts():
    of, lines = order(COUNTS), named(gains(COUNTS))
    for i in (0, 20, len(of.rows) - 1):
        called = of.threshold[i] <= SCORE
        assert of.rows[i] == pytest.approx(called.mean())
        assert of.gain[i] == pytest.approx((called & TRUTH).sum() / TRUTH.sum())
        assert of.fpr[i] == pytest.approx((called & ~TRUTH).sum() / (~TRUTH).sum())
    assert list(lines["perfect order"].x) == [0, TRUTH.mean(), 1]
    found = curves.kolmogorov_smirnov(COUNTS)
    assert list(lines[f"K-S = {found.statistic:.3f}"].y) == [found.fpr, found.tpr]
    assert lines["positives"].line.dash != lines["negatives"].line.dash


def test_between_two_scores_the_share_of_a_class_is_that_from_the_higher_one_on():
    positives = named(gains(threshold_counts([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.2])))["positives"]
    assert (list(positives.x), list(positives.y)) == ([0.9, 0.7, 0.5, 0.2], [0.5, 0.5, 1, 1])
    # From 0.6 on there is the positive of 0.9 alone: the line goes on as high as at 0.7, then up at 0.5.
    assert positives.line.shape == "hv"


@pytest.mark.parametrize("method", ["platt", "isotonic", "logistic"])
def test_the_map_has_the_probability_of_each_step(method):
    found = recalibrated(OTHER, COUNTS, method)
    view = threshold_view(COUNTS, special=[0.5])
    of = mapped(found.recalibration, view)
    inside = (view.steps.threshold >= view.low) & (view.steps.threshold <= view.high)
    np.testing.assert_array_equal(of.probability[inside], found.recalibration.apply(view.steps.threshold[inside]))
    figure = mended(COUNTS, method=method)
    before, after = (named(figure)[name] for name in ("before", "recalibrated"))
    assert (before.line.dash, after.line.dash) == (MODELS[0][1], MODELS[1][1])
    assert before.marker.symbol != after.marker.symbol
    np.testing.assert_array_equal(after.x, found.after.losses.bins.score)


def test_of_very_many_rows_of_cases_fewer_places_are_read():
    n = 60_000
    score = RNG.random(n)
    truth = RNG.random(n) < score
    assert len(acting_places(0.123, threshold_counts(truth, score, case=np.arange(n) // 4))) == 20
    assert len(acting_places(0.123, threshold_counts(truth, score))) == 100
    assert len(acting_places(1.5, threshold_counts(truth, score))) == 99


def test_many_rows_are_drawn_with_few_points():
    n = 60_000
    truth, score = RNG.random(n) < 0.1, RNG.normal(size=n)
    figure = gains(threshold_counts(truth, score))
    assert sum(len(trace.x) for trace in figure.data) < 8_000
    assert len(figure.to_json()) < 250_000


def rows(figure):
    """Return the names in the rows above each plane, by the axis of the rows."""
    found = (trace for trace in figure.data if trace.meta == IN_ROW and trace.mode == "text")
    return {trace.xaxis: [re.sub("<[^>]+>", "", text) for text in trace.text] for trace in found}


def test_lines_are_named_beside_themselves_where_there_is_room_and_in_rows_elsewhere():
    wide = benefit(COUNTS)
    (names,) = (trace for trace in wide.data if trace.mode == "text")
    assert [
        coloured(one, colour) for one, colour in (("act always", RULE), ("act never", RULE), ("A", MODELS[0][0]))
    ] == list(names.text)
    assert not any(trace.showlegend for trace in wide.data)
    assert "95% band" in wide.layout.annotations[0].text
    narrow = benefit(COUNTS, look=Look(narrow=True))
    assert not [trace for trace in narrow.data if trace.mode == "text" and trace.meta != IN_ROW]
    band = "95% band, each place alone"
    assert rows(narrow) == {"x6": [band, "act always", "act never", "A"]}
    # A sample of the band is as its shade, and each sample belongs to its line.
    samples = [trace for trace in narrow.data if trace.meta == IN_ROW and trace.mode == "lines"]
    assert samples[0].line.color == next(trace.fillcolor for trace in narrow.data if trace.name == band)
    (lines,) = json.loads(narrow.layout.meta["live"])["named"]
    assert len(lines) == len(samples) == 4
    assert not any(trace.showlegend is not False for figure in (wide, narrow) for trace in figure.data)


@pytest.mark.parametrize("look", [Look(), Look(height=390), Look(narrow=True)], ids=["usual", "low", "narrow"])
@every_live
def test_each_plane_has_a_title_and_below_it_its_rows(draw, look):
    """A plane below a strip stands on the axis of that, and both have one title."""
    figure = draw(COUNTS, look=look)
    layout, room = figure.layout, figure.layout.height - 2 * MARGIN
    titles = [note for note in layout.annotations if note.font.size == TITLE]
    assert [note.font.weight for note in titles] == [600, 600]
    if not look.narrow:
        assert titles[0].y == titles[1].y
        # The first begins where the text above the figure does.
        assert titles[0].x == 0
    for axis, names in rows(figure).items():
        low, high = layout[f"yaxis{axis[1:]}"].domain
        assert (high - low) * room == pytest.approx(ROW * len(names))
        plane = layout.yaxis3 if axis == "x7" else layout.yaxis2 if draw in (reliability, mended) else layout.yaxis
        assert plane.domain[1] <= low
        assert any(0 <= (note.y - high) * room <= HEAD for note in titles) or (axis == "x6" and draw is reliability)


def test_rows_of_lines_that_are_in_both_planes_stand_once_but_on_a_phone():
    behind = Behind("rest", calibration(OTHER))
    names = ["rest", "perfect calibration", "95% band, each place alone", "smooth curve", "bins of rows"]
    assert rows(reliability(COUNTS, behind=behind, look=Look(height=390))) in ({}, {"x7": names})
    assert rows(reliability(COUNTS, behind=behind, look=Look(narrow=True))) == {"x6": names, "x7": names}
    assert rows(reliability(SMALL["lecture_20"])) == {"x7": names[1:]}


def test_what_a_row_tells_is_guessed():
    statistic = f"K-S = {curves.kolmogorov_smirnov(COUNTS).statistic:.3f}"
    found = gains(COUNTS, look=Look(narrow=True))
    assert rows(found)["x7"][-1] == statistic
    assert guessed(statistic) in [text for trace in found.data if trace.mode == "text" for text in trace.text]


@pytest.mark.parametrize("look", [Look(), Look(height=390)], ids=["usual", "low"])
def test_titles_of_planes_side_by_side_stand_on_one_line(look):
    for draw in (benefit, gains, lift):
        figure = draw(COUNTS, look=look)
        heights = [note.y for note in figure.layout.annotations if note.font.size == TITLE]
        assert len(heights) == 2
        assert heights[0] == heights[1]


def test_a_name_of_reliability_is_that_of_both_planes():
    figure = reliability(COUNTS)
    (names,) = (trace for trace in figure.data if trace.mode == "text")
    assert len(names.text) == 3
    assert not any(trace.showlegend for trace in figure.data)
    (second,) = (note.text for note in figure.layout.annotations if note.text.startswith("How far off"))
    assert "95% band" in second
    drawn = json.loads(figure.layout.meta["live"])["named"]
    planes = [{figure.data[place].xaxis for place, *_point in one["lines"]} for one in drawn[0]]
    assert planes == [{FIRST["xaxis"], SECOND["xaxis"]}] * 3
    # The band, the place of the threshold and its interval go with the curve.
    (curve,) = (one for one in drawn[0] if any(figure.data[place].name == "smooth curve" for place, *_ in one["lines"]))
    assert len(curve["lines"]) == 8


def sample(name, truth="y", positive=1):
    table = pd.read_csv(SAMPLES / f"{name}.csv")
    return threshold_counts(table[truth] == positive, table["score"])


SMALL = {
    "lecture_20": sample("lecture_20", "label", "p"),
    "melon_20": sample("melon_20"),
    "ties": sample("ties"),
}


@pytest.mark.parametrize("counts", (SMALL | TABLES).values(), ids=SMALL | TABLES)
@pytest.mark.parametrize("look", [Look(), Look(height=390)], ids=["usual", "low"])
def test_no_name_of_any_line_meets_a_line_or_another_name(counts, look):
    for draw in (benefit, gains, lift, mended) if counts in TABLES.values() else (gains, lift):
        figure = draw(counts, look=look)
        for width in (LEAST_WIDE, 760, 1100):
            assert_names_stand_clear(figure, width)


@pytest.mark.parametrize("counts", (SMALL | TABLES).values(), ids=SMALL | TABLES)
def test_beside_no_drawer_more_names_have_room_and_meet_nothing_either(counts):
    for draw in (gains, lift):
        figure = draw(counts, look=Look(roomy=True))
        for width in (USUAL_WIDE, 760, 1100):
            n = assert_names_stand_clear(figure, width)
        assert n >= assert_names_stand_clear(draw(counts), LEAST_WIDE)


def test_of_two_models_the_lines_of_ranking_are_named_beside_no_drawer():
    counts = threshold_counts(*(pd.read_csv(SAMPLES / "two_models.csv")[name] for name in ("y", "model_a")))
    assert not assert_names_stand_clear(gains(counts), USUAL_WIDE)
    assert assert_names_stand_clear(gains(counts, look=Look(roomy=True)), USUAL_WIDE)


def test_no_name_of_few_rows_meets_a_line_or_another_name():
    rng, n = np.random.default_rng(11), 0
    for k in range(60):
        truth = np.append(rng.random(rng.integers(3, 30)) < 0.5, [True, False])
        score = (rng.normal(size=len(truth)) + truth * rng.choice([0, 1, 3])).round(rng.integers(0, 3))
        draw = (gains, lift)[k % 2]
        n += assert_names_stand_clear(draw(threshold_counts(truth, score)), LEAST_WIDE)
    # Some have room for their names.
    assert n > 0


@pytest.mark.parametrize("t", [0.5, -3.0, 40.0])
def test_the_axis_of_scores_holds_all_of_them_and_each_step_of_the_handle(t):
    for counts in (COUNTS, ONE_SCORE, SMALL["ties"]):
        figure = gains(counts, t)
        low, high = figure.layout.xaxis3.range
        every = [*counts.threshold[1:], *order(counts, t).threshold]
        assert low < min(every) <= max(every) < high


def test_what_a_name_tells_is_guessed():
    statistic = f"K-S = {curves.kolmogorov_smirnov(COUNTS).statistic:.3f}"
    said = [text for trace in lift(COUNTS).data if trace.mode == "text" for text in trace.text]
    # Ink is that of the page, light or dark.
    assert guessed(statistic) in said
