"""The sliders: a step plays the frame of its name."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.counts import threshold_counts
from evalcore.figures.live.slider import slider, step_name, threshold_slider
from evalcore.views.threshold import threshold_view


@given(st.floats(allow_nan=False))
def test_the_value_of_a_step_is_read_back_from_its_name(value):
    assert float(step_name(value)) == value


def test_a_step_plays_the_frame_of_its_name():
    made = slider("condition", [("z:0.25", "0.25"), ("0.5", "0.5")], "P(+)cost", 1, y=0.3)
    assert [step["args"][0] for step in made["steps"]] == [["z:0.25"], ["0.5"]]
    assert made["currentvalue"]["prefix"] == "P(+)cost = "
    assert (made["active"], made["y"], made["len"]) == (1, 0.3, 1)


def test_a_label_that_is_not_the_name_has_it_beside_it():
    first, second = slider("condition", [("z:0.25", "0.25"), ("0.5", "0.5")], "", 0, y=0)["steps"]
    assert first["value"] == "z:0.25"
    assert "value" not in second


@pytest.mark.parametrize(
    ("score", "label", "value"), [(0.5, "0.5", "0.5"), (-0.5, "−0.5", "-0.5"), (1 / 3, "0.333333", repr(1 / 3))]
)
def test_thresholds_are_short_on_the_slider_and_exact_behind_it(score, label, value):
    view = threshold_view(threshold_counts(np.array([True, False]), np.array([score, score])))
    step = threshold_slider(view, "t", 0, y=0)["steps"][0]
    assert (step["label"], step.get("value", step["label"])) == (label, value)
