"""The path of lessons on its pages: each opens on what its step says, and the line leads on, back and away."""

import pytest
from streamlit.testing.v1 import AppTest

from ui.frame import path
from ui.frame.steps import STEPS
from ui.session import samples
from ui.shared import navigation
from ui.shared.chapter import PAGES as CHAPTER

PAGES = samples.FOLDER.parent / "pages"
# One step of each page with what it is to show; what all others ask for is read in tests/ui/frame/test_steps.py.
FIRST = {step.page: key for key, step in reversed(STEPS.items())}


def opened(page, **asked):
    at = AppTest.from_file(str(PAGES / f"{page}.py"), default_timeout=60)
    at.query_params.update(asked)
    return well(at.run())


def well(at):
    assert not at.exception
    assert not at.error
    return at


def address(at):
    return {key: value[0] if isinstance(value, list) else value for key, value in at.query_params.items()}


def line(at):
    return next((text.value for text in at.markdown if text.value.startswith("**Step ")), None)


def keys(at):
    return {button.key for button in at.button}


@pytest.fixture
def ways(monkeypatch):
    """Where the buttons lead."""
    found = []
    monkeypatch.setattr(navigation, "go_to", lambda page, **_asked: found.append(page))
    return found


@pytest.mark.parametrize("page", CHAPTER)
def test_a_step_opens_on_what_it_says(page):
    step = STEPS[FIRST[page]]
    at = opened(page, **path.asked(step))
    assert line(at).endswith(step.shows)
    assert not at.toast
    asked = dict(step.asked)
    sample = asked.pop("sample", None)
    assert sample is None or at.session_state["loaded"].sample == sample
    assert {key: str(at.session_state[key]).removesuffix(".0") for key in asked} == asked
    assert address(at)["path"] == step.key


def test_on_and_back_and_away(ways):
    at = opened("confusion_matrix", sample="lecture-20", path="lecture", present="1")
    assert at.button(key="path_next").label == "Next"
    stop = at.button(key="present_button")
    assert "Page down and Page up" in stop.help
    well(at.button(key="path_next").click().run())
    assert at.session_state["path"] == "criteria"
    assert (at.session_state["loaded"].sample, at.session_state["t"]) == ("melon-20", 0.5)
    well(at.button(key="path_back").click().run())
    assert at.session_state["loaded"].sample == "lecture-20"
    assert ways == ["confusion_matrix"] * 2
    # Before an audience each opens with its answer hidden.
    assert at.session_state["hidden"] == "1"
    well(at.button(key="lesson_close").click().run())
    assert line(at) is None
    assert "path" not in address(at)


def test_a_step_begins_as_it_says_whatever_was_chosen_before(ways, monkeypatch):
    at = opened("regression", re_view="line", re_data="five_values", re_w="2", re_loss="mse", path="squares")
    assert at.session_state["re_w"] == 2
    well(at.button(key="path_next").click().run())
    assert at.session_state["path"] == "use"
    assert at.session_state["re_data"] == "two_regions"
    assert "re_w" not in at.session_state or at.session_state["re_w"] == 1
    assert "hidden" not in at.session_state


def test_a_scene_stands_alone_before_an_audience():
    at = opened("curves", **path.asked(STEPS["pairs"]), present="1")
    assert not at.tabs
    assert [chart.key for chart in at.get("plotly_chart")] == ["pairs_chart"] or len(at.get("plotly_chart")) == 1
    assert len(opened("curves", **path.asked(STEPS["pairs"])).tabs) > 0


def test_who_has_turned_elsewhere_is_led_back(ways):
    at = opened("curves", sample="melon-20", path="rare")
    assert (
        line(at)
        == f"**Step {list(STEPS).index('rare') + 1} of {len(STEPS)}** is about something else: Confusion matrix."
    )
    assert "path_next" not in keys(at)
    well(at.button(key="path_return").click().run())
    assert ways == ["confusion_matrix"]
    assert at.session_state["loaded"].sample == "rare-class"


def test_a_step_that_there_is_not_is_said():
    at = opened("curves", sample="melon-20", path="nowhere")
    assert line(at) is None
    (toast,) = at.toast
    assert toast.value.replace("\\", "").startswith("path must be one of")
