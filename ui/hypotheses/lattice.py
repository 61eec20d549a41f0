"""The view of the version space: what stands in its sections, and what it says."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import pandas as pd
import streamlit as st

from evalcore.errors import Message
from evalcore.figures.hypotheses.lattice import SEEN, crowded_rows, lattice_figure
from evalcore.figures.hypotheses.names import SpaceNames
from evalcore.hypotheses import Hypothesis
from evalcore.hypotheses.typed import MOST_EXAMPLES
from evalcore.views.hypotheses.lattice import LatticeView, lattice_view
from ui.frame.page import Answer, Button, Picture, Sections, Tab, Table
from ui.hypotheses import controls, examples, formulas, named, search, space
from ui.hypotheses.space import Setting
from ui.live import bridge
from ui.live.sentence import held
from ui.session import fields, memory
from ui.session.choices import Choice, register
from ui.shared import tables
from ui.shared.numbers import count
from ui.shared.text import N_, _, listed, paragraph, remark, say, say_in_figure

# A longer table is shown from its beginning; the file has all.
MOST_ROWS = 100
CHART = "lattice_chart"
# So many are named in a line below the figure.
FEW: Final = 12
SEEN_SO_FAR: Final = register(
    Choice("ml_seen", default=0, low=0, high=MOST_EXAMPLES, stays=True, called=N_("Examples seen"))
)
CHOICES: Final = (SEEN_SO_FAR, *search.CHOICES, named.SHOWN)


def of() -> Sections:
    """Return the sections for what is set."""
    asked = space.ask()
    if isinstance(asked, Message):
        return nothing_drawn(asked)
    examples.ask(asked)
    way, shown = search.ask(), named.ask(asked.space)
    if way != search.BY_EXAMPLES:
        return search.of(asked, way, shown)
    seen = fields.kept(SEEN_SO_FAR)
    make = partial(lattice_view, asked.space, asked.examples, seen=seen, new=asked.new)
    view = memory.memo("lattice", *asked.key, seen, make=make, most=6)
    return Sections(
        of_loaded=False,
        mark=asked.mark,
        about=asked.about,
        picture=_picture(view, shown),
        of=("lattice", *asked.key, view.active, shown),
        answer=lambda _t: _answer(view),
        tabs=lambda _t: _tabs(view, asked),
        handles={SEEN: partial(fields.take, SEEN_SO_FAR)},
        typed={SEEN: partial(fields.take_typed, SEEN_SO_FAR)},
        says={SEEN: lambda step: _sentence(lattice_view(asked.space, asked.examples, seen=int(step)))},
        table=lambda _t: Table(_("Hypotheses as CSV"), "hypotheses", view.to_frame),
    )


def nothing_drawn(why: Message) -> Sections:
    """Return the sections of a space that is not drawn: why, and the count as far as there is one."""
    found = space.counted_space()
    tabs = [] if found is None else [Tab("formulas", partial(formulas.show_count, found))]
    return Sections(of_loaded=False, answer=lambda _t: Answer(say(why)), tabs=lambda _t: tabs)


def _answer(view: LatticeView) -> Answer:
    button = Button(
        _("Next example") if view.following else _("From the start"),
        controls.put,
        (SEEN_SO_FAR.key, view.following),
        disabled=not view.found.examples,
    )
    return Answer(_sentence(view), button)


def _sentence(view: LatticeView) -> str:
    remaining, every = count(len(view.step.remaining)), count(len(view.x))
    if view.now.reason is not None:
        return say(view.now.reason)
    if not view.active:
        return _("No example seen yet: all **{all}** hypotheses remain.", all=every)
    if not view.struck_now:
        return _(
            "Example {seen} strikes out nothing new: **{remaining} of {all}** hypotheses remain.",
            seen=held(count(view.active), SEEN),
            remaining=remaining,
            all=every,
        )
    return _(
        "Example {seen} strikes out {struck}: **{remaining} of {all}** hypotheses remain.",
        seen=held(count(view.active), SEEN),
        struck=count(view.struck_now),
        remaining=remaining,
        all=every,
    )


def _notes(view: LatticeView, shown: str) -> None:
    """Say between which ends the version space lies, and which names have no room."""
    named.say_crowded(crowded_rows(view, space.names(view.space), bridge.look(), shown))
    if view.now.reason is None:
        # By their names the page hides them while the handle is held, and while one is to guess.
        with st.container(key="hides_ends"), st.container(key="guessed_ends"):
            st.caption(ends(view))


def ends(view: LatticeView) -> str:
    """Name the ends of the version space."""
    names = space.in_words(view.found.space)
    general, specific = (_some(names, view.of(places)) for places in (view.step.general, view.step.specific))
    return _("Most general: {general}. Most specific: {specific}.", general=general, specific=specific)


def _some(names: SpaceNames, found: Sequence[Hypothesis]) -> str:
    more = ["…"] if len(found) > FEW else []
    return listed([*map(names.hypothesis, found[:FEW]), *more])


def _alt(view: LatticeView) -> str:
    return _(
        "The lattice of {all} hypotheses, general above, specific below. After {seen} of {examples} examples "
        "{remaining} remain, {general} of them most general and {specific} most specific.",
        all=count(len(view.x)),
        seen=view.active,
        examples=len(view.found.examples),
        remaining=count(len(view.step.remaining)),
        general=len(view.step.general),
        specific=len(view.step.specific),
    )


def _tabs(view: LatticeView, asked: Setting) -> list[Tab]:
    return [
        Tab("readings", partial(_readings, view)),
        Tab("formulas", partial(formulas.show_count, asked.space)),
    ]


def _picture(view: LatticeView, shown: str) -> Picture:
    draw = partial(lattice_figure, view, space.names(view.found.space), shown=shown, say=say_in_figure)
    notes = partial(_notes, view, shown)
    return Picture(CHART, draw, _alt(view), "version_space", _("Version space"), handles=1, notes=notes)


def _readings(view: LatticeView) -> None:
    """Show what remains, and the questions that halve it best."""
    names = space.names(view.found.space)
    general, specific = set(view.step.general), set(view.step.specific)
    rows = [
        {
            _("hypothesis"): names.hypothesis(one),
            _("most general"): "✓" if k in general else "",
            _("most specific"): "✓" if k in specific else "",
        }
        for k, one in zip(view.step.remaining, view.of(view.step.remaining), strict=True)
    ]
    if rows:
        tables.show(pd.DataFrame(rows[:MOST_ROWS]), alt=_("Hypotheses that remain"), height="auto")
    if len(rows) > MOST_ROWS:
        remark("Showing {some} of {all}.", some=count(MOST_ROWS), all=count(len(rows)))
    paragraph(
        "Every hypothesis between a most specific and a most general one agrees with all examples seen, too: the "
        "ends say all there is to know of the version space."
    )
    _questions(view)


def _questions(view: LatticeView) -> None:
    """Show which instance to ask about: the one that strikes out most whatever its label is."""
    names = space.names(view.found.space)
    rows = [
        {_("instance"): names.instance(one), _("remain if positive"): count(yes), _("remain if negative"): count(no)}
        for one, yes, no in view.questions()
        if yes and no
    ]
    if not rows:
        remark("No question is left: what remains agrees on every instance.")
        return
    paragraph("**Best next questions.** The best one leaves fewest whatever the answer is.")
    tables.show(pd.DataFrame(rows), alt=_("Best next questions"))
