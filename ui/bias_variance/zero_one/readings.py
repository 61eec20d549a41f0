"""The numbers of the view of 0-1 loss: the parts, four ways to add them up, and every learner of the family."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from evalcore.figures.bias_variance.said import domingos_parts, numbers
from evalcore.views.bias_variance.zero_one import LEAST_HELP, ZeroOneStep, ZeroOneView
from ui.shared import cards, tables
from ui.shared.numbers import UNDEFINED, count, number, percent
from ui.shared.text import _


def show(view: ZeroOneView, active: int) -> None:
    """Show the parts at the present learner, then four sums of which two are the loss, then every learner."""
    step = view.steps[active]
    _parts(step)
    _any_best_label(step)
    _other_draws(step)
    tables.show(sums(step), alt=_("Four ways to take the loss apart"))
    _reasons(step)
    st.markdown(_("**Every learner of the family**"))
    tables.show(learners(view), alt=_("Parts of the loss of every learner"), height="auto")


def _parts(step: ZeroOneStep) -> None:
    """Show loss and parts side by side."""
    parts, measured = step.parts, step.measured
    said = _(
        "measured on fresh labels {value} ± {error}",
        value=number(measured.error),
        error=number(measured.standard_error),
    )
    written = domingos_parts(step)
    shown = [
        (_("loss"), "loss", said),
        (_("noise c₁N"), "noise_term", _("of noisy labels, N = {n}", n=number(parts.noise))),
        (_("bias B"), "bias", _("share of points whose main prediction is wrong")),
        (_("variance where unbiased"), "variance_unbiased", _("adds to the loss")),
        (_("variance where biased"), "variance_biased", _("is taken off the loss")),
    ]
    for column, (title, name, below) in zip(st.columns(len(shown)), shown, strict=True):
        with column:
            cards.card(title, written[name], below)


def _any_best_label(step: ZeroOneStep) -> None:
    """Say why some of a loss that is all noise is called bias and variance."""
    if step.has_any_best_label:
        st.caption(
            _(
                "Where both labels are equally frequent neither is the better one. Bias and variance compare with the "
                "label before flipping, and c₁N falls by what they add: the loss is the same whatever is predicted."
            )
        )


def _other_draws(step: ZeroOneStep) -> None:
    """Say why the loss measured, and the loss of another draw, are not quite the sum of the parts."""
    st.caption(
        _(
            "The sum counts labels by their probabilities; measured, they were drawn, and by that chance it is off by "
            "{difference} ± {difference_error}. Both hold for these points: with another seed, as in the lesson's "
            "example, the loss is another by about ± {draw_error}.",
            difference=number(step.measured.difference, 4),
            difference_error=number(step.measured.difference_error, 4),
            draw_error=number(step.draw_error),
        )
    )


def sums(step: ZeroOneStep) -> pd.DataFrame:
    """Return each way to take the loss apart: its parts, their sum, and whether that is its loss."""
    parts, other, drawn = domingos_parts(step), numbers(step.kohavi_wolpert), numbers(step.drawn_labels)
    naive, loss = numbers(step.naive), parts["loss"]
    lines = {
        _("Domingos: c₁N + B + c₂V"): (parts["noise_term"], parts["bias"], parts["variance_term"], loss, loss),
        _("naive: N + B + V"): (naive["noise"], naive["bias"], naive["variance"], naive["sum"], loss),
        _("Kohavi–Wolpert: noise + bias² + variance"): (
            other["noise"],
            other["bias2"],
            other["variance"],
            other["loss"],
            other["loss"],
        ),
        _("drawn labels only, as mlxtend"): (UNDEFINED, drawn["bias"], drawn["variance"], drawn["sum"], drawn["loss"]),
    }
    yes, by_design = _("yes, exactly"), _("does not add up, by design")
    titles = (_("noise"), _("bias"), _("variance"), _("sum"), _("loss"))
    columns = zip(*lines.values(), strict=True)
    return pd.DataFrame(
        {
            _("way"): list(lines),
            **{title: list(column) for title, column in zip(titles, columns, strict=True)},
            _("adds up?"): [yes, by_design, yes, by_design],
        }
    )


def _reasons(step: ZeroOneStep) -> None:
    """Say why two of the sums are not the loss, and what bagging would do."""
    drawn, left = numbers(step.drawn_labels), numbers(step.without_variance)
    st.markdown(
        _(
            "Software that knows drawn labels only reports loss {loss}, bias {bias} and variance {variance}: together "
            "{sum}, which is {gap} too much. Where the main prediction misses the label, a prediction that differs "
            "from it is right, so that this variance ({biased}) lowers the loss; added instead, it is wrong by twice "
            "its size. Flipped labels are in the bias.",
            loss=drawn["loss"],
            bias=drawn["bias"],
            variance=drawn["variance"],
            sum=drawn["sum"],
            gap=drawn["gap"],
            biased=number(step.drawn.variance_biased),
        )
    )
    st.markdown(
        _(
            "**Does bagging help everywhere?** Without variance all sets would give the main prediction. Where that is "
            "right the loss would fall by {falls}; where it is wrong it would rise by {rises}. In all {main} would be "
            "left of {now}.",
            **left,
        )
    )


def how_sure(view: ZeroOneView, active: int) -> None:
    """Say what the number of sets and of points leaves open."""
    step = view.steps[active]
    st.markdown(
        _(
            "Loss {loss} ± {error} (Monte-Carlo standard error over {sets} sets, at the same points). On fresh labels "
            "{measured} ± {measured_error} was measured; measured minus sum of the parts: **{difference}** ± "
            "{difference_error}.",
            loss=number(step.parts.loss),
            error=number(step.parts.loss_error, 4),
            sets=count(view.n_sets),
            measured=number(step.measured.error),
            measured_error=number(step.measured.standard_error, 4),
            difference=number(step.measured.difference, 4),
            difference_error=number(step.measured.difference_error, 4),
        )
    )
    st.markdown(
        _(
            "B is 0 or 1 at each point: where the sets are divided almost evenly, other sets could have another main "
            "prediction. The bias² of Kohavi and Wolpert is inflated by var/(T − 1) instead, var being the one in "
            "the table, a mean over T: without that it is {bias}, and the unbiased variance {variance}.",
            bias=number(step.sums.bias2_corrected, 4),
            variance=number(step.sums.variance_corrected, 4),
        )
    )
    st.markdown(
        _(
            "Variance is said to help at a point where the main prediction is wrong and at least {least} of the sets "
            "differ from it.",
            least=percent(LEAST_HELP, 0),
        )
    )


def learners(view: ZeroOneView) -> pd.DataFrame:
    """Return a row a learner."""
    parts = [domingos_parts(step) for step in view.steps]
    titles = {
        "loss": _("loss"),
        "noise_term": _("noise c₁N"),
        "bias": _("bias B"),
        "variance_unbiased": _("variance where unbiased"),
        "variance_biased": _("variance where biased"),
    }
    return pd.DataFrame(
        {
            _("learner"): [step.shown for step in view.steps],
            **{title: [one[name] for one in parts] for name, title in titles.items()},
            _("main prediction's loss"): [number(step.main_loss) for step in view.steps],
            _("training error"): [number(step.training_error) for step in view.steps],
        }
    )
