"""Bars about costs: four rules with their intervals, and cases against their copies."""

import json
import math

import pytest

from evalcore import costs
from evalcore.figures.costs.bars import SMALLEST, CostBar, copies_figure, savings_figure
from evalcore.figures.style import INK, MODELS, RULE, rgba
from tests.evalcore.figures.steps import Marked

NAN = math.nan
NAMES = ("at t = 0.5", "at the best t = 0.42", "always negative", "always positive")


def rules(*known):
    """Return the four rules with their cost, or cost, low and high."""
    return [CostBar(name, *values) for name, values in zip(NAMES, known, strict=True)]


MELON = rules((850, 420.5, 1430.2), (300, 150.25, 600), (2000,), (600,))
BENEFITS = rules((-1234.56, -1700, 200), (-2200.04, -2500, -1800), (1500,), (NAN,))
UNKNOWN = rules(*[(NAN,)] * 4)
FREE = rules(*[(0,)] * 4)
every_case = pytest.mark.parametrize("case", [MELON, BENEFITS, UNKNOWN, FREE], ids=["melon", "benefits", "nan", "free"])


def sent(figure):
    """Return what the browser gets; nan is not JSON."""

    def refuse(constant):
        raise AssertionError(f"{constant} is not JSON")

    return json.loads(figure.to_json(), parse_constant=refuse)


class TestSavings:
    @every_case
    def test_a_bar_a_rule_in_its_order_and_name(self, case):
        data = sent(savings_figure(case))
        assert [trace["y"] for trace in data["data"]] == [[0], [1], [2], [3]]
        assert {trace["orientation"] for trace in data["data"]} == {"h"}
        wanted = [None if math.isnan(rule.cost) else rule.cost for rule in case]
        assert [trace["x"] for trace in data["data"]] == [[value] for value in wanted]
        assert data["layout"]["yaxis"]["ticktext"] == list(NAMES)
        # The first one stands on top.
        assert data["layout"]["yaxis"]["range"] == [3.5, -0.5]

    def test_thresholds_are_solid_and_rules_without_a_score_hollow(self):
        markers = [trace.marker for trace in savings_figure(MELON).data]
        assert [m.line.color for m in markers] == [INK, MODELS[0][0], RULE, RULE]
        assert [m.color for m in markers[:2]] == [rgba(INK, 0.45), rgba(MODELS[0][0], 0.45)]
        assert {m.color for m in markers[2:]} == {rgba(RULE, 0.08)}

    def test_intervals_are_error_bars_where_there_are_any(self):
        first, second, *others = savings_figure(MELON).data
        for bar, (cost, low, high) in ((first, (850, 420.5, 1430.2)), (second, (300, 150.25, 600))):
            (below,), (above,) = bar.error_x.arrayminus, bar.error_x.array
            assert (cost - below, cost + above) == pytest.approx((low, high))
        assert first.hovertemplate == "at t = 0.5: 850.0 [420.5, 1,430.2]<extra></extra>"
        assert [bar.error_x.array for bar in others] == [None, None]
        assert others[1].hovertemplate == "always positive: 600.0<extra></extra>"

    @pytest.mark.parametrize("known", [(5, NAN, 6), (5, 4, NAN), (NAN, 4, 6)])
    def test_half_an_interval_is_none(self, known):
        figure = savings_figure(rules(known, (3,), (8,), (9,)))
        assert figure.data[0].error_x.array is None
        assert figure.layout.xaxis.range[1] == pytest.approx(9, rel=0.05)

    @pytest.mark.parametrize(
        ("case", "wanted"),
        [
            (MELON, ["850", "300", "2,000", "600"]),
            (BENEFITS, ["−1,234.6", "−2,200.0", "1,500.0", "—"]),
            (UNKNOWN, ["—"] * 4),
            (FREE, ["0"] * 4),
            (rules((1234567.25,), (0.04,), (-0.04,), (-1e6,)), ["1,234,567.2", "0.0", "0.0", "−1,000,000.0"]),
        ],
    )
    def test_amounts_stand_in_a_column(self, case, wanted):
        layout = savings_figure(case).layout
        assert [note.text for note in layout.annotations] == wanted
        assert [note.y for note in layout.annotations] == [0, 1, 2, 3]
        assert {(note.xref, note.x, note.xanchor) for note in layout.annotations} == {("paper", 1, "right")}
        assert layout.margin.r >= 7 * max(map(len, wanted))

    @every_case
    def test_the_axis_holds_zero_all_bars_and_intervals(self, case):
        figure = savings_figure(case)
        low, high = figure.layout.xaxis.range
        for rule in case:
            for place in (0, rule.cost, rule.low, rule.high):
                assert math.isnan(place) or low <= place <= high
        # Without any cost there is no scale.
        assert figure.layout.xaxis.showticklabels == (case in (MELON, BENEFITS))
        assert figure.layout.height == 190

    def test_words(self):
        figure = savings_figure(MELON, digits=2, say=Marked())
        assert figure.layout.xaxis.title.text == "«cost of 1,000 cases, on these rows»"
        case = [CostBar("<b>x</b>%{y}", 0.5), *MELON[1:]]
        assert "<b>" not in json.dumps(sent(savings_figure(case)))
        assert savings_figure(case, digits=2).layout.annotations[0].text == "0.50"
        # Names in Chinese are twice as wide.
        wide = [CostBar("一律判为反例一律判为反例", 1), *MELON[1:]]
        assert savings_figure(wide).layout.margin.l > savings_figure(MELON).layout.margin.l


def bars(figure):
    """Return the shares of each row."""
    found = {}
    for trace in figure.data:
        found.setdefault(trace.y[0], []).append(trace.x[0])
    return found


def texts(figure):
    return [note.text for note in figure.layout.annotations]


class TestCopies:
    def test_melon(self):
        figure = copies_figure(40, 60, 5, 1)
        assert bars(figure) == {0: [0.4, 0.6], 1: pytest.approx([200 / 260, 60 / 260])}
        assert costs.probability_cost(0.4, 5, 1) == pytest.approx(200 / 260)
        assert texts(figure) == [
            "40 positive",
            "60 negative",
            "40 × 5 = 200",
            "60",
            "prevalence 0.4",
            "P(+)cost 0.7692",
        ]
        assert list(figure.layout.yaxis.ticktext) == ["100 cases", "260 copies"]
        assert [trace.marker.color for trace in figure.data] == [rgba(RULE, 0.45), rgba(RULE, 0.08)] * 2
        assert (figure.layout.height, figure.layout.barmode, list(figure.layout.xaxis.range)) == (170, "stack", [0, 1])
        assert figure.data[2].hovertemplate == "positive: 40 × 5 = 200 (76.9%)<extra></extra>"
        # Both parts of a bar make 100.
        halves = copies_figure(24.95, 75.05, 1, 1).data[:2]
        assert [of.hovertemplate.split("(")[1] for of in halves] == ["25.0%)<extra></extra>", "75.0%)<extra></extra>"]

    @pytest.mark.parametrize("prevalence", [0.001, 0.02, 0.4, 0.9, 0.999])
    @pytest.mark.parametrize(("cost_fn", "cost_fp"), [(5, 1), (1, 1000), (0, 1), (1, 0), (0.5, 0.25)])
    def test_the_second_bar_is_the_share_of_the_positives_in_what_is_at_stake(self, prevalence, cost_fn, cost_fp):
        figure = copies_figure(100 * prevalence, 100 * (1 - prevalence), cost_fn, cost_fp)
        z = costs.probability_cost(prevalence, cost_fn, cost_fp)
        assert bars(figure) == {0: pytest.approx([prevalence, 1 - prevalence]), 1: pytest.approx([z, 1 - z])}
        marks = [note for note in figure.layout.annotations if note.y % 1]
        assert [(note.x, note.y) for note in marks] == [pytest.approx((prevalence, -0.5)), pytest.approx((z, 0.5))]
        assert marks[1].text == f"P(+)cost {z:.4g}"
        for note in marks:
            assert note.xanchor == ("left" if note.x < 0.2 else "right" if note.x > 0.8 else "center")

    @pytest.mark.parametrize("positive", [1, 7, 9, 30, 92, 95])
    def test_text_stands_in_the_middle_of_parts_that_have_room(self, positive):
        figure = copies_figure(positive, 100 - positive, 1, 1)
        for note in figure.layout.annotations:
            if note.y == 0:
                share = (positive if "positive" in note.text else 100 - positive) / 100
                if note.text in (f"{positive}", f"{100 - positive}"):
                    share = int(note.text) / 100
                assert share >= SMALLEST
                # The bar of a page of 450 pixels.
                assert 6.5 * len(note.text) < 290 * share
        inside = [note for note in figure.layout.annotations if note.y == 0]
        assert len(inside) == sum(share >= SMALLEST for share in (positive / 100, 1 - positive / 100))

    @pytest.mark.parametrize(("cost_fn", "cost_fp"), [(0, 0), (NAN, 1)])
    def test_where_nothing_is_at_stake_the_cases_stand_alone(self, cost_fn, cost_fp):
        figure = copies_figure(40, 60, cost_fn, cost_fp)
        assert bars(figure) == {0: [0.4, 0.6]}
        assert list(figure.layout.yaxis.ticktext) == ["100 cases"]
        assert texts(figure)[-1] == "nothing at stake, so nothing is copied"
        # The row stays where it is with a second bar.
        assert figure.layout.yaxis.range == copies_figure(40, 60, 5, 1).layout.yaxis.range
        sent(figure)

    def test_every_sentence_is_said_and_reaches_the_figure(self):
        say = Marked()
        assert not say.missing(copies_figure(40, 60, 5, 1, say=say), copies_figure(40, 60, 0, 0, say=say))
        assert {"positive", "100 cases", "260 copies", "nothing at stake, so nothing is copied"} < say.asked
