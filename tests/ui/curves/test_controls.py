"""What the drawer of the page of curves offers, what the address repeats of it, and what is said of the figure."""

from __future__ import annotations

import json

import pytest
from streamlit.testing.v1 import AppTest

from ui.session.choices import REGISTERED

SCRIPT = """
import streamlit as st
from ui.curves import controls, figure, sections
from ui.session import address, loaded
address.start()
rows = loaded.binary()
controls.options(rows)
chosen = controls.chosen(rows)
drawn = figure.figure(rows, 0.5, chosen)()
marks = ("square-open", "triangle-up-open", "square")
symbols = [s for t in drawn.data if t.meta != 'row' and isinstance(s := t.marker.symbol, str) and s in marks]
st.json({"marks": symbols, "shaded": [t.xaxis for t in drawn.data if t.fill == "tozeroy"]})
st.text(sections._alt(rows, 0.5, chosen))
for choice in controls.CHOICES:
    address.write_choice(choice)
"""
SWITCHES = {
    "curves_equal_error": {"marks": ["square-open"], "shaded": []},
    "curves_break_even": {"marks": ["triangle-up-open"], "shaded": []},
    "curves_corners": {"marks": ["square"], "shaded": []},
    "curves_area": {"marks": [], "shaded": ["x3"]},
}


def run(sample="melon-20", address=None, **chosen):
    at = AppTest.from_string(SCRIPT, default_timeout=60)
    for key, value in {"sample": sample, **(address or {})}.items():
        at.query_params[key] = value
    for key, value in chosen.items():
        at.session_state[key] = value
    at.run()
    assert not at.exception
    return at


def drawn(at):
    return json.loads(at.json[0].value)


def test_nothing_is_marked_until_it_is_asked_for():
    assert drawn(run()) == {"marks": [], "shaded": []}


@pytest.mark.parametrize(("key", "wanted"), SWITCHES.items())
def test_switches_draw_what_they_say_and_stand_in_the_address(key, wanted):
    at = run()
    at.toggle(key=key).set_value(True).run()
    assert drawn(at) == wanted
    assert at.query_params[key] in ("1", ["1"])
    assert drawn(run(address={key: "1"})) == wanted


def test_shares_of_the_matrix_are_chosen_and_stand_in_the_address():
    at = run()
    at.selectbox(key="shares").set_value("column").run()
    assert at.query_params["shares"] in ("column", ["column"])
    assert REGISTERED["shares"].read("none") is None
    assert run(address={"shares": "all"}).selectbox(key="shares").value == "all"


def test_alt_says_the_points_and_every_model():
    said = run("two-models", curves_equal_error=True, curves_break_even=True).text[0].value
    assert "model_a: AUC 0.869" in said
    assert "Equal error rate 0.194." in said
    assert "Break-even point 0.762." in said
    assert "model_b: AUC 0.870, average precision 0.814." in said


def test_alt_of_det_says_every_equal_error_rate():
    said = run("two-models", curves_show="det").text[0].value
    assert "model_a: equal error rate 0.194." in said
    assert "model_b: equal error rate 0.208." in said


def test_break_even_is_that_of_another_prevalence():
    here, there = (
        run(curves_break_even=True, curves_moved=moved, curves_prevalence=0.05).text[0].value for moved in (False, True)
    )
    values = [said.partition("Break-even point ")[2] for said in (here, there)]
    assert values[0] != values[1]
    assert "—" not in values[1]
