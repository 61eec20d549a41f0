"""The bridge: its JavaScript is well formed, and what the browser says reaches those who listen."""

import re
import shutil
import subprocess
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import streamlit as st

from evalcore.counts import threshold_counts
from evalcore.figures.layout import Look
from evalcore.views.threshold import none_positive
from ui.live import bridge, threshold
from ui.session import screen
from ui.shared import navigation

UI = Path(__file__).parents[3] / "ui"
CLIENTS = sorted({path for path in UI.rglob("*.js") if path.name != "chart.js"})
COUNTS = threshold_counts([True, False], [0.9, 0.1])


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node; the browser tests run the scripts, too")
@pytest.mark.parametrize("path", CLIENTS, ids=lambda path: path.name)
def test_scripts_are_well_formed(path, tmp_path):
    whole = tmp_path / "script.mjs"
    whole.write_text(bridge.script(path), encoding="utf-8")
    checked = subprocess.run(["node", "--check", whole], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr


@pytest.mark.parametrize("path", [*CLIENTS, UI / "live" / "chart.js"], ids=lambda path: path.name)
def test_scripts_keep_nothing_between_calls_ask_no_clock_and_leave_plotlys_own_alone(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert not [line for line in lines if line.startswith(("let ", "var "))]
    # Nothing is asked again and again; to wait until keys rest, or for an answer that does not come, is another thing.
    assert not [line for line in lines if "setInterval" in line]
    text = path.read_text(encoding="utf-8")
    assert text.count("setTimeout(") == len(
        re.findall(r"setTimeout\((?:(?!setTimeout).)*?, (?:KEYS_REST|PATIENCE)\);", text, re.DOTALL)
    )
    # Plotly's own names begin with an underscore.
    assert not [line for line in lines if "._" in line or "l2p" in line]


@pytest.mark.parametrize("path", [*CLIENTS, UI / "live" / "chart.js"], ids=lambda path: path.name)
def test_what_is_known_of_the_drawing_is_asked_of_the_one_script_that_knows_it(path):
    text = path.read_text(encoding="utf-8")
    names = (".main-svg", "subplot", "layer'", ".trace", ".point", ".js-line", "clipPath", "_full")
    assert not [name for name in names if name in text]


@pytest.fixture
def session(monkeypatch):
    found = {}
    monkeypatch.setattr(st, "session_state", found)
    return found


@pytest.fixture
def heard(session, monkeypatch):
    """Mount the bridge and return what says an event as the browser would, and what was heard."""
    mounted, told = {}, []
    monkeypatch.setattr(bridge, "_bridge", lambda **options: mounted.update(options))
    navigation.arrive("costs")
    bridge.listen(
        "a_chart",
        released=lambda slider, step: told.append((slider, step)),
        picked=lambda meta, known: told.append((meta, known)),
        typed=lambda slider, text: told.append((slider, text)),
        alone=bridge.Alone({"model b": "b"}, "{other} alone", "Choose {other}", told.append),
    )
    name = {
        "hint": "Only this line; once more: all lines",
        "of_other": "Only this line, then its model can be chosen; once more: all lines",
        **{"models": {"model b": "b"}, "said": "{other} alone", "choose": "Choose {other}"},
        "label": "The line of another model",
    }
    assert mounted["data"] == {"chart": "a_chart", "page": "costs", "opening": "opening …", "name": name}

    def say(event, value):
        session[mounted["key"]] = {event: value and {**value, "page": "costs"}}
        mounted[f"on_{event}_change"]()

    return say, told


def test_any_slider_and_any_point_are_told(heard):
    say, told = heard
    say("released", {"slider": "speed", "value": "3 km/h", "at": 1})
    # A slider without a name has none in the message.
    say("released", {"value": "7", "at": 2})
    say("picked", {"meta": "row", "customdata": [1, None], "at": 3})
    say("typed", {"slider": "speed", "text": "4", "at": 4})
    say("chosen", {"model": "model b", "at": 5})
    assert told == [("speed", "3 km/h"), (None, "7"), ("row", [1, None]), ("speed", "4"), "model b"]


def test_nothing_said_is_nothing_told(heard):
    say, told = heard
    say("released", None)
    say("picked", None)
    say("typed", None)
    say("chosen", None)
    assert told == []


def test_the_size_is_remembered(session, monkeypatch):
    mounted = {}
    monkeypatch.setattr(bridge, "_bridge", lambda **options: mounted.update(options))
    assert bridge.look() == Look(roomy=True)
    known = {"narrow": False, "height": None, "scale": screen.SCALE, "heard": False}
    for told, look in (
        ({"narrow": True, "height": 880, "scale": 1.0}, Look(narrow=True)),
        ({"narrow": False, "height": 900, "scale": 1.6}, Look(height=520)),
        ({"narrow": False, "height": 720, "scale": 1.2}, Look()),
    ):
        bridge.measure()
        still = {"below": bridge.NARROW_BELOW, "step": bridge.STEP, "scales": ((0, screen.SCALE),), "page": ""}
        assert mounted["data"] == {**still, **known}
        session[mounted["key"]] = {"size": {**told, "page": ""}}
        mounted["on_size_change"]()
        assert bridge.look() == replace(look, roomy=True)
        assert bridge.is_narrow() is look.narrow
        known = {**told, "heard": True}


@pytest.mark.parametrize(("window", "height"), [(1080, 563), (720, 338), (500, 300)])
def test_a_presented_figure_fills_the_screen_but_for_its_mark(session, window, height):
    session |= {"window_height": window, "present": "1"}
    assert bridge.look() == Look(roomy=True, height=height)
    bridge.leave_a_line()
    assert bridge.look() == Look(roomy=True, height=max(height - bridge.LINE_PRESENTED, bridge.LEAST_PRESENTED))
    bridge.leave_room(0)
    assert bridge.look() == Look(roomy=True, height=height)
    session["drawer_open"] = True
    assert bridge.look() == Look(height=height)


def test_a_figure_in_a_frame_is_as_high_as_what_the_frame_enlarges_it_to(session):
    session |= {"window_height": 540, "present": "1", "is_embedded": True}
    heights = []
    for _from, scale in screen.scales():
        session["window_scale"] = scale
        heights.append(bridge.look().height)
    assert heights == [300, 338, 428]


def test_the_threshold_takes_its_own_slider_and_its_own_points(session):
    moved = []
    threshold._released("threshold", "0.25", {})
    assert session == {"t": 0.25}
    threshold._released("condition", "z:0.5", {"condition": moved.append})
    assert moved == ["z:0.5"]
    threshold._released("another", "not a number", {})
    threshold._released(None, "0.75", {})
    picked = []
    threshold._picked("another", [0.75], lambda: COUNTS, {})
    threshold._picked("cell", [7], lambda: COUNTS, {"cell": picked.append})
    assert picked == [[7]]
    assert session["t"] == 0.25
    threshold._picked("threshold", [0.75, 1.0], lambda: COUNTS, {})
    assert session["t"] == 0.75
    threshold._picked("threshold", [None], lambda: COUNTS, {})
    assert session["t"] == none_positive(COUNTS)


@pytest.fixture
def drawn_anew(session, monkeypatch):
    """Return whether a run of the field asks for the figure to be drawn anew, after what was said by callbacks."""
    monkeypatch.setattr(st, "number_input", lambda _label, **options: session["t"])
    asked = []
    monkeypatch.setattr(threshold.drawn, "anew", lambda: asked.append(True))

    def run(*callbacks):
        asked.clear()
        for call in callbacks:
            call()
        threshold.field(COUNTS)
        return bool(asked)

    return run


def test_a_typed_threshold_is_drawn_and_a_handle_let_go_is_not(drawn_anew):
    release = partial(threshold._released, "threshold", "0.25", {})
    assert not drawn_anew()
    assert drawn_anew(threshold._typed)
    assert not drawn_anew()
    assert not drawn_anew(release)


def test_a_field_that_has_not_heard_of_the_last_release_draws_nothing_anew(drawn_anew):
    # The browser tells of the number the field held before, and of the next release, in one message.
    assert not drawn_anew(threshold._typed, partial(threshold._released, "threshold", "0.25", {}))
    assert not drawn_anew()


@pytest.mark.parametrize(
    ("kept", "expected"),
    [
        ("1_840_1.0", (True, 840, 1.0)),
        ("0_1100_1.6", (False, 1100, 1.6)),
        # What else a browser may send is not taken.
        ("", (False, None, screen.SCALE)),
        ("0_0_1", (False, None, screen.SCALE)),
        ("0_99999_1", (False, None, screen.SCALE)),
        ("0_800_9", (False, None, screen.SCALE)),
        ("<b>", (False, None, screen.SCALE)),
    ],
)
def test_the_first_drawing_is_for_the_window_of_the_last_visit(monkeypatch, kept, expected):
    told = []
    monkeypatch.setattr(type(st.context), "cookies", {"window": kept})
    monkeypatch.setattr(bridge, "_bridge", lambda **said: told.append(said["data"]))
    monkeypatch.setattr(st, "session_state", {})
    bridge.measure()
    assert (told[0]["narrow"], told[0]["height"], told[0]["scale"]) == expected


def test_what_this_window_has_told_is_kept(monkeypatch):
    told = []
    monkeypatch.setattr(type(st.context), "cookies", {"window": "1_400_1.2"})
    monkeypatch.setattr(bridge, "_bridge", lambda **said: told.append(said["data"]))
    monkeypatch.setattr(st, "session_state", {"page_narrow": False, "window_height": 900, "window_scale": 1.6})
    bridge.measure()
    assert (told[0]["narrow"], told[0]["height"], told[0]["scale"]) == (False, 900, 1.6)
