"""The figure of the laboratory: what the level moves, which rates are filled, narrow and low pages."""

import numpy as np
import pytest

from evalcore.figures.layout import Look
from evalcore.figures.significance.lies import ALPHA, lies_figure
from evalcore.significance import LABORATORY_TESTS, LaboratoryResult
from evalcore.views.significance.lies import lies_view
from tests.evalcore.figures.steps import at_step, handle_of, sent, values

LOOKS = [Look(), Look(narrow=True), Look(height=300)]


def view(n_replicates=200, *, chosen=0):
    p = np.random.default_rng(1).random((len(LABORATORY_TESTS), n_replicates))
    p[0] **= 3
    return lies_view(LaboratoryResult(learner="1-nn", n=100, pvalues=p, differing=p / 2), chosen=chosen, alpha=0.05)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("n_replicates", [1, 200])
def test_handle_stands_on_the_axis_of_the_rates(look, n_replicates):
    shown = view(n_replicates)
    figure = lies_figure(shown, look=look)
    handle = handle_of(figure, ALPHA)
    assert values(figure, ALPHA) == [step.alpha for step in shown.steps]
    assert handle["panel"] == "xy"
    # Heard is the level, not the root that its axis is even in.
    assert handle["amounts"] == [step.alpha for step in shown.steps]
    assert handle["at"][-1] < figure.layout.xaxis.range[1]
    sent(figure)


def test_present_step_is_what_is_drawn():
    shown = view()
    figure = lies_figure(shown)
    traces = sent(figure)["data"]
    for place, change in at_step(figure, ALPHA, shown.alpha):
        assert {key: traces[place][key] for key in change} == change


def test_rates_that_are_too_high_are_filled():
    shown = view()
    _power, filled, hollow = [t for t in lies_figure(shown).data if t.mode == "markers"]
    expected = [shown.now.honesty(k) == "lies" for k in range(len(LABORATORY_TESTS))]
    assert [y > -11 for y in filled.y] == expected
    assert [y > -11 for y in hollow.y] == [not lies for lies in expected]
    assert expected[0]


def test_power_stands_beside_the_false_alarms():
    shown = view()
    power = next(t for t in lies_figure(shown).data if t.marker.symbol == "triangle-right-open")
    assert list(power.x) == pytest.approx([p**0.5 for p in shown.now.power], abs=1e-4)
    texts = next(t.text for t in lies_figure(shown).data if t.mode == "text")
    assert all(f"▷ {p:.3f}" in text for p, text in zip(shown.now.power, texts, strict=True))


@pytest.mark.parametrize("look", LOOKS)
def test_each_panel_has_a_title_of_the_same_weight(look):
    titles = [note for note in lies_figure(view(), look=look).layout.annotations if note.font.size != 12]
    assert [note.text.partition("<")[0] for note in titles][::2] == ["Share rejected", "Rejected so far"]
    assert {(note.font.size, note.font.weight) for note in titles} == {(16, 600)}


def test_figure_is_light():
    assert len(lies_figure(view()).to_json()) < 200_000
