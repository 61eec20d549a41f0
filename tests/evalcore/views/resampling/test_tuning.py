"""Tuning given rows, and a threshold on a test set: what the figure is told, and what is not known is not there."""

import numpy as np
import pytest

from evalcore.figures.resampling.tuning import SETTING, tuning_figure
from evalcore.resampling import TunedTable, threshold_worth
from evalcore.views.resampling.tuning import TableTuningView, threshold_view
from tests.evalcore.figures.steps import assert_in_order, sent, texts_of


def tuned(done=2):
    return TableTuningView(
        found=TunedTable(
            settings=(1.0, 3.0),
            round_errors=np.array([[0.2, 0.4], [0.1, np.nan]]),
            training_errors=np.array([[0.0, 0.1], [0.1, 0.1]]),
            chosen=(3.0, 1.0)[:done],
            outer_errors=np.array([0.3, 0.1])[:done],
            refit_error=0.05,
            n_fits=20,
            n_outer=2,
        )
    )


def test_given_rows():
    view = tuned()
    assert (view.best, view.worst, view.is_partial, tuned(1).is_partial) == (1, pytest.approx(0.3), False, True)
    assert set(view.lines) == {"validation", "training"}
    assert list(view.rows) == ["naive", "nested"]
    assert (view.rows["naive"].mean, view.rows["nested"].mean) == (pytest.approx(0.1), pytest.approx(0.2))
    assert view.rows["naive"].dots.tolist() == [0.1]  # a fold that judges no row has no dot
    assert (view.nearest(None), view.nearest(1.4)) == (1, 0)


def test_figure_of_given_rows_draws_nothing_of_fresh_data():
    figure = tuning_figure(tuned(), tuned().rows, 0)
    assert_in_order(figure, SETTING)
    said = texts_of(sent(figure)["data"])
    assert {"own<br>validation error", "nested", "validation 0.300, training 0.050"} <= set(said)
    assert not any("fresh" in one for one in said)


def test_golden_threshold():
    """Section 7: tuned on 100 points the best F1 reads .616, on fresh data .555."""
    view = threshold_view(n=100, n_sets=300, seed=0)
    own, fresh = view.rows["naive"], view.rows["fresh"]
    assert own.mean == pytest.approx(0.616, abs=3 * own.error)
    assert fresh.mean == pytest.approx(0.555, abs=3 * fresh.error)
    assert view.gap.mean == pytest.approx(own.mean - fresh.mean)


def test_the_first_test_set_is_drawn():
    view = threshold_view(n=100, n_sets=3, seed=0)
    found = threshold_worth(n_sets=3, rng=np.random.default_rng(0))
    assert view.settings[view.best] == found.chosen[0]
    assert (view.own[view.best], view.true[view.best]) == (found.naive[0], pytest.approx(found.fresh[0]))
    assert list(view.settings) == sorted(view.settings)
    assert view.to_frame().shape == (100, 3)
    figure = tuning_figure(view, view.rows, view.best)
    assert_in_order(figure, SETTING)
    assert figure.layout.xaxis3.title.text == "F1"
