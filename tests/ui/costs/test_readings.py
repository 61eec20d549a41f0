"""The readings of the page of costs."""

import re

import pytest

from evalcore.costs import CostMatrix
from tests.ui.costs.sections import MELON, section
from ui.costs.setting import Setting

COMPARED = """
from ui.costs import readings
models = [counted_rows(loaded.binary(model), None) for model in ("model_a", "model_b")]
readings.compare(models, setting)
readings.compare(models[::-1], setting)
"""


def test_a_difference_has_the_sign_of_the_order_in_which_its_models_are_named():
    said = [text.value for text in section(COMPARED, sample="two-models").markdown if "row by row" in text.value]
    assert len(said) == 2
    found = [re.search(r"row: (\S+) − (\S+) = (\S+) \[(\S+), (\S+)\]", one).groups() for one in said]
    (first, second, cost, low, high), turned = found
    assert (first, second) == turned[1::-1] == (r"model\_a", r"model\_b")
    numbers = [[float(one.replace("−", "-")) for one in ends] for ends in ((cost, low, high), turned[2:])]
    assert numbers[1] == [-numbers[0][0], -numbers[0][2], -numbers[0][1]]
    assert numbers[0][1] < numbers[0][0] < numbers[0][2]


def test_models_that_cost_the_same_are_said_to():
    """Scores that are squared leave every decision at the best threshold as it is."""
    said = [text.value for text in section(COMPARED, sample="miscalibrated").markdown]
    assert not [one for one in said if "costs 0.0" in one]
    same = [one for one in said if "cost the same on these rows" in one]
    assert len(same) == 2
    assert r"model\_a and model\_b cost the same" in same[0]


@pytest.mark.slow
def test_what_a_small_cost_looks_better_by_does_not_read_as_0():
    small = Setting(CostMatrix(5e-6, 1e-6), 0.4, sampled=True)
    texts = [section("from ui.costs import readings\nreadings.how_sure(counted, setting)", of) for of in (MELON, small)]
    large, little = (re.search(r"about (\S+) per", at.markdown[0].value)[1] for at in texts)
    assert float(little) == pytest.approx(float(large) / 1e6, abs=5e-7)
    assert float(little) > 0


@pytest.mark.parametrize(("lang", "ends"), [("en", "move it: — "), ("zh", "移动多少：— ")])
def test_where_nothing_is_drawn_no_ends_are_said(lang, ends):
    """Rows that are weighted are not drawn: why stands where the ends would."""
    weighted = """
import dataclasses
import numpy as np
from ui.costs import readings
binary = dataclasses.replace(counted.binary, model="weighted", weight=np.full(20, 2.0))
readings.how_sure(counted_rows(binary, None), setting)
"""
    (said,) = [one.value for one in section(weighted, lang=lang).markdown]
    assert ends in said
    assert len(said.partition(ends)[2]) > 10
    assert "— and —" not in said


def test_no_model_is_said_to_be_cheaper_that_no_interval_shows():
    """Their cost curves cross on these rows, and the difference at these costs may be of either sign."""
    call = COMPARED.replace('"model_a", "model_b"', '"random_forest", "naive_bayes"')
    said = [text.value for text in section(call, sample="breast-cancer").markdown]
    shown = [one for one in said if "is shown to be cheaper" in one or "cannot be told apart" in one]
    assert len(shown) == 2
    assert not [one for one in said if "0.000" in one or "1.000" in one]


@pytest.mark.parametrize(("cost_fn", "is_shown"), [(1.5, True), (5.0, False)])
def test_it_is_said_where_the_present_condition_stands(cost_fn, is_shown):
    setting = Setting(CostMatrix(cost_fn, 1.0), 0.4, sampled=True)
    call = COMPARED.replace('"model_a", "model_b"', '"logistic_regression", "naive_bayes"')
    said = [text.value for text in section(call, setting, "breast-cancer").markdown]
    shown = [one for one in said if "is shown to be cheaper" in one]
    assert len(shown) == 2
    for one in shown:
        low, high = map(float, re.search(r"cost ([\d.]+)–([\d.]+),", one.replace("\\", "")).groups())
        assert (low < setting.condition < high) == is_shown
        x = f"{setting.condition:.3f}"
        wanted = rf"Yours is {x}, where logistic\_regression is." if is_shown else f"Yours is {x}: not shown there."
        assert one.endswith(wanted)
