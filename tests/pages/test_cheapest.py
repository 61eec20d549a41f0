"""The headline of costs names the cheapest model, what it saves, and claims only what is shown."""

import re

import numpy as np
import pandas as pd
import pytest

from evalcore.costs import amount_cost_difference, amount_rows, best_threshold, model_cost_difference
from evalcore.counts import threshold_counts
from evalcore.significance.results import level_of_each
from tests.pages.test_confusion_matrix import own_file, well
from tests.pages.test_costs import open_page
from ui.costs import cheapest
from ui.shared.text import plain

N = 400
COSTS = {"cost_fn": 5.0, "cost_fp": 1.0}


def rows(*strengths, weight=False):
    rng = np.random.default_rng(9)
    truth = rng.random(N) < 0.4
    frame = pd.DataFrame({"y": np.where(truth, "p", "n")})
    for place, strength in enumerate(strengths):
        frame[f"m{place}"] = strength * truth + rng.normal(size=N)
    if weight:
        frame["w"] = 2.0
    return frame


def headline(frame, model="m0", **state):
    weight = {"weight": "w"} if "w" in frame else {}
    scores = tuple(name for name in frame if name.startswith("m"))
    mine = own_file(frame, truth="y", scores=scores, positive="p", **weight)
    at = well(open_page(mine, model=model, **COSTS, **state))
    return next((of.value for of in at.caption if "Cheapest of" in of.value), None)


@pytest.mark.parametrize("model", ["m0", "m1", "m2"])
def test_the_cheapest_is_named_with_what_it_saves(model):
    frame = rows(0.8, 1.5, 3.0)
    said = headline(frame, model)
    truth = frame["y"] == "p"
    called = {
        name: frame[name] >= best_threshold(threshold_counts(truth, frame[name]), **COSTS).threshold
        for name in ("m0", "m1", "m2")
    }
    dear = "m1" if model == "m2" else model
    level = level_of_each(0.95, 3)
    found = model_cost_difference(truth, called[dear], called["m2"], **COSTS, confidence_level=level).times(1000)
    assert "Cheapest of 3 models, each at its best threshold: **m2**, " in said
    assert f"**{found.difference:,.0f}** {plain(f'[{found.low:,.0f}, {found.high:,.0f}]')}" in said
    assert "(shown to be cheaper)" in said


def test_a_click_looks_at_the_cheapest():
    frame = rows(0.8, 1.5, 3.0)
    mine = own_file(frame, truth="y", scores=("m0", "m1", "m2"), positive="p")
    at = well(open_page(mine, model="m0", **COSTS))
    (button,) = (one for one in at.button if one.key == "take_cheapest")
    assert button.label == "Look at m2"
    well(button.click().run())
    assert at.session_state["model"] == "m2"
    begin = "Cheapest of 3 models, each at its best threshold: **m2**, by "
    assert any(one.value.startswith(begin) for one in at.caption)
    assert not [one for one in at.button if one.key == "take_cheapest"]


def test_the_way_to_the_tests_says_that_they_are_not_of_costs():
    mine = own_file(rows(0.8, 3.0), truth="y", scores=("m0", "m1"), positive="p")
    at = well(open_page(mine, model="m0", **COSTS))
    (button,) = (one for one in at.button if one.key == "to_two_models")
    assert button.label == "Test their error rates, not their costs"
    assert [one for one in at.markdown if one.value.startswith("What their costs differ by, and how sure that is")]


def test_of_like_models_nothing_is_claimed():
    assert "(may be chance)" in headline(rows(1.5, 1.5))


def test_of_many_rows_the_comparison_is_pointed_to(monkeypatch):
    monkeypatch.setattr(cheapest, "AT_ONCE", 10)
    monkeypatch.setattr("ui.frame.tabs.is_open", lambda _state: False)
    assert "see Compare" in headline(rows(0.8, 3.0))


def test_weights_leave_no_interval_and_one_model_no_sentence():
    frame = rows(0.8, 3.0, weight=True)
    said, truth = headline(frame), frame["y"] == "p"
    best = [best_threshold(threshold_counts(truth, frame[name]), **COSTS).cost for name in ("m0", "m1")]
    assert f"saves **{1000 * (best[0] - best[1]):,.0f}** against m0 (without an interval, which weighted" in said
    assert headline(rows(0.8)) is None


def test_by_amount_the_difference_has_the_interval_of_its_rows():
    frame = rows(0.8, 3.0)
    frame["amount"] = np.random.default_rng(1).lognormal(2, 1, N)
    mine = own_file(frame, truth="y", scores=("m0", "m1"), positive="p", amount="amount")
    at = well(open_page(mine, model="m0", **COSTS, amounts="fn"))
    truth = frame["y"] == "p"
    both = [amount_rows(truth, frame[name], frame["amount"]) for name in ("m0", "m1")]
    prices = {"cost_fn": both[0].mean, "cost_fp": COSTS["cost_fp"]}
    called = [one.y_score >= best_threshold(one.counts, **prices).threshold for one in both]
    found = amount_cost_difference(both[0], *called, **prices).times(1000)
    saved = f"**{found.difference:,.0f}** {plain(f'[{found.low:,.0f}, {found.high:,.0f}]')}"
    said = f"saves {saved} against m0 (by amount, with the thresholds of these rows)."
    assert [one for one in at.caption if said in one.value]
    # Where models are compared no more is claimed of it: it is no band over all conditions.
    at.session_state["tab"] = "compare"
    said = [one.value for one in well(at.run()).caption]
    assert any("that they were chosen on these rows is not in it" in of for of in said)
    assert not any("A model is said to be cheaper only where" in of for of in said)


def test_all_that_cost_the_same_are_named():
    frame = rows(1.5, 0.8)
    frame = frame.assign(m2=2 * frame["m0"], m3=np.exp(frame["m0"]))
    mine = own_file(frame, truth="y", scores=("m0", "m1", "m2", "m3"), positive="p")
    at = well(open_page(mine, model="m2", **COSTS))
    assert any(
        "m0, m2, m3 are the cheapest of 4 models, each at its best threshold, and cost the same." in of.value
        for of in at.caption
    )


def compared(frame, **columns):
    """Return what the comparison says first, and its table of all pairs."""
    scores = tuple(name for name in frame if name.startswith("m"))
    mine = own_file(frame, truth="y", scores=scores, positive="p", **columns)
    at = well(open_page(mine, model="m0", tab="compare", **COSTS))
    (said,) = (of.value for of in at.markdown if of.value.startswith("At the costs and the prevalence set above"))
    title = "cost of 1,000 cases, the first less the second"
    return said, next(of.value for of in at.dataframe if title in of.value).set_index("models"), at


def test_of_three_models_the_comparison_says_once_which_is_cheapest_and_has_the_pairs_in_a_table():
    said, table, at = compared(rows(1.5, 1.5, 0.3))
    assert said.endswith(
        "**m1** costs least on these rows; that is shown against m2, not against m0."
    ) or said.endswith("**m0** costs least on these rows; that is shown against m2, not against m1.")
    assert list(table.index) == ["m0 − m1", "m0 − m2", "m1 − m2"]
    assert all(re.fullmatch(r"\[.+, .+\]", of) for of in table["95% interval"])
    assert not [of for of in at.markdown if "row by row: " in of.value]


def test_of_weighted_models_the_comparison_has_no_interval_and_says_why_once():
    said, table, at = compared(rows(0.8, 1.5, 3.0, weight=True), weight="w")
    assert said.endswith("**m2** costs least on these rows; whether that is more than chance is not known here.")
    assert set(table["95% interval"]) == {"—"}
    assert sum("All are without an interval, which weighted" in of.value for of in at.caption) == 1
