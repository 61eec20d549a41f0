"""The numbers of the view of squared loss: the parts, the measured error, the training error, how sure that is."""

from __future__ import annotations

import math

import pandas as pd
import streamlit as st

from evalcore.figures.parts.numbers import written
from evalcore.views.bias_variance.squared import SquaredStep, SquaredView
from ui.shared import cards, tables
from ui.shared.numbers import UNDEFINED, count
from ui.shared.text import _, say


def show(view: SquaredView, active: int) -> None:
    """Show the parts beside the error that was measured, then the training error and what it lacks."""
    step = view.steps[active]
    mean, measured = step.parts.mean, step.measured
    shown = (
        (_("bias²"), mean.bias2, mean.bias2_error, _corrected(mean.bias2_corrected, mean.bias2_error)),
        (_("variance"), mean.variance, mean.variance_error, _corrected(mean.variance_corrected, mean.variance_error)),
        (_("noise"), mean.noise, 0.0, _("σ² of the problem")),
        (_("sum"), mean.error, mean.error_error, _measured(measured.error, measured.standard_error)),
    )
    for column, (name, value, error, below) in zip(st.columns(4), shown, strict=True):
        with column:
            cards.card(name, written(value, error), below)
    st.markdown(
        _(
            "Measured minus sum: **{difference}** ± {error} (Monte-Carlo standard error; only fresh noise is left in "
            "it). The mean of T = {sets} fits varies, too, which inflates the estimate of bias² by s²/T, that is "
            "var/(T − 1), on average: without that it is {corrected}. Here var divides the squares by T, s² = "
            "{variance}, the corrected variance, by T − 1.",
            difference=written(measured.difference, measured.difference_error),
            error=written(measured.difference_error),
            sets=count(view.n_sets),
            corrected=written(mean.bias2_corrected, mean.bias2_error),
            variance=written(mean.variance_corrected, mean.variance_error),
        )
    )
    if step.parts.reason is not None:
        st.caption(say(step.parts.reason))
    _training(view, step)
    _sample(view, active)


def _corrected(value: float, error: float) -> str:
    return _("corrected for T: {value}", value=written(value, error))


def _measured(value: float, error: float) -> str:
    return _("measured on fresh targets: {value} ± {error}", value=written(value, error), error=written(error))


def _training(view: SquaredView, step: SquaredStep) -> None:
    """Show the training error and what it lacks."""
    same = step.same
    st.subheader(_("The training error is too low"), anchor=False)
    st.markdown(
        _(
            "Against the very targets trained on the error is **{training}**, against fresh ones at the same points "
            "{fresh}: {gap} more. That is 2 Cov(f, y_D) = {optimism}, and the luck of the noise that was drawn.",
            training=written(same.training_error, same.training_error_error),
            fresh=written(same.fresh_error, same.fresh_error_error),
            gap=written(step.gap),
            optimism=written(same.optimism),
        )
    )
    if not math.isnan(step.df):
        st.markdown(
            _(
                "These predictions are linear in y, so that the gap is 2 σ² df / n = **{expected}** in expectation, "
                "with df = {df} degrees of freedom and n = {n}.",
                expected=written(step.expected_optimism),
                df=written(step.df),
                n=count(view.n),
            )
        )


def _sample(view: SquaredView, active: int) -> None:
    """Say of the sample alone whether it is fitted too little or too much."""
    step = view.steps[active]
    st.subheader(_("One training set: underfitting and overfitting"), anchor=False)
    st.markdown(
        _(
            "The sample has training error **{training}**, and **{test}** is to be expected on fresh targets.",
            training=written(step.sample_training),
            test=written(step.sample_test),
        )
        + " "
        + _side(view, active)
    )


def _side(view: SquaredView, active: int) -> str:
    best = view.steps[view.best].shown
    if active < view.best:
        return _("**Underfitting**: with more flexibility, up to {best}, both errors would fall.", best=best)
    if active > view.best:
        return _(
            "**Overfitting**: beyond {best} the training error falls and the error on fresh targets rises.", best=best
        )
    return _("Here the error on fresh targets is least, on average over the sets.")


def how_sure(view: SquaredView, active: int) -> None:
    """Show how far each number may be off since the sets were drawn at random."""
    step = view.steps[active]
    mean, measured = step.parts.mean, step.measured
    rows = (
        (_("bias²"), mean.bias2, mean.bias2_corrected, mean.bias2_error),
        (_("variance"), mean.variance, mean.variance_corrected, mean.variance_error),
        (_("noise"), mean.noise, mean.noise, 0.0),
        (_("sum"), mean.error, mean.error, mean.error_error),
        (_("measured"), measured.error, measured.error, measured.standard_error),
        (_("measured − sum"), measured.difference, measured.difference, measured.difference_error),
        (_("median of the sets"), step.median_error, math.nan, math.nan),
    )
    frame = pd.DataFrame(
        {
            _("quantity"): [name for name, *_values in rows],
            _("value"): [written(value, error) for _name, value, _corrected, error in rows],
            _("without what T sets move"): [written(corrected, error) for _name, _v, corrected, error in rows],
            _("Monte-Carlo standard error"): [
                UNDEFINED if math.isnan(error) else written(error) for _name, _v, _corrected, error in rows
            ],
        }
    )
    tables.show(frame, alt=_("Parts of the error with their standard errors"))
    st.caption(
        _(
            "All of it is an average over {sets} training sets: four times as many make the standard errors half as "
            "large. A number whose standard error is above a tenth of it has two digits.",
            sets=count(view.n_sets),
        )
    )
    for warning in step.warnings:
        st.caption(say(warning))
