"""A field for a prevalence: what is none changes nothing and is answered, what is too far off becomes the nearest."""

from __future__ import annotations

from typing import Any

import streamlit as st

from evalcore.costs import within
from ui.session.choices import Choice
from ui.session.fields import typed_share
from ui.shared import controls, terms, told
from ui.shared.numbers import typed
from ui.shared.text import _, remark, sentences

FORMAT = "%.4g"
# Beside the key of the field: what holds, what was typed that is no prevalence, and one too far off.
KEPT, REFUSED, FAR = "{key}_kept", "{key}_refused", "{key}_far"


def ask(choice: Choice, label: str, meaning: str, **options: Any) -> None:
    """Ask for a prevalence; the session holds what the field starts with.

    The field itself knows no limits: what it does not take it would turn red for, and say nothing. Emptied it is None,
    not 0, which can be typed.
    """
    told.tell(choice.key, label)
    st.session_state[_named(KEPT, choice)] = st.session_state[choice.key]
    st.number_input(
        label,
        value=None,
        step=0.01,
        format=FORMAT,
        key=choice.key,
        persist_state="session",
        on_change=_take,
        args=(choice,),
        help=terms.explained("prevalence", meaning),
        **options,
    )


def answer(choice: Choice) -> None:
    """Say once why what was typed is not what the field shows; most who type 10 mean 10%."""
    chosen, none = st.session_state, object()
    if chosen.pop(_named(FAR, choice), False):
        with controls.below(f"{choice.key}_far"):
            remark("The field takes no prevalence as far off as that; this is the nearest.")
    value = chosen.pop(_named(REFUSED, choice), none)
    if value is none:
        return
    if value is None:
        stays = typed(chosen[choice.key])
        said = _("A prevalence is a share above 0 and below 1; the field was empty. {value} stays.", value=stays)
        controls.refuse(choice.key, said)
        return
    refused = _("A prevalence is a share above 0 and below 1; got {value}.", value=typed(value))
    meant = typed_share(repr(value))
    hint = None
    if meant is not None and 0 < meant < 1:
        hint = _("{value}% is {share}.", value=typed(value), share=typed(meant))
    controls.refuse(choice.key, sentences(refused, hint))


def _take(choice: Choice) -> None:
    """Take over what was typed, or keep what holds."""
    chosen, value = st.session_state, st.session_state[choice.key]
    if value is None or not 0 < value < 1:
        chosen[choice.key], chosen[_named(REFUSED, choice)] = chosen[_named(KEPT, choice)], value
        return
    nearest = within(value, (choice.low, choice.high))
    if nearest != value:
        chosen[choice.key], chosen[_named(FAR, choice)] = nearest, True


def _named(part: str, choice: Choice) -> str:
    return part.format(key=choice.key)
