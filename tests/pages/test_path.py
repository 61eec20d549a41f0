"""The path of lessons on its pages: each opens on what its step says, and the line leads on, back and away."""

import json
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from ui.frame import path
from ui.frame.course_steps import KNOWN
from ui.frame.steps import STEPS
from ui.session import samples
from ui.session.choices import REGISTERED
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
    chosen = {key: at.session_state[key] for key in asked}
    written = {key: REGISTERED[key].write(one) if key in REGISTERED else one for key, one in chosen.items()}
    assert written == asked
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
    # What looks like a way to close the presentation is one.
    assert not {"present", "hidden"} & set(address(at))


def test_who_stops_presenting_sees_what_was_hidden():
    at = opened("hypotheses", path="chapter", present="1", hidden="1")
    well(at.button(key="present_button").click().run())
    assert "hidden" not in at.session_state
    assert "hide" not in [button.key for button in at.button]


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


def test_a_scene_of_the_figure_has_neither_its_answer_nor_tabs():
    asked = path.asked(STEPS["lecture"])
    at = opened("confusion_matrix", **asked, present="1")
    assert not at.tabs
    assert len(at.get("plotly_chart")) == 1
    assert "answer_button" not in keys(at)
    assert not any("**6 of 10" in text.value for text in at.markdown)
    assert any("**6 of 10" in text.value for text in opened("confusion_matrix", **asked).markdown)


@pytest.mark.slow
@pytest.mark.parametrize("key", [key for key, step in KNOWN.items() if key != "repeats"])
def test_a_scene_names_its_data_or_its_learner(key):
    said = [one.value for one in opened_before_an_audience(key).caption]
    assert [one for one in said if one.startswith(("Data: **", "Learner: **"))]


@pytest.mark.parametrize(("stage", "told"), [("0", 1), ("3", 4), ("4", 5)])
def test_pairs_are_counted_one_after_another(stage, told):
    (chart,) = opened_before_an_audience("pairs", stage=stage).get("plotly_chart")
    assert len(json.loads(chart.proto.spec)["layout"]["annotations"]) == told


def test_ranks_say_the_book_s_statistics_first():
    at = opened_before_an_audience("ranks")
    (chart,) = at.get("plotly_chart")
    texts = [one.get("text", "") for one in json.loads(chart.proto.spec)["layout"]["annotations"]]
    (told,) = [text for text in texts if "χ² = 7.125" in text]
    assert told.split("<br>") == [
        "<b>The book, (2.34) and (2.35)</b>",
        "χ² = 7.125   F = 24.429",
        "<b>Corrected for ties</b>",
        "χ² = 7.600   F = 57.000",
    ]


def test_two_curves_say_the_difference_of_their_areas():
    at = opened_before_an_audience("models")
    (chart,) = at.get("plotly_chart")
    (told,) = json.loads(chart.proto.spec)["layout"]["annotations"]
    assert told["text"] == "model_b − model_a = 0.001 [−0.025, 0.027]"


@pytest.mark.parametrize("stage", ["0", "2", "4"])
def test_a_scene_is_built_up_as_far_as_its_address_says(stage):
    at = opened_before_an_audience("lecture", stage=stage)
    (chart,) = at.get("plotly_chart")
    lines = [t for t in json.loads(chart.proto.spec)["data"] if t.get("line", {}).get("shape") == "vh"]
    assert len(lines) == int(stage)


@pytest.mark.parametrize(("stage", "marked"), [("4", []), ("5", [0.6, 0.88])])
def test_the_best_thresholds_are_marked_as_the_last_stage(stage, marked):
    at = opened_before_an_audience("criteria", stage=stage)
    (chart,) = at.get("plotly_chart")
    traces = json.loads(chart.proto.spec)["data"]
    assert [t["x"][0] for t in traces if t.get("marker", {}).get("symbol") == "diamond-open"] == marked
    assert STEPS["criteria"].stages == 5


def opened_before_an_audience(key, **asked):
    """Open a step in a window of the height of a projector's."""
    step = KNOWN[key]
    at = AppTest.from_file(str(PAGES / f"{step.page}.py"), default_timeout=60)
    at.query_params.update({**path.asked(step), **asked, "present": "1"})
    if key not in STEPS:
        at.query_params["course"] = "book"
    at.session_state["window_height"] = 720
    return well(at.run())


def along_the_path():
    """Begin the path at a step, go to another, or leave it, as the session says."""
    import streamlit as st  # noqa: PLC0415 - AppTest runs this text alone

    from ui.frame import path  # noqa: PLC0415
    from ui.frame.steps import STEPS  # noqa: PLC0415
    from ui.live import threshold  # noqa: F401, PLC0415
    from ui.session import costs, loaded  # noqa: F401, PLC0415

    loaded.current()
    to = st.session_state.pop("to", None)
    if to == "away":
        path._leave()
    elif to is not None:
        path._take(STEPS[to])


def go(at, to):
    at.session_state["to"] = to
    return well(at.run())


@pytest.mark.parametrize("steps", [("melons",), ("misses",), ("melons", "misses", "rows")])
def test_own_rows_come_back_with_what_was_chosen_for_them_when_the_path_is_left(ways, steps):
    at = well(AppTest.from_function(along_the_path, default_timeout=60).run())
    own = replace(at.session_state["loaded"], sample=None, name="mine.csv")
    assert own.is_own
    chosen = {"loaded": own, "t": 0.38, "cost_fn": 7.0, "cost_fp": 2.0, "positive": "n", "columns": "as chosen"}
    for key, value in {**chosen, "costs_positive": "n"}.items():
        at.session_state[key] = value
    for step in steps:
        go(at, step)
        assert "cost_fp" not in at.session_state or at.session_state["cost_fp"] == 1
    go(at, "away")
    assert {key: at.session_state[key] for key in chosen} == chosen
    assert "path" not in at.session_state
    # Nobody has chosen these costs for the class of a sample.
    assert "costs_positive" not in at.session_state


def test_rows_opened_on_the_path_stay_when_it_is_left(ways):
    at = well(AppTest.from_function(along_the_path, default_timeout=60).run())
    own = replace(at.session_state["loaded"], sample=None, name="mine.csv")
    at.session_state["loaded"] = own
    go(at, "misses")
    later = replace(own, name="later.csv")
    at.session_state["loaded"] = later
    go(at, "away")
    assert at.session_state["loaded"] is later


def test_who_has_turned_elsewhere_is_led_back(ways):
    at = opened("curves", sample="melon-20", path="rare")
    assert (
        line(at)
        == f"**Step {list(STEPS).index('rare') + 1} of {len(STEPS)}** is about something else: Confusion matrix."
    )
    assert "path_next" not in keys(at)
    # What is open is not called by the name of the step's sample.
    assert not [one.value for one in at.caption if one.value.startswith("Data: ")]
    well(at.button(key="path_return").click().run())
    assert ways == ["confusion_matrix"]
    assert at.session_state["loaded"].sample == "rare-class"


def test_a_step_that_there_is_not_is_said():
    at = opened("curves", sample="melon-20", path="nowhere")
    assert line(at) is None
    (toast,) = at.toast
    assert toast.value.replace("\\", "").startswith("path must be one of")
