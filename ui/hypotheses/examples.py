"""Examples: labels to be changed, examples to be removed and added, and the question that is best asked next."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import streamlit as st

from evalcore.errors import InputError
from evalcore.figures.hypotheses.names import SpaceNames
from evalcore.hypotheses import next_label
from evalcore.hypotheses.typed import MOST_EXAMPLES
from ui.hypotheses import controls, space
from ui.hypotheses.space import Setting
from ui.session import fields
from ui.session.choices import Choice
from ui.shared.text import N_, _, remark, say

# Why the last click was not followed, until it is said.
_REFUSED: Final = "ml_label_refused"
LABELS: Final = {True: N_("positive"), False: N_("negative")}


def ask(setting: Setting) -> None:
    """Show the examples in a box that opens."""
    names = space.in_words(setting.space)
    if (refused := st.session_state.pop(_REFUSED, None)) is not None:
        st.toast(say(refused), icon=":material/error:")
    with st.popover(_("Examples: {n}", n=len(setting.examples)), icon=":material/edit:", key="ml_examples_box"):
        for place, (number, (instance, positive)) in enumerate(enumerate(setting.examples, start=1)):
            _row(setting, place, number, names.instance(instance), positive=positive)
        if len(setting.examples) < MOST_EXAMPLES:
            _new(setting, names)
        if space.usual(setting.name) != space.NONE:
            st.button(
                _("As at first"),
                key="ml_examples_reset",
                icon=":material/restart_alt:",
                on_click=controls.put,
                args=(space.EXAMPLES.key, space.usual(setting.name)),
            )


def _row(setting: Setting, place: int, number: int, said: str, *, positive: bool) -> None:
    """Show an example with its label, which a click turns round, and a button that removes it."""
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
        st.markdown(f"{number}. {said}")
        st.button(
            f"{'●' if positive else '○'} {_(LABELS[positive])}",
            key=f"ml_turn_{place}",
            on_click=_turn,
            args=(setting, place),
            help=_("Turns the label round."),
        )
        st.button(
            "✕",
            key=f"ml_remove_{place}",
            on_click=_remove,
            args=(setting, place),
            help=_("Removes the example."),
        )


def _turn(setting: Setting, place: int) -> None:
    turned = enumerate(setting.examples)
    space.keep(tuple((one, positive != (k == place)) for k, (one, positive) in turned))


def _remove(setting: Setting, place: int) -> None:
    space.keep(tuple(one for k, one in enumerate(setting.examples) if k != place))


def _new(setting: Setting, names: SpaceNames) -> None:
    """Ask for one more example: a value of each attribute, then its label."""
    remark("One more example")
    with st.container(horizontal=True, gap="xsmall"):
        keys = [f"ml_add_{space.SPACES[setting.name]}_{setting.text}_{k}" for k in range(len(names.attributes))]
        for key, attribute, values in zip(keys, names.attributes, names.values, strict=True):
            st.selectbox(attribute, range(len(values)), format_func=values.__getitem__, key=key, width=140)
    with st.container(horizontal=True, gap="xsmall"):
        for positive, name in LABELS.items():
            st.button(
                _("Add as {label}", label=f"{'●' if positive else '○'} {_(name)}"),
                key=f"ml_add_{positive}",
                on_click=partial(_add, setting, keys, positive=positive),
            )


def label(setting: Setting, seen: Choice, known: Sequence[float | None]) -> None:
    """Give a cell that was clicked its next label; where its example has not been seen yet, that is shown first.

    `seen` is how many examples have been seen; `known` begins with the number of the instance.
    """
    number = None if known[0] is None else int(known[0])
    if number is None or number >= len(setting.space.instances):
        return
    instance = setting.space.instances[number]
    waiting = [one for one, _positive in setting.examples[fields.kept(seen) :]]
    try:
        examples = setting.examples if instance in waiting else next_label(setting.examples, instance)
    except InputError as error:
        st.session_state[_REFUSED] = error.message
    else:
        # What was labelled last is seen, with all before it.
        st.session_state[seen.key] = seen.default
        space.keep(examples)


def _add(setting: Setting, keys: Sequence[str], *, positive: bool) -> None:
    # Read here, not when the button was drawn: what was chosen may have changed since.
    instance = tuple(st.session_state[key] for key in keys)
    space.keep((*setting.examples, (instance, positive)))
