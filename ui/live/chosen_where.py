"""Where a visitor says on which rows a threshold is chosen, and on which it is reported."""

from __future__ import annotations

from typing import Any, Final

import streamlit as st

from evalcore.counts import SourcedView
from evalcore.predictions import BinaryView
from ui.live import bridge
from ui.session import chosen_on, sides
from ui.session.chosen_on import FILE, FOLDS, HALF, LEAST_FOLDS, MOST_FOLDS, MOST_SEED, PART, SAME, On
from ui.shared.text import _, plain, remark, say

_KEY, _SEED, _K = "wish_chosen_on", "wish_seed", "wish_folds"
# Of so many sides each has a button where there is room; more are a list to open.
_MOST_BUTTONS: Final = 5


def ask(rows: BinaryView) -> None:
    """Ask on which rows a threshold is chosen, and say on which it is reported."""
    if isinstance(rows, SourcedView):
        return
    files = [] if sides.file_before() is None else [On(FILE)]
    offered = [On(), *(On(PART, part=part) for part in sides.parts()), *files, On(HALF), On(FOLDS)]
    now = chosen_on.asked()
    texts = [_kind(on) for on in offered]
    # What is chosen may have been chosen by a link, or be gone with the rows.
    st.session_state[_KEY] = _kind(now) if _kind(now) in texts else SAME
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        _ask_where(texts)
        drawn = now.kind == FOLDS and not sides.has_folds()
        if drawn:
            help_of_k = _("Rows are dealt into so many folds at random; rows of one case stay together.")
            _number(_("folds k"), _K, now.k or sides.K, (LEAST_FOLDS, MOST_FOLDS), help_of_k)
        if now.kind == HALF or drawn:
            help_of_seed = _("The same seed draws the same rows again; rows of one case stay together.")
            _number(_("Seed"), _SEED, now.seed, (0, MOST_SEED), help_of_seed)
    _reported(rows)


def _ask_where(texts: list[str]) -> None:
    """Ask for one of several choices of rows."""
    options: dict[str, Any] = {"key": _KEY, "on_change": _take}
    if len(texts) <= _MOST_BUTTONS and not bridge.is_narrow():
        called = {text: plain(_called(text)) for text in texts}
        st.segmented_control(_("Choose on"), texts, required=True, format_func=lambda text: called[text], **options)
    else:
        st.selectbox(_("Choose on"), texts, format_func=_called, width=300, **options)


def _number(label: str, key: str, value: int, limits: tuple[int, int], meaning: str) -> None:
    """Ask for a whole number, which a link may have set."""
    st.session_state[key] = value
    st.number_input(label, *limits, step=1, key=key, on_change=_take, width=130, help=meaning)


def _kind(on: On) -> str:
    """Return what tells one choice from the others: not the numbers, which have fields of their own."""
    return on.write() if on.kind == PART else on.kind


def _called(text: str) -> str:
    if text in (HALF, FOLDS):
        return _("a random half") if text == HALF else _("each part by the others (folds)")
    if text == FILE:
        return sides.file_before() or ""
    on = On.read(text) or On()
    return on.part if on.kind == PART else _("the same rows")


def _take() -> None:
    """Take what the fields say; called when one of them changes."""
    text, now = st.session_state.get(_KEY) or SAME, chosen_on.asked()
    seed = int(st.session_state.get(_SEED, now.seed))
    if text == HALF:
        chosen_on.ask(On(HALF, seed=seed))
    elif text == FOLDS and not sides.has_folds():
        chosen_on.ask(On(FOLDS, seed=seed, k=int(st.session_state.get(_K, now.k or sides.K))))
    else:
        chosen_on.ask(On.read(text) or On())


def _reported(rows: BinaryView) -> None:
    """Say on which rows it is reported, or why it cannot be chosen where it was asked for."""
    if (refused := sides.refused(rows)) is not None:
        st.caption(say(refused))
    elif sides.first(rows) is None:
        st.caption(
            _(
                "The rows are dealt into parts, the folds. Each part is judged at the threshold that was chosen on all "
                "the others: no row has a say in its own threshold."
            )
            if chosen_on.asked().kind == FOLDS
            else _("Chosen and reported on the same rows.")
        )
    else:
        chosen, reported = (plain(name) for name in sides.names())
        remark("Chosen on {chosen}, reported on {reported}.", chosen=chosen, reported=reported)
