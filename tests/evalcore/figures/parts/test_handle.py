"""The handle of the threshold: exact where it stands, short where it is read."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.counts import threshold_counts
from evalcore.figures.parts.handle import changing, step_value, threshold_handle
from evalcore.views.threshold import threshold_view
from tests.evalcore.curves.tables import LECTURE, MELON
from tests.evalcore.golden import MELON_SCORE, MELON_TRUTH

RNG = np.random.default_rng(5)
MANY = threshold_counts(RNG.random(2_000) < 0.1, RNG.random(2_000))
EVERY = {
    "melon": (MELON, (0.5,), None),
    "melon as dots": (MELON, (), (MELON_TRUTH, MELON_SCORE)),
    "lecture": (LECTURE, (0.123456789,), None),
    "many": (MANY, (0.5, 1 / 3), None),
    "one": (threshold_counts([True], [-3.0]), (), None),
    "no negative": (threshold_counts([True, True], [0.25, 0.5]), (), None),
}
every_table = pytest.mark.parametrize(("counts", "special", "rows"), EVERY.values(), ids=EVERY)


def made(counts, special=(), rows=None, say=str):
    view = threshold_view(counts, special=special, rows=rows)
    return view, threshold_handle(view, say, 0, [], strip=7)


@given(st.floats(allow_nan=False))
def test_the_value_of_a_step_is_read_back_from_its_text(value):
    assert float(step_value(value)) == value


@every_table
class TestEvery:
    def test_steps_are_exact_and_stand_where_they_are(self, counts, special, rows):
        view, handle = made(counts, special, rows)
        exact = view.steps.threshold
        assert [float(value) for value in handle.values] == exact.tolist()
        assert set(special) <= {float(value) for value in handle.values}
        # To less than a hundredth of a pixel of an axis of 1,000.
        np.testing.assert_allclose(handle.at, exact, atol=1e-5 * (view.high - view.low or 1))
        assert list(handle.at) == sorted(handle.at)

    def test_keys_stop_where_the_counts_change_and_at_both_ends(self, counts, special, rows):
        view, handle = made(counts, special, rows)
        steps, stops = view.steps, handle.stops
        assert (stops[0], stops[-1]) == (0, steps.threshold.size - 1)
        cells = list(zip(steps.tp, steps.fp, strict=True))
        for i in range(1, steps.threshold.size - 1):
            # Of steps that decide the same the highest is the stop: the score itself, where it is a step.
            assert (i in stops) == (cells[i] != cells[i + 1])
        assert {cells[i] for i in stops} == set(cells)

    def test_says_the_four_counts(self, counts, special, rows):
        view, handle = made(counts, special, rows)
        for i, said in enumerate(handle.said):
            cm = counts.at(view.steps.threshold[i])
            assert said.endswith(f"TP {cm.tp:,}, FN {cm.fn:,}, FP {cm.fp:,}, TN {cm.tn:,}")

    def test_sums_up_precision_recall_and_f1(self, counts, special, rows):
        view, handle = made(counts, special, rows)
        assert [name for name, _ in handle.summary] == ["precision", "recall", "F1"]
        for (_, texts), name in zip(handle.summary, ("precision", "recall", "f1"), strict=True):
            for text, value in zip(texts, view.steps.metrics[name], strict=True):
                assert (text == "—") == bool(np.isnan(value))
                assert text == "—" or float(text) == pytest.approx(value, abs=5.001e-4)

    def test_moves_the_hue_of_the_strip_and_is_plain_data(self, counts, special, rows):
        view, handle = made(counts, special, rows)
        (part,) = handle.parts
        assert part["trace"] == 7
        marks = view.strip.score.size or 2 * (view.strip.edges.size - 1)
        assert len(part["rank"]) == marks
        # Every mark that counts as positive at a step is above its middle.
        assert json.loads(json.dumps(vars(handle), allow_nan=False))["values"] == handle.values


@pytest.mark.parametrize(
    ("score", "shown", "value"),
    [(0.5, "t = 0.5", "0.5"), (-0.5, "t = −0.5", "-0.5"), (1 / 3, "t = 0.33", repr(1 / 3))],
)
def test_thresholds_are_short_on_the_pill_and_exact_behind_it(score, shown, value):
    _, handle = made(threshold_counts([True, False], [score, score]))
    assert (handle.shown[0], handle.values[0]) == (shown, value)


def test_thousands_are_separated_when_they_are_said():
    _, handle = made(threshold_counts([True] * 1_500 + [False], [0.5] * 1_501))
    assert handle.said[0] == "t = 0.5: TP 1,500, FN 0, FP 1, TN 0"


def test_words_are_those_of_the_page():
    asked = []

    def say(sentence):
        asked.append(sentence)
        return f"«{sentence}»"

    _, handle = made(MELON, (0.6,), say=say)
    assert handle.label == "«threshold t»"
    assert "«t = 0.6: TP 7, FN 1, FP 4, TN 8»" in handle.said
    assert [name for name, _ in handle.summary] == ["«precision»", "«recall»", "«F1»"]
    # Once for all steps, which are hundreds.
    assert len(asked) == 5


def test_steps_of_the_same_counts_are_one_stop():
    steps = threshold_view(threshold_counts([True, False], [0.2, 0.9]), special=(0.5,)).steps
    assert steps.threshold[changing(steps)].tolist() == [0.2, 0.9, steps.threshold[-1]]
