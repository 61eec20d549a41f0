"""How parts of an error are written."""

import math

import pytest

from evalcore.figures.parts.numbers import written


@pytest.mark.parametrize(
    ("value", "error", "said"),
    [
        (0.2244, 0.0, "0.224"),
        (0.0900, 0.0, "0.0900"),
        (0.0058, 0.0001, "0.0058"),
        (0.00002, 0.0, "0.0000"),
        (-0.00002, 0.0, "0.0000"),
        (-0.583, 0.0, "−0.583"),
        (0.0, 0.0, "0"),
        (19.63, 0.0, "19.6"),
        # Not more than two digits where the standard error is above a tenth.
        (19.63, 5.0, "20"),
        (0.2244, 0.03, "0.22"),
        (121.6, 60.0, "120"),
        (7.2e6, 6e6, "7.2×10⁶"),
        (7.26e6, 0.0, "7.26×10⁶"),
        (12_345.0, 0.0, "12,300"),
        # Rounded once, from the number itself.
        (0.0057537, 0.0, "0.0058"),
        (0.0045499, 0.0, "0.0045"),
        (-0.0045499, 0.0, "−0.0045"),
        (0.0095499, 0.002, "0.0095"),
        (math.nan, 0.1, "—"),
    ],
)
def test_written(value, error, said):
    assert written(value, error) == said
