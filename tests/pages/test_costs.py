"""The page of costs, run on its own: worked example, every sample, dragged conditions, and what cannot be computed."""

import base64
import json
import math
import re

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from evalcore import costs
from evalcore.counts import threshold_counts
from evalcore.figures.parts.rows import IN_ROW
from evalcore.figures.style import INK
from evalcore.predictions import from_frame
from tests.evalcore.figures.steps import handles, present, unmarked
from tests.ui.shared.test_text import ENTRIES
from ui.costs.span import SPAN
from ui.session import loaded, samples
from ui.session.samples import SAMPLES
from ui.shared import downloads
from ui.shared.numbers import number

PAGE = samples.FOLDER.parent / "pages" / "costs.py"
OFFERED = []  # tables as files, in the order in which pages offered them
NOT_PROBABILITIES = "The scores do not lie between 0 and 1, so they cannot be read as probabilities."


def open_page(what=None, address=None, *, costs=(5.0, 1.0), **chosen):
    """Run the page on what is loaded, or on the sample of its address, with choices already made.

    Rows of one's own come with `costs`, which the page does not assume; with None they are still to be chosen. The
    planes are open.
    """
    at = AppTest.from_file(str(PAGE), default_timeout=60)
    for key, value in (address or {}).items():
        at.query_params[key] = value
    if what is not None:
        at.session_state["loaded"] = what
        for key, value in zip(("cost_fn", "cost_fp"), costs or (), strict=False):
            at.session_state[key] = value
    for key, value in {"drawer_open": True, "cost_planes": True, **chosen}.items():
        at.session_state[key] = value
    return well(at.run())


def melon(address=None, **chosen):
    return open_page(address={"sample": "melon-20", **(address or {})}, **chosen)


def well(at):
    """Return the page after making sure that it ran to its end."""
    assert not at.exception
    assert not at.error
    return at


def own_file(frame, **columns):
    return loaded.Loaded(from_frame(frame, **columns), "my file.csv")


def own(score, y=(1, 0, 1, 0, 1, 0), **columns):
    """Return six rows of one's own."""
    frame = pd.DataFrame({"y": y, "s": score, **columns})
    return own_file(frame, truth="y", scores=("s",), positive="1", weight="w" if columns else None)


def rows_of(key, positive=None):
    """Return truth and first score of a sample."""
    sample = SAMPLES[key]
    frame = pd.read_csv(sample.path, dtype={sample.truth: str})
    chosen = positive or sample.positive or sample.first
    column = sample.scores[0] if sample.positive else f"{sample.labels[0]}:{chosen}"
    return (frame[sample.truth] == chosen).to_numpy(), frame[column].to_numpy()


def per_thousand(rows, t, setting, weight=None):
    """Return what 1,000 cases cost at a threshold, counted row by row."""
    y, s = rows
    cost_fn, cost_fp, p = setting
    w = np.ones(len(y)) if weight is None else weight
    fnr, fpr = ((w * part).sum() / (w * whole).sum() for part, whole in ((y & (s < t), y), (~y & (s >= t), ~y)))
    return 1000 * (p * fnr * cost_fn + (1 - p) * fpr * cost_fp)


def least(rows, setting, weight=None):
    """Return the least of it over all thresholds."""
    thresholds = [math.inf, *np.unique(rows[1]).tolist()]
    return min(per_thousand(rows, t, setting, weight) for t in thresholds)


def numbers(values):
    """Return the numbers of a trace, which Plotly may send as bytes."""
    return np.frombuffer(base64.b64decode(values["bdata"]), values["dtype"]) if isinstance(values, dict) else values


def formula(at, begin):
    """Return the formula that begins so, in one line."""
    written = [one.value.strip("$\n") for one in at.latex]
    breaks = (
        (r"\begin{aligned}&", ""),
        (r"\end{aligned}", ""),
        (r" \\[6pt] &\quad = ", " = "),
        (r" \\ &\qquad {}+ ", "+"),
    )
    for sign, one in (*breaks, (" + ", "+")):
        written = [line.replace(sign, one) for line in written]
    (found,) = [line for line in written if line.startswith(begin)]
    return found


def condition(at):
    """Return P(+)cost as the figure is described with it."""
    return re.search(r"P\(\+\)cost为? ?([^;，]+)[;，]", planes(at)[0])[1]


def rules(at):
    """Return the names, costs and intervals of the four rules, as the table has them."""
    (table,) = (one.value for one in at.dataframe if one.value.columns[0] in ("rule", ENTRIES["rule"].string))
    return [column.tolist() for _name, column in table.items()]


@pytest.fixture(autouse=True)
def offered(monkeypatch):
    """Keep every table that a page offers as a file."""
    offer = downloads.offer_table
    OFFERED.clear()
    monkeypatch.setattr(downloads, "offer_table", lambda table: (OFFERED.append(table), offer(table)))


def money(at):
    """Return what 1,000 cases cost at t, at the best threshold, and by the two rules without a score.

    In full, from the file, which the table is to say in as many digits as it has.
    """
    written = rules(at)[1]
    digits = [len(cost.partition(".")[2]) for cost in written]
    files = (one.make() for one in reversed(OFFERED))
    full = (one["cost"].tolist() for one in files if "on_new_rows" in one)
    return next(costs for costs in full if list(map(number, costs, digits)) == written)


def ends(at):
    """Return the ends of all intervals of the file."""
    assert money(at)
    full = next(one for one in (table.make() for table in reversed(OFFERED)) if "on_new_rows" in one)
    return full[["low", "high"]].to_numpy().tolist()


def best(at):
    """Return the best threshold as the page names it."""
    return rules(at)[0][1].removeprefix("at the best t = ")


def captions(at):
    return [caption.value for caption in at.caption]


def charts(at):
    """Return alt text and figure of each chart."""
    return {chart.proto.alt: json.loads(chart.proto.spec) for chart in at.get("plotly_chart")}


def planes(at):
    """Return alt text and figure of the two planes."""
    return next(iter(charts(at).items()))


def handle_values(figure):
    """Return the values at which the two handles stand."""
    return [present(figure, name) for name in ("threshold", "condition")]


def pill(figure):
    """Return what stands above the cost plane: the condition, its best threshold, and the cost there."""
    handle = handles(figure)["condition"]
    return handle["shown"][handle["active"]]


def areas(at):
    """Return the areas fixed, score-driven, rate-driven, optimal."""
    (table,) = (table.value for table in at.dataframe if "equals" in table.value)
    return table["area"].tolist()


def asked(at):
    return tuple(at.number_input(key=key).value for key in ("cost_fn", "cost_fp", "prevalence"))


def at_address(at, name):
    """Return one choice as the address bar has it, None where it is left out."""
    value = at.query_params.get(name)
    return value[0] if isinstance(value, list) else value


def put(at, **values):
    """Type into number fields, then run the page once."""
    for key, value in values.items():
        at.number_input(key=key).set_value(value)
    return well(at.run())


FAR = "The fields take no cost and no prevalence as far off as that; this is the nearest."
TYPED = """
import streamlit as st
from evalcore.costs import CostMatrix
from ui.costs import controls, setting
st.session_state.update(cost_fn=5.0, cost_fp=1.0, prevalence=0.4)
controls.typed({text!r}, setting.Setting(CostMatrix(5.0, 1.0), 0.4), by_prevalence={by_prevalence})
for _run in range(2):  # it is said once
    controls.answer()
"""
RELEASED = """
import streamlit as st
from evalcore.costs import CostMatrix
from ui.costs import controls as cost_moves, setting as cost_setting
chosen = st.session_state
setting = cost_setting.Setting(CostMatrix(chosen["cost_fn"], chosen["cost_fp"]), chosen["prevalence"])
cost_moves.moved(chosen["released"], setting, by_prevalence=chosen["condition_changes"] == "prevalence")
"""


def release(step, **session):
    """Let the second slider go at a step; return costs and prevalence as they are then."""
    at = AppTest.from_string(RELEASED)
    start = {"cost_fn": 5.0, "cost_fp": 1.0, "prevalence": 0.4, "condition_changes": "costs"}
    for key, value in {**start, **session, "released": step}.items():
        at.session_state[key] = value
    at.run()
    assert not at.exception
    return {key: at.session_state[key] for key in ("cost_fn", "cost_fp", "prevalence")}


class TestMelon:
    def test_starts_at_five_to_one_and_the_prevalence_of_the_rows(self):
        at = melon()
        assert at.title[0].value == "Costs"
        assert "Positive class: **1**" in at.caption[0].value
        assert asked(at) == (5, 1, 0.4)
        assert condition(at) == "0.769"
        assert money(at) == [500, 300, 2000, 600]
        assert best(at) == "0.42"
        alt, figure = planes(at)
        assert "threshold 0.5 and P(+)cost 0.769" in alt
        assert "best threshold there is 0.42, with normalised cost 0.115" in alt
        assert pill(figure) == "a miss costs 5 times a false alarm · best t 0.42"

    def test_a_tie_is_said(self):
        at = put(melon(), cost_fn=2.0)
        assert "Equally good: t = 0.6, 0.42." in captions(at)
        assert not [c for c in captions(put(at, cost_fn=5.0)) if c.startswith("Equally good")]

    def test_areas_do_not_depend_on_the_costs(self):
        at = put(melon(), t=0.55)
        wanted = ["0.271", "0.172", "0.159", "0.326", "0.124"]
        assert areas(at) == wanted
        assert areas(put(at, cost_fn=1.0, cost_fp=7.0, prevalence=0.1)) == wanted

    def test_envelope_table(self):
        at = melon()
        table = next(t.value for t in at.dataframe if "from P(+)cost" in t.value)
        assert table["threshold"].tolist() == ["0.88", "0.6", "0.42"]
        assert not [said for said in captions(at) if said.startswith("A threshold is written with as few digits")]
        assert table["from P(+)cost"].round(4).tolist() == [0, 0.4706, 0.5714]

    def test_envelope_table_writes_thresholds_as_the_page_does(self):
        at = open_page(address={"sample": "breast-cancer", "model": "logistic_regression", "cost_fn": "10"})
        table = next(t.value for t in at.dataframe if "from P(+)cost" in t.value)
        assert best(at) in table["threshold"].tolist()
        assert [said for said in captions(at) if said.startswith("A threshold is written with as few digits")]

    def test_range_of_conditions(self):
        at = melon()
        put(at, **dict(zip(SPAN, (0.4, 0.4, 5.0, 5.0), strict=True)))
        (said,) = (text.value for text in at.markdown if text.value.startswith("P(+)cost lies between"))
        assert "between 0.769 and 0.769. The threshold with the least regret there is t = **0.42**" in said
        assert "more than 0.000 above" in said
        assert at.number_input(key="t").value == 0.5
        well(at.button(key="take_worst_case").click().run())
        assert at.number_input(key="t").value == 0.42

    def test_range_of_conditions_lies_around_the_setting_until_another_is_set(self):
        at = melon()

        def fields():
            return [at.number_input(key=key).value for key in SPAN]

        assert fields() == pytest.approx([0.2, 0.6, 2.5, 10])
        put(at, cost_fn=5000.0, prevalence=0.0002)
        assert fields() == pytest.approx([0.0001, 0.0003, 2500, 10000])
        put(at, span_ratio_high=20000.0)
        put(at, cost_fn=6000.0, prevalence=0.2)
        assert fields() == pytest.approx([0.1, 0.3, 3000, 20000])

    def test_range_of_conditions_the_wrong_way_round_gets_a_sentence(self):
        at = put(melon(way_span=True), span_p_low=0.7)
        assert [c for c in captions(at) if "0.7" in c and "0.6" in c]
        assert not [text for text in at.markdown if text.value.startswith("P(+)cost lies between")]


@pytest.mark.slow
class TestChanges:
    def test_two_costs_in_a_row(self):
        at, rows = melon(), rows_of("melon-20")
        for cost_fn, cost_fp in ((1.0, 5.0), (5.0, 1.0)):
            put(at, cost_fn=cost_fn, cost_fp=cost_fp)
            assert asked(at) == (cost_fn, cost_fp, 0.4)
            setting = (cost_fn, cost_fp, 0.4)
            assert money(at)[:2] == pytest.approx([per_thousand(rows, 0.5, setting), least(rows, setting)], abs=1e-6)
            z = 0.4 * cost_fn / (0.4 * cost_fn + 0.6 * cost_fp)
            assert handle_values(planes(at)[1])[1] == pytest.approx(z)

    def test_two_thresholds_in_a_row(self):
        at, rows = melon(), rows_of("melon-20")
        for t in (0.42, 0.88):
            put(at, t=t)
            assert rules(at)[0][0] == f"at t = {t:g}"
            assert money(at)[0] == pytest.approx(per_thousand(rows, t, (5, 1, 0.4)), abs=1e-6)
            assert handle_values(planes(at)[1])[0] == t
            assert asked(at) == (5, 1, 0.4)

    def test_another_threshold_computes_nothing_that_does_not_depend_on_it(self, monkeypatch):
        at = open_page(address={"sample": "two-models"}, way_band=True, way_score_driven=True, best_resampled=True)
        before = areas(at)

        def refuse(*_args, **_options):
            raise AssertionError("computed again")

        for name in (
            "cost_curve",
            "best_threshold",
            "choice_areas",
            "h_measure",
            "cheaper",
            "shown_cheaper",
            "worst_case_threshold",
            "bootstrap_best_threshold",
            "envelope_band",
        ):
            monkeypatch.setattr(f"evalcore.costs.{name}", refuse)
        put(at, t=0.7)
        assert areas(at)[0] != before[0]
        assert areas(at)[1:] == before[1:]

    def test_two_prevalences_in_a_row(self):
        at, rows = melon(), rows_of("melon-20")
        roc = None
        for p in (0.2, 0.7):
            put(at, prevalence=p)
            assert money(at)[1] == pytest.approx(least(rows, (5, 1, p)), abs=1e-6)
            # The ROC curve is the same in every deployment.
            drawn = [t for t in planes(at)[1]["data"] if t.get("hovertemplate") and t["xaxis"] == "x3"]
            assert roc in (None, drawn)
            roc = drawn

    def test_taking_the_best_threshold(self):
        at = melon(cost_fn=2.0)
        well(at.button(key="take_best").click().run())
        t = at.number_input(key="t").value
        assert t == 0.60
        assert money(at)[0] == money(at)[1]
        assert at_address(at, "t") == str(t)
        said = "Regret, what the present threshold costs more than the best on these rows: 0. "
        assert [c for c in captions(at) if c.startswith(said)]

    @pytest.mark.parametrize("sample", ["breast-cancer", "card-fraud"])
    def test_the_field_takes_the_best_threshold_as_it_is_said(self, sample):
        at, table = open_page(address={"sample": sample}), threshold_counts(*rows_of(sample))
        said = next(one.value for one in at.markdown if "at the best t" in one.value)
        written = re.search(r"at the best t\s=\s([\d.]+), ", said)[1]
        best = costs.best_threshold(table, cost_fn=5, cost_fp=1)
        well(at.button(key="take_best").click().run())
        t = at.number_input(key="t").value
        assert (t, at_address(at, "t")) == (float(written), written)
        # A shorter number than the score it stands for, and no count changes.
        assert len(written) < len(f"{best.threshold:.9g}")
        assert table.index_of(t) == table.index_of(best.threshold)

    def test_taking_the_best_where_never_is_best(self):
        at = open_page(own([0.9, 0.8, 0.7, 0.6, 0.2, 0.1], y=(0, 0, 0, 0, 1, 1)), cost_fn=1.0)
        assert best(at) == "∞"
        well(at.button(key="take_best").click().run())
        assert at.number_input(key="t").value > 0.9
        assert money(at)[0] == money(at)[1] == money(at)[2]

    def test_other_positive_class_takes_the_prevalence_along(self):
        at = melon()
        for positive, p in (("0", 0.6), ("1", 0.4)):
            at.session_state["positive"] = positive
            well(at.run())
            assert asked(at) == (5, 1, p)
            assert at_address(at, "prevalence") is None

    def test_other_positive_class_keeps_a_prevalence_of_ones_own(self):
        at = put(melon(), prevalence=0.3)
        at.session_state["positive"] = "0"
        well(at.run())
        assert asked(at) == (5, 1, 0.3)

    def test_names_of_the_cells_never_change_costs(self):
        at = put(melon(), cost_fn=7.0, cost_fp=3.0)
        before = (rules(at), asked(at), areas(at), planes(at))
        well(at.segmented_control(key="naming").set_value("sklearn").run())
        assert at.table[0].value.to_numpy().tolist()[1][0] == "C[1, 0] = 7  (FN)"
        assert (rules(at), asked(at), areas(at), planes(at)) == before

    def test_ways_of_choosing_are_drawn_on_request_with_their_area(self):
        at = melon()
        # Names stand in rows above the planes, each behind a sample of its line, or at curves.
        every = len(planes(at)[1]["data"])
        before = len([t for t in planes(at)[1]["data"] if t["mode"] != "text" and t.get("meta") != IN_ROW])
        at.toggle(key="way_score_driven").set_value(True)
        well(at.toggle(key="way_rate_driven").set_value(True).run())
        drawn = [t for t in planes(at)[1]["data"] if t["mode"] != "text" and t.get("meta") != IN_ROW]
        assert len(drawn) == before + 2
        for area in ("0.172", "0.159"):
            assert [t["fill"] for t in drawn if unmarked(t.get("name", "")).endswith(f"area {area}")] == ["tozeroy"]
        at.toggle(key="way_score_driven").set_value(False)
        well(at.toggle(key="way_rate_driven").set_value(False).run())
        assert len(planes(at)[1]["data"]) == every

    def test_areas_below_the_line_and_the_envelope_are_shaded_on_request(self):
        at = melon(way_fixed=True, way_optimal=True)
        filled = [t["line"]["color"] == INK for t in planes(at)[1]["data"] if t.get("fill") == "tozeroy"]
        assert sorted(filled) == [False, True]
        well(at.toggle(key="way_fixed").set_value(False).run())
        filled = [t["line"]["color"] == INK for t in planes(at)[1]["data"] if t.get("fill") == "tozeroy"]
        assert filled == [False]

    def test_how_sure_begins_with_what_the_sentence_says_and_which_threshold_is_which(self):
        at = melon({"t": "0.605"})
        (said,) = [one.value for one in at.markdown if one.value.startswith("At the present t = **0.605**")]
        names, costs_of_rules, spread = rules(at)
        assert f"**{costs_of_rules[0]}**" in said
        assert "[" in said
        (table,) = [one.value for one in at.dataframe if list(one.value.columns[:2]) == ["threshold", "t"]]
        which = dict(
            zip(table["threshold"], zip(table["t"], table["cost"], table["95% interval"], strict=True), strict=True)
        )
        assert which["present: where the handle stands"] == ("0.605", costs_of_rules[0], spread[0])
        best_one = which["best on these rows, at your costs"]
        assert best_one == (names[1].removeprefix("at the best t = "), costs_of_rules[1], spread[1])
        (worst,) = [one.value for one in at.markdown if "The threshold with the least regret there" in one.value]
        assert f"t = **{which['least worst regret over the range below'][0]}**" in worst
        (elkan,) = [one.value for one in at.markdown if "without a look at these rows" in one.value]
        assert f"t = **{which['from costs and prevalence alone, if scores are probabilities'][0]}**" in elkan

    def test_resampling_shows_how_sure_the_best_threshold_is(self):
        at = melon()
        well(at.toggle(key="best_resampled").set_value(True).run())
        (said,) = (
            text.value
            for text in at.markdown
            if text.value.startswith("The best threshold on these rows is t = **0.42**; ")
        )
        low, high = map(
            float, re.search(r"the best one lay between ([\d.]+) and ([\d.]+) \(middle 95%\)", said).groups()
        )
        assert low <= 0.42 <= high
        well(at.toggle(key="best_resampled").set_value(False).run())
        assert not [text for text in at.markdown if text.value.startswith("The best threshold on these rows is ")]


@pytest.mark.slow
class TestRightDecisions:
    def test_count_in_every_reading(self):
        at = put(melon(), cost_tp=-2.0, cost_tn=0.5, t=0.6)
        # TP 7, FN 1, FP 4, TN 8 of twenty.
        assert money(at)[0] == pytest.approx(50 * (5 * 1 + 1 * 4 - 2 * 7 + 0.5 * 8))
        assert money(at)[2:] == pytest.approx([50 * (5 * 8 + 0.5 * 12), 50 * (1 * 12 - 2 * 8)])
        # What is at stake is the excess of the mistakes: 7 and .5.
        assert condition(at) == f"{0.4 * 7 / (0.4 * 7 + 0.6 * 0.5):.3f}"
        assert formula(at, "(2.23)").endswith("= −0.0500")
        assert (at_address(at, "cost_tp"), at_address(at, "cost_tn")) == ("-2", "0.5")

    def test_one_that_costs_more_than_the_mistake_is_refused_and_loses_nothing(self):
        at = melon()
        at.number_input(key="cost_tp").set_value(7.0)
        at.run()
        assert not at.exception
        (error,) = at.error
        assert error.value == (
            "A missed positive row must not cost less than a found one; got 5.0 and 7.0. Swap the two costs or the "
            "positive class. Until then right decisions count as 0."
        )
        assert money(at) == [500, 300, 2000, 600]
        put(at, cost_tp=0.0)
        assert not at.error


@pytest.mark.slow
class TestUnits:
    def test_plane_in_money_shows_the_prevalence_and_what_the_cases_cost(self):
        at = melon(cost_units="money")
        _, figure = planes(at)
        layout = figure["layout"]
        assert layout["xaxis5"]["title"]["text"] == "prevalence at deployment"
        assert layout["yaxis5"]["title"]["text"] == "cost of 1,000 cases"
        assert pill(figure) == "prevalence 0.4 · best t 0.42: 300 per 1,000 cases"
        assert handles(figure)["condition"]["label"] == "prevalence at deployment"
        # The costs stay, so it is the prevalence that moves.
        assert at.segmented_control(key="condition_changes").disabled
        put(at, prevalence=0.2)
        assert pill(planes(at)[1]) == "prevalence 0.2 · best t 0.6: 392 per 1,000 cases"

    def test_a_free_mistake_leaves_the_plane_as_it_is(self):
        at = melon(cost_units="money", cost_fp=0.0)
        said = "One kind of mistake costs nothing, so every prevalence has the same P(+)cost; the plane stays as it is."
        assert captions(at).count(said) == 1
        assert planes(at)[1]["layout"]["xaxis5"]["title"]["text"] == "weight of misses, P(+)cost"

    def test_fits_what_there_is_to_see_until_the_whole_is_asked_for(self):
        at = melon()
        # The envelope reaches 4/17, and the present threshold costs less under the condition.
        assert planes(at)[1]["layout"]["yaxis5"]["range"][1] == pytest.approx(1.02 * 1.3 * 4 / 17)
        put(at, t=0.99)
        # Now nothing is called positive, which costs what there is at stake.
        assert planes(at)[1]["layout"]["yaxis5"]["range"][1] == pytest.approx(1.02)
        put(at, t=0.5)
        well(at.toggle(key="way_whole").set_value(True).run())
        assert planes(at)[1]["layout"]["yaxis5"]["range"] == [-0.02, 1.02]
        assert at_address(at, "way_whole") == "1"
        assert planes(melon({"way_whole": "1"}))[1]["layout"]["yaxis5"]["range"] == [-0.02, 1.02]

    def test_range_of_conditions_is_shaded_and_follows_its_sliders(self):
        at = melon(way_span=True)

        def shaded():
            return sorted(set(planes(at)[1]["data"][0]["x"]))

        assert shaded() == pytest.approx([0.2 * 2.5 / (0.2 * 2.5 + 0.8), 0.6 * 10 / (0.6 * 10 + 0.4)])
        put(at, span_ratio_low=5.0, span_ratio_high=5.0)
        assert shaded() == pytest.approx([1 / 1.8, 3 / 3.4])


def fraud(address=None, **chosen):
    return open_page(address={"sample": "card-fraud", "cost_fp": "10", **(address or {})}, **chosen)


@pytest.mark.slow
class TestAmounts:
    ROWS = pd.read_csv(SAMPLES["card-fraud"].path)
    MEAN = ROWS.amount[ROWS.y == 1].mean()

    def paid(self, t, replaces="fn", factor=1.0, other=10.0):
        """Return what 1,000 of the rows cost, row by row."""
        missed, alarms = (self.ROWS.y == 1) & (self.ROWS.score < t), (self.ROWS.y == 0) & (self.ROWS.score >= t)
        amount = factor * self.ROWS.amount
        own, rest = (missed, alarms) if replaces == "fn" else (alarms, missed)
        return 1000 * (amount[own].sum() + other * rest.sum()) / len(self.ROWS)

    def test_replace_a_cost(self):
        replaces, other = "fp", 5.0
        at = fraud(amounts=replaces)
        thresholds = [math.inf, *np.unique(self.ROWS.score)]
        least = min(self.paid(t, replaces, other=other) for t in thresholds)
        wanted = [self.paid(0.5, replaces, other=other), least, *(self.paid(t, replaces, other=other) for t in (9, 0))]
        assert money(at) == pytest.approx(wanted, abs=1e-6)

    def test_factor_condition_and_formula(self):
        at = put(fraud(amounts="fn"), factor=0.5)
        assert at.number_input(key="factor").label == "A missed positive costs its amount\u00a0×"
        assert money(at)[0] == pytest.approx(self.paid(0.5, factor=0.5), abs=1e-6)
        stake = 0.04 * 0.5 * self.MEAN
        assert condition(at) == f"{stake / (stake + 0.96 * 10):.3f}"
        missed = self.ROWS.amount[(self.ROWS.y == 1) & (self.ROWS.score < 0.5)].sum()
        assert rf"0.5\cdot {missed:,.2f}+".replace(",", "{,}") in formula(at, "(2.23)")

    def test_weighted_rows_have_no_interval_row_by_row_and_say_why(self):
        frame = pd.DataFrame(
            {"y": [1, 0, 1, 0], "s": [0.9, 0.2, 0.4, 0.6], "amount": [5, 6, 7, 8.0], "w": [1, 2, 1, 2]}
        )
        mine = own_file(frame, truth="y", scores=("s",), positive="1", amount="amount", weight="w")
        at = open_page(mine, amounts="fn")
        (said,) = [text.value for text in at.markdown if "threshold of its own" in text.value]
        assert said.endswith("** —.")
        # Below the table of the rules, below that of the areas, at the present cost, the net benefit, and row by row.
        why = "The rows are weighted, so there is no count of rows to base an interval on."
        assert captions(at).count(why) == 5

    def test_few_wrong_rows_at_a_threshold_of_the_table_are_said(self):
        rng = np.random.default_rng(3)
        y = rng.random(300) < 0.3
        s, amount = rng.normal(size=300) + 2 * y, rng.lognormal(3, 2, 300)
        frame = pd.DataFrame({"y": y.astype(int), "s": s, "amount": amount})
        mine = own_file(frame, truth="y", scores=("s",), positive="1", amount="amount")
        at = open_page(mine, amounts="fn", t=3.0, tab="sure")
        # At the best threshold 2 are, at that of the least worst regret 4: its interval stands in the table alone.
        few = [one for one in captions(at) if one.startswith("Rows with an amount that are decided wrong: ")]
        assert {re.search(r": (\d+)\.", one)[1] for one in few} == {"2", "4"}

    def test_resampled_band_and_threshold(self):
        at = fraud(amounts="fn", way_band=True, best_resampled=True)
        (said,) = (text.value for text in at.markdown if text.value.startswith("The best threshold on these rows is "))
        assert "**0.030959**" in said
        rows = costs.amount_rows(self.ROWS.y, self.ROWS.score, self.ROWS.amount)
        setting = {"cost_fn": rows.mean, "cost_fp": 10.0}  # the prevalence is that of the rows, so it varies with them
        rng = np.random.default_rng(0)
        times = costs.enough_replicates(rows)
        sure = costs.bootstrap_best_threshold(rows, n_replicates=times, rng=rng, **setting)
        assert f"the best one lay between {sure.low:.3f} and {sure.high:.3f} (middle 95%)" in said
        band = costs.envelope_band(rows, n_replicates=200, rng=np.random.default_rng(0))
        drawn = [t["y"] for t in planes(at)[1]["data"] if t.get("fill") == "toself"]
        assert np.append(band.low, band.high[::-1]) == pytest.approx(numbers(drawn[0]), abs=1e-6)

    def test_address(self):
        read = fraud({"amounts": "fn", "factor": "0.5"})
        assert money(read)[0] == pytest.approx(self.paid(0.5, factor=0.5), abs=1e-6)
        assert (at_address(read, "amounts"), at_address(read, "factor")) == ("fn", "0.5")
        unread = fraud({"amounts": "both"})
        assert unread.segmented_control(key="amounts").value == "none"
        assert asked(unread) == (5, 10, 0.04)

    def test_amounts_of_another_mistake_count_once(self):
        """0.38 times the amount of a miss says nothing of a false alarm's."""
        at = fraud({"amounts": "fn", "factor": "0.38"})
        well(at.segmented_control(key="amounts").set_value("fp").run())
        assert (at.session_state["factor"], at.number_input(key="factor").value) == (1.0, 1.0)

    def test_a_threshold_beside_a_row_without_amount_decides_the_same_everywhere(self):
        """Rounded to 0.718 the best one would call the row of amount 0 positive, too, which the costs do not count."""
        score = (0.9, 0.71834, 0.71815, 0.6, 0.3, 0.2)
        frame = pd.DataFrame({"y": [1, 1, 1, 0, 0, 0], "s": score, "amount": [50.0, 40, 0, 1, 1, 1]})
        mine = own_file(frame, truth="y", scores=("s",), positive="1", amount="amount")
        at = open_page(mine, amounts="fn", cost_fp=10.0)
        said = next(one.value for one in at.markdown if "at the best t" in one.value)
        assert re.search(r"at the best t\s=\s0\.7183, ", said)
        assert best(at) == "0.7183"
        well(at.button(key="take_best").click().run())
        t = at.number_input(key="t").value
        assert t == 0.7183
        assert threshold_counts(frame.y, frame.s).at(t).tp == 2
        marked = next(one.value for one in at.markdown if "(#hold-threshold)" in one.value)
        assert "[0.7183](#hold-threshold)" in marked
        # The handle, too, at this step.
        live = json.dumps(handles(planes(at)[1])["threshold"])
        assert "0.7183" in live
        assert not re.search(r"\b0\.718\b", live)

    def test_what_is_chosen_is_taken_back_step_by_step_with_what_was_moved(self):
        frame = pd.DataFrame({"y": [1, 0, 1, 0], "s": [0.9, 0.2, 0.4, 0.6], "amount": [5.0, 6, 7, 8]})
        mine = own_file(frame, truth="y", scores=("s",), positive="1", amount="amount")
        at = open_page(mine, cost_planes=False)
        assert at.button(key="undo").disabled
        keys, seen = ("amounts", "cost_tn", "t", "cost_planes", "cost_fp"), []
        fields = (at.segmented_control, at.number_input, at.number_input, at.toggle, at.number_input)
        for field, key, value in zip(fields, keys, ("fn", -1.0, 0.6, True, 3.0), strict=True):
            seen.append([at.session_state[one] for one in keys])
            well(field(key=key).set_value(value).run())
        for before in reversed(seen):
            well(at.button(key="undo").click().run())
            assert [at.session_state[one] for one in keys] == before
        assert at.button(key="undo").disabled
        well(at.button(key="redo").click().run())
        assert at.session_state["amounts"] == "fn"

    def test_amounts_of_nothing_leave_the_constant_costs(self):
        frame = pd.DataFrame({"y": [1, 0, 1, 0], "s": [0.9, 0.2, 0.4, 0.6], "amount": [0.0] * 4})
        at = open_page(own_file(frame, truth="y", scores=("s",), positive="1", amount="amount"), amounts="fn")
        assert asked(at) == (5, 1, 0.5)
        assert "All amounts of the class concerned are 0, so its mistakes cost nothing." in captions(at)


@pytest.mark.slow
class TestDraggedCondition:
    def test_changes_the_prevalence_where_that_is_chosen(self):
        found = release("0.5", condition_changes="prevalence")
        assert found == {"cost_fn": 5.0, "cost_fp": 1.0, "prevalence": pytest.approx(1 / 6)}

    def test_changes_the_factor_where_misses_cost_their_amounts(self):
        """0.04 x 240 = 0.96 x 10, and 240 is 2.4 times the mean amount."""
        at = AppTest.from_string("""
import streamlit as st
from evalcore.costs import CostMatrix
from ui.costs import controls as moves, setting
moves.moved("0.5", setting.Setting(CostMatrix(200.0, 10.0), 0.04, "fn", mean=100.0), by_prevalence=False)
""").run()
        assert not at.exception
        assert at.session_state["factor"] == pytest.approx(2.4)

    def test_says_so_where_the_fields_cannot_follow(self):
        at = AppTest.from_string("""
import streamlit as st
from evalcore.costs import CostMatrix
from ui.costs import controls as cost_moves, setting as cost_setting
setting = cost_setting.Setting(CostMatrix(5.0, 1.0, -10.0), 0.4)
cost_moves.moved("0.5", setting, by_prevalence=False)
""").run()
        assert not at.exception
        assert at.session_state["cost_fn"] == 0
        page = melon(cost_fn=0.0, cost_tp=-10.0, condition_out_of_reach=0.5)
        assert captions(page).count(FAR) == 1
        assert FAR not in captions(put(page, t=0.6))

    @pytest.mark.parametrize(
        ("text", "by_prevalence", "changed", "said"),
        [
            ("25", False, {"cost_fn": 25.0}, None),
            ("0.25", True, {"prevalence": 0.25}, None),
            ("25%", True, {"prevalence": 0.25}, None),
            ("25", True, {"prevalence": 0.25}, "25 was read as 25%, a prevalence of 0.25."),
            ("200", True, {}, "A prevalence is a share above 0 and below 1; got 200."),
            ("1", True, {}, "A prevalence is a share above 0 and below 1; got 1."),
            ("100%", True, {}, "A prevalence is a share above 0 and below 1; got 100%."),
            ("100", True, {}, "A prevalence is a share above 0 and below 1; got 100."),
            ("0.9999999", True, {"prevalence": 1 - 1e-6}, FAR),
            ("1e30", False, {}, FAR),
            ("x", True, {}, "A prevalence is a share above 0 and below 1; got x."),
            ("-3", False, {}, "How many times as much a miss costs is a number from 0 on; got -3."),
            ("0", False, {"cost_fn": 0.0}, None),
            ("0", True, {"prevalence": 1e-6}, FAR),
            ("1e12", False, {"cost_fn": 1e9}, FAR),
        ],
    )
    def test_what_is_typed_on_its_number_is_taken_as_it_is_or_it_is_said(self, text, by_prevalence, changed, said):
        at = AppTest.from_string(TYPED.format(text=text, by_prevalence=by_prevalence)).run()
        assert not at.exception
        held = {key: at.session_state[key] for key in ("cost_fn", "prevalence")}
        assert held == pytest.approx({"cost_fn": 5.0, "prevalence": 0.4, **changed})
        found = [one.value.replace("\\", "") for one in (*at.caption, *at.error)]
        assert found == ([] if said is None else [said])

    @pytest.mark.parametrize("of", ["5.0, 0.0", "0.0, 1.0", "0.0, 0.0"])
    @pytest.mark.parametrize("text", ["0.3", "30%"])
    def test_a_prevalence_is_taken_also_where_a_mistake_costs_nothing(self, of, text):
        script = TYPED.replace("CostMatrix(5.0, 1.0)", f"CostMatrix({of})")
        at = AppTest.from_string(script.format(text=text, by_prevalence=True)).run()
        assert not at.exception
        assert at.session_state["prevalence"] == 0.3
        assert [at.session_state[key] for key in ("cost_fn", "cost_fp")] == [5, 1]
        assert not [*at.caption, *at.error]

    def test_a_cost_that_its_field_does_not_take_is_said_and_the_former_one_stays(self):
        at = melon()
        at.number_input(key="cost_fn").set_value(-3.0).run()
        assert [one.value for one in at.error] == ["A cost is a number from 0 to 1,000,000,000; got −3. 5 stays."]
        assert at.session_state["cost_fn"] == 5
        assert not put(at, cost_fn=20.0).error

    def test_page_shows_what_follows(self):
        at = melon(**release("0.5"))
        assert condition(at) == "0.500"
        assert best(at) == "0.6"
        assert handle_values(planes(at)[1])[1] == 0.5

    def test_what_follows_is_chosen_in_the_options_and_stays(self):
        at = melon()
        assert at.segmented_control(key="condition_changes").value == "costs"
        well(at.segmented_control(key="condition_changes").set_value("prevalence").run())
        put(at, cost_fn=3.0)
        assert at.session_state["condition_changes"] == "prevalence"


@pytest.mark.slow
class TestAddress:
    def test_is_read(self):
        at = melon({"cost_fn": "4", "cost_fp": "2.5", "prevalence": "0.2", "t": "0.42"})
        assert asked(at) == (4, 2.5, 0.2)
        assert condition(at) == "0.286"
        assert at.number_input(key="t").value == 0.42
        assert [at_address(at, name) for name in ("cost_fn", "cost_fp", "prevalence")] == ["4", "2.5", "0.2"]

    def test_is_written_and_empty_at_the_defaults(self):
        at = melon()
        names = ("cost_fn", "cost_fp", "prevalence")
        assert [at_address(at, name) for name in names] == [None] * 3
        put(at, cost_fn=2.0, cost_fp=3.0, prevalence=0.123)
        assert [at_address(at, name) for name in names] == ["2", "3", "0.123"]
        put(at, cost_fn=5.0, cost_fp=1.0, prevalence=0.4)
        assert [at_address(at, name) for name in names] == [None] * 3

    @pytest.mark.parametrize(
        "wrong",
        [
            {"cost_fn": "-3", "cost_fp": "inf", "prevalence": "0"},
            {"cost_fn": "nan", "cost_fp": "1e308", "prevalence": "1"},
            {"cost_fn": "x", "cost_fp": "", "prevalence": "2"},
        ],
        ids=str,
    )
    def test_what_no_field_takes_is_ignored(self, wrong):
        at = melon(wrong)
        assert asked(at) == (5, 1, 0.4)
        assert money(at) == [500, 300, 2000, 600]


@pytest.mark.slow
class TestNothingAtStake:
    def test_dashes_and_a_reason(self):
        at = melon({"cost_fn": "0", "cost_fp": "0"})
        assert condition(at) == "—"
        assert money(at) == [0] * 4
        assert "No mistake costs anything under this condition, so all thresholds are equally good." in captions(at)
        alt, figure = planes(at)
        assert "P(+)cost —" in alt
        assert "with normalised cost —." in alt
        # The handle of the condition needs a place to be dragged from.
        assert handle_values(figure)[1] == 0.5
        assert formula(at, "(2.24)").endswith(r"= \text{—}")
        assert areas(at) == ["0.271", "0.172", "0.159", "0.326", "0.124"]

    @pytest.mark.parametrize(
        ("cost_fn", "cost_fp", "z", "t"), [(0.0, 1.0, "0.000", "0.88"), (1.0, 0.0, "1.000", "0.42")]
    )
    def test_one_mistake_is_free(self, cost_fn, cost_fp, z, t):
        at = melon(cost_fn=cost_fn, cost_fp=cost_fp)
        assert (condition(at), best(at), money(at)[1]) == (z, t, 0)
        assert handle_values(planes(at)[1])[1] == float(z)

    @pytest.mark.parametrize("missing", ["positive", "negative"])
    def test_one_class_only(self, missing):
        """A class no row has, and weights that leave none of the other."""
        if missing == "positive":
            frame = pd.DataFrame({"y": ["a", "b"] * 2, "m:a": [0.9, 0.1, 0.5, 0.2], "m:b": [0.05, 0.8, 0.2, 0.4]})
            frame["m:c"] = 1 - frame["m:a"] - frame["m:b"]
            mine = own_file(frame, truth="y", scores=("m:a", "m:b", "m:c"))
            at = open_page(mine, positive="c", best_resampled=True)
        else:
            at = open_page(own([0.1, 0.2, 0.3, 0.4, 0.5, 0.6], w=[1.0, 0, 1, 0, 1, 0]), best_resampled=True)
        assert rules(at)[1] == ["—"] * 4
        assert f"No row is {missing}." in captions(at)
        assert at.button(key="take_best").disabled
        shown = [*captions(at), *[text.value for text in at.markdown[:4]], *charts(at), *rules(at)[0]]
        assert not [text for text in shown if re.search(r"\bnan\b", text)]
        assert set(areas(at)) == {"—"}


@pytest.mark.slow
class TestEverySample:
    @pytest.mark.parametrize("key", SAMPLES)
    def test_money_is_that_of_the_rows(self, key):
        at = open_page(address={"sample": key})
        rows = rows_of(key)
        setting = (5, 1, rows[0].mean())
        assert asked(at) == pytest.approx(setting)
        n_pos, n_neg = setting[2], 1 - setting[2]
        assert money(at) == pytest.approx(
            [per_thousand(rows, 0.5, setting), least(rows, setting), 5000 * n_pos, 1000 * n_neg], abs=1e-6
        )
        # The bars beside the planes say the same, whole.
        bars = next(alt for alt in charts(at) if alt.startswith("What 1,000 cases cost on these rows: "))
        assert f"at t = 0.5: {money(at)[0]:,.0f};" in bars
        # The label has six digits.
        assert per_thousand(rows, float(best(at)), setting) == pytest.approx(least(rows, setting), rel=1e-3)
        assert all(alt for alt in charts(at))
        assert len(at.latex) == 6 + (key == "digits")  # one of them the accuracy with weights

    @pytest.mark.parametrize("key", ["two-models", "card-fraud", "digits"])
    def test_in_chinese(self, key):
        at = open_page(address={"sample": key}, lang="zh", amounts="fn" if key == "card-fraud" else "none")
        assert at.title[0].value == "代价"
        texts = [e.value for kind in ("title", "markdown", "caption", "info", "warning") for e in at.get(kind)]
        kinds = ("button", "tab", "number_input", "slider", "toggle", "metric", "button_group")
        labels = [w.label for kind in kinds for w in at.get(kind)]
        english = {e.id for e in ENTRIES.values() if e.id != e.string}
        assert not english & {str(text) for text in [*texts, *labels]}
        (alt, figure), *_ = charts(at).items()
        assert re.search(r"[\u4e00-\u9fff]", alt)
        titles = [figure["layout"][axis]["title"]["text"] for axis in ("yaxis5", "xaxis3", "yaxis3")]
        assert all(re.search(r"[\u4e00-\u9fff]", title) for title in titles)

    @pytest.mark.parametrize("key", ["two-models", "breast-cancer"])
    def test_models_share_the_planes(self, key):
        at = open_page(address={"sample": key})
        names = [trace.get("name") or "" for trace in planes(at)[1]["data"]]
        shown = [name.partition("<br>")[0] for name in names if "<br>envelope area " in name]
        assert shown == list(SAMPLES[key].scores)
        pairs = len(shown) * (len(shown) - 1) // 2
        assert len([text for text in at.markdown if text.value.startswith("- ")]) == pairs

    def test_second_model_is_the_one_the_threshold_moves(self):
        at = open_page(address={"sample": "two-models"}, model="model_b")
        sample = SAMPLES["two-models"]
        frame = pd.read_csv(sample.path)
        rows = (frame["y"] == 1).to_numpy(), frame["model_b"].to_numpy()
        assert money(at)[0] == pytest.approx(per_thousand(rows, 0.5, (5, 1, rows[0].mean())), abs=1e-6)

    def test_fields_and_the_table_of_pairs_say_where_the_other_is(self):
        at = open_page(address={"sample": "digits"}, positive="8")
        said = [one.value for one in at.caption if "against the rest" in one.value]
        assert said == [
            "The costs above are of 8 against the rest. What each class costs that is taken for another is typed in "
            "*Compare*."
        ]
        assert any("one class against the rest" in one.value for one in at.markdown)
        assert not [one for one in open_page().caption if "against the rest" in one.value]

    def test_one_digit_against_the_rest(self):
        digit = "8"
        at = open_page(address={"sample": "digits"}, positive=digit)
        frame = pd.read_csv(SAMPLES["digits"].path, dtype={"digit": str})
        rows = (frame["digit"] == digit).to_numpy(), frame[f"logistic_regression:{digit}"].to_numpy()
        setting = (5, 1, rows[0].mean())
        assert money(at)[:2] == pytest.approx([per_thousand(rows, 0.5, setting), least(rows, setting)], abs=1e-6)

    def test_predicted_labels_leave_the_figure_to_a_score(self):
        at = open_page(address={"sample": "digits"}, model="naive_bayes" + loaded.LABELS, positive="8")
        assert at.caption[0].value.endswith("the curves belong to the models with scores.")
        assert len(money(at)) == 4

    def test_scores_for_the_other_class_bring_a_note_not_a_flip(self):
        at = melon(positive="0")
        assert len(at.warning) == 1
        assert "AUC" in at.warning[0].value
        assert not melon().warning

    def test_nothing_loaded_shows_the_lecture(self):
        at = open_page()
        assert asked(at) == (5, 1, 0.5)
        assert condition(at) == "0.833"
        assert money(at)[:1] == [1200]


def credit(**chosen):
    """Return 700 who pay and 300 who do not, with P(Good), as 1,000 German credits have them."""
    rng = np.random.default_rng(3)
    good = np.arange(1000) < 700
    score = (1 / (1 + np.exp(-(1.2 * good + rng.normal(size=1000))))).round(3)
    frame = pd.DataFrame({"truth": np.where(good, "Good", "Bad"), "P(Good)": score})
    rows = own_file(frame, truth="truth", scores=("P(Good)",), positive="Good")
    return (good, score), open_page(rows, costs=None, **chosen)


def labels(at):
    return [at.number_input(key=key).label for key in ("cost_fn", "cost_fp")]


@pytest.mark.slow
class TestCostsNobodyHasChosen:
    QUESTION = "Say what a miss and a false alarm cost: until then no threshold is best."

    def test_own_rows_open_with_a_question_and_no_number_of_money(self):
        _rows, at = credit()
        assert asked(at) == (None, None, 0.7)
        assert labels(at) == ["A missed Good costs", "A false alarm costs"]
        assert [info.value for info in at.info] == [self.QUESTION]
        assert not charts(at)
        assert not at.get("plotly_chart")
        assert not [key for key in ("take_best", "t") if key in {w.key for w in [*at.button, *at.number_input]}]
        texts = [e.value for kind in ("markdown", "caption", "info", "latex") for e in at.get(kind)]
        lesson = next(text for text in texts if text.startswith("## What it means"))
        assert not [text for text in texts if text != lesson and re.search("300|1,000", text)]
        assert [one.label for one in at.tabs] == ["Learn", "Exercises"]

    def test_a_click_begins_with_the_costs_of_samples(self):
        _rows, at = credit()
        (begin,) = (one for one in at.button if one.key == "usual_costs")
        assert begin.label == "Begin with 5 to 1"
        well(begin.click().run())
        assert asked(at) == (5, 1, 0.7)
        assert not at.info
        assert at.get("plotly_chart")
        # Where one of them is known nothing is offered for it.
        put(at, cost_fp=None)
        assert not [one for one in at.button if one.key == "usual_costs"]

    @pytest.mark.parametrize("mistake", ["fn", "fp"])
    def test_nothing_is_offered_for_a_mistake_that_costs_its_amount(self, mistake):
        frame = pd.DataFrame({"y": [1, 0, 1, 0], "s": [0.9, 0.2, 0.4, 0.6], "amount": [50.0, 20.0, 40.0, 30.0]})
        mine = own_file(frame, truth="y", scores=("s",), positive="1", amount="amount")
        at = open_page(mine, costs=None)
        assert [one for one in at.button if one.key == "usual_costs"]
        well(at.segmented_control(key="amounts").set_value(mistake).run())
        assert [info.value for info in at.info] == [self.QUESTION]
        assert not [one for one in at.button if one.key == "usual_costs"]
        assert [at.session_state[key] for key in ("cost_fn", "cost_fp")] == [None, None]

    def test_numbers_come_with_both_costs_and_are_those_of_the_rows(self):
        rows, at = credit()
        put(at, cost_fn=1.0)
        assert [info.value for info in at.info] == [self.QUESTION]
        assert not charts(at)
        put(at, cost_fp=5.0)
        assert not at.info
        setting = (1.0, 5.0, 0.7)
        wanted = [per_thousand(rows, 0.5, setting), least(rows, setting), 700, 1500]
        assert money(at) == pytest.approx(wanted, abs=1e-6)
        assert 300 not in money(at)
        assert rules(at)[0][2:] == ["always Bad", "always Good"]
        # Refusing everybody costs 1 for each good one; how many these are is estimated from 1,000 rows.
        assert rules(at)[2][2] == "[671, 728]"
        assert ends(at)[2] == pytest.approx([670.9, 727.6], abs=0.05)
        put(at, cost_fp=None)
        assert [info.value for info in at.info] == [self.QUESTION]
        assert not charts(at)

    def test_after_a_sample_the_prevalence_is_that_of_the_rows(self):
        _rows, at = credit(rows_prevalence=0.5)
        assert asked(at) == (None, None, 0.7)

    def test_costs_stay_with_the_classes_they_were_set_for(self):
        _rows, at = credit()
        put(at, cost_fn=1.0, cost_fp=5.0)
        before = money(at)
        at.session_state["positive"] = "Bad"
        well(at.run())
        assert labels(at) == ["A missed Bad costs", "A false alarm costs"]
        assert asked(at)[:2] == (5, 1)
        assert money(at)[2:] == pytest.approx(before[:1:-1])

    def test_address_neither_gives_them_costs_nor_holds_theirs(self):
        _rows, at = credit()
        at.query_params["cost_fn"] = "4"
        well(at.run())
        assert asked(at)[:2] == (None, None)
        assert at_address(at, "cost_fn") is None
        put(at, cost_fn=3.0, cost_fp=2.0, prevalence=0.2)
        assert [at_address(at, name) for name in ("cost_fn", "cost_fp", "prevalence")] == [None] * 3

    def test_another_class_of_many_has_costs_of_its_own(self):
        frame = pd.DataFrame({"y": ["a", "b", "c"] * 4, "m:a": [0.6, 0.2, 0.1] * 4, "m:b": [0.3, 0.5, 0.2] * 4})
        frame["m:c"] = 1 - frame["m:a"] - frame["m:b"]
        at = open_page(own_file(frame, truth="y", scores=("m:a", "m:b", "m:c")), costs=None)
        assert labels(at) == [
            "A missed positive costs",
            "A false alarm costs",
        ]
        put(at, cost_fn=2.0, cost_fp=1.0)
        assert rules(at)[0][2:] == ["never a", "always a"]
        at.session_state["positive"] = "b"
        well(at.run())
        assert asked(at)[:2] == (None, None)

    def test_long_names_are_shortened_and_stay_text(self):
        frame = pd.DataFrame(
            {"y": ["**certainly malignant**", "[no](http://xy)"] * 3, "s": [0.9, 0.1, 0.8, 0.2, 0.4, 0.6]}
        )
        at = open_page(own_file(frame, truth="y", scores=("s",), positive="**certainly malignant**"), costs=None)
        assert labels(at)[0].replace("\u200b", "") == r"A missed \*\*certainly m… costs"

    @pytest.mark.parametrize("lang", ["en", "zh"])
    def test_in_words_of_the_language(self, lang):
        _rows, at = credit(lang=lang)
        assert (
            labels(at)[0]
            == {
                "en": "A missed Good costs",
                "zh": "漏判Good的代价",
            }[lang]
        )
        put(at, cost_fn=1.0, cost_fp=5.0)
        assert rules(at)[0][2] == {"en": "always Bad", "zh": "一律判为Bad"}[lang]


@pytest.mark.slow
class TestOwnData:
    @pytest.mark.parametrize("lang", ["en", "zh"])
    def test_regression_has_no_costs(self, lang):
        frame = pd.DataFrame({"y": [1.5, 2.25, 3.75, 8.5], "model": [1.4, 2.0, 4.1, 8.0]})
        at = open_page(own_file(frame, truth="y", scores=("model",)), lang=lang)
        (info,) = at.info
        assert info.value.startswith("What is loaded predicts a number") == (lang == "en")
        assert not charts(at)
        assert not at.get("plotly_chart")

    def test_labels_only(self):
        frame = pd.DataFrame({"y": [1, 0, 1, 0], "p": [1, 0, 0, 0]})
        at = open_page(own_file(frame, truth="y", labels=("p",), positive="1"))
        (table,) = at.dataframe
        assert table.value.iloc[0].tolist()[1:] == ["0.000", "0.500", "1.000"]
        (chart,) = at.get("plotly_chart")
        assert '"x":[0.0]' in chart.proto.spec

    @pytest.mark.parametrize(
        "score",
        [[3.0] * 6, [1e-20, 2e-20, 3e-20] * 2, [-1e300, 0, 1e300] * 2],
        ids=["constant", "tiny", "huge"],
    )
    def test_any_range_of_scores(self, score):
        at = open_page(own(score), way_score_driven=True, way_rate_driven=True, best_resampled=True)
        rows, setting = (np.array([1, 0, 1, 0, 1, 0]) == 1, np.array(score)), (5, 1, 0.5)
        t = at.number_input(key="t").value
        assert money(at) == pytest.approx([per_thousand(rows, t, setting), least(rows, setting), 2500, 500], abs=1e-6)
        button = at.button(key="take_best")
        # Of one score alone the threshold is the best one already.
        assert button.disabled == (len(set(score)) == 1)
        if not button.disabled:
            well(button.click().run())
        assert money(at)[0] == money(at)[1]

    def test_scores_that_are_no_probabilities_say_so(self):
        score = [0.0, 1.5, 0.2, 0.4, 0.6, 0.8]
        at = open_page(own(score), way_score_driven=True)
        # By the way of choosing that was asked for, the areas, the calibration, the decision curve.
        assert captions(at).count(NOT_PROBABILITIES) == 4
        assert areas(at)[1] == "—"
        assert "—" not in areas(at)[2:]
        inside = open_page(own(np.clip(score, 0, 1)))
        assert NOT_PROBABILITIES not in captions(inside)

    def test_constant_scores(self):
        at = open_page(own([0.5] * 6))
        assert money(at) == [500, 500, 2500, 500]
        assert areas(at) == ["0.500", "0.250", "0.333", "0.500", "0.250"]
        assert best(put(at, cost_fn=0.5)) == "∞"

    def test_weights(self):
        rng = np.random.default_rng(5)
        y, s, w = rng.integers(0, 2, 300), rng.random(300).round(2), rng.random(300)
        at = open_page(own(s, y=y, w=w), best_resampled=True)
        setting = (5, 1, np.average(y, weights=w))
        rows = (y == 1, s)
        assert asked(at) == pytest.approx(setting)
        assert money(at)[:2] == pytest.approx([per_thousand(rows, 0.5, setting, w), least(rows, setting, w)], abs=1e-6)
        # No interval, and the reason for it: of the money, and of the best threshold.
        assert rules(at)[2] == ["—"] * 4
        assert len([c for c in captions(at) if c.startswith("The rows are weighted")]) >= 2
        assert not [text for text in at.markdown if re.search(r"\bnan\b", text.value)]

    def test_many_rows(self):
        rng = np.random.default_rng(6)
        y = rng.integers(0, 2, 100_000)
        s = rng.normal(size=100_000) + y
        at = open_page(own(s, y=y))
        sent = next(iter(at.get("plotly_chart"))).proto.spec
        assert len(sent.encode()) <= 260_000
        t = at.number_input(key="t").value
        assert money(at)[0] == pytest.approx(per_thousand((y == 1, s), t, (5, 1, y.mean())), abs=1e-6)

    def test_names_from_a_file_stay_text(self):
        nasty = ["<img src=x onerror=alert(1)>", "**:material/delete:** $x$ [a](http://b)"]
        models = ["<b>m</b> %{x}", "a_b [c](http://d) :material/delete:"]
        frame = pd.DataFrame({"y": nasty * 3, models[0]: [0.9, 0.1, 0.8, 0.2, 0.4, 0.6]})
        frame[models[1]] = frame[models[0]] ** 2
        at = open_page(own_file(frame, truth="y", scores=models, positive=nasty[0]))
        shown = " ".join(e.value for kind in ("title", "markdown", "caption") for e in at.get(kind))
        assert "<img" not in shown.replace(r"\<img", "")
        assert "<b>" not in shown.replace(r"\<b\>", "")
        assert ":material/delete:" not in shown
        assert "](http" not in shown
        for figure in charts(at).values():
            for trace in figure["data"]:
                # What groups entries of the legend is never shown.
                trace.pop("legendgroup", None)
            assert "<img" not in json.dumps(figure)
            assert "<b>" not in json.dumps(figure)
        # Shown as it is in the file: a figure knows no backslashes.
        names = [str(trace.get("name")) for figure in charts(at).values() for trace in figure["data"]]
        assert any(name.startswith("&lt;b&gt;m&lt;/b&gt;") for name in names)


class TestPlanes:
    """The first picture has no plane; what is asked of one opens them, and closing them takes it back."""

    def test_a_link_of_a_plane_opens_it(self):
        for address in ({}, {"way_whole": "1"}, {"cost_units": "money"}, {"cost_planes": "1"}):
            at = AppTest.from_file(str(PAGE), default_timeout=60)
            for key, value in {"sample": "melon-20", **address}.items():
                at.query_params[key] = value
            at = well(at.run())
            assert at.session_state["cost_planes"] is bool(address)

    def test_planes_that_are_closed_take_what_was_asked_of_them_along(self):
        at = melon({"way_whole": "1"})
        assert at.toggle(key="cost_planes").value
        at = well(at.toggle(key="cost_planes").set_value(False).run())
        assert not at.toggle(key="cost_planes").value
        assert not at.session_state["way_whole"]


@pytest.mark.parametrize("opened", [False, True])
def test_where_nothing_is_at_stake_no_threshold_is_called_the_best_one(opened):
    at = open_page(address={"sample": "lecture-20", "cost_fn": "0", "cost_fp": "0"}, cost_planes=opened)
    _alt, figure = planes(at)
    live = handles(figure)
    texts = [trace.get("text") for trace in figure["data"]]
    texts += [part.get("text") for part in live["threshold"]["parts"]]
    assert "best" not in json.dumps(texts)
    assert ("condition" in live) == opened
    if opened:
        assert live["condition"]["unset"]
    told = [*charts(at), *captions(at)]
    assert not [text for text in told if re.search(r"best t\b|threshold there is [^—]|equally good: t|Regret", text)]
    assert rules(at)[0] == ["at t = 0.5", "at the best t = —", "always negative", "always positive"]


@pytest.mark.parametrize(
    ("asked", "kind", "is_disabled", "label"),
    [
        # On new ones the best threshold may cost more, or less by chance, or as much.
        ({"sample": "breast-cancer", "cost_fn": "10", "cost_fp": "1", "t": "0.2"}, "secondary", False, "Try it"),
        ({"sample": "breast-cancer", "cost_fn": "1", "cost_fp": "1", "t": "0.7"}, "secondary", False, "Try it"),
        # To look at no score costs less still.
        ({"sample": "lecture-20"}, "secondary", False, "Try it"),
        # Above all scores: 1,412 less, more than chance alone would do; but that rule does better.
        ({"sample": "lecture-20", "t": "0.88"}, "secondary", False, "Try it"),
        # 143 less, and no rule without a score does better.
        ({"sample": "breast-cancer", "cost_fn": "5", "cost_fp": "1", "t": "0.9"}, "primary", False, "Use it"),
        ({"sample": "lecture-20", "t": "0.3"}, "secondary", True, None),
        # Of rows by cases nothing is known of new ones.
        ({"sample": "repeated"}, "secondary", False, "Use it"),
        ({"sample": "lecture-20", "cost_fn": "0", "cost_fp": "0"}, None, None, None),
    ],
)
def test_the_button_advises_what_the_answer_does(asked, kind, is_disabled, label):
    at = AppTest.from_file(str(PAGE), default_timeout=60)
    for key, value in asked.items():
        at.query_params[key] = value
    well(at.run())
    said = next(one.value for one in at.markdown if "(#hold-" in one.value or "nothing is at stake" in one.value)
    found = [one for one in at.button if one.key == "take_best"]
    if kind is None:
        assert not found
        assert said.endswith("At these costs nothing is at stake.")
        return
    assert [(one.proto.type, one.disabled) for one in found] == [(kind, is_disabled)]
    assert bool(re.search(r"; on new rows about \S+, \S+ less\.$", said)) == (kind == "primary")
    assert said.endswith("not known.") == (asked["sample"] == "repeated")
    if label is not None:
        # What costs as much as now on new ones, or more, or more than a rule without a score, is not said to be of use.
        assert found[0].label == label
        assert bool(re.search(r", (?:perhaps )?\S+ more\b|as much as now|But .* costs", said)) == (label == "Try it")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_on_a_phone_the_sentence_is_the_same_and_short(lang):
    for t in (0.5, 0.1):  # less by chance, and more
        wide, narrow = (
            next(
                one.value
                for one in open_page(address={"sample": "lecture-20", "t": str(t)}, lang=lang, page_narrow=on).markdown
                if "(#hold-" in one.value
            )
            for on in (False, True)
        )
        assert narrow == wide
        # Of new rows alone: what is less or more there is so than now.
        of_new = {
            "en": r"; on new rows about (\S+), perhaps \S+ (less|more)\.",
            "zh": "；在新样本上约为(\\S+)，比现在(少|多)",
        }
        said = re.search(of_new[lang], narrow)
        assert said[2] in ({"en": "less", "zh": "少"}[lang] if t == 0.5 else {"en": "more", "zh": "多"}[lang])
        two = re.sub(r":gray-badge\[.*?\] | But .*|\(#[^)]*\)|t\s=\s", "", narrow)
        assert lang == "zh" or len(two.split()) <= 30


@pytest.mark.parametrize("planes", [False, True])
@pytest.mark.parametrize(("prevalence", "known"), [("0.5", ["precision", "recall", "F1"]), ("0.1", ["recall"])])
def test_the_bar_at_the_foot_has_no_precision_of_another_prevalence(prevalence, known, planes):
    at = open_page(address={"sample": "lecture-20", "prevalence": prevalence}, cost_planes=planes)
    live = json.loads(json.loads(at.get("plotly_chart")[0].proto.spec)["layout"]["meta"]["live"])
    handle = next(one for one in live["handles"] if one["name"] == "threshold")
    assert [name for name, _texts in handle["summary"]] == known


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (10.0, "A prevalence is a share above 0 and below 1; got 10. 10% is 0.1."),
        (12.5, "A prevalence is a share above 0 and below 1; got 12.5. 12.5% is 0.125."),
        (0.0, "A prevalence is a share above 0 and below 1; got 0."),
        (1.0, "A prevalence is a share above 0 and below 1; got 1."),
        (-0.1, "A prevalence is a share above 0 and below 1; got −0.1."),
        (300.0, "A prevalence is a share above 0 and below 1; got 300."),
        (None, "A prevalence is a share above 0 and below 1; the field was empty. 0.2 stays."),
    ],
)
def test_what_is_no_prevalence_is_answered_and_changes_nothing(typed, said):
    at = open_page(address={"sample": "lecture-20", "prevalence": "0.2"})
    before = [one.value for one in at.markdown]
    at.number_input(key="prevalence").set_value(typed).run()
    assert not at.exception
    assert [one.value for one in at.error] == [said]
    assert at.number_input(key="prevalence").value == 0.2
    assert [one.value for one in at.markdown] == before
    # What is one is taken after that, and nothing is refused any more.
    well(at.number_input(key="prevalence").set_value(0.1).run())
    assert at.number_input(key="prevalence").value == 0.1


@pytest.mark.parametrize("p", ["0.00001", "0.99999", "0.123456"])
def test_what_stays_and_what_was_typed_are_written_alike(p):
    at = open_page(address={"sample": "lecture-20", "prevalence": p})
    for typed, said in ((None, f"the field was empty. {p} stays."), (12.34567, "12.34567% is 0.1234567.")):
        at.number_input(key="prevalence").set_value(typed).run()
        assert next(one.value for one in at.error).endswith(said)


def test_two_fields_can_refuse_at_once():
    at = AppTest.from_file(str(PAGE), default_timeout=60)
    for key, value in {"sample": "lecture-20", "cost_tp": "9"}.items():
        at.query_params[key] = value
    at.run()
    at.number_input(key="prevalence").set_value(10.0).run()
    assert not at.exception
    assert len(at.error) == 2


def test_a_prevalence_beyond_what_the_field_takes_becomes_the_nearest():
    at = open_page(address={"sample": "lecture-20"})
    well(at.number_input(key="prevalence").set_value(1e-9).run())
    assert at.number_input(key="prevalence").value == 1e-6
    assert any("this is the nearest" in one.value for one in at.caption)


def test_what_is_no_prevalence_is_answered_in_chinese_and_before_costs_are_chosen():
    at = open_page(address={"sample": "lecture-20"}, lang="zh")
    at.number_input(key="prevalence").set_value(10.0).run()
    assert [one.value for one in at.error] == ["正例占比须大于0且小于1，而填的是10。10%应写作0.1。"]
    at = open_page(own((0.1, 0.2, 0.3, 0.4, 0.5, 0.6)), costs=None)
    at.number_input(key="prevalence").set_value(10.0).run()
    assert [one.value for one in at.error] == ["A prevalence is a share above 0 and below 1; got 10. 10% is 0.1."]
