"""The numbers of the view of squared loss: the parts, the measured error, the training error, how sure that is."""

from __future__ import annotations

import math

import pandas as pd
import streamlit as st

from evalcore.figures.bias_variance.said import corrected_parts, squared_parts
from evalcore.figures.parts.numbers import written
from evalcore.views.bias_variance.squared import SquaredStep, SquaredView
from ui.shared import cards, tables
from ui.shared.numbers import UNDEFINED, count
from ui.shared.text import _, say, sentences


def show(view: SquaredView, active: int) -> None:
    """Show the parts beside the error that was measured, then the training error and what it lacks."""
    step = view.steps[active]
    measured = step.measured
    parts, corrected = squared_parts(step), corrected_parts(step)
    shown = (
        (_("bias²"), parts["bias"], _corrected(corrected["bias"])),
        (_("variance"), parts["variance"], _corrected(corrected["variance"])),
        (_("noise σ²"), parts["noise"], _("of the problem")),
        (_("sum"), parts["error"], _measured(measured.error, measured.standard_error)),
    )
    for column, (name, value, below) in zip(st.columns(4), shown, strict=True):
        with column:
            cards.card(name, value, below)
    st.markdown(
        _(
            "Measured minus sum: **{difference}** ± {error} (Monte-Carlo standard error; only fresh noise is left in "
            "it). The mean of T = {sets} fits varies, too, which inflates the estimate of bias² by s²/T, that is "
            "var/(T − 1), on average: without that it is {corrected}. Here var divides the squares by T, s² = "
            "{variance}, the corrected variance, by T − 1.",
            difference=written(measured.difference, measured.difference_error),
            error=written(measured.difference_error, measured.difference_error),
            sets=count(view.n_sets),
            corrected=corrected["bias"],
            variance=corrected["variance"],
        )
    )
    if step.parts.reason is not None:
        st.caption(say(step.parts.reason))
    _training(view, step)
    _sample(view, active)


def _corrected(value: str) -> str:
    return _("corrected for T: {value}", value=value)


def _measured(value: float, error: float) -> str:
    return _("measured on fresh targets: {value} ± {error}", value=written(value, error), error=written(error, error))


def _training(view: SquaredView, step: SquaredStep) -> None:
    """Show the training error and what it lacks."""
    same = step.same
    st.header(_("The training error is too low"), anchor=False)
    st.markdown(
        _(
            "Against the very targets trained on the error is **{training}**, against fresh ones at the same points "
            "{fresh}: {gap} more. That is 2 Cov($f, y_D$) = {optimism}, and the luck of the noise that was drawn.",
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
    st.header(_("One training set: underfitting and overfitting"), anchor=False)
    st.markdown(
        sentences(
            _(
                "The sample has training error **{training}**, and **{test}** is to be expected on fresh targets.",
                training=written(step.sample_training),
                test=written(step.sample_test),
            ),
            _side(view, active),
        )
    )


def _side(view: SquaredView, active: int) -> str:
    """Say on which side of the best learner this one is, as far as both errors say so."""
    step, best = view.steps[active], view.steps[view.best]
    if view.is_least(active):
        return _("Here the error on fresh targets is least, on average over the sets.")
    is_fitted = not view.family.is_averaged
    if is_fitted and active < view.best and best.training_error < step.training_error:
        return _("**Underfitting**: at {best} both errors are lower, on average over the sets.", best=best.shown)
    if is_fitted and active > view.best and best.training_error > step.training_error:
        return _(
            "**Overfitting**: at {best} the training error is higher and the error on fresh targets lower, on average "
            "over the sets.",
            best=best.shown,
        )
    return _("At {best} the error on fresh targets is lower, on average over the sets.", best=best.shown)


def how_sure(view: SquaredView, active: int) -> None:
    """Show how far each number may be off since the sets were drawn at random."""
    step = view.steps[active]
    mean, measured = step.parts.mean, step.measured
    parts, corrected = squared_parts(step), corrected_parts(step)
    alone = {
        _("measured"): (measured.error, measured.standard_error),
        _("measured − sum"): (measured.difference, measured.difference_error),
    }
    rows = (
        (_("bias²"), parts["bias"], corrected["bias"], mean.bias2_error),
        (_("variance"), parts["variance"], corrected["variance"], mean.variance_error),
        (_("noise σ²"), parts["noise"], corrected["noise"], 0.0),
        (_("sum"), parts["error"], corrected["error"], mean.error_error),
        *((name, written(*both), written(*both), both[1]) for name, both in alone.items()),
        (_("median of the sets"), written(step.median_error), UNDEFINED, math.nan),
    )
    frame = pd.DataFrame(
        {
            _("quantity"): [name for name, *_values in rows],
            _("value"): [value for _name, value, _corrected, _error in rows],
            _("without what T sets move"): [corrected for _name, _v, corrected, _error in rows],
            _("Monte-Carlo standard error"): [
                UNDEFINED if math.isnan(error) else written(error) for _name, _v, _corrected, error in rows
            ],
        }
    )
    tables.show(frame, alt=_("Parts of the error with their standard errors"))
    st.caption(
        _(
            "All of it is an average over {sets} training sets: four times as many make the standard errors half as "
            "large. The sum has two digits where its standard error is above a tenth of it; its parts end where it "
            "ends, so that they add up.",
            sets=count(view.n_sets),
        )
    )
    for warning in step.warnings:
        st.caption(say(warning))
