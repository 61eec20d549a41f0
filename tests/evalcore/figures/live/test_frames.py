"""What a step of a slider changes."""

import json

from evalcore.figures.live.frames import LiveFigure, change, frame, redrawn


def test_a_frame_says_what_changes_and_nothing_else():
    frames = [{"name": "a", "data": [{"x": [1]}], "traces": [0]}]
    figure = LiveFigure(data=[{"type": "scatter", "x": [0]}], frames=frames)
    assert figure.to_dict()["frames"] == frames == json.loads(figure.to_json())["frames"]
    assert figure.to_dict()["data"][0]["type"] == "scatter"
    # What is sent is a copy.
    assert figure.frames[0].data[0].type == "scatter"


def test_a_frame_changes_neighbouring_traces():
    assert frame("0.5", [{"x": [1]}, {"y": [2]}], 3) == {
        "name": "0.5",
        "data": [{"x": [1]}, {"y": [2]}],
        "traces": [3, 4],
    }


def test_a_change_is_as_small_as_its_trace_allows():
    base = {"type": "scatter", "x": [1], "y": [2], "line": {"width": 1}}
    assert change({**base, "mode": "lines", "fillcolor": "red"}) == {"fillcolor": "red"}
    assert change({**base, "mode": "lines"}) == {"x": [1]}
    assert change({**base, "mode": "markers"}) == {"x": [1], "y": [2]}
    assert change({**base, "mode": "text", "text": ["a"]}) == {"text": ["a"]}


def test_a_line_that_turns_changes_both_coordinates():
    assert redrawn({"mode": "lines", "fillcolor": "red", "x": [1], "y": [2]}) == {"x": [1], "y": [2]}
