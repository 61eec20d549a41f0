"""What the keys of presenter mode do on the server, and on which screens it enlarges the page."""

from pathlib import Path
from types import SimpleNamespace

import pytest
import streamlit as st

from ui.audience import panel
from ui.frame import path, presenter
from ui.live import bridge, drawn
from ui.session import screen
from ui.shared import qr


@pytest.fixture
def press(monkeypatch):
    session = {"present": "1"}
    monkeypatch.setattr(st, "session_state", session)
    monkeypatch.setattr(drawn, "anew", lambda: None)

    def pressed(key):
        session[presenter._KEYS] = {"pressed": {"key": key, "at": 1}}
        presenter._pressed()
        return session

    return pressed


def test_n_opens_the_tab_in_which_curves_are_built_row_after_row(press):
    assert press("n")["tab"] == "learn"


def test_h_hides_and_reveals(press):
    assert press("h")["hidden"] == "1"
    assert press("h")["hidden"] == "0"


def test_r_begins_the_step_anew(press, monkeypatch):
    begun = []
    monkeypatch.setattr(path, "reset", lambda: begun.append(True))
    press("r")
    assert begun == [True]


def test_escape_closes_the_code_before_it_ends_presenting(press):
    assert press("q")["address_code"]
    session = press("Escape")
    assert (session["address_code"], session["present"]) == (False, "1")
    assert press("Escape")["present"] == "0"


def test_a_remote_control_turns_what_covers_the_page_before_the_page(press, monkeypatch):
    done, left = [], [True]
    monkeypatch.setattr(panel, "is_open", lambda: "closed" not in done)
    monkeypatch.setattr(panel, "turn", lambda: done.append("closed"))
    monkeypatch.setattr(panel, "reveal", lambda: bool(left) and (done.append("revealed") or left.pop()))
    press("q")
    for key in ("cover on", "cover on", "cover on", "cover on"):
        press(key)
    assert done == ["revealed", "closed"]
    assert press("q")["address_code"], "closed by the third"
    assert not press("cover back")["address_code"]


@pytest.mark.parametrize(
    ("url", "alone"),
    [
        ("http://localhost:8501/curves", True),
        ("http://127.0.0.1:8501", True),
        ("http://[::1]:8501/costs", True),
        ("http://192.168.1.7:8501/curves", False),
        ("https://localhost.example.org/", False),
        (None, False),
    ],
)
def test_an_address_that_phones_cannot_open_is_known(monkeypatch, url, alone):
    monkeypatch.setattr(st, "context", SimpleNamespace(url=url))
    assert qr.is_of_this_computer() is alone


def test_a_phone_is_not_enlarged():
    """The code of the address is read by phones."""
    everywhere, wide = Path(presenter.__file__).with_suffix(".css").read_text(encoding="utf-8").split("@media", 1)
    assert wide.startswith(f" (min-width: {bridge.NARROW_BELOW}px)")
    assert "scale(" not in everywhere
    assert "nowrap;" not in everywhere.replace("white-space: nowrap;", "")
    assert f"scale({screen.SCALE})" in wide


def test_a_frame_is_enlarged_as_its_figures_are_reckoned():
    sheet = Path(presenter.__file__).with_name("embedded.css").read_text(encoding="utf-8")
    (high, _of_all), (middle, larger), (_low, same) = screen.SCALES_OF_A_FRAME
    assert f"(min-width: {middle}px) and (max-width: {high - 1}px)" in sheet
    assert f"transform: scale({larger})" in sheet
    assert f"(max-width: {middle - 1}px)" in sheet
    assert same == 1
