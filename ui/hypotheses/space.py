"""Attributes and their values: the melons of the book, those of the lecture, or what the reader types."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Final

import streamlit as st

from evalcore.errors import InputError, Message
from evalcore.figures.hypotheses.names import SpaceNames
from evalcore.hypotheses import (
    FEWER_EXAMPLES,
    FEWER_MELONS,
    MELON_EXAMPLES,
    MELONS,
    NEW_MELON,
    Instance,
    Space,
    count,
    examples_text,
    space_text,
    table_of_examples,
    typed_examples,
    typed_space,
)
from evalcore.hypotheses.spaces import Text
from evalcore.views.hypotheses.lattice import MOST_DRAWN, is_drawn
from ui.frame import named
from ui.hypotheses import controls, own
from ui.session import address, fields
from ui.session.choices import Choice, refuse, register
from ui.session.own_table import Brought
from ui.shared import marks
from ui.shared.marks import Mark
from ui.shared.numbers import count as counted
from ui.shared.text import N_, _, plain, say

SPACES: Final = {
    "melons": N_("Melons 3 × 3 × 3"),
    "fewer": N_("Melons 3 × 2 × 2"),
    "own": N_("My attributes"),
}
GIVEN: Final = {"melons": (MELONS, MELON_EXAMPLES), "fewer": (FEWER_MELONS, FEWER_EXAMPLES)}
SPACE: Final = register(Choice("ml_space", default="melons", options=tuple(SPACES), stays=True))
# As an address says them; their defaults are those of the space, and `NONE` says that there are none.
EXAMPLES: Final = register(Choice("ml_examples", is_name=True, stays=True, called=N_("Examples")))
NONE: Final = "none"
WILDCARD: Final = register(Choice("ml_wildcard", default=True, is_flag=True, stays=True))
CHOICES: Final = (SPACE, own.TYPED, WILDCARD)


@dataclass(frozen=True)
class Setting:
    """What is learned from: a space by its name and text, and examples."""

    name: str
    text: str
    space: Space
    examples: tuple[tuple[Instance, bool], ...]

    @property
    def key(self) -> tuple[Hashable, ...]:
        """What tells this setting from others."""
        return self.name, self.text, examples_text(self.examples), self.space.wildcard

    @property
    def about(self) -> list[str]:
        """What a scene says beside its title: attributes and examples."""
        return [named.data(_(SPACES[self.name])), _("Examples: {n}", n=len(self.examples))]

    @property
    def mark(self) -> Mark | None:
        """What marks examples that come with the page."""
        return marks.example() if self.name in GIVEN and examples_text(self.examples) == usual(self.name) else None

    @property
    def new(self) -> Instance:
        """What is asked about at first: green, curled, and the second sound; else the last of all instances."""
        return NEW_MELON if self.name in GIVEN else self.space.instances[-1]


def ask() -> Setting | Message:
    """Ask for the space; a message says why none can be shown, or that it can only be counted."""
    # Before its widgets: a table brings attributes of its own.
    own.TABLE.read(_use)
    meaning = _("What things are described by: a hypothesis names a value of each attribute, or leaves it open.")
    name = fields.one_of(SPACE, SPACES, _("Attributes"), meaning, width=controls.width(136), on_change=_forget)
    if name == "own":
        own.ask(_forget)
    fields.flag(WILDCARD, _("∗ any value"), _("Whether a hypothesis may leave an attribute open."))
    try:
        space = _chosen()
    except InputError as error:
        return error.message
    if not is_drawn(space):
        return Message(
            "There are {total} hypotheses: too many to draw, more than {most}.",
            {"total": counted(count(space.shape, wildcard=space.wildcard)), "most": counted(MOST_DRAWN)},
        )
    examples = _examples(name, space)
    address.write_choice(EXAMPLES, default=usual(name))
    return Setting(name, own.text() if name == "own" else "", space, examples)


def counted_space() -> Space | None:
    """Return the space that is chosen, which may be too large to be drawn; None where it cannot be read."""
    try:
        return _chosen()
    except InputError:
        return None


def _chosen() -> Space:
    """Return the space that is chosen, with or without the wildcard."""
    name = st.session_state.get(SPACE.key, SPACE.default)
    chosen = GIVEN[name][0] if name in GIVEN else typed_space(own.text())
    return chosen if fields.is_set(WILDCARD) else replace(chosen, wildcard=False)


def usual(name: str) -> str:
    """Return the examples of a space as an address says them."""
    return examples_text(GIVEN[name][1]) if name in GIVEN else NONE


def keep(examples: tuple[tuple[Instance, bool], ...]) -> None:
    """Have these be the examples; called from a button."""
    controls.put(EXAMPLES.key, examples_text(examples) or NONE)


def _use(table: Brought) -> None:
    """Learn from the examples of a table, over the attributes it has."""
    found, examples = table_of_examples(table.frame)
    _forget()
    state = st.session_state
    state[SPACE.key], state[own.TYPED.key], state[EXAMPLES.key] = "own", space_text(found), examples_text(examples)


def _forget() -> None:
    """Forget the examples, which were of other attributes."""
    for key in (EXAMPLES.key, "ml_seen", "ml_known", "ml_new", "ml_tried"):
        st.session_state.pop(key, None)


def _examples(name: str, space: Space) -> tuple[tuple[Instance, bool], ...]:
    """Return the examples in use; what a link says that does not fit is refused."""
    text = str(st.session_state.get(EXAMPLES.key) or usual(name))
    try:
        return typed_examples(space, "" if text == NONE else text)
    except InputError as error:
        refuse(error.message)
        address.say_refused()
        st.session_state.pop(EXAMPLES.key, None)
        return typed_examples(space, "" if usual(name) == NONE else usual(name))


def names(space: Space, *, shown: Callable[[object], str] = str) -> SpaceNames:
    """Return what attributes and values are called; `shown` makes a name safe where it is written."""

    def written(text: Text) -> str:
        return say(text) if isinstance(text, Message) else shown(text)

    return SpaceNames(
        tuple(written(one.name) for one in space.attributes),
        tuple(tuple(map(written, one.values)) for one in space.attributes),
        is_melon=_is_melon(space),
    )


def in_words(space: Space) -> SpaceNames:
    """Return what attributes and values are called in a sentence of the page."""
    return names(space, shown=plain)


def yes_no(space: Space) -> tuple[str, str]:
    """Return what the two labels are called: a melon is good or not."""
    return (_("good"), _("not good")) if _is_melon(space) else (_("positive"), _("negative"))


def _is_melon(space: Space) -> bool:
    """Whether the attributes are those given here; others have no translation."""
    return all(isinstance(one.name, Message) for one in space.attributes)
