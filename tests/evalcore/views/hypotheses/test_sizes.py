"""How many instances there are, and how many ways to label them."""

import math

import pytest

from evalcore.views.hypotheses.sizes import conjunctions


def test_few_are_written_out():
    assert conjunctions([3, 2, 2]) == ("12", "= 4096")


@pytest.mark.parametrize(("shape", "power"), [([3, 3, 3], 27), ([4, 4, 4, 4], 256)])
def test_many_are_rounded(shape, power):
    instances, said = conjunctions(shape)
    digits, _dot, exponent = said.removeprefix(r"\approx ").partition(r"\cdot ")
    assert instances == str(power)
    ten = math.floor(power * math.log10(2))
    assert exponent == f"10^{{{ten}}}"
    assert float(digits) * 10.0**ten == pytest.approx(2.0**power, rel=0.05)


def test_very_many_stay_a_power():
    assert conjunctions([26] * 5) == ("11881376", "= 2^{11881376}")
