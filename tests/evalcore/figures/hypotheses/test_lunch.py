"""The figure of no free lunch: the table of targets, equal sums, and errors that the tilt parts."""

import pytest

from evalcore.figures.hypotheses.lunch import TABLE, TILT, lunch_figure
from evalcore.figures.layout import Look
from evalcore.figures.style import NEGATIVE, POSITIVE, number
from evalcore.views.hypotheses.lunch import TILTS
from tests.evalcore.figures.hypotheses.views import lunch
from tests.evalcore.figures.steps import assert_in_order, handle_of, played, sent, texts_of, values

LOOKS = [Look(), Look(narrow=True), Look(height=300)]


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(("cells", "training"), [(2, ()), (3, (0,)), (4, (0, 2))])
def test_handle_tilts_the_prior(look, cells, training):
    figure = lunch_figure(lunch(cells, training), look=look)
    assert_in_order(figure, TILT)
    assert values(figure, TILT) == [float(tilt) for tilt in TILTS]
    sent(figure)


@pytest.mark.parametrize("look", [Look(), Look(narrow=True), Look(height=370, alone=True)])
def test_the_handle_at_the_even_prior_stands_off_the_numbers_of_the_errors(look):
    figure = lunch_figure(lunch(3), look=look)
    first, last = figure.layout.xaxis.range
    left, right = figure.layout.xaxis.domain
    # The narrowest window of each; the disc of a handle reaches 14 pixels.
    wide = (340 if look.narrow else 680) * (right - left)
    assert wide * (handle_of(figure, TILT)["at"][0] - first) / (last - first) >= 14


def test_both_sums_stand_below_the_table():
    said = texts_of(sent(lunch_figure(lunch()))["data"])
    assert said.count("Σ 8/3") == 2


def test_errors_follow_the_tilt():
    view = lunch()
    for k, traces in enumerate(played(lunch_figure(view), TILT)):
        said = texts_of(traces)
        assert f"A errs {number(float(view.expected['nearest'][k]))}" in said
        assert f"B errs {number(float(view.expected['opposite'][k]))}" in said


def test_of_the_table_both_errors_are_to_be_guessed_each_with_its_sum():
    figure = lunch_figure(lunch())
    places = figure.layout.meta["guessed"]["traces"]
    table = [one for i, one in enumerate(sent(figure)["data"]) if one["xaxis"] == TABLE["xaxis"] and i in places]
    a, sum_a, b, sum_b = table
    assert [one["text"] for one in (sum_a, sum_b)] == [["Σ 8/3"]] * 2
    assert len(a["text"]) == len(b["text"]) == 8


def test_predictions_have_the_hue_of_the_decision():
    traces = sent(lunch_figure(lunch()))["data"]
    squares = [trace["marker"]["color"] for trace in traces if trace.get("marker", {}).get("symbol") == "square"]
    assert len(squares) == 2
    # The first cell is seen: negative on the first four targets.
    assert squares[0] == [NEGATIVE] * 8 + [POSITIVE] * 8
    assert squares[1] == [POSITIVE] * 8 + [NEGATIVE] * 8


@pytest.mark.parametrize(
    ("training", "meanings"), [((0,), ["positive", "negative"]), ((), ["positive", "negative", "a coin"])]
)
def test_squares_have_their_key_below_the_table(training, meanings):
    (key,) = [text for text in texts_of(sent(lunch_figure(lunch(3, training)))["data"]) if "■" in text]
    assert [said for said in ("positive", "negative", "a coin") if said in key] == meanings


@pytest.mark.parametrize(("look", "apart"), [(Look(), 0), (Look(narrow=True), 1)])
def test_the_key_has_a_line_of_its_own_where_it_would_touch_the_sums(look, apart):
    figure = sent(lunch_figure(lunch(2, ()), look=look))
    (key,) = [trace for trace in figure["data"] if any("■" in text for text in texts_of([trace]))]
    sums = [trace["y"][0] for trace in figure["data"] if any(text.startswith("Σ") for text in texts_of([trace]))]
    assert [key["y"][0] - row for row in sums] == pytest.approx([apart] * 2)
    assert key["y"][0] < max(figure["layout"]["yaxis6"]["range"])
    # A coin's squares and its entry are of one hue.
    (coin,) = {
        hue
        for trace in figure["data"]
        if trace.get("marker", {}).get("symbol") == "square"
        for hue in trace["marker"]["color"]
    }
    assert coin in key["text"][0]


def test_a_low_figure_has_no_counts():
    figure = lunch_figure(lunch(), look=Look(height=300))
    said = [one.text for one in figure.layout.annotations]
    assert not any("On how many" in text for text in said)
