"""How a threshold is written: in as few digits as decide the same."""

import math

import numpy as np
import pytest

from evalcore.counts import threshold_counts
from evalcore.views.digits import written_threshold
from evalcore.views.threshold import threshold_view

TABLE = threshold_counts([True, False, True, False], [2 / 3, 2 / 3 - 1e-6, 1 / 3, 1e-9 / 3])


@pytest.mark.parametrize("t", [0.5, 0.505, 0.1234567891, -3.25, 12345.678, 1e-7, 0.1 + 0.2, 0.0])
def test_a_number_as_it_was_typed_stays(t):
    assert written_threshold(TABLE.threshold, t).value == pytest.approx(t, rel=1e-12)


def test_others_are_told_from_their_neighbours_and_no_more():
    scores = TABLE.threshold[1:].tolist()
    assert [written_threshold(TABLE.threshold, t).value for t in scores] == [0.666666, 0.66, 0.33, 3.3e-10]
    close = np.array([np.inf, 2 / 3 + 1e-14, 2 / 3])
    assert [written_threshold(close, t) for t in close[1:]] == [(0.66666666666667, 14), (0.66, 2)]
    # As read from a file, where fewer digits tell as much: the next score is far away.
    assert written_threshold(np.array([np.inf, 0.060737, 0.012]), 0.060737) == (0.0607, 3)


def test_neighbouring_floats_are_told_apart():
    close = np.array([np.inf, np.nextafter(0.1, 1), 0.1, np.nextafter(0.1, 0)])
    assert [written_threshold(close, t).value for t in close[1:]] == [*close[1:3].tolist(), 0.099]


def test_what_is_written_decides_the_same_when_it_is_typed():
    rng = np.random.default_rng(0)
    counts = threshold_counts(rng.random(500) < 0.4, rng.uniform(0.1, 1, 500))
    for t in counts.threshold[1:].tolist():
        written = written_threshold(counts.threshold, t)
        assert counts.index_of(written.value) == counts.index_of(t)
        scale = 10 ** (written.digits - 2)
        # With two digits less even rounding down reaches the next lower score.
        assert written.digits <= 3 or counts.index_of(math.floor(t * scale) / scale) != counts.index_of(t)


def test_steps_know_theirs():
    steps = threshold_view(TABLE, special=[np.nextafter(0.25, 1)]).steps
    found = [written_threshold(TABLE.threshold, t) for t in steps.threshold.tolist()]
    assert list(zip(steps.written, steps.digits, strict=True)) == found
