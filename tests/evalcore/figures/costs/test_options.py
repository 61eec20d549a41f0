"""What the figure of costs shows on request, how its entries fit, and the bars beside it."""

from __future__ import annotations

import json
import math
import re

import numpy as np
import pytest

from evalcore import costs
from evalcore.figures.costs.bars import CostBar, savings_figure
from evalcore.figures.costs.condition import Held, condition_words
from evalcore.figures.costs.figure import CONDITION, Shown, costs_figure
from evalcore.figures.costs.traces import BRIEF, FAN, MOST_ENTRIES
from evalcore.figures.layout import MARGIN, Look
from evalcore.figures.live.motion import at_rest
from evalcore.figures.parts.named import ROW
from evalcore.figures.parts.rows import IN_ROW
from evalcore.figures.style import RULE, rgba
from evalcore.views.costs import Plane, conditions, cost_lines, operating_lines, plane_of_shares
from evalcore.views.threshold import threshold_view
from tests.evalcore.curves.tables import MELON
from tests.evalcore.figures.steps import handle_of, named

CURVE = costs.cost_curve(MELON)
SLIDE, COLUMN = Look(height=430, printed=True), Look(narrow=True, printed=True)
LOOKS = [Look(), Look(height=520), Look(height=330), Look(narrow=True), SLIDE, COLUMN]
WAY = "the class-balanced share predicted positive follows P(+)cost"
LONG = "logistic regression with all features"


def figure_of(models=("A",), look=None, **shown):
    view, drawn = threshold_view(MELON, special=(0.5,)), [cost_lines(name, MELON) for name in models]
    at = conditions(CURVE, special=[0.4])
    asked = Shown(**shown)
    return costs_figure(
        view, operating_lines(view.steps), drawn, at, threshold=0.5, condition=0.4, shown=asked, look=look
    )


def entries(figure):
    return [named(t) for t in figure.data if t.showlegend is not False]


def rows(figure):
    """Return the names in the rows above the cost plane."""
    texts = [t for t in figure.data if t.meta == IN_ROW and t.mode == "text" and t.xaxis == "x6"]
    return [re.sub("<.*?>", "", text) for text in texts[0].text]


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("n", [1, 2, 4, 7])
def test_names_stand_clear_of_the_planes(look, n):
    figure = figure_of([f"{k} {LONG}" for k in range(n)], look, curves=[(WAY, [0, 1], [0, 1], 0.2)])
    layout, room = figure.layout, figure.layout.height - 2 * MARGIN
    if look.is_low or look == SLIDE:
        # The square stands at the left of its room, the legend at the right.
        assert layout.legend.xanchor == "right"
        assert layout.xaxis3.constraintoward == "left"
        assert len(entries(figure)) == n + 1
    else:
        # A row a model and a way, with the pill of the condition between them and the plane.
        assert entries(figure) == []
        assert len(rows(figure)) == n + 1
        low, high = layout.yaxis6.domain
        assert (high - low) * room == pytest.approx(ROW * (n + 1))
        assert (low - layout.yaxis5.domain[1]) * room >= 24
        assert high < 1


def test_a_picture_has_its_planes_as_large_as_its_place_allows():
    on_phone, column, slide = (figure_of(look=look) for look in (Look(narrow=True), COLUMN, SLIDE))
    assert column.layout.height * 89 / 440 <= 210 < on_phone.layout.height * 89 / 440
    # On a slide the cost plane has the height of the figure, beside the strip.
    room, (low, high) = slide.layout.height - 2 * MARGIN, slide.layout.yaxis5.domain
    assert (high - low) * room >= 320
    assert slide.layout.xaxis.domain[1] < slide.layout.xaxis5.domain[0]


def test_of_many_entries_each_has_one_line():
    few, many = (entries(figure_of([f"{k} {LONG}" for k in range(n)], SLIDE)) for n in (MOST_ENTRIES, MOST_ENTRIES + 1))
    assert (len(few), len(many)) == (MOST_ENTRIES, MOST_ENTRIES + 1)
    assert all("<br>envelope area " in entry for entry in few)
    assert all("<br>" not in entry and len(entry.partition("   ")[0]) <= BRIEF for entry in many)


def test_further_curves_are_named_below_the_models_and_in_a_legend_in_lines():
    figure = figure_of(look=SLIDE, curves=[(WAY, [0, 1], [0, 1], 0.2)])
    (way,) = [t for t in figure.data if t.name and t.name.startswith("the class-balanced")]
    assert named(way) == "the class-balanced share<br>predicted positive follows<br>P(+)cost<br>area 0.200"
    assert way.legendrank > 1000
    # In a row a name is whole: the page shortens it where it has no room.
    assert rows(figure_of(curves=[(WAY, [0, 1], [0, 1], 0.2)])) == ["A", WAY]


def test_lines_of_the_thresholds_are_faint():
    fan = [t for t in figure_of().data if t.meta == "threshold" and t.line.width == 1]
    assert {t.line.color for t in fan} == {rgba(RULE, FAN)}
    # Those that are ever best, and the others.
    assert len(fan) == 2
    assert all(trace.hovertemplate.startswith("t = %{customdata[0]:.10~g}:") for trace in fan)


@pytest.mark.parametrize(
    ("x", "said"), [(10 / 13, "0.769"), (0.4, "0.4"), (0.0005, "0.0005"), (0.0, "0"), (1.0, "1"), (0.3333, "0.333")]
)
def test_pill_has_three_decimals_and_small_conditions_are_not_0(x, said):
    shown, _said = condition_words(conditions(CURVE, special=[x]), Plane(), str)
    assert f"P(+)cost {said} " in "".join(f"{one} " for one in shown)


@pytest.mark.parametrize(
    ("by_amount", "rates"),
    [
        (None, ("false positive rate", "true positive rate")),
        ("fp", ("false positive rate, by amount", "true positive rate")),
        ("fn", ("false positive rate", "true positive rate, by amount")),
    ],
)
def test_axes_say_what_counts_by_amount(by_amount, rates):
    figure = figure_of(by_amount=by_amount)
    assert (figure.layout.xaxis3.title.text, figure.layout.yaxis3.title.text) == rates
    hover = f"{rates[0]} %{{x:.4f}}<br>{rates[1]} %{{y:.4f}}"
    assert any((trace.hovertemplate or "").startswith(hover) for trace in figure.data)


def test_a_low_figure_has_a_short_pill():
    long, short = (handle_of(figure_of(look=look), CONDITION)["shown"] for look in (LOOKS[0], LOOKS[2]))
    assert [one.removeprefix("P(+)cost ") for one in long] == short
    assert long != short


class TestFitted:
    LINES = (cost_lines("melon", MELON),)

    @pytest.mark.parametrize(("current", "times"), [(np.nan, 0), (0.01, 0), (0.5, 0.5)])
    def test_plane_holds_envelope_and_present_cost(self, current, times):
        highest = self.LINES[0].envelope_cost.max()
        assert plane_of_shares(self.LINES, zoom=True, current=current).high == 1.3 * max(highest, times)

    def test_whole_plane_stays_whole(self):
        assert plane_of_shares(self.LINES, current=0.1).high == 1.0


class TestBarsAbove:
    RULES = (CostBar("at t = 0.5", 505, 390, 650), CostBar("never", 2000), CostBar("no", np.nan))

    def test_names_and_amounts_stand_above_their_bars(self):
        figure = savings_figure(self.RULES, digits=0, above=True)
        left, right = ([n for n in figure.layout.annotations if n.xanchor == side] for side in ("left", "right"))
        assert [n.text for n in left] == ["at t = 0.5", "never", "no"]
        assert [n.text for n in right] == ["505", "2,000", "—"]
        assert [n.x for n in (*left, *right)] == [0] * 3 + [1] * 3
        for k, (name, amount) in enumerate(zip(left, right, strict=True)):
            assert name.y == amount.y
            # Above the upper edge of its bar.
            assert name.y <= k - figure.data[k].width / 2

    def test_four_fit_beside_a_figure(self):
        assert savings_figure([*self.RULES, CostBar("always", 1)], above=True).layout.height <= 500

    def test_the_bars_are_those_beside_their_names(self):
        beside, above = (savings_figure(self.RULES, above=which) for which in (False, True))
        assert [bar.x for bar in beside.data] == [bar.x for bar in above.data]
        assert beside.layout.xaxis == above.layout.xaxis


@pytest.mark.parametrize(
    ("one", "said"),
    [
        (Held("times", 5.0), "a miss costs 5 times a false alarm"),
        (Held("times", 12.9231), "a miss costs 12.9 times a false alarm"),
        (Held("times", 123456.0, "fraud"), "a missed fraud case costs 123,000 times a false alarm"),
        (Held("prevalence", 0.04), "prevalence 0.04"),
        # At an end, where the other mistake alone costs anything.
        (Held("times", math.nan), "a miss costs nothing"),
    ],
)
def test_condition_is_said_in_words_where_it_is_known_what_it_stands_for(one, said):
    at = conditions(CURVE, special=[0.4])
    pills, heard = condition_words(at, Plane(), str, held=[one] * at.x.size)
    now = at.nearest(0.4)
    assert pills[now].startswith(f"{said} · best t ")
    assert heard[now].startswith(f"{said}: the best threshold is ")


def test_pill_names_the_class_where_there_is_room():
    held = [Held("times", 5.0, "malignant")] * conditions(CURVE, special=[0.4]).x.size
    looks = (LOOKS[0], LOOKS[3], LOOKS[2])
    wide, narrow, low = (handle_of(figure_of(look=look, held=held), CONDITION)["shown"][0] for look in looks)
    assert wide.startswith("a missed malignant case costs 5 times")
    assert narrow.startswith("a miss costs 5 times")
    assert low.startswith("a miss costs 5 times")
    # In a plane that is narrower than that the browser shows it without the class.
    of_wide, of_narrow = (handle_of(figure_of(look=look, held=held), CONDITION) for look in looks[:2])
    assert of_wide["brief"] == of_narrow["shown"]
    assert not of_narrow["brief"]
    assert json.loads(at_rest(json.dumps({"handles": [of_wide]})))["handles"][0]["brief"] == [
        of_narrow["shown"][k] for k in (0, of_wide["active"], -1)
    ]
