"""Scores beside what the cases cost: the bar of the threshold moves, all else stands."""

import math

import numpy as np
import pytest

from evalcore import costs
from evalcore.counts import threshold_counts
from evalcore.figures.costs.bars import RULES, CostBar
from evalcore.figures.costs.scores import BEST, FIRST, LAST, PARTS, interval_line, scores_figure
from evalcore.figures.layout import Look
from evalcore.figures.style import coloured
from evalcore.views.threshold import threshold_view
from tests.evalcore.figures.steps import Marked, handle_of, sent

Y = np.array([1, 1, 0, 1, 0, 0, 1, 0, 0, 0], dtype=bool)
S = np.array([0.9, 0.8, 0.8, 0.6, 0.5, 0.4, 0.3, 0.2, 0.2, 0.1])
COSTS = {"cost_fn": 5.0, "cost_fp": 1.0}
LOOKS = (Look(), Look(narrow=True), Look(height=420))


def drawn(*, y=Y, s=S, prices=COSTS, **options):
    table = threshold_counts(y, s)
    view, best = threshold_view(table), costs.best_threshold(table, **prices)
    found = costs.rule_costs(table, 0.5, best, **prices)
    others = [*([found.best] if best.reason is None else []), found.always_negative, found.always_positive]
    bars = [CostBar(f"rule {k}", one.cost, one.low, one.high) for k, one in enumerate(others)]
    held = found.along(table, view.steps.threshold, **prices)
    figure = scores_figure(view, bars, held, threshold=0.5, **options)
    return figure, view, found


def test_pointing_at_a_bar_says_nothing_without_its_name():
    """Name and cost stand above each bar; a number of a place or of a trace would be no words."""
    for look in LOOKS:
        of_bars = [trace for trace in drawn(look=look)[0].data if trace.xaxis == "x2"]
        assert len(of_bars) == 4 * PARTS
        assert {(trace.hoverinfo, trace.hovertemplate) for trace in of_bars} == {("skip", None)}


def played(figure, step):
    """Return what of the traces the handle has moved at a step: by place, x or text."""
    parts = handle_of(figure, "threshold")["parts"]
    return {part["trace"]: {key: part[key][step] for key in ("x", "text") if key in part} for part in parts}


def data_axis(figure):
    return sent(figure)["layout"]["xaxis2"]


class TestScores:
    def test_the_bar_is_what_the_rows_cost_at_each_step(self):
        figure, view, _found = drawn()
        data = sent(figure)["data"]
        (bar,) = (i for i, t in enumerate(data) if t.get("yaxis") == "y2" and t["mode"] == "lines" and t["y"] == [0, 0])
        for step, t in enumerate(view.steps.threshold.tolist()):
            wrong = 5 * int((Y & (t > S)).sum()) + int((~Y & (t <= S)).sum())
            assert played(figure, step)[bar]["x"] == [0.0, pytest.approx(100 * wrong)]

    def test_its_name_amount_and_interval_go_along(self):
        figure, view, _found = drawn()
        table = threshold_counts(Y, S)
        step = view.steps.nearest(0.3)
        told = list(played(figure, step).values())
        assert ["at t = 0.3"] in [one.get("text") for one in told]
        ends = costs.threshold_cost_interval(table, float(view.steps.threshold[step]), **COSTS)
        wanted = [float(f"{1000 * end:.5g}") for end in (ends.low, ends.high)]
        assert wanted in [one.get("x") for one in told]

    def test_it_says_where_the_interval_stands_that_is_told_later(self):
        figure, view, found = drawn(of="these costs")
        at = sent(figure)["layout"]["meta"]["found"]
        wanted = interval_line(found.current.cost, found.current.low, found.current.high)
        assert at["of"] == "these costs"
        assert played(figure, view.steps.nearest(0.5))[at["trace"]]["x"] == wanted

    def test_a_line_marks_where_each_bar_ends_however_short_it_is(self):
        figure, view, found = drawn(prices={"cost_fn": 1.0, "cost_fp": 5000.0})
        data = sent(figure)["data"]
        ends = [t for t in data if t.get("yaxis") == "y2" and t["mode"] == "markers"]
        assert [t["marker"]["symbol"] for t in ends] == ["line-ns-open"] * 4
        # Next to nothing beside calling all positive.
        wanted = {1: found.best.cost, 2: found.always_negative.cost, 3: found.always_positive.cost}
        assert {t["y"][0]: t["x"][0] for t in ends if t["y"] != [0]} == pytest.approx(wanted)
        assert found.always_negative.cost < 0.001 * found.always_positive.cost
        (of_t,) = (i for i, t in enumerate(data) if t in ends and t["y"] == [0])
        for step, t in enumerate(view.steps.threshold.tolist()):
            wrong = int((Y & (t > S)).sum()) + 5000 * int((~Y & (t <= S)).sum())
            assert played(figure, step)[of_t]["x"] == [pytest.approx(100 * wrong)]
        assert min(t["marker"]["line"]["width"] for t in ends) > data_axis(figure)["zerolinewidth"]

    def test_what_the_best_threshold_costs_is_written_in_the_colour_of_its_bar(self):
        figure, _view, found = drawn()
        written = [t["text"][0] for t in sent(figure)["data"] if t["mode"] == "text"]
        assert coloured(f"{found.best.cost:,.0f}", RULES[BEST][0]) in written

    def test_the_axis_holds_every_step_and_never_moves(self):
        figure, view, _found = drawn()
        data = sent(figure)
        low, high = data["layout"]["xaxis2"]["range"]
        moved = [
            x
            for step in range(view.steps.threshold.size)
            for one in played(figure, step).values()
            for x in one.get("x", ())
            if one.get("x")
        ]
        assert min(moved) >= low
        assert max(x for x in moved if x > 1) <= high
        assert data["layout"]["yaxis2"]["range"] == [LAST, FIRST]

    def test_the_axis_holds_every_bar_and_the_ends_of_every_interval(self):
        rng = np.random.default_rng(1)
        y = rng.random(300) < 0.35
        prices = {"cost_fn": 8.0, "cost_fp": 1.0, "prevalence": 0.1}
        figure, _view, found = drawn(y=y, s=rng.normal(y), prices=prices)
        low, high = sent(figure)["layout"]["xaxis2"]["range"]
        known = [
            value
            for one in (found.current, found.best, found.always_negative, found.always_positive)
            for value in (one.cost, one.low, one.high)
            if not math.isnan(value)
        ]
        assert max(known) == pytest.approx(900)
        assert (low <= 0, high > max(known)) == (True, True)

    def test_where_nothing_is_at_stake_no_rule_is_the_best_one(self):
        figure, view, _found = drawn(prices={"cost_fn": 0.0, "cost_fp": 0.0})
        data = sent(figure)["data"]
        # Beside that of t only the two rules that look at no score, hollow both, and no room left between them.
        names = [
            trace for trace in data if trace["mode"] == "text" and trace["text"][0] in ("rule 0", "rule 1", "rule 2")
        ]
        assert [(trace["text"][0], round(trace["y"][0])) for trace in names] == [("rule 0", 1), ("rule 1", 2)]
        assert not any(trace.get("line", {}).get("color") == RULES[BEST][0] for trace in data)
        told = [one["text"] for one in played(figure, view.steps.nearest(0.3)).values() if "text" in one]
        assert told == [["at t = 0.3"]]

    @pytest.mark.parametrize("look", LOOKS)
    def test_no_panel_leaves_the_figure_or_meets_another(self, look):
        layout = sent(drawn(look=look)[0])["layout"]
        (a, b), (c, d) = (layout[axis]["domain"] for axis in ("xaxis", "xaxis2"))
        (e, f), (g, h) = (layout[axis]["domain"] for axis in ("yaxis", "yaxis2"))
        assert all(0 <= v <= 1 for v in (a, b, c, d, e, f, g, h))
        assert b < c or h < e

    def test_where_a_class_is_missing_nothing_is_drawn_of_what_is_not_known(self):
        table = threshold_counts(np.ones(4, bool), np.array([0.1, 0.2, 0.3, 0.4]))
        view = threshold_view(table)
        none = [CostBar(name, math.nan) for name in "abc"]
        figure = scores_figure(
            view, none, [costs.RuleCost(math.nan, threshold=0.2)] * view.steps.threshold.size, threshold=0.2
        )
        lines = [t for t in sent(figure)["data"] if t.get("yaxis") == "y2" and t["mode"] == "lines"]
        assert [t["x"] for t in lines] == [[0, 0], [0, 0]]

    def test_every_word_is_asked_for_in_the_readers_language(self):
        say = Marked()
        figure = drawn(say=say)[0]
        assert say.missing(figure) == []

    def test_at_another_prevalence_the_bar_at_the_foot_has_what_is_the_same_at_any(self):
        known = {elsewhere: handle_of(drawn(elsewhere=elsewhere)[0], "threshold") for elsewhere in (False, True)}
        names = {elsewhere: [name for name, _ in one["summary"]] for elsewhere, one in known.items()}
        assert names == {False: ["precision", "recall", "F1"], True: ["recall"]}
        assert known[True]["summary"][0] == known[False]["summary"][1]

    @pytest.mark.parametrize(("replaces", "called"), [("fn", "recall, by amount"), ("fp", "recall")])
    def test_by_amount_the_bar_at_the_foot_says_so_of_recall_and_leaves_precision_out(self, replaces, called):
        handle = handle_of(drawn(by_amount=replaces)[0], "threshold")
        assert [name for name, _ in handle["summary"]] == [called]
