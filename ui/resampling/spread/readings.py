"""The numbers of the view of the estimators: this data set, all estimators, and how sure each number is."""

from __future__ import annotations

import pandas as pd

from evalcore.figures.resampling.estimators import name_of
from evalcore.figures.resampling.spread import ROW_OF
from evalcore.resampling import NOT_A_STANDARD_ERROR
from evalcore.views.resampling.plan import Kind
from evalcore.views.resampling.rounds import RoundsView
from evalcore.views.resampling.spread import SpreadView
from ui.resampling.controls import data_sets
from ui.shared import cards, tables
from ui.shared.numbers import count, number
from ui.shared.text import _, paragraph, say, show_said

Places = dict[Kind, int]


def show(view: RoundsView, found: SpreadView, at: Places) -> None:
    """Show what the rounds say of this data set, then every estimator over many."""
    step = view.steps[at[ROW_OF[view.shown]]]
    estimate = step.found
    cards.row(
        (_("estimate"), number(estimate.error), _("mean of the rounds")),
        (_("SD over rounds"), number(estimate.spread), _("not a standard error")),
        (_("models trained"), count(estimate.n_fits), _("how often a learner is trained")),
        (_("rows trained on"), count(estimate.train_size), _("of {n}, in each round", n=count(view.rows.n))),
        (_("true error"), number(view.true_error), _("of the learner trained on all rows of this data set")),
    )
    show_said(*estimate.warnings)
    paragraph("**Every estimator over {sets}**", sets=data_sets(found.n_sets))
    tables.show(_estimators(found, at), alt=_("Bias, spread and cost of every estimator"))

    if view.shown == "kfold":
        paragraph("**Usual numbers of folds: 5, 10 and 20**")
        tables.show(_folds(found), alt=_("Bias, spread and cost of the usual numbers of folds"))


def _folds(found: SpreadView) -> pd.DataFrame:
    steps = found.usual_folds
    return pd.DataFrame(
        {
            _("folds k"): [count(step.setting) for step in steps],
            _("mean"): [number(step.mean) for step in steps],
            _("bias"): [number(step.bias) for step in steps],
            _("SD"): [number(step.sd) for step in steps],
            _("models trained"): [count(step.fits) for step in steps],
        }
    )


def _estimators(found: SpreadView, at: Places) -> pd.DataFrame:
    steps = {kind: steps[at[kind]] for kind, steps in found.rows.items()}
    return pd.DataFrame(
        {
            _("estimator"): [say(name_of(kind, step)) for kind, step in steps.items()],
            _("mean"): [number(step.mean) for step in steps.values()],
            _("bias"): [number(step.bias) for step in steps.values()],
            _("SD"): [number(step.sd) for step in steps.values()],
            _("RMSE"): [number(step.rmse) for step in steps.values()],
            _("correlation"): [number(step.correlation) for step in steps.values()],
            _("models trained"): [count(step.fits) for step in steps.values()],
        }
    )


def how_sure(view: RoundsView, found: SpreadView, at: Places) -> None:
    """Say what the spread over rounds is not, what the number of data sets leaves open, and what is estimated."""
    kind = ROW_OF[view.shown]
    row, step = found.rows[kind][at[kind]], view.steps[at[kind]]
    paragraph(
        "- {not_one} Here it is {spread} over {rounds} rounds; over data sets the estimate has SD {sd}.\n"
        "- Bias {bias} ± {error}: Monte-Carlo standard error of {sets}.\n"
        "- Correlation of the estimate with the true error of the same data set: {correlation}. Estimates of this "
        "kind say more about the average over data sets than about the learner trained on yours (Bates, Hastie, "
        "Tibshirani 2024).",
        not_one=say(NOT_A_STANDARD_ERROR),
        spread=number(step.found.spread),
        rounds=count(step.found.n_rounds),
        sd=number(row.sd),
        bias=number(row.bias),
        error=number(row.bias_error),
        sets=data_sets(found.n_sets),
        correlation=number(row.correlation),
    )
