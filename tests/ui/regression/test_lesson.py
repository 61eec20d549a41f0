"""Numbers of the lesson of regression error, found again with scikit-learn and by the page's own resampling."""

import re

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics as sk

from evalcore.regression import bootstrap_errors, error_groups, paired_differences, residual_summary, tilted_weights
from evalcore.views.regression.line import line_view
from tests.languages import WHOLE
from ui.live.progress import SEED
from ui.regression import compare, data, readings
from ui.regression.line_setting import five_points
from ui.session.samples import FOLDER
from ui.shared import text


@pytest.fixture(params=WHOLE)
def lesson(request):
    return (text.HERE / "regression" / f"lesson.{request.param}.md").read_text(encoding="utf-8")


def table(key):
    example, frame = data.EXAMPLES[key].make(), pd.read_csv(FOLDER / f"{key}.csv")
    return frame[example.truth].to_numpy(), {name: frame[name].to_numpy() for name in example.models}, frame


def written(value):
    return f"{value:,.0f}".replace("-", "−")


def test_five_values(lesson):
    x, y = five_points()
    assert f"{sk.r2_score(y, x + 3):.3f}".replace("-", "−") in lesson
    for value in (sk.r2_score(y, x), sk.root_mean_squared_error(y, x)):
        assert f"{value:.3f}" in lesson
    one = line_view(x, y, slope=1, intercept=0, outlier=12)
    assert f"{one.now.errors.mse:.2f}" in lesson
    assert f"{one.now.errors.mae:.2f}" in lesson


def test_two_regions(lesson):
    y, models, frame = table("two_regions")
    for weight in (None, tilted_weights(frame["x"], 1)):
        for predicted in models.values():
            assert f"{sk.mean_squared_error(y, predicted, sample_weight=weight):.2f}" in lesson


def test_diabetes(lesson):
    y, models, _frame = table("diabetes")
    linear = models["linear_regression"]
    assert written(sk.mean_squared_error(y, linear)) in lesson
    for value in (sk.root_mean_squared_error(y, linear), sk.mean_absolute_error(y, linear)):
        assert f"{value:.1f}" in lesson
    assert f"{sk.r2_score(y, linear):.3f}" in lesson
    assert f"{residual_summary(y, linear).mean:.3f}" in lesson
    by_truth, by_prediction = (error_groups(y, linear, by=by).bias[0] for by in ("truth", "prediction"))
    assert f"{by_truth:.1f}" in lesson
    assert f"{-by_prediction:.1f}" in lesson


def test_intervals_overlap_and_that_of_the_difference_does_not_hold_0(lesson):
    y, models, _frame = table("diabetes")
    for name in ("linear_regression", "random_forest"):
        rng = np.random.default_rng(SEED)
        found = bootstrap_errors(y, models[name], n_replicates=readings.REPLICATES, rng=rng).mse
        assert f"[{written(found.low)}, {written(found.high)}]" in lesson
    rng = np.random.default_rng(SEED)
    pair = paired_differences(y, models, n_replicates=compare.REPLICATES, rng=rng).pairs[0]
    assert f"[{written(pair.low)}, {written(pair.high)}]" in lesson


def test_each_misconception_is_marked_and_has_a_link(lesson):
    marked = [one for one in lesson.split("\n\n") if one.startswith("✗")]
    assert len(marked) == 10
    assert all(re.search(r"\]\(/regression\?", one) for one in marked)


def test_one_integral_for_error_and_accuracy(lesson):
    """Erratum 44, as an integral: what (2.6) and (2.7) come to, and the only value with E = 1 - E."""
    (said,) = [one for one in lesson.split("\n\n") if r"\int \mathbb{I}(f(x)=y)" in one]
    assert f"{np.linalg.solve([[2.0]], [1.0])[0]:g}" in said
    truth, predicted = np.array([1, 0, 1, 1]), np.array([1, 0, 0, 1])
    assert sk.zero_one_loss(truth, predicted) == (truth != predicted).mean() != (truth == predicted).mean()
