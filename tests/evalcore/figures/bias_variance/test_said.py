"""Parts of an error add up as they are printed."""

from decimal import Decimal
from types import SimpleNamespace

import numpy as np
import pytest

from evalcore.bias_variance import ZeroOneMean
from evalcore.figures.bias_variance import said
from evalcore.figures.parts.numbers import written_sum
from evalcore.support.rounding import rounded_sum
from evalcore.views.bias_variance import added_up


def as_printed(text):
    return Decimal(text.replace(",", "").replace("−", "-"))


@pytest.mark.parametrize("error", [0.0, 0.05, 0.5])
@pytest.mark.parametrize("scale", [0.01, 1.0, 3_000.0])
def test_parts_add_up_as_printed(error, scale):
    rng = np.random.default_rng(0)
    for parts in rng.exponential(scale, size=(200, 3)) + 0.005 * scale:
        *each, whole = written_sum(rounded_sum(parts.tolist(), parts.sum(), error * parts.sum()))
        if "×" not in whole:
            assert sum(map(as_printed, each)) == as_printed(whole)


def test_the_sum_of_the_diabetes_table():
    assert written_sum(rounded_sum([3_000.0, 931.4], 3_931.4, 200.0)) == ["3,000", "930", "3,930"]
    assert written_sum(rounded_sum([3_000.0, 931.4], 3_931.4, 20.0)) == ["3,000", "931", "3,931"]
    assert written_sum(rounded_sum([1.2e6, 7.1e6, 0.09], 8.3e6, 4e6)) == ["1.2×10⁶", "7.1×10⁶", "0.0900", "8.3×10⁶"]
    assert written_sum(rounded_sum([1_402.0, 2.8e5, 0.09], 281_402.09, 2e5)) == [
        "1,400",
        "2.8×10⁵",
        "0.0900",
        "2.8×10⁵",
    ]
    assert written_sum(rounded_sum([float("nan"), 1.0], float("nan"))) == ["—", "1.00", "—"]


def test_parts_of_the_zero_one_loss_add_up_as_printed():
    rng = np.random.default_rng(1)
    for noise, bias, unbiased, share in rng.uniform(0, 0.25, size=(300, 4)):
        biased = bias * share
        loss = noise + bias + unbiased - biased
        mean = ZeroOneMean(
            loss=loss,
            loss_error=0.01,
            bias=bias,
            variance=unbiased + biased,
            variance_unbiased=unbiased,
            variance_biased=biased,
            noise=noise,
            noise_term=noise,
            variance_term=unbiased - biased,
            naive_sum=noise + bias + unbiased + biased,
        )
        parts = {name: as_printed(text) for name, text in said.numbers(added_up.domingos_parts(mean)).items()}
        assert parts["noise_term"] + parts["bias"] + parts["variance_term"] == parts["loss"] == round(Decimal(loss), 3)
        assert parts["variance_unbiased"] - parts["variance_biased"] == parts["variance_term"]
        assert parts["before"] - parts["variance_biased"] == parts["loss"]
        naive = {name: as_printed(text) for name, text in said.numbers(added_up.naive_parts(mean)).items()}
        assert naive["noise"] + naive["bias"] + naive["variance"] == naive["sum"]
        assert abs(float(parts["bias"]) - bias) < 0.001


def test_what_taking_variance_away_does_adds_up_as_printed():
    found = added_up.without_variance(now=0.2004, falls=0.0756, rises=0.0256, main=0.1504)
    now, falls, rises, main = map(as_printed, said.numbers(found).values())
    assert now - falls + rises == main


def test_a_loss_and_its_gap_add_up_as_printed():
    drawn = SimpleNamespace(bias=0.1234, variance=0.0834, loss=0.1405, sum=0.2068)
    found = {name: as_printed(text) for name, text in said.numbers(added_up.drawn_label_sums(drawn)).items()}
    assert found["bias"] + found["variance"] == found["sum"] == found["loss"] + found["gap"]


def test_small_parts_keep_their_digits_however_unsure_the_sum_is():
    for error in (0.0, 0.05, 0.5):
        each = written_sum(rounded_sum([0.012, 0.998, 0.09], 1.1, error))
        assert float(each[0]) == 0.012
        assert float(each[2]) == 0.09
    assert written_sum(rounded_sum([0.012, 0.998, 0.09], 1.1, 0.2)) == ["0.012", "0.998", "0.090", "1.100"]
