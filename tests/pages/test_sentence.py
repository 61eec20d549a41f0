"""The sentence a figure carries for each step of the threshold is the one the page says there."""

import json
import math
import re

import pytest
from streamlit.testing.v1 import AppTest

from evalcore import costs, curves, metrics
from evalcore.calibration import calibration
from evalcore.counts import threshold_counts
from evalcore.views.answers import line_end
from tests.evalcore.golden import LECTURE_SCORE, LECTURE_TRUTH
from tests.pages.test_groups import open_groups
from tests.tiers import thorough
from tests.ui.costs.sections import section
from ui.live.sentence import pieces, unbroken
from ui.session import samples
from ui.session.loaded import sample as samples_of
from ui.shared.numbers import interval

pytestmark = pytest.mark.slow

PAGES = samples.FOLDER.parent / "pages"
LECTURE = threshold_counts(LECTURE_TRUTH, LECTURE_SCORE)


def opened(page, **state):
    at = AppTest.from_file(str(PAGES / f"{page}.py"), default_timeout=60)
    at.query_params["sample"] = "lecture-20"
    for key, value in state.items():
        at.session_state[key] = value
    at.run()
    assert not at.exception
    return at


def carried(at):
    """Return what the figure carries for each exact threshold."""
    live = json.loads(json.loads(at.get("plotly_chart")[0].proto.spec)["layout"]["meta"]["live"])
    handle = next(one for one in live["handles"] if one["name"] == "threshold")
    assert len(handle["sentences"]) == len(handle["values"])
    return dict(zip(handle["values"], handle["sentences"], strict=True))


def sentence(at):
    """Return the answer of the page, behind the badge of a sample."""
    said = next(one.value for one in at.markdown if "(#hold-threshold)" in one.value)
    return pieces(re.sub(r"^:\w+-badge\[.*?\] ", "", said))


def without_chance(found):
    """Return the sentence of costs without how sure it is what is saved, which is drawn once the handle is let go."""
    at = next((k for k, one in enumerate(found) if isinstance(one, list) and one[1].count("_") == 4), None)
    if at is None:  # of these rows alone, or as much
        return found
    # Every second piece is bold: what is sure, which is not said to be chance.
    is_sure = at % 2 == 1
    begin = at - (1 if is_sure else 2)
    by_chance = (
        r"(?:, (?P<en>perhaps )?[\d,]+ (?:more|less)|，比现在[多少][\d,]+(?P<zh>，可能只是偶然)?)"
        r"(?P<end>[.。](?: ?[B但].*)?)$"
    )
    end = joined(found[begin:])
    how_sure = re.search(by_chance, end)
    assert (how_sure["en"] is how_sure["zh"] is None) == is_sure
    return [*found[:begin], end[: how_sure.start()] + how_sure["end"]]


def joined(found):
    """Return pieces as text."""
    return "".join(piece if isinstance(piece, str) else piece[0] for piece in found)


# Of how many steps a handle is asked: of some in each run, of all in the thorough one.
SOME, ALL = 12, 10_000


def some(steps, most):
    """Return so many steps at most, evenly spread, and the last one."""
    return [*steps[: -1 : math.ceil(len(steps) / most)], steps[-1]]


@pytest.mark.parametrize(("lang", "most"), [("en", SOME), thorough("en", ALL), thorough("zh", ALL)])
@pytest.mark.parametrize("page", ["confusion_matrix", "curves", "costs", "calibration"])
def test_each_step_says_what_the_page_says_there(page, lang, most):
    for value, held in some(list(carried(opened(page, lang=lang)).items()), most):
        marked = sentence(opened(page, lang=lang, t=float(value)))
        # With what can be taken hold of, and the ends of the intervals.
        assert held == (without_chance(marked) if page == "costs" else marked)
        links = [piece[1] for piece in held if isinstance(piece, list)]
        assert "#hold-threshold" in links
        assert ("#hold-condition" in links) == (page == "costs")


@pytest.mark.parametrize(
    ("lang", "said", "never"),
    [
        ("en", "But always positive costs 500.", "But always negative costs 500."),
        ("zh", "但一律判为正例只需500。", "但一律判为反例只需500。"),
    ],
)
def test_costs_say_that_always_positive_costs_less_than_the_best_threshold_will(lang, said, never):
    known = carried(opened("costs", lang=lang))
    assert len(known) > 10
    # It is said at every step, as the best threshold costs about 838 on new rows wherever the handle stands.
    assert all("838" in joined(held) and joined(held).endswith(said) for held in known.values())
    for t in (0.3, 0.5):
        assert joined(sentence(opened("costs", lang=lang, t=t))).endswith(said)
    turned = joined(sentence(opened("costs", lang=lang, cost_fn=1.0, cost_fp=5.0)))
    assert turned.endswith(never)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_without_a_smooth_curve_each_step_names_its_bin(lang):
    """Two of these scores are 0 or 1, and a bin may be wide."""
    asked = {"sample": "breast-cancer", "lang": lang}
    known = carried(view_at("calibration", **asked))
    inside = [(value, held) for value, held in known.items() if 0 <= float(value) <= 1]
    for value, held in inside[:: math.ceil(len(inside) / 6)]:
        assert held == sentence(view_at("calibration", **asked, t=value))
        assert "#hold-threshold" in [piece[1] for piece in held if isinstance(piece, list)]
    predictions = samples_of("breast-cancer").predictions
    bins = calibration(predictions.y_true, next(iter(predictions.scores.values())))
    for value, held in inside:
        t, said = float(value), joined(held)
        of = [k for k in range(len(bins.n)) if bins.edges_low[k] <= t <= bins.edges_high[k]]
        if of:
            assert f"{bins.share[of[-1]]:.3f}" in said
            assert any(f"{bins.n[k]} rows" in said or f"{bins.n[k]}个样本" in said for k in of)
    at_half = {"en": "of the 57 rows that score 0.167 to 0.971 (mean 0.62), 0.632 are positive [0.502, 0.745]."}
    at_half["zh"] = "得分在0.167到0.971之间（平均0.62）的57个样本中，正例占0.632 [0.502, 0.745]。"
    assert joined(known["0.5"]).endswith(at_half[lang])


def bars(held):
    """Return what stands above each bar of a sentence, and the ends that are said of it."""
    return [(piece[0], piece[1]) for piece in held if isinstance(piece, list) and "#between-" in piece[1]]


def below(low, at, high):
    """Return what a share with this interval links to."""
    places = "-".join(str(round(100 * value)) for value in (low, at, high))
    return f"#between-{places}-{interval(low, high)[1:-1].replace(', ', '_')}_1"


def test_the_bars_of_the_matrix_are_the_intervals_of_the_readings():
    known = carried(opened("confusion_matrix"))
    for value, held in known.items():
        found = {one.name: one for one in metrics.readings(LECTURE.at(float(value)), names=("recall", "precision"))}
        recall, precision = found["recall"], found["precision"]
        wanted = [below(recall.low, recall.value, recall.high)]
        if not math.isnan(precision.value):
            wanted.append(below(1 - precision.high, 1 - precision.value, 1 - precision.low))
        assert [to for _said, to in bars(held)] == wanted


@pytest.mark.parametrize(("show", "first"), [("roc_pr", "recall"), ("det", "fnr")])
def test_the_bars_of_the_curves_are_the_intervals_of_the_readings(show, first):
    auc = curves.auc_interval_from_counts(LECTURE)
    of_auc = below(auc.robust_low, auc.auc, auc.robust_high)
    for value, held in carried(opened("curves", curves_show=show)).items():
        found = {one.name: one for one in metrics.readings(LECTURE.at(float(value)), names=(first, "fpr"))}
        wanted = [below(found[name].low, found[name].value, found[name].high) for name in (first, "fpr")]
        assert [to for _said, to in bars(held)] == [of_auc, *wanted]


def test_the_bar_of_costs_is_the_interval_and_ends_where_no_score_is_looked_at():
    asked = {"cost_fn": 5.0, "cost_fp": 1.0}
    best = costs.best_threshold(LECTURE, **asked)
    seen = set()
    for value, held in carried(opened("costs", **asked)).items():
        rules = costs.rule_costs(LECTURE, float(value), best, **asked)
        now, most = rules.current, min(rules.always_negative.cost, rules.always_positive.cost)
        if now.high > most:
            most = line_end(0, now.high)
        if LECTURE.index_of(float(value)) == LECTURE.index_of(best.threshold):
            # For the best one on these rows it would be too narrow.
            assert not bars(held)
            continue
        ((said, to),) = bars(held)
        places, (low, high, end) = to.split("-")[1:4], [float(t.replace(",", "")) for t in to.split("-")[4].split("_")]
        assert (low, high, end) == pytest.approx((now.low, now.high, most), abs=0.5)
        assert float(said.replace(",", "")) == pytest.approx(now.cost, abs=0.5)
        wanted = [min(100 * part / most, 100) for part in (now.low, now.cost, now.high)]
        assert [float(place) for place in places] == pytest.approx(wanted, abs=1)
        seen.add(to)
    assert len(seen) > 2


# Each question of the page of tests with the handles of its figure, and what each sets.
TESTS = (
    ({"question": "one"}, {"rate": "one_bar", "rows": "one_rows", "errors": "one_errors", "alpha": "alpha"}),
    (
        {"question": "one", "one_side": "two-sided", "one_rows": "2000", "one_errors": "640"},
        {"rate": "one_bar", "alpha": "alpha"},
    ),
    ({"question": "one", "one_test": "t"}, {"rate": "one_mean_bar", "alpha": "alpha"}),
    ({"question": "two"}, {"e01": "two_e01", "e10": "two_e10", "alpha": "alpha"}),
    ({"question": "two", "two_method": "corrected"}, {"alpha": "alpha"}),
    ({"question": "folds"}, {"alpha": "alpha", "ratio": "folds_ratio"}),
    ({"question": "folds", "folds_kind": "halves"}, {"alpha": "alpha"}),
    ({"question": "many", "many_table": "errors"}, {"alpha": "alpha"}),
    ({"question": "many", "many_table": "errors", "groups": "holm"}, {"alpha": "alpha"}),
    ({"question": "lies"}, {"alpha": "alpha"}),
)
# A view, its handle and what that sets; each answers from numbers that it has.
OTHERS = (
    ("resampling", {"ev_view": "bootstrap"}, "size", "ev_m"),
    ("regression", {"re_view": "errors"}, "tolerance", "re_d"),
    ("resampling", {"ev_view": "spread"}, "setting", "ev_share"),
    ("hypotheses", {"ml_view": "space"}, "seen", "ml_seen"),
    ("hypotheses", {"ml_view": "space", "ml_search": "up", "ml_tried": "2"}, "tried", "ml_tried"),
    ("hypotheses", {"ml_view": "bias"}, "seen", "ml_known"),
    ("hypotheses", {"ml_view": "lunch", "ml_tilt": "0.3"}, "tilt", "ml_tilt"),
    ("hypotheses", {"ml_view": "occam"}, "wiggle", "ml_wiggle"),
    ("hypotheses", {"ml_view": "occam"}, "truth", "ml_truth"),
    ("bias_variance", {"bv_view": "zero_one"}, "flexibility", "bv01_tree"),
    ("bias_variance", {"bv_view": "squared"}, "complexity", "bv_polynomial"),
    ("bias_variance", {"bv_show": "learning"}, "points", "bv_n"),
    *(("significance", asked, handle, key) for asked, handles in TESTS for handle, key in handles.items()),
)
# A view, where all its handles stand, and one of them with what it sets.
LINE = {"re_view": "line", "re_w": "1.7", "re_b": "-2.5", "re_y": "9"}
STEPS = (
    ("regression", LINE, "slope", "re_w"),
    ("regression", {**LINE, "re_loss": "huber"}, "intercept", "re_b"),
    ("regression", LINE, "outlier", "re_y"),
    ("bias_variance", {"bv_view": "descent"}, "features", "bv_dd_ratio"),
    ("regression", {"re_view": "use", "re_data": "two_regions"}, "tilt", "re_tilt"),
)
# A view and its handle, which changes the figure and not the sentence: that stays, and is not dimmed.
STILL = (
    ("regression", {"re_view": "use", "re_data": "diabetes", "re_x": "bmi"}, "tilt"),
    ("resampling", {"ev_view": "tuning"}, "setting"),
    ("resampling", {"ev_view": "tuning", "ev_tuned": "threshold"}, "setting"),
    ("bias_variance", {"bv_view": "squared", "bv_show": "all"}, "x0"),
)


def view_at(page, **address):
    at = AppTest.from_file(str(PAGES / f"{page}.py"), default_timeout=60)
    for key, value in address.items():
        at.query_params[key] = value
    at.run()
    assert not at.exception
    return at


def handle_of(at, name):
    """Return the handle of the first figure with a name, as the browser is told."""
    live = json.loads(json.loads(at.get("plotly_chart")[0].proto.spec)["layout"]["meta"]["live"])
    return next(one for one in live["handles"] if one["name"] == name)


def sentences_of(at):
    """Return what may be the answer of the page: Markdown without formulas and links that lead away."""
    plain = (re.sub(r"^:\w+-badge\[.*?\] ", "", one.value) for one in at.markdown)
    return [one for one in plain if not re.search(r"[`$]|\]\((?!#)", one)]


@pytest.mark.parametrize(("page", "asked", "handle"), STILL)
def test_what_no_step_changes_is_said_at_each(page, asked, handle):
    at = view_at(page, **asked)
    (said,) = {json.dumps(held) for held in handle_of(at, handle)["sentences"]}
    assert json.loads(said) in [pieces(unbroken(one)) for one in sentences_of(at)]


@pytest.mark.parametrize(("lang", "most"), [("en", 3), thorough("en", ALL), thorough("zh", ALL)])
@pytest.mark.parametrize("case", [*STEPS, *OTHERS])
def test_each_step_of_another_handle_says_what_the_page_says_there(case, lang, most):
    page, asked, handle, key = case
    found = handle_of(view_at(page, **asked, lang=lang), handle)
    steps = list(zip(found["values"], found["sentences"], strict=True))
    assert len({joined(held) for _value, held in steps}) > 1
    for value, held in [*some(steps, most), steps[found["active"]]]:
        then = {**asked, key: value}
        if handle == "rows":
            # The share of errors stays.
            then["one_errors"] = str(round(6 / 10 * int(value)))
        there = [pieces(unbroken(one)) for one in sentences_of(view_at(page, **then, lang=lang))]
        assert held in there, (value, held)
        # A test that looks at the other side has no use for the level.
        looks_away = page != "significance" or re.search("the other side|另一边", joined(held))
        assert looks_away or "#hold-alpha" in [piece[1] for piece in held if isinstance(piece, list)]


@pytest.mark.parametrize(
    ("page", "asked", "number", "handle"),
    [
        ("resampling", {"ev_view": "spread", "ev_share": "0.2"}, "20%", "setting"),
        ("resampling", {"ev_view": "spread", "ev_method": "kfold"}, "10", "setting"),
        ("hypotheses", {"ml_view": "space", "ml_seen": "2"}, "2", "seen"),
        ("bias_variance", {"bv_view": "descent"}, "12", "features"),
        ("regression", {"re_view": "use", "re_data": "two_regions", "re_tilt": "-0.5"}, "−0.5", "tilt"),
        ("regression", LINE, "1.7", "slope"),
        ("regression", LINE, "− 2.5", "intercept"),
        ("hypotheses", {"ml_view": "space", "ml_search": "up", "ml_tried": "2"}, "2", "tried"),
        ("hypotheses", {"ml_view": "bias", "ml_known": "1"}, "1", "seen"),
        ("hypotheses", {"ml_view": "lunch", "ml_tilt": "0.3"}, "0.3", "tilt"),
        ("hypotheses", {"ml_view": "occam"}, "0.8", "wiggle"),
        ("bias_variance", {"bv_show": "learning"}, "25", "points"),
        ("bias_variance", {"bv_view": "zero_one"}, "d = 1", "flexibility"),
        ("bias_variance", {"bv_view": "squared"}, "d = 3", "complexity"),
        ("bias_variance", {"bv_view": "squared", "bv_learner": "ridge"}, "λ = 0.1", "complexity"),
    ],
)
def test_what_a_handle_sets_is_a_number_of_the_sentence(page, asked, number, handle):
    at, number = view_at(page, **asked), unbroken(number)
    assert any(f"[{number}](#hold-{handle})" in one for one in sentences_of(at))
    found = handle_of(at, handle)
    held = [piece for piece in found["sentences"][found["active"]] if isinstance(piece, list)]
    assert [number, f"#hold-{handle}"] in held


def test_what_is_typed_on_a_number_is_taken_where_it_is_one():
    at = AppTest.from_function(_type_numbers)
    at.run()
    assert not at.exception
    three, typed = ["0.4"] * 3, ["0.25", "0", "0", "12", "1000", "1000"]
    assert [one.value for one in at.text] == ["0.01", "0.02", "0.02", "0.02", "0.2", "0.001", *three, *typed]


def _type_numbers():
    import streamlit as st  # noqa: PLC0415 - the app runs this text alone

    from ui.regression import data  # noqa: PLC0415
    from ui.resampling import draws  # noqa: PLC0415
    from ui.session import fields  # noqa: PLC0415
    from ui.significance import controls  # noqa: PLC0415
    from ui.significance.one import controls as one  # noqa: PLC0415

    for said in ("0.01", "0,02", "x", "nan", "5", "0"):
        controls.type_alpha(said)
        st.text(st.session_state["alpha"])
    for said in ("0,4", "1.5", "x"):
        one.type_bar(said)
        st.text(st.session_state["one_bar"])
    for said in ("0,25", "-1", "x"):
        fields.take_typed(data.TOLERANCE, said)
        st.text(st.session_state["re_d"])
    for said in ("12", "1,000.7", "x"):
        fields.take_typed(draws.M, said)
        st.text(st.session_state["ev_m"])


CONDITIONS = """
import streamlit as st
from ui.costs import controls, figure, money, options, sections, while_held, words
from ui.costs.setting import sample_prevalence
chosen, by = options.Options(by_prevalence={by_prevalence}), {by_prevalence}
steps = [k / 100 for k in range(1, 100)]
for step in steps:
    then = controls.held(repr(step), setting, by_prevalence=by)
    carried = words.at_condition(then, money.least(counted, then), counted, by_prevalence=by)
    (told,) = while_held.at([then], money.at_conditions(counted, 0.5, [then]), counted, chosen)
    controls.moved(repr(step), setting, by_prevalence=by)
    fields = {name: st.session_state[name] for name in ("cost_fn", "cost_fp", "prevalence") if name in st.session_state}
    costs = {name: value for name, value in fields.items() if name != "prevalence"}
    p = fields.get("prevalence", setting.prevalence)
    at_rest = dataclasses.replace(
        setting,
        matrix=dataclasses.replace(setting.matrix, **costs),
        prevalence=p,
        sampled=p == sample_prevalence(lead),
    )
    said = sections._answer(counted, at_rest, chosen, 0.5).sentence
    best = figure.best(counted, at_rest)
    known = f"{1000 * best.cost}|{words.shown(best.threshold, counted.counts)}"
    st.text("|".join((carried, said, told, known)))
"""


@pytest.mark.parametrize("by_prevalence", [False, True])
def test_each_step_of_the_condition_says_what_the_page_says_there(by_prevalence):
    script = CONDITIONS.replace("{by_prevalence}", str(by_prevalence))
    at = section("import dataclasses" + script, sample="two-models")
    found = [one.value.split("|") for one in at.text]
    assert len(found) == 99
    for carried, said, told, there, best in found:
        stake = carried[: carried.index(" Best on these rows")]
        assert "(#hold-condition)" in stake
        assert said.startswith(stake)
        cost, at_best = re.search(r"rows: ([\d,.]+) per 1,000 cases at t = (\S+)\.$", carried).groups()
        assert at_best == best
        digits = len(cost.partition(".")[2])
        assert float(cost.replace(",", "")) == pytest.approx(float(there), abs=0.51 * 10**-digits), (carried, said)
        is_best = "the least on these rows" in said
        assert is_best or re.search(rf"at the best t = {re.escape(best)}, [\d,.]+ here; on new rows about ", said)
        # Once the page has told where t stands all is said that is known of these rows, the interval of its cost too.
        of_these = re.sub(r"(; on new rows| But (never|always)).*", "", said)
        assert told == f"{of_these}."
        least = re.search(r", ([\d,.]+) here\.$", told)
        assert (least is None) == is_best
        if not is_best:
            digits = len(least[1].partition(".")[2])
            assert float(least[1].replace(",", "")) == pytest.approx(float(there), abs=0.51 * 10**-digits)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_held_condition_is_told_where_the_threshold_stands(lang):
    for t, planes in ((0.5, False), (0.45, True)):
        at = opened("costs", lang=lang, t=t, cost_planes=planes)
        (told,) = (one.proto for one in at.get("bidi_component") if one.proto.component_name == "beside")
        told, handle = json.loads(told.json), handle_of(at, "condition")
        assert (told["name"], told["beside"], told["at"]) == ("condition", "threshold", t)
        # Each step of the handle is told, and says where t stands.
        assert list(told["said"]) == handle["values"]
        assert all(planes or [f"{t:g}", "#hold-threshold"] in said for said in told["said"].values())
        now = told["said"][handle["values"][handle["active"]]]
        # It is of these rows alone: what the page says of new ones comes behind it, and nothing is taken back.
        assert joined(now).endswith({"en": ", 450 here.", "zh": "，在这些样本上为450。"}[lang])
        assert joined(sentence(at)).startswith(joined(now)[:-1])


def test_what_is_typed_on_the_number_is_what_a_miss_costs():
    call = """
typed = [(text, False) for text in ("7", "0,25", "x", "-1", "0", "inf")]
for text, by in (*typed, ("0.3", True)):
    controls.typed(text, setting, by_prevalence=by)
    st.text(f"{st.session_state['cost_fn']:g} {st.session_state.get('prevalence', 0.4):g}")
"""
    at = section("st.session_state['cost_fn'] = 5.0" + call)
    assert [one.value for one in at.text] == ["7 0.4", "0.25 0.4", "0.25 0.4", "0.25 0.4", "0 0.4", "0 0.4", "0 0.3"]


def test_a_condition_under_which_nothing_is_at_stake_has_no_best_threshold():
    at = AppTest.from_file(str(PAGES / "costs.py"), default_timeout=60)
    most = "1000000000"
    asked = {"sample": "lecture-20", "cost_fn": "5", "cost_fp": most, "cost_tn": most, "cost_planes": "1"}
    for key, value in {**asked, "condition_changes": "prevalence"}.items():
        at.query_params[key] = value
    at.run()
    assert not at.exception
    live = json.loads(json.loads(at.get("plotly_chart")[0].proto.spec)["layout"]["meta"]["live"])
    found = next(one for one in live["handles"] if one["name"] == "condition")
    # A false alarm can cost no more than it does; no miss that costs something is left at P(+)cost 0.
    first, *others = map(joined, found["sentences"])
    assert first.endswith("At these costs nothing is at stake.")
    assert all("Best on these rows" in one for one in others)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("metric", ["recall", "precision"])
def test_each_step_of_groups_says_what_the_page_says_there(metric, lang):
    chosen = {"groups_by": "region", "groups_metric": metric, "lang": lang}
    known = carried(open_groups(**chosen))
    several = list(known.items())[:: math.ceil(len(known) / 8)]
    for value, held in [*several, list(known.items())[-1]]:
        assert [*sentence(open_groups(**chosen, t=float(value)))] == held


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_each_step_of_the_least_score_says_what_the_page_says_there(lang):
    def opened_at(**least):
        at = AppTest.from_file(str(PAGES / "confusion_matrix.py"), default_timeout=60)
        at.query_params["sample"] = "digits"
        for key, value in {"view": "sure", "lang": lang, **least}.items():
            at.session_state[key] = value
        at.run()
        assert not at.exception
        return at

    live = json.loads(json.loads(opened_at().get("plotly_chart")[0].proto.spec)["layout"]["meta"]["live"])
    (handle,) = live["handles"]
    known = list(zip(handle["values"], handle["sentences"], strict=True))
    for value, held in known[:: math.ceil(len(known) / 5)]:
        said = next(
            one.value for one in opened_at(least_score=float(value)).markdown if "(#hold-least_score)" in one.value
        )
        assert pieces(re.sub(r"^:\w+-badge\[.*?\] ", "", said)) == held


def test_what_is_typed_on_the_least_score_is_taken_where_it_is_a_number():
    at = AppTest.from_function(_type_least_scores)
    at.run()
    assert not at.exception
    assert [one.value for one in at.text] == ["0.7", "0.25", "0.25", "0.25"]


def _type_least_scores():
    import streamlit as st  # noqa: PLC0415 - the app runs this text alone

    from ui.confusion_matrix import sure  # noqa: PLC0415

    for said in ("0.7", "0,25", "x", "inf"):
        sure._typed(said)
        st.text(st.session_state["least_score"])
