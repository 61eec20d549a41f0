"""The headline of costs names the cheapest model, what it saves, and claims only what is shown."""

import numpy as np
import pandas as pd
import pytest

from evalcore.costs import best_threshold, model_cost_difference
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
    assert "Cheapest of 3 models: **m2**, " in said
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
    assert any(one.value.startswith("Cheapest of 3 models: **m2**, by ") for one in at.caption)
    assert not [one for one in at.button if one.key == "take_cheapest"]


def test_of_like_models_nothing_is_claimed():
    assert "(may be chance)" in headline(rows(1.5, 1.5))


def test_of_many_rows_the_comparison_is_pointed_to(monkeypatch):
    monkeypatch.setattr(cheapest, "AT_ONCE", 10)
    monkeypatch.setattr("ui.frame.tabs.is_open", lambda _state: False)
    assert "see Compare" in headline(rows(0.8, 3.0))


def test_weights_leave_no_interval_and_one_model_no_sentence():
    said = headline(rows(0.8, 3.0, weight=True))
    assert "saves — (no interval with amounts, weights or a source)" in said
    assert headline(rows(0.8)) is None


def test_all_that_cost_the_same_are_named():
    frame = rows(1.5, 0.8)
    frame = frame.assign(m2=2 * frame["m0"], m3=np.exp(frame["m0"]))
    mine = own_file(frame, truth="y", scores=("m0", "m1", "m2", "m3"), positive="p")
    at = well(open_page(mine, model="m2", **COSTS))
    assert any("m0, m2, m3 are the cheapest of 4 models here, and cost the same." in of.value for of in at.caption)
