"""What a field starts with."""

import pytest

from ui.shared import controls


@pytest.mark.parametrize(("value", "fits"), [(0.0, 0.0001), (0.123456, 0.1235), (1.0, 0.9999)])
def test_a_number_is_made_to_fit_its_field(value, fits):
    assert controls.fitted(value, 0.0001, 0.9999, digits=4) == fits
