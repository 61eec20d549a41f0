"""The formulas of the 0-1 loss with the numbers of the simulation: at a point of either kind, then on average."""

from __future__ import annotations

import streamlit as st

from evalcore.bias_variance import Simulation
from evalcore.figures.bias_variance.said import numbers
from evalcore.views.bias_variance.zero_one import ZeroOneStep
from evalcore.views.bias_variance.zero_one_points import PointParts, telling_points
from ui.live import bridge
from ui.shared.numbers import count
from ui.shared.tex import count as as_count
from ui.shared.tex import number, stacked
from ui.shared.text import _


def show(found: Simulation, step: ZeroOneStep) -> None:
    """Show what the parts are, what they are at two points, and how they add up over all points."""
    st.markdown(
        _(
            "At a point x, over {sets} training sets D at {shown}: f(x; D) is what the learner of a set predicts, "
            "$y_m$ the **main prediction**, which most of them predict, $y^*$ the best label, y a fresh one.",
            sets=count(found.n_sets),
            shown=step.shown,
        )
    )
    _show(r"B(x) = [\,y_m\ne y^*\,]", r"V(x) = P_D(f\ne y_m)", r"N(x) = P(y\ne y^*)")
    _show(r"L(x) = P_{D,y}(f\ne y) = c_1N + B + c_2V")
    _show(r"c_1 = 2\,P_D(f=y^*)-1", r"c_2 = 1-2B")
    unbiased, biased = telling_points(found)
    if unbiased is not None:
        st.markdown(
            _("**Where the main prediction is right**, as at x = {x}: variance adds to the loss", x=_at(unbiased))
        )
        _point(unbiased)
    if biased is not None:
        st.markdown(_("**Where it is wrong**, as at x = {x}: variance lowers the loss", x=_at(biased)))
        _point(biased)
    _averages(step)


def _at(point: PointParts) -> str:
    return f"({point.x[0]:.2f}, {point.x[1]:.2f})".replace("-", "−")


def _point(point: PointParts) -> None:
    """Show the parts at a point, and the loss counted without them."""
    share, noise = number(point.share), number(point.noise)
    right = rf"\frac{{{as_count(point.right)}}}{{{as_count(point.n_sets)}}}"
    variance = right if point.bias else f"1-{right}"
    _show(rf"P_D(f=y^*) = {right}", rf"V = {variance} = {number(point.variance)}")
    _show(rf"c_1 = 2\cdot {share}-1 = {number(point.c1)}")
    sign = "-" if point.c2 < 0 else "+"
    _show(
        rf"L(x) = {_added(point.c1)}\cdot {noise}+{point.bias:.0f}{sign}{number(point.variance)} = {number(point.loss)}"
    )
    st.caption(
        _(
            "Counted without parts: {share} of the sets are right and miss the noisy labels, {other} are wrong and hit "
            "them: {share} · {noise} + {other} · {best} = {loss}.",
            share=number(point.share),
            other=number(point.wrong_share),
            noise=number(point.noise),
            best=number(point.agreement),
            loss=number(point.loss),
        )
    )


def _averages(step: ZeroOneStep) -> None:
    """Show how the parts add up over all points, in Domingos' way and in Kohavi and Wolpert's, and how they do not."""
    parts, naive, sums = (numbers(one) for one in (step.domingos, step.naive, step.kohavi_wolpert))
    st.markdown(_("**Averaged over all points**"))
    variance = rf"{parts['variance_unbiased']}-{parts['variance_biased']}"
    _show_long(
        rf"\overline{{L}} = \overline{{c_1N}} + \overline{{B}} + \overline{{c_2V}} = "
        rf"{parts['noise_term']} + {parts['bias']} + ({variance}) = {parts['loss']}"
    )
    _show_long(
        rf"\overline{{N}} + \overline{{B}} + \overline{{V}} = {naive['noise']} + {naive['bias']} + "
        rf"{naive['variance']} = {naive['sum']} \ne {parts['loss']}"
    )
    st.markdown(
        _(
            "**Kohavi and Wolpert**: with p = P(y = 1) and q = P(f = 1) at each point three parts add up without "
            "factors, but bias² is not 0 where the main prediction is right."
        )
    )
    _show_long(
        r"\overline{L} = \overline{(p-q)^2} + \overline{q(1-q)} + \overline{p(1-p)} = "
        rf"{sums['bias2']} + {sums['variance']} + {sums['noise']} = {sums['loss']}"
    )
    st.caption(_("Domingos (2000), ICML 17; Kohavi and Wolpert (1996), ICML 13."))


def _added(value: float) -> str:
    shown = number(value)
    return f"({shown})" if value < 0 else shown


def _show(*formulas: str) -> None:
    """Show formulas beside each other, on a narrow page one below the other."""
    for line in formulas if bridge.is_narrow() else [r",\qquad ".join(formulas)]:
        st.latex(line)


def _show_long(line: str) -> None:
    """Show a formula, in lines one below the other where the page is too narrow for it."""
    st.latex(stacked(line) if bridge.is_narrow() else line)
