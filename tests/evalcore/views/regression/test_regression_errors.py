"""What the figure of errors shows: steps of the tolerance, shares within, residuals in bins."""

import numpy as np
import pandas as pd
import pytest

from evalcore.regression import prediction_table
from evalcore.views.regression.errors import DRAWN, errors_view
from tests.evalcore.views.regression.tables import five, many, regions


def test_golden_measures():
    view = errors_view(five(), "prediction")
    errors = view.errors
    found = (errors.mse, errors.mae, round(errors.r2, 4), errors.median_absolute_error)
    assert found == (0.75, pytest.approx(0.7), 0.707, 0.5)
    assert view.residual.tolist() == [0.5, 0, -1.5, -1, -0.5]
    assert view.has_squares


@pytest.mark.parametrize("table", [five(), regions(), many()])
def test_shares_are_counted_at_every_step(table):
    view = errors_view(table, next(iter(table.predictions)))
    distance = np.abs(table.y_true - table.predictions[view.model])
    # A hair more, for distances that are off in the last digit: 1.1 is 0.1 from 1.0.
    expected = [(distance <= d * (1 + 1e-12) + 1e-12).mean() for d in view.tolerances]
    np.testing.assert_allclose(view.within, expected, atol=1e-12)
    assert (view.within[-1], view.tolerances[0]) == (1, 0)
    assert (np.diff(view.tolerances) > 0).all()
    assert len(view.tolerances) < 330


def test_a_row_is_within_where_its_rank_says_so():
    view = errors_view(regions(), "local")
    for step in (0, 20, 60, len(view.tolerances) - 1):
        within = view.rank < view.ranks[step]
        assert within.mean() == pytest.approx(view.within[step])


def test_a_tolerance_asked_for_is_a_step_to_the_digit():
    view = errors_view(five(), "prediction", tolerance=0.61803)
    assert view.tolerances[view.nearest(0.61803)] == 0.61803
    first = errors_view(five(), "prediction")
    assert first.tolerances[first.nearest(first.errors.mae)] == first.errors.mae


def test_residuals_in_bins_add_up_and_the_worst_rows_are_drawn():
    table = many()
    view = errors_view(table, "a")
    assert view.shares.sum() == pytest.approx(1)
    assert (view.is_thinned, len(view.row) <= DRAWN + 1) == (True, True)
    worst = np.argsort(np.abs(table.y_true - table.predictions["a"]))[-100:] + 1
    assert set(worst) <= set(view.row)
    assert view.residual == pytest.approx((table.y_true - table.predictions["a"])[view.row - 1])


def test_weights_count():
    frame = pd.DataFrame({"y": [0.0, 0, 0], "a": [1.0, 2, 3], "w": [2, 1, 1]})
    view = errors_view(prediction_table(frame, truth="y", models=["a"], weight="w"), "a", tolerance=1)
    assert view.within[view.nearest(1)] == 0.5
    assert view.shares.sum() == pytest.approx(1)


def test_no_error_at_all():
    frame = pd.DataFrame({"y": [1.0, 2, 3], "a": [1.0, 2, 3]})
    view = errors_view(prediction_table(frame, truth="y", models=["a"]), "a")
    assert (view.within.min(), view.reach > 0) == (1, True)


def test_every_model_has_its_curve_and_its_table():
    view = errors_view(regions(), "even")
    assert list(view.curves) == ["even", "local"]
    for distance, share in view.curves.values():
        assert (share[-1], distance[0]) == (1, 0)
        assert (np.diff(share) >= 0).all()
    assert view.to_frame().columns.tolist() == ["tolerance", "share"]
