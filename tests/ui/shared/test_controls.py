"""What a field starts with."""

import pytest
from streamlit.testing.v1 import AppTest

from ui.shared import controls

SCRIPT = """
import streamlit as st
from ui.shared import controls
controls.seed("a", 1.0)
st.number_input("a", key="a")
controls.seed("a", 2.0)
st.text(st.session_state["a"])
"""


@pytest.mark.parametrize(("value", "fits"), [(0.0, 0.0001), (0.123456, 0.1235), (1.0, 0.9999)])
def test_a_number_is_made_to_fit_its_field(value, fits):
    assert controls.fitted(value, 0.0001, 0.9999, digits=4) == fits


def test_a_widget_that_is_drawn_keeps_what_it_shows():
    at = AppTest.from_string(SCRIPT).run()
    assert not at.exception
    assert at.text[0].value == "1.0"
    at.number_input[0].set_value(3.0).run()
    assert (at.text[0].value, at.exception) == ("3.0", [])
