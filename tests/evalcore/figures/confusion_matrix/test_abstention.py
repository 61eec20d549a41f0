"""Coverage and accuracy: what each step of the handle shows is what the curve has there."""

import json

import numpy as np
import pytest

from evalcore import curves
from evalcore.figures.confusion_matrix.abstention import LEAST, abstention_figure
from evalcore.figures.layout import Look
from evalcore.views.ranking import abstention_steps, drawn_abstention

RNG = np.random.default_rng(6)
SCORE = np.round(RNG.beta(3, 2, 500), 3)
CURVE = curves.abstention_curve(RNG.random(500) < SCORE, SCORE)
STEPS = abstention_steps(CURVE, (0.6,))


def draw(active, **options):
    return abstention_figure(drawn_abstention(CURVE), STEPS, active, **options)


@pytest.mark.parametrize("look", [Look(), Look(narrow=True)])
@pytest.mark.parametrize("least", [0.3, 0.6, 2.0])
def test_the_marks_stand_where_the_curve_is(least, look):
    figure = draw(STEPS.nearest(least), look=look)
    at = curves.abstention_at(CURVE, float(STEPS.threshold[STEPS.nearest(least)]))
    rule, on_lines, on_curve = figure.data[-3:]
    assert set(rule.x) == {at.threshold}
    accuracy = None if np.isnan(at.accuracy.value) else pytest.approx(at.accuracy.value, abs=1e-6)
    assert list(on_lines.y) == [pytest.approx(at.coverage.value, abs=1e-6), accuracy]
    assert (list(on_curve.x), list(on_curve.y)) == ([pytest.approx(at.coverage.value, abs=1e-6)], [accuracy])


def test_the_handle_has_a_step_for_each_and_says_it():
    (handle,) = json.loads(draw(0).layout.meta["live"])["handles"]
    assert handle["name"] == LEAST
    assert [float(value) for value in handle["values"]] == STEPS.threshold.tolist()
    place = STEPS.nearest(0.6)
    at = curves.abstention_at(CURVE, 0.6)
    assert handle["said"][place] == f"from 0.6 on: {at.coverage.value:.1%} answered, accuracy {at.accuracy.value:.3f}"


def test_a_drawn_line_is_the_curve_in_fewer_points():
    drawn = drawn_abstention(CURVE)
    places = np.searchsorted(-CURVE.threshold, -drawn.threshold)
    np.testing.assert_array_equal(CURVE.accuracy[places], drawn.accuracy)
    np.testing.assert_array_equal(CURVE.coverage[places], drawn.coverage)
