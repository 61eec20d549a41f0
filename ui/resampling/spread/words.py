"""What the view of the estimators says: its answer, and its figure for who cannot see it."""

from __future__ import annotations

from evalcore.figures.resampling.spread import SETTING
from evalcore.views.resampling.rounds import RoundsStep, RoundsView
from evalcore.views.resampling.spread import SpreadView
from ui.live.sentence import held
from ui.resampling.controls import LEARNERS, data_sets
from ui.resampling.spread.setting import METHODS
from ui.shared.numbers import count, number, percent
from ui.shared.text import _


def answer(view: RoundsView, step: RoundsStep) -> str:
    """Say how much the rounds of one data set differ, and what would be true."""
    values = {"low": number(step.low), "high": number(step.high), "true": number(view.true_error)}
    if view.shown == "holdout":
        return _(
            "Hold-out of {share} varied between **{low}** and **{high}** on the same rows; this data set's true error "
            "is {true}.",
            share=held(percent(step.setting, 0), SETTING),
            **values,
        )
    estimate = number(step.found.error)
    if view.shown == "kfold":
        return _(
            "{k}-fold says **{estimate}**, its rounds {low} to {high}; this data set's true error is {true}.",
            k=held(count(step.setting), SETTING),
            estimate=estimate,
            **values,
        )
    if view.shown == "bootstrap":
        return _(
            "Out-of-bag **{oob}**, .632 {mixed}, .632+ {plus}; this data set's true error is {true}.",
            oob=number(step.found.out_of_bag),
            mixed=number(step.found.point632),
            plus=number(step.found.point632_plus),
            true=values["true"],
        )
    if view.shown == "loo":
        return _(
            "Leave-one-out says **{estimate}** after training {fits} models; this data set's true error is {true}.",
            estimate=estimate,
            fits=count(step.found.n_fits),
            true=values["true"],
        )
    return _(
        "The training error is **{estimate}**; this data set's true error is {true}.",
        estimate=estimate,
        true=values["true"],
    )


def alt(found: SpreadView, view: RoundsView, step: RoundsStep) -> str:
    """Describe the figure."""
    return _(
        "Rounds of {method} on one data set of {n} rows: which samples are trained on and which judged, and the error "
        "of each round, from {low} to {high}; estimate {estimate}, true error {true}. Beside it, for {learner}, what "
        "each estimator says of {sets}, around the mean true error {mean}.",
        method=_(METHODS[view.shown]),
        n=count(view.rows.n),
        low=number(step.low),
        high=number(step.high),
        estimate=number(step.found.error),
        true=number(view.true_error),
        learner=_(LEARNERS[found.plan.learner]),
        sets=data_sets(found.n_sets),
        mean=number(found.true_error),
    )
