"""The figure of a guess: as far as there is one, and what was measured beside it."""

from evalcore.figures.bias_variance.sketch import sketch_figure
from tests.evalcore.figures.steps import sent


def test_a_guess_so_far_has_gaps():
    figure = sketch_figure([0, 1, 3], [0.6, None, 0.2])
    (trace,) = sent(figure)["data"]
    assert trace["y"] == [0.6, None, 0.2]
    assert figure.layout.showlegend is False


def test_what_was_measured_stands_beside_the_guess():
    figure = sketch_figure([0, 1], [0.6, 1.5], [0.6, 0.3])
    assert [trace.name for trace in figure.data] == ["your guess", "measured"]
    assert figure.layout.yaxis.range[1] > 1.5
    assert figure.layout.showlegend
