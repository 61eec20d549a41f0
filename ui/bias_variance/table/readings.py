"""The numbers of the view of a table: parts of each learner, what they rest on, and the formulas with numbers in."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from evalcore.bias_variance import NOISE_IS_IN_BIAS, Part
from evalcore.figures.bias_variance.said import table_parts
from evalcore.figures.bias_variance.table import bias_and_noise
from evalcore.figures.parts.numbers import written
from evalcore.views.bias_variance.table import TableView
from ui.bias_variance.table.setting import Setting
from ui.shared import tables
from ui.shared.numbers import count, tex
from ui.shared.text import _, plain, say


def show(view: TableView, asked: Setting) -> None:
    """Show the parts of every learner, and which columns and rows they come from."""
    tables.show(learners(view, asked), alt=_("Parts of the error of every learner"))
    table = asked.table
    st.caption(
        _(
            "'{target}' is learned from {features} features in {columns} columns, {n} rows: {held_out} are held out.",
            target=plain(table.target),
            features=count(len(table.features)),
            columns=count(len(table.columns)),
            n=count(table.n),
            held_out=count(view.n_held_out),
        )
    )
    notes(asked)


def learners(view: TableView, asked: Setting) -> pd.DataFrame:
    """Return the parts of every learner with their intervals."""
    frame = pd.DataFrame({say(asked.family.axis): [step.shown for step in view.steps]})
    for name, title in _titles(view).items():
        frame[title] = [_part(table_parts(step)[name], getattr(step, name)) for step in view.steps]
    return frame


def notes(asked: Setting) -> None:
    """Say what of the table is not used."""
    for note in asked.table.notes:
        st.caption(say(note))


def _titles(view: TableView) -> dict[str, str]:
    titles = {"bias_and_noise": say(bias_and_noise(view)), "variance": _("variance"), "error": _("error")}
    if view.is_squared:
        return titles
    both = {
        "variance_unbiased": _("+ variance where right"),
        "variance_biased": _("− variance where wrong"),
    }
    return {**titles, **both}


def _part(value: str, part: Part) -> str:
    return f"{value} [{written(part.low)}, {written(part.high)}]"


def how_sure(view: TableView, active: int) -> None:
    """Say what the numbers rest on, and how far they may be off."""
    step = view.steps[active]
    st.markdown(
        _(
            "- {noise}\n- The {sets} sets are drawn with replacement from {n} rows and stand for other tables of this "
            "size. A set holds about 63% of the rows: what the sets share counts as bias. In simulations the variance "
            "was within a third of the true one for trees, five neighbours and linear learners, but at six tenths of "
            "it for a single neighbour.\n"
            "- Intervals take the {rows} rows held out as a random sample: 95%, Student's, and Wilson's for shares of "
            "rows. The draw of the sets adds {error} to the standard error of the mean error.\n"
            "- The learner with the least error was chosen on these rows: its error is a little too good.",
            noise=say(NOISE_IS_IN_BIAS),
            sets=count(view.n_sets),
            n=count(view.n),
            rows=count(view.n_held_out),
            error=written(step.sets_error),
        )
    )


def formulas(view: TableView, active: int) -> None:
    """Show the sum with its numbers."""
    step = view.steps[active]
    said = table_parts(step)
    if view.is_squared:
        st.latex(
            r"\frac{1}{T}\sum_t (f_t-y)^2 = (\bar f-y)^2 + \frac{1}{T}\sum_t (f_t-\bar f)^2,\qquad "
            r"\mathbb{E}(\bar f-y)^2 = \text{bias}^2 + \sigma^2"
        )
    else:
        st.latex(r"P(f_t \ne y) = B + c_2 V,\qquad B = [\text{main} \ne y],\quad V = P(f_t \ne \text{main})")
    error, first, variance = (tex(said[name]) for name in ("error", "bias_and_noise", "variance"))
    st.latex(rf"{error} = {first} + ({variance})")
