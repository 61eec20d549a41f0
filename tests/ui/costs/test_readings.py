"""The readings of the page of costs."""

import re

import pytest

from evalcore.costs import CostMatrix
from tests.ui.costs.sections import MELON, section
from ui.costs.setting import Setting


def test_what_a_small_cost_looks_better_by_does_not_read_as_0():
    small = Setting(CostMatrix(5e-6, 1e-6), 0.4, sampled=True)
    texts = [section("from ui.costs import readings\nreadings.how_sure(counted, setting)", of) for of in (MELON, small)]
    large, little = (re.search(r"about (\S+) per", at.markdown[0].value)[1] for at in texts)
    assert float(little) == pytest.approx(float(large) / 1e6, abs=5e-7)
    assert float(little) > 0
