"""Thresholds behind the points of a line weigh little, and none is written as a machine would."""

import numpy as np
import pytest

from evalcore.figures.parts.pointed import behind_points


def test_plain_numbers_are_written_by_a_format():
    assert behind_points(np.array([999_999.0, 0.5, 0.0, -0.000001])) == ("%{customdata[0]:.6~g}", {})


@pytest.mark.parametrize(
    ("value", "said"), [(np.inf, "∞"), (-np.inf, "−∞"), (3.04593e-11, "3.04593×10⁻¹¹"), (1.5e6, "1.5×10⁶")]
)
def test_what_a_format_would_write_otherwise_has_texts(value, said):
    assert behind_points(np.array([0.5, value])) == ("%{text}", {"text": ["0.5", said]})
