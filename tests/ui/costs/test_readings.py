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


def test_of_two_models_the_dearer_is_named_first():
    said = [text.value for text in section(COMPARED, sample="two-models").markdown if "row by row" in text.value]
    assert len(said) == 2
    assert said[0] == said[1]
    (more,) = re.findall(r"costs (\S+) \[", said[0])
    assert float(more) > 0


def test_what_a_small_cost_looks_better_by_does_not_read_as_0():
    small = Setting(CostMatrix(5e-6, 1e-6), 0.4, sampled=True)
    texts = [section("from ui.costs import readings\nreadings.how_sure(counted, setting)", of) for of in (MELON, small)]
    large, little = (re.search(r"about (\S+) per", at.markdown[0].value)[1] for at in texts)
    assert float(little) == pytest.approx(float(large) / 1e6, abs=5e-7)
    assert float(little) > 0
