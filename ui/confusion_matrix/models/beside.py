"""Two matrices side by side, and the way to the rows that their models decide apart."""

from __future__ import annotations

from functools import partial
from typing import Final

import streamlit as st

from evalcore.counts import Cells
from evalcore.decisions import decided_otherwise
from evalcore.figures.confusion_matrix.two_models import two_models_figure
from evalcore.predictions import BinaryView
from ui.confusion_matrix.models import found, setting
from ui.confusion_matrix.models.found import Compared, Model
from ui.confusion_matrix.models.setting import Setting
from ui.live import bridge, chosen_here, threshold, words
from ui.live.chosen_by import By
from ui.session import fields, loaded, rows_asked, sides
from ui.session.choices import Choice, register
from ui.shared import charts
from ui.shared.numbers import count
from ui.shared.text import N_, _, headed, paragraph, plain, remark, say_in_figure

_BESIDE: Final = register(Choice("models_beside", default="", is_name=True, in_links_of_own_rows=False))
CHOICES: Final = (_BESIDE,)
# What only one of two models does with rows of a cell: the first has them in this cell, the second in the other.
_APART: Final = {
    "tp": N_("Only {model} finds: {n}"),
    "fn": N_("Only {other} finds: {n}"),
    "fp": N_("False alarms of {model} alone: {n}"),
    "tn": N_("False alarms of {other} alone: {n}"),
}


def show(of: Compared, by: Setting) -> None:
    """Show the matrix of the model that is looked at beside another one."""
    by_name = {one.rows.model: one for one in of.models}
    first = by_name.get(loaded.model())
    if first is None:
        remark("The model that is looked at is left out, so no matrix stands beside another one.")
        return
    # Until one is chosen it is the best of the others.
    others = [name for name in by_name if name != first.rows.model]
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.header(_("Two matrices"), anchor=False, width="content")
        name = fields.one_of(
            _BESIDE,
            {"": others[0], **{other: other for other in others[1:]}},
            _("Beside"),
            _("Its matrix stands beside that of the model that is looked at."),
            format_func=lambda name: name or others[0],
            width=230,
        )
    second = by_name[name or others[0]]
    apart = decided_otherwise(found.calls(by), first.rows.model, second.rows.model)
    _draw(first, second, apart)
    _open(first, second, apart, by)


def _draw(first: Model, second: Model, apart: Cells) -> None:
    names, matrices = (first.rows.model, second.rows.model), (first.cm, second.cm)
    figure = two_models_figure(
        names, matrices, apart, classes=words.classes(first.rows), say=say_in_figure, look=bridge.look()
    )
    said = ", ".join(
        _(title, model=plain(names[0]), other=plain(names[1]), n=count(float(getattr(apart, cell))))
        for cell, title in _APART.items()
    )
    charts.chart(figure, key="two_models_chart", alt=headed(_("Two matrices"), said))


def _open(first: Model, second: Model, apart: Cells, by: Setting) -> None:
    """Offer the rows of each cell that the two decide apart."""
    n = sum(map(int, apart))
    if not n:
        paragraph("Both decide every row alike.")
        return
    paragraph(
        "**{n} rows** are decided otherwise by the other model: the bars in the cells. A button shows its rows, with "
        "what else the file has of them.",
        n=count(n),
    )
    names = {"model": plain(first.rows.model), "other": plain(second.rows.model)}
    with st.container(horizontal=True, gap="xsmall"):
        for cell, title in _APART.items():
            rows = int(getattr(apart, cell))
            st.button(
                _(title, n=count(rows), **names),
                key=f"apart_{cell}",
                disabled=not rows,
                on_click=partial(_opened, cell, first, second, by),
            )


def _opened(cell: str, first: Model, second: Model, by: Setting) -> None:
    """Show the rows of a cell that the other model decides otherwise, at the threshold they were compared at."""
    take_threshold(first.rows, by)
    rows_asked.ask(cell, second.rows.model, second.threshold)


def take_threshold(view: BinaryView, by: Setting) -> None:
    """Make the threshold at which a model is compared that of every page."""
    t = by.at(view.model)
    if t is None:
        return
    if by.wish is not None:
        threshold.choose(t, (sides.first(view) or view).key, By(by.wish))
        return
    if by.way == setting.OWN:
        chosen_here.clear()
    threshold.take(t)
