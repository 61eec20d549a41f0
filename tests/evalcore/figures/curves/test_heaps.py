"""Two heaps: truth is fill, and no colour of a decision is used."""

import numpy as np
import pytest

from evalcore.figures.curves.heaps import heaps_figure
from evalcore.figures.style import NEGATIVE, POSITIVE
from evalcore.generate import normal_densities
from tests.evalcore.figures.steps import Marked


def test_positives_are_solid_and_negatives_hollow():
    figure = heaps_figure(*normal_densities(1.5), say=Marked())
    positive, negative = figure.data
    assert positive.fill == "tozeroy"
    assert negative.fill is None
    assert positive.x[np.argmax(positive.y)] - negative.x[np.argmax(negative.y)] == pytest.approx(1.5, abs=0.06)
    assert {NEGATIVE, POSITIVE}.isdisjoint({trace.line.color for trace in figure.data})
    assert [note.text for note in figure.layout.annotations] == ["«negative»", "«positive»"]
    assert figure.layout.xaxis.title.text == "«score»"
