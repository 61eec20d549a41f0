"""P-R curves alone: no other plane, and in the end the break-even point of every model."""

import numpy as np
import pytest

from evalcore.counts import threshold_counts
from evalcore.figures.curves.precision_recall import precision_recall_figure
from evalcore.figures.layout import Look
from evalcore.figures.style import MODELS, guessed, number
from evalcore.intervals import Estimate
from evalcore.views.curves import model_curves
from tests.evalcore.golden import MELON_SCORE, MELON_TRUTH

AREA = Estimate(0.9, 0.8, 0.95)
ROUNDED = np.round(MELON_SCORE, 1)


def drawn(stage=None, scores=(MELON_SCORE, ROUNDED)):
    models = [
        model_curves(name, threshold_counts(MELON_TRUTH, score), auc=AREA, average_precision=AREA)
        for name, score in zip("AB", scores, strict=True)
    ]
    figure = precision_recall_figure(models, 0.4, look=Look(height=370, alone=True, stage=stage))
    return figure, models


def test_it_has_one_plane_and_a_curve_of_each_model():
    figure, models = drawn(0)
    assert len({trace.xaxis for trace in figure.data}) == 1
    listed = [trace for trace in figure.data if trace.showlegend]
    assert [trace.name for trace in listed] == [f"{name}<br>AP {guessed('0.900 [0.800, 0.950]')}" for name in "AB"]
    np.testing.assert_allclose(listed[0].x, models[0].precision_recall.x, rtol=1e-6)
    assert all(k in figure.layout.meta["guessed"]["traces"] for k, one in enumerate(figure.data) if one in listed)


@pytest.mark.parametrize("stage", [None, 1])
def test_break_even_points_come_in_the_end(stage):
    figure, models = drawn(stage)
    marks = [trace for trace in figure.data if trace.mode == "markers"]
    assert [mark.x[0] for mark in marks] == [model.break_even_point for model in models]
    assert [mark.marker.color for mark in marks] == [MODELS[0][0], MODELS[1][0]]
    assert figure.data[-3].name.endswith(f"break-even point {guessed(number(models[1].break_even_point))}")
    assert not [trace for trace in drawn(0)[0].data if trace.mode == "markers"]
