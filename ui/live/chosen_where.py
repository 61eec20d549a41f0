"""Where a visitor says on which rows a threshold is chosen, and on which it is reported."""

from __future__ import annotations

from typing import Any, Final

import streamlit as st

from evalcore.counts import SourcedView
from evalcore.predictions import BinaryView
from ui.session import chosen_on, sides
from ui.session.chosen_on import HALF, MOST_SEED, PART, SAME, On
from ui.shared import controls
from ui.shared.text import _, plain, remark, say

_KEY, _SEED = "wish_chosen_on", "wish_seed"
# Of so many sides each has a button; more are a list to open.
_MOST_BUTTONS: Final = 5


def ask(rows: BinaryView) -> None:
    """Ask on which rows a threshold is chosen, and say on which it is reported."""
    if isinstance(rows, SourcedView):
        return
    offered = [On(), *(On(PART, part=part) for part in sides.parts()), On(HALF)]
    now = chosen_on.asked()
    texts = [_kind(on) for on in offered]
    # What is chosen may have been chosen by a link, or be gone with the rows.
    st.session_state[_KEY] = _kind(now) if _kind(now) in texts else SAME
    options: dict[str, Any] = {"key": _KEY, "on_change": _take}
    if len(texts) <= _MOST_BUTTONS:
        called = {text: plain(_called(text)) for text in texts}
        st.segmented_control(_("Choose on"), texts, required=True, format_func=lambda text: called[text], **options)
    else:
        st.selectbox(_("Choose on"), texts, format_func=_called, **options)
    if now.kind == HALF:
        controls.seed(_SEED, now.seed)
        st.number_input(
            _("Seed"),
            min_value=0,
            max_value=MOST_SEED,
            step=1,
            key=_SEED,
            on_change=_take,
            width=140,
            help=_("The same seed draws the same half again; rows of one case stay together."),
        )
    _reported(rows)


def _kind(on: On) -> str:
    """Return what tells one choice from the others: not the seed, which has a field of its own."""
    return HALF if on.kind == HALF else on.write()


def _called(text: str) -> str:
    if text == HALF:
        return _("a random half")
    on = On.read(text) or On()
    return on.part if on.kind == PART else _("the same rows")


def _take() -> None:
    """Take what the fields say; called when one of them changes."""
    text = st.session_state.get(_KEY) or SAME
    seed = st.session_state.get(_SEED, chosen_on.asked().seed)
    chosen_on.ask(On(HALF, seed=int(seed)) if text == HALF else On.read(text) or On())


def _reported(rows: BinaryView) -> None:
    """Say on which rows it is reported, or why it cannot be chosen where it was asked for."""
    if (refused := sides.refused(rows)) is not None:
        st.caption(say(refused))
    elif sides.first(rows) is None:
        remark("Chosen and reported on the same rows.")
    else:
        chosen, reported = (plain(name) for name in sides.names())
        remark("Chosen on {chosen}, reported on {reported}.", chosen=chosen, reported=reported)
