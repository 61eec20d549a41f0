"""The line round a band."""

import math

from evalcore.views.bands import band_outline


def test_the_outline_of_a_band_goes_there_below_and_back_above():
    x, y = band_outline([0, 0.5, 1, 2], [0.1, 0.2, math.nan, 0.4], [0.3, 0.4, 0.5, 0.6])
    assert x.tolist() == [0, 0.5, 2, 2, 0.5, 0]
    assert y.tolist() == [0.1, 0.2, 0.4, 0.6, 0.4, 0.3]
