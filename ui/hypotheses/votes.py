"""The view of the biases: what stands in its sections, and what it says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from evalcore.errors import InputError, Message
from evalcore.figures.hypotheses.votes import CELL, SEEN, votes_figure
from evalcore.hypotheses import Answer as Said
from evalcore.hypotheses import Instance, instance_text, typed_instance
from evalcore.hypotheses.typed import MOST_EXAMPLES
from evalcore.views.hypotheses.votes import Asked, VotesView, next_draw, votes_view
from ui.frame.figure_tables import rows
from ui.frame.page import Answer, Button, Export, Figure, Sections, Tab, Table
from ui.hypotheses import controls, examples, formulas, lattice, space
from ui.hypotheses.space import Setting
from ui.live import bridge
from ui.live.sentence import held
from ui.session import address, fields, memory
from ui.session.choices import Choice, register
from ui.shared import controls as shared
from ui.shared import tables, told
from ui.shared.numbers import count
from ui.shared.text import N_, _, paragraph, remark, say, say_in_figure

CHART = "votes_chart"
# As many as there are: the answers are of interest once all have been seen.
KNOWN: Final = register(
    Choice("ml_known", default=MOST_EXAMPLES, low=0, high=MOST_EXAMPLES, stays=True, called=N_("Examples known"))
)
NEW: Final = register(Choice("ml_new", is_name=True, stays=True))
DRAW: Final = register(Choice("ml_draw", default=0, low=0, high=999, stays=True, called=N_("Hypothesis, draw")))
CHOICES: Final = (KNOWN, DRAW)
# Pixels that one more row of controls takes: attributes of one's own bring a field more.
SECOND_ROW: Final = 44
BIASES: Final = {
    "most_general": N_("as general as possible"),
    "most_specific": N_("as specific as possible"),
    "majority": N_("majority of what remains"),
    "nearest": N_("the nearest example"),
    "random": N_("one of them, drawn"),
}


def of() -> Sections:
    """Return the sections for what is set."""
    asked = space.ask()
    if isinstance(asked, Message):
        return lattice.nothing_drawn(asked)
    examples.ask(asked)
    new, seen, draw = _new(asked), fields.kept(KNOWN), fields.kept(DRAW)
    view = memory.memo(
        "votes",
        *asked.key,
        new,
        seen,
        draw,
        make=lambda: votes_view(asked.space, asked.examples, new, seen=seen, draw=draw),
        most=6,
    )
    return Sections(
        of_loaded=False,
        mark=asked.mark,
        about=asked.about,
        figure=lambda _t: _figure(view, asked),
        figure_tables=lambda _t: [rows(_("What each bias says"), _biases(view))],
        of=("votes", *asked.key, new, view.active, draw),
        answer=lambda _t: _answer(view),
        tabs=lambda _t: _tabs(view, asked),
        handles={SEEN: partial(fields.take, KNOWN)},
        typed={SEEN: partial(fields.take_typed, KNOWN)},
        says={SEEN: lambda step: _sentence(replace(view, active=int(step)))},
        picks={CELL: partial(examples.label, asked, KNOWN)},
        export=lambda _t: _export(view),
        table=lambda _t: Table(_("Votes as CSV"), "votes", view.to_frame),
    )


def _new(asked: Setting) -> Instance:
    """Ask which instance the learners are asked about."""
    names, usual = space.names(asked.space), instance_text(asked.new)
    text = str(st.session_state.get(NEW.key) or usual)
    try:
        typed_instance(asked.space, text)
    except InputError:
        text = usual
    st.session_state[NEW.key] = text
    options = {instance_text(one): one for one in asked.space.instances}
    shared.seed(NEW.key, usual)
    told.tell(NEW.key, _("Asked about"), {key: names.instance(one) for key, one in options.items()})
    chosen = st.selectbox(
        _("Asked about"),
        list(options),
        format_func=lambda key: names.instance(options[key]),
        key=NEW.key,
        persist_state="session",
        width=controls.width(212),
        help=_("The instance every learner is asked about."),
    )
    address.write_choice(NEW, default=usual)
    return options[str(chosen)]


def bias(view: VotesView, one: Asked) -> str:
    """Name a learner by what it prefers."""
    if one.trusts is None:
        return _(BIASES[one.bias])
    return _("trusts {attribute}", attribute=space.names(view.found.space).attributes[one.trusts])


def _figure(view: VotesView, asked: Setting) -> Figure:
    look = bridge.look().lower_by(SECOND_ROW) if asked.name == "own" else bridge.look()
    return Figure(CHART, _draw(view)(look=look), _alt(view), notes=_notes)


def _draw(view: VotesView) -> Callable[..., go.Figure]:
    names, biases = space.names(view.found.space), [bias(view, one) for one in view.asked]
    return partial(votes_figure, view, names, biases, answers=space.yes_no(view.found.space), say=say_in_figure)


def _notes() -> None:
    remark(
        "Click a cell to label it: positive, negative, none again; by keyboard, under Examples. All biases agree "
        "with every example seen: training error tells none from another. Blue and orange is what is said, a "
        "filled dot a positive example."
    )


def _answer(view: VotesView) -> Answer:
    if view.active < len(view.found.examples):
        return Answer(_sentence(view), Button(_("All examples"), controls.put, (KNOWN.key, len(view.found.examples))))
    button = Button(_("Draw another"), controls.put, (DRAW.key, next_draw(fields.kept(DRAW))))
    return Answer(_sentence(view), button)


def _sentence(view: VotesView) -> str:
    what = space.in_words(view.found.space).instance(view.instance)
    if not view.now.remaining:
        return _("Nothing remains that agrees with all examples.")
    if view.known is not None:
        return _("**{instance}** is one of the examples: every hypothesis that remains says the same.", instance=what)
    yes, no, undecided = view.now.said
    parts = {"seen": held(count(view.active), SEEN), "all": count(len(view.found.examples))}
    if yes and no:
        return _(
            "**{instance}**, {seen} of {all} examples seen: {yes} biases say yes, {no} say no, {open} do "
            "not decide; all fit the examples.",
            instance=what,
            yes=yes,
            no=no,
            open=undecided,
            **parts,
        )
    return _(
        "**{instance}**, {seen} of {all} examples seen: no two biases contradict each other.", instance=what, **parts
    )


def _alt(view: VotesView) -> str:
    yes, no, undecided = view.now.said
    return _(
        "A map of all instances with the share of the {remaining} remaining hypotheses that call each positive. About "
        "{instance}, {yes} biases say yes, {no} say no and {open} do not decide.",
        remaining=view.now.remaining,
        instance=space.names(view.found.space).instance(view.instance),
        yes=yes,
        no=no,
        open=undecided,
    )


def _tabs(view: VotesView, asked: Setting) -> list[Tab]:
    return [
        Tab("readings", partial(_readings, view)),
        Tab("formulas", partial(formulas.show_count, asked.space)),
    ]


def _biases(view: VotesView) -> pd.DataFrame:
    return pd.DataFrame(_row(view, one, said) for one, said in zip(view.asked, view.now.answers, strict=True))


def _readings(view: VotesView) -> None:
    tables.show(_biases(view), alt=_("What each bias says"))
    paragraph(
        "A learner that trusts an attribute takes, of the most general hypotheses that remain, those that name a "
        "value of it. One that trusts none has to choose among them all the same: without a bias there is no "
        "answer."
    )


def _row(view: VotesView, one: Asked, said: Said) -> dict[str, str]:
    names = space.names(view.found.space)
    yes, no = space.yes_no(view.found.space)
    return {
        _("inductive bias"): bias(view, one),
        _("asks"): names.hypotheses(said.preferred) or _("examples"),
        _("say yes"): "" if said.share is None else str(said.share),
        _("answer"): _("undecided") if said.positive is None else yes if said.positive else no,
        _("note"): "" if said.reason is None else say(said.reason),
    }


def _export(view: VotesView) -> Export:
    return Export(
        label=_("Figure as HTML, its handle included"),
        name="inductive_bias",
        title=_("Inductive bias"),
        caption=_alt(view),
        draw=_draw(view),
    )
