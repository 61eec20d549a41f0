"""The figure of the biases: the map of votes and the answers at each number of examples."""

import pytest

from evalcore.figures.hypotheses.votes import CELL, SEEN, votes_figure
from evalcore.figures.layout import Look
from evalcore.figures.live.motion import FIRST_LETTER, LEVELS
from tests.evalcore.figures.hypotheses.views import NAMES, votes
from tests.evalcore.figures.steps import assert_in_order, handle_of, played, sent, texts_of

BIASES = tuple("abcdefgh")
LOOKS = [Look(), Look(narrow=True), Look(height=300)]


@pytest.mark.parametrize("look", LOOKS)
def test_handle_is_complete(look):
    figure = votes_figure(votes(), NAMES, BIASES, look=look)
    assert_in_order(figure, SEEN)
    sent(figure)


def test_map_is_repainted_with_the_votes_of_each_step():
    view = votes()
    (part,) = [one for one in handle_of(votes_figure(view, NAMES, BIASES), SEEN)["parts"] if "heat" in one]
    for step, letters in zip(view.steps, part["heat"], strict=True):
        shares = [(ord(letter) - FIRST_LETTER) / LEVELS for letter in letters]
        assert shares == pytest.approx(step.shares.ravel().tolist(), abs=0.011)


def test_first_row_of_the_map_stands_above():
    figure = votes_figure(votes(), NAMES, BIASES)
    assert figure.layout.yaxis.range[0] < figure.layout.yaxis.range[1]
    assert figure.layout.yaxis.ticktext[-1] == "curled, muffled"
    assert figure.layout.xaxis.ticktext == ("green", "black", "pale")


def test_each_cell_knows_its_instance():
    view = votes()
    cells = next(one for one in sent(votes_figure(view, NAMES, BIASES))["data"] if one.get("meta") == CELL)
    for number, (row, column) in enumerate(view.places):
        assert cells["customdata"][row][column] == [number]


def test_three_biases_three_answers():
    view = votes()
    said = texts_of(played(votes_figure(view, NAMES, BIASES), SEEN)[-1])
    assert (said.count("yes"), said.count("no"), said.count("undecided")) == view.now.said
    assert "(∗, curled, ∗)" in said


def test_without_examples_it_stands_still():
    figure = votes_figure(votes(0, ()), NAMES, BIASES)
    assert "live" not in figure.layout.meta
    sent(figure)
