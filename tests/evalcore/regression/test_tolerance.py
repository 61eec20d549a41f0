"""The share of rows within ±d is exact for every d, decimal numbers included."""

from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.errors import InputError
from evalcore.regression import tolerance_curve, within

CENTS = st.lists(
    st.tuples(st.integers(-99_999, 99_999), st.integers(-99_999, 99_999), st.integers(1, 3)), min_size=1, max_size=20
)


@given(cells=CENTS, places=st.integers(0, 12), d=st.integers(0, 99_999))
def test_decimal_numbers_by_brute_force(cells, places, d):
    """Numbers as they are written: compared as decimals by the oracle, as floats by the curve."""
    truth, predicted, weight = zip(*cells, strict=True)

    def written(number):
        return Decimal(number).scaleb(-places)

    curve = tolerance_curve([float(written(y)) for y in truth], [float(written(f)) for f in predicted])
    distances = [abs(y - f) for y, f in zip(truth, predicted, strict=True)]
    for one in (d, *distances):
        assert curve.at(float(written(one))) == sum(distance <= one for distance in distances) / len(cells)
    assert len(curve.distance) == len(set(distances))
    weighted = tolerance_curve(truth, predicted, sample_weight=weight)
    repeated = tolerance_curve(np.repeat(truth, weight), np.repeat(predicted, weight))
    np.testing.assert_allclose(weighted.share, repeated.share, rtol=1e-12)
    assert weighted.distance.tolist() == repeated.distance.tolist()


def test_float_noise_does_not_decide():
    assert 1.1 - 1.0 > 0.1
    assert tolerance_curve([1.1], [1.0]).at(0.1) == 1


@pytest.mark.parametrize("unit", [1e-130, 1e-30, 1e-10, 1e10, 1e30, 1e130])
def test_every_size_of_number(unit):
    curve = tolerance_curve(np.array([3, 5, 2.5]) * unit, np.array([2.5, 5, 4]) * unit)
    np.testing.assert_allclose(curve.distance, np.array([0, 0.5, 1.5]) * unit, rtol=1e-12)


def test_smallest_distance_for_a_share():
    curve = tolerance_curve(np.zeros(10), np.arange(1, 11))
    assert [curve.distance_for(share) for share in (0, 0.1, 0.7, 0.71, 1)] == [0, 1, 7, 8, 10]
    assert curve.n == 10
    assert curve.weight.tolist() == list(range(1, 11))


def test_table_and_rows_without_weight():
    curve = tolerance_curve([0, 0, 0], [1, 2, 3], sample_weight=[1, 0, 3])
    assert curve.to_frame().to_dict("list") == {"distance": [1, 3], "share": [0.25, 1]}
    assert not curve.share.flags.writeable


def test_a_tolerance_below_zero_is_refused():
    curve = tolerance_curve([1], [2])
    with pytest.raises(InputError) as refused:
        curve.at([1, -0.5])
    assert str(refused.value) == "The tolerance must not be negative; got -0.5. Choose 0 or more."
    with pytest.raises(InputError) as refused:
        curve.distance_for(2)
    assert str(refused.value) == "share must be a number from 0 to 1; got 2. Write 5% as 0.05."


@given(cells=CENTS, places=st.integers(0, 12))
def test_rows_within_are_those_the_curve_counts(cells, places):
    truth, predicted, _weight = zip(*cells, strict=True)
    truth, predicted = ([float(Decimal(one).scaleb(-places)) for one in column] for column in (truth, predicted))
    curve = tolerance_curve(truth, predicted)
    for d in (0, *curve.distance):
        assert within(truth, predicted, d).mean() == pytest.approx(curve.at(d))


def test_no_row_is_within_a_negative_distance():
    with pytest.raises(InputError, match="must not be negative; got -1"):
        within([1], [1], -1)
