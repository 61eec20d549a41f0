"""Where a model is used: errors under tilted densities, and where another model becomes the better one."""

import numpy as np
import pandas as pd
import pytest

from evalcore.regression import mse, prediction_table, tilted_weights
from evalcore.views.regression.use import TILTS, use_view
from tests.evalcore.views.regression.tables import five, regions
from ui.session.samples import FOLDER


def test_errors_are_weighted_by_the_density():
    table = regions()
    view = use_view(table)
    assert view.x == "x"
    for step in (0, 20, 40):
        weight = tilted_weights(table.features["x"], TILTS[step])
        for model, found in view.mse.items():
            assert found[step] == pytest.approx(mse(table.y_true, table.predictions[model], sample_weight=weight))
    assert view.effective[view.nearest(0)] == pytest.approx(table.n)
    assert view.effective[0] < table.n


def test_the_better_model_changes_once_and_where():
    table = regions()
    view = use_view(table)
    (one,) = view.crossings
    assert (one.before, one.after) == ("local", "even")
    assert (view.best(0), view.best(40)) == ("local", "even")
    weight = tilted_weights(table.features["x"], one.tilt)
    even, local = (mse(table.y_true, table.predictions[name], sample_weight=weight) for name in ("even", "local"))
    assert even == pytest.approx(local, rel=1e-9)


def test_a_table_without_features_is_used_along_the_truth():
    view = use_view(five())
    assert (view.x, view.crossings) == ("y", ())
    assert use_view(five(), "gone").x == "y"


def test_groups_and_density():
    view = use_view(regions(), "x")
    assert len(view.centres) == 10
    assert (np.diff(view.centres) > 0).all()
    assert np.mean(view.by_group["even"]) == pytest.approx(view.mse["even"][20])
    places, density = view.density(40)
    assert (density[0], density[-1], places[0]) == (0, 2, view.ends[0])
    assert view.to_frame().shape == (41, 3)


def test_the_best_under_every_density_may_be_beaten_in_some_groups():
    frame = pd.read_csv(FOLDER / "diabetes.csv")
    models = ["linear_regression", "random_forest", "nearest_neighbours"]
    view = use_view(prediction_table(frame, truth="progression", models=models), "bmi")
    assert view.crossings == ()
    assert view.is_alone("linear_regression")
    squares = frame[models].sub(frame["progression"], axis=0).pow(2).iloc[frame["bmi"].argsort(kind="stable")]
    errors = [squares.iloc[rows].mean().tolist() for rows in np.array_split(np.arange(len(frame)), 10)]
    assert view.beaten("linear_regression") == sum(min(one) < one[0] for one in errors) == 2
    assert not view.is_row_by_row


def test_models_that_are_equally_good_are_not_beaten_by_each_other():
    y = np.arange(6.0)
    frame = pd.DataFrame({"y": y, "above": y + 1, "below": y - 1})
    view = use_view(prediction_table(frame, truth="y", models=["above", "below"]))
    assert not view.is_alone("above")
    assert view.beaten("above") == view.beaten("below") == 0
    assert view.is_row_by_row


def test_error_and_accuracy_under_a_density():
    """(2.6) and (2.7) by brute force: each row counts as often as its density says."""
    table = regions()
    view = use_view(table)
    distance = {name: np.abs(table.y_true - predicted) for name, predicted in table.predictions.items()}
    assert view.tolerance == pytest.approx(min(found.mean() for found in distance.values()))
    for step in (0, 20, 40):
        weight = tilted_weights(table.features["x"], TILTS[step])
        for name, found in distance.items():
            assert view.accuracy[name][step] == pytest.approx(np.average(found <= view.tolerance, weights=weight))
            assert view.error_rate[name][step] + view.accuracy[name][step] == pytest.approx(1)
