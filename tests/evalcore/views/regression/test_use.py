"""Where a model is used: errors under tilted densities, and where another model becomes the better one."""

import numpy as np
import pytest

from evalcore.regression import mse, tilted_weights
from evalcore.views.regression.use import TILTS, use_view
from tests.evalcore.views.regression.tables import five, regions


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
