"""The derivation from (2.37) to (2.42) at the probe, step by step, each with the numbers of the simulation."""

from __future__ import annotations

from typing import Final, get_args

import streamlit as st

from evalcore.bias_variance import Simulation
from evalcore.figures.parts.numbers import written
from evalcore.views.bias_variance.derivation import OWN_POINTS, Derivation, Target, derivation
from ui.bias_variance.squared import optimism
from ui.bias_variance.tex import added, mean_of, noise, number, summed
from ui.live import bridge
from ui.session.choices import Choice, register
from ui.shared import controls
from ui.shared.numbers import count
from ui.shared.tex import stacked
from ui.shared.text import N_, _, say

NAMES: Final[dict[Target, str]] = {"fresh": N_("fresh y"), "same": N_("the y trained on")}
TARGET: Final = register(Choice("bv_target", default="fresh", options=get_args(Target), stays=True))


def show(simulation: Simulation, x0: float) -> None:
    """Show every step at the probe, and what the training error lacks."""
    target: Target = controls.choice(
        _("Targets $y_D$"),
        NAMES,
        key=TARGET.key,
        help=_("Fresh: no learner has seen them, as when a model is used. Else those each learner was trained on."),
    )
    if target == "same" and not simulation.sets.problem.is_fixed:
        st.info(say(OWN_POINTS), icon=":material/info:")
        target = "fresh"
    if target == "same" and not optimism.is_revealed():
        optimism.guess()
        return
    _definitions(at := derivation(simulation, x0, target=target), simulation)
    _steps(at)
    _result(at)
    optimism.show(simulation)
    st.caption(_("Numbers of equations: 周志华《机器学习》, chapter 2."))


def _definitions(at: Derivation, simulation: Simulation) -> None:
    """Show (2.37) to (2.40)."""
    st.markdown(
        _(
            "At x₀ = {x0}, over {sets} training sets D of {n} points each. f(x₀; D) is what the learner of a set "
            "predicts there, y the truth; $y_D$ is {target}.",
            x0=f"{at.x0:.3g}",
            sets=count(simulation.n_sets),
            n=count(simulation.sets.n),
            target=_("a fresh target") if at.target == "fresh" else _("the target at x₀ it was trained on"),
        )
    )
    mean = number(at.mean)
    fits, squares = _terms(at)
    _show(rf"(2.37)\quad \bar f(x) = E_D[f(x;D)] = {mean_of(fits, simulation.n_sets)} = {mean}")
    _show(
        r"(2.38)\quad var(x) = E_D\big[(f(x;D)-\bar f(x))^2\big] = "
        rf"{mean_of(squares, simulation.n_sets)} = {number(*at.variance)}"
    )
    _show(
        r"(2.39)\quad \varepsilon^2 = E_D\big[(y_D-y)^2\big] = \sigma^2 = "
        rf"{noise(at.noise)}\qquad({number(*at.noise_drawn)})"
    )
    _show(rf"(2.40)\quad bias^2(x) = (\bar f(x)-y)^2 = ({mean}-{added(at.truth)})^2 = {number(at.bias2)}")
    st.caption(
        _(
            "In brackets: the mean over the noise that was drawn. The mean of {sets} fits still varies a little, which "
            "makes bias² too large by var/(T − 1) on average, var as in (2.38), a mean over T; that is s²/T with the "
            "unbiased s², which divides by T − 1. Without it bias² is {corrected}.",
            sets=count(simulation.n_sets),
            corrected=number(at.bias2_corrected),
        )
    )


def _terms(at: Derivation) -> tuple[list[str], list[str]]:
    """Return the first terms of (2.37) and (2.38) and the last ones, fewer on a narrow page."""
    first, last = at.shown
    squares = [rf"({number(fit)}-{added(at.mean)})^2" for fit in (*first[:1], last)]
    few = first[:1] if bridge.is_narrow() else first
    fits = [added(fit) for fit in few]
    if not first:
        return [added(last)], squares
    return [*fits, r"\cdots", added(last)], [squares[0], r"\cdots", *([] if bridge.is_narrow() else squares[1:])]


def _steps(at: Derivation) -> None:
    """Show (2.41): what the error is split into, and what becomes of either product."""
    st.markdown(_("**Add and take away the mean prediction**"))
    _show(r"(2.41)\quad E(f;D) = E_D\big[(f-y_D)^2\big] = E_D\big[(f-\bar f+\bar f-y_D)^2\big]")
    _show(r"\qquad = E_D\big[(f-\bar f)^2\big] + E_D\big[(\bar f-y_D)^2\big] + E_D\big[2(f-\bar f)(\bar f-y_D)\big]")
    terms, error = summed([at.variance[0], at.about_mean[0], at.first_cross[0]], *at.error)
    _show(rf"{error} = {terms}")
    st.markdown(_first(at))
    st.markdown(_("**Add and take away the truth**"))
    _show(r"E_D\big[(\bar f-y_D)^2\big] = (\bar f-y)^2 + E_D\big[(y-y_D)^2\big] + 2(\bar f-y)\,E_D[y-y_D]")
    terms, about_mean = summed([at.bias2, at.noise_drawn[0], at.second_cross[0]], *at.about_mean)
    _show(rf"{about_mean} = {terms}")
    st.markdown(
        _(
            "The second product is {value} here, standard error {error}: noise has mean 0, so $E_D[y-y_D]=0$, and "
            "with more sets it goes to 0.",
            value=written(*at.second_cross),
            error=written(at.second_cross.standard_error, at.second_cross.standard_error),
        )
    )


def _first(at: Derivation) -> str:
    """Say what becomes of the first product."""
    values = {
        "value": written(*at.first_cross),
        "error": written(at.first_cross.standard_error, at.first_cross.standard_error),
    }
    if at.target == "fresh":
        return _(
            "The first product is {value} here, standard error {error}: a fresh $y_D$ knows nothing of D, so the mean "
            "of the product is the product of the means, and that of $f-\\bar f$ is 0. With more sets it goes to 0.",
            **values,
        )
    return _(
        "The first product is {value} here, standard error {error}, and **more sets do not take it away**: the learner "
        "has followed this very $y_D$. It is −2 Cov($f, y_D$), which for predictions Hy is −2σ²Hᵢᵢ = {expected}.",
        **values,
        expected=written(at.expected_first_cross),
    )


def _result(at: Derivation) -> None:
    """Show (2.42), and how far the error measured is from it."""
    parts, error = [at.bias2, at.variance[0], at.noise], at.error.standard_error
    if at.target == "fresh":
        terms, total = summed(parts, at.total, error)
        _show(rf"(2.42)\quad E(f;D) = bias^2(x) + var(x) + \varepsilon^2 = {terms} = {total}")
    else:
        terms, total = summed([*parts, at.first_cross[0]], at.with_product, error)
        _show(rf"E(f;D) = bias^2(x) + var(x) + \varepsilon^2 - 2\,Cov(f,y_D) = {terms} = {total}")
    st.caption(
        _(
            "Measured at this point: {error}, standard error {standard_error}. What is missing is both products, and "
            "the noise that was drawn less σ².",
            error=written(*at.error),
            standard_error=written(at.error.standard_error, at.error.standard_error),
        )
    )


def _show(line: str) -> None:
    """Show a formula, in lines one below the other where the page is too narrow for it."""
    st.latex(stacked(line) if bridge.is_narrow() else line)
