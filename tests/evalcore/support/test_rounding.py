"""Parts are written so that what is written adds up."""

import numpy as np
import pytest

from evalcore.support.rounding import adding_up, nice_step


@pytest.mark.parametrize("digits", [2, 3, 4])
def test_parts_add_up_and_are_never_a_whole_digit_away(digits):
    rng = np.random.default_rng(3)
    for _round in range(400):
        parts = rng.normal(size=rng.integers(1, 7)) * 0.2
        total = float(parts.sum())
        written = adding_up(parts.tolist(), total, digits)
        assert sum(written) == pytest.approx(round(total, digits), abs=1e-9)
        assert np.abs(np.subtract(written, parts)).max() < 10.0**-digits
        if abs(sum(round(part, digits) for part in parts) - round(total, digits)) < 1e-9:
            assert written == pytest.approx([round(float(part), digits) for part in parts])


def test_the_one_that_lost_most_gives_way():
    assert adding_up([0.0014, 0.0012, 0.0013], 0.0039, 3) == [0.002, 0.001, 0.001]
    assert adding_up([0.0016, 0.0017, 0.0018], 0.0051, 3) == [0.001, 0.002, 0.002]


@pytest.mark.parametrize("width", [1e-300, 0.0, 3e-7, 1.0, 7.3, 99.9, 1e200])
@pytest.mark.parametrize("parts", [1, 10, 160])
def test_steps_are_round_and_few(width, parts):
    step = nice_step(width, parts)
    assert f"{step:.0e}"[0] in "125"
    assert width / step <= parts * (1 + 1e-9)
    assert width / step > parts / 2.6 or width < 1e-290
