"""The lattice searched from the top or from the bottom: what stands in its sections, and what it says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import pandas as pd
import streamlit as st

from evalcore.figures.hypotheses.lattice import crowded_rows
from evalcore.figures.hypotheses.names import SpaceNames
from evalcore.figures.hypotheses.search import TRIED, search_figure
from evalcore.hypotheses import DIRECTIONS, Example, Try
from evalcore.views.hypotheses.search import LAST, SearchView, search_view
from ui.frame.page import Answer, Button, Picture, Sections, Tab, Table
from ui.hypotheses import controls, formulas, named, space
from ui.hypotheses.space import Setting
from ui.live import bridge
from ui.live.sentence import held
from ui.session import fields, memory
from ui.session.choices import Choice, register
from ui.shared import tables
from ui.shared.numbers import count
from ui.shared.text import N_, _, paragraph, remark, say, say_in_figure

CHART = "search_chart"
# A longer table is shown from its beginning; the file has all.
MOST_ROWS = 100
BY_EXAMPLES: Final = "examples"
WAYS: Final = {
    BY_EXAMPLES: N_("By example"),
    "down": N_("Top-down"),
    "up": N_("Bottom-up"),
}
OUTCOMES: Final = {"kept": N_("kept"), "left": N_("searched on from"), "dropped": N_("dropped")}
WAY: Final = register(Choice("ml_search", default=BY_EXAMPLES, options=tuple(WAYS), stays=True))
# The steps of a search, its beginning and its end included.
STEP: Final = register(Choice("ml_tried", default=0, low=0, high=LAST, stays=True, called=N_("Step of the search")))
CHOICES: Final = (WAY, STEP)


def ask() -> str:
    """Ask how the version space is found."""
    meaning = _("How the version space is found: by striking out, or by a search from the top or from the bottom.")
    return fields.one_of(WAY, WAYS, _("Search"), meaning, width=controls.width(114), on_change=_forget)


def _forget() -> None:
    """Begin the other search at its beginning."""
    st.session_state.pop(STEP.key, None)


def of(asked: Setting, way: str, shown: str) -> Sections:
    """Return the sections of a search for what is set."""
    direction = DIRECTIONS[0] if way == DIRECTIONS[0] else DIRECTIONS[1]
    step = fields.kept(STEP)
    view = memory.memo(
        "search",
        *asked.key,
        direction,
        step,
        make=lambda: search_view(asked.space, asked.examples, direction=direction, step=step),
        most=6,
    )
    return Sections(
        of_loaded=False,
        mark=asked.mark,
        about=asked.about,
        picture=_picture(view, shown),
        of=("search", *asked.key, direction, view.active, shown),
        answer=lambda _t: _answer(view),
        tabs=lambda _t: [
            Tab("readings", partial(_readings, view)),
            Tab("formulas", partial(formulas.show_count, asked.space)),
        ],
        handles={TRIED: partial(fields.take, STEP)},
        typed={TRIED: partial(fields.take_typed, STEP)},
        says={TRIED: lambda step: _sentence(replace(view, active=int(step)))},
        table=lambda _t: Table(_("Tries as CSV"), "search", view.to_frame),
    )


def _picture(view: SearchView, shown: str) -> Picture:
    draw = partial(search_figure, view, space.names(view.space), shown=shown, say=say_in_figure)
    return Picture(
        CHART,
        draw,
        _alt(view),
        "search",
        _("Search of the version space"),
        handles=1,
        notes=partial(_notes, view, shown),
    )


def _answer(view: SearchView) -> Answer:
    button = Button(_("Next try") if view.following else _("From the start"), controls.put, (STEP.key, view.following))
    return Answer(_sentence(view), button)


def _sentence(view: SearchView) -> str:
    """Say how far the search has come; what was tried last is said in the figure."""
    kept, every = count(len(view.step.kept)), count(len(view.x))
    if view.found.reason is not None and not view.following:
        return say(view.found.reason)
    if not view.following:
        return _("The search is over: **{kept} of {all}** hypotheses agree with all examples.", kept=kept, all=every)
    return _(
        "{tried} tried: **{kept} kept, {gone} of {all}** struck out.",
        tried=held(count(view.step.tried), TRIED),
        kept=kept,
        gone=count(len(view.step.gone)),
        all=every,
    )


def _notes(view: SearchView, shown: str) -> None:
    """Say which way of reasoning this is."""
    named.say_crowded(crowded_rows(view, space.names(view.space), bridge.look(), shown))
    if view.found.direction == "down":
        st.caption(
            _(
                "Specialization, from the general to the specific. It is induction all the same: the examples decide "
                "what is kept. Deduction begins once a rule is there, and says of one melon what follows."
            )
        )
    else:
        st.caption(
            _(
                "Generalization, from the specific to the general: the way of induction. Deduction goes the other way, "
                "from a rule to what follows for one melon."
            )
        )


def _alt(view: SearchView) -> str:
    step = view.step
    return _(
        "The lattice of {all} hypotheses, general above, specific below, after {tried} tries: {kept} are kept, {gone} "
        "struck out, {open} not decided yet.",
        all=count(len(view.x)),
        tried=count(step.tried),
        kept=count(len(step.kept)),
        gone=count(len(step.gone)),
        open=count(len(step.open)),
    )


def _readings(view: SearchView) -> None:
    """Show what was tried so far, and what came of it."""
    names, examples = space.names(view.space), view.found.found.examples
    tries = view.found.tries[: view.step.tried]
    if not tries:
        remark("Nothing tried yet.")
        return
    rows = [
        {
            _("tried"): names.hypothesis(one.hypothesis),
            _("outcome"): _(OUTCOMES[one.outcome]),
            _("because of"): _because(one, names, examples),
            _("struck out"): count(len(one.gone)),
        }
        for one in tries[:MOST_ROWS]
    ]
    tables.show(pd.DataFrame(rows), alt=_("What was tried"), height="auto")
    if len(tries) > MOST_ROWS:
        remark("Showing {some} of {all}.", some=count(MOST_ROWS), all=count(len(tries)))
    paragraph(
        "Where a hypothesis misses a positive example, all below it miss it, too; where it covers a negative one, all "
        "above it cover that, too. So one try can strike out many."
    )


def _because(one: Try, names: SpaceNames, examples: Sequence[Example]) -> str:
    """Return the example for which something was not kept."""
    if one.example is None:
        return ""
    instance = names.instance(examples[one.example].instance)
    return _("example {number}: {values}", number=one.number, values=instance)
