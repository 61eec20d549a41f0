"""The way in for rows that stay where they are: a source of this server, and which of its columns mean what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import streamlit as st

from evalcore.errors import InputError
from evalcore.predictions import guess_columns
from ui.session import from_source, incoming, large_upload, loaded, sourced, sources
from ui.session.asked_words import COMPARISONS, WITHOUT_VALUE
from ui.session.question import Asked
from ui.session.sourced import Glance
from ui.shared import controls
from ui.shared.numbers import count
from ui.shared.text import _, paragraph, plain, remark, say

_SOURCE, _TRUTH, _POSITIVE, _SCORES, _BY = "src", "src_truth", "src_positive", "src_scores", "src_by"
_CASE: Final = "src_case"
_NONE: Final = ""
_WITHOUT_ORDER: Final = ("==", "!=", *WITHOUT_VALUE)
_IN_ORDER: Final = ("number", "time", "text")


def are_named() -> bool:
    """Whether whoever runs the server has named sources, or has tried to."""
    return sources.tell_operator() is not None or bool(sources.named())


def show() -> None:
    """Ask for a source, the roles of its columns and which rows, and offer to count them."""
    refused = sources.tell_operator()
    if refused is not None:
        st.error(say(refused.message), icon=":material/error:")
        return
    remark(
        "The rows stay in the source; only their counts come here. A file too large to upload can be named as a source "
        "by whoever runs this server."
    )
    key = _one_of(_SOURCE, _("Source"), list(sources.named()), words=lambda key: sources.named()[key].title)
    _form(key)


def upload() -> None:
    """Ask what the columns mean of an uploaded file that is too large for a table, and offer to count its rows."""
    held, waits = large_upload.shown(), large_upload.waiting() is not None
    if held is None:
        return
    if not waits:
        with st.expander(_("Count other columns or rows of {name}", name=plain(held.name))):
            _form(held.key, "upload_go")
        return
    with st.container(border=True):
        said = _(
            "{name} is too large for a table in memory, so its rows are counted straight from the file. Matrix, "
            "curves, costs and groups come from the counts; what needs single rows says so.",
            name=plain(held.name),
        )
        st.info(said, icon=":material/memory:")
        _form(held.key, "upload_go")
        if loaded.gone() is None:
            with st.container(horizontal=True, vertical_alignment="center"):
                paragraph("Still loaded: {name}.", name=incoming.loaded_name())
                leave = large_upload.only_loaded
                st.button(_("Go on with it"), key="leave_upload", on_click=leave, icon=":material/history:")


def _form(key: str, button: str = "src_go") -> None:
    """Ask for the roles of the columns of a source and which rows, and offer to count them."""
    try:
        named = sourced.one(key)
        known = sourced.glance(named)
    except InputError as error:
        st.error(say(error.message), icon=":material/error:")
        return
    if known is None:
        sourced.look_of(named).watch(sourced.waits_to_look)
        return
    remark("{n} rows, {columns} columns that may be chosen.", n=count(known.n), columns=count(len(known.kinds)))
    asked = _asked(key, known)
    # Not by a callback: that would take what was chosen a run before, where somebody is quick.
    if (
        st.button(
            _("Count these rows"),
            key=button,
            type="primary",
            disabled=asked is None or from_source.JOB.run is not None,
        )
        and asked is not None
    ):
        from_source.ask(asked)
        st.rerun()


def _asked(key: str, known: Glance) -> Asked | None:
    """Ask for the roles of the columns, and which rows; None until truth, positive class and a score are chosen."""
    names = list(known.kinds)
    guess = guess_columns(known.rows)
    left, right = st.columns(2)
    with left:
        truth = _one_of(f"{_TRUTH}_{key}", _("Truth"), names, usual=guess.truth)
        positive = _positive(f"{_POSITIVE}_{key}_{truth}", sourced.values(known, truth), guess.positive)
        by = _one_of(f"{_BY}_{key}", _("Groups"), [_NONE, *names], words=lambda name: name or _("none"))
    with right:
        numbers = [name for name, kind in known.kinds.items() if kind == "number" and name != truth]
        scores = _scores(f"{_SCORES}_{key}", numbers, guess.scores)
        case = _case(f"{_CASE}_{key}", names, guess.case)
    where = _filters(key, known)
    if not (truth and positive and scores):
        return None
    return Asked(key, truth, positive, tuple(scores), by or None, where, case or None)


def _one_of(key: str, label: str, names: Sequence[str], *, usual: str | None = None, words: Any = None) -> str:
    """Ask for one of some names; what the field holds is one of them in every run."""
    if st.session_state.get(key) not in names:
        st.session_state.pop(key, None)
    controls.seed(key, usual if usual in names else names[0])
    options = {} if words is None else {"format_func": words}
    return str(st.selectbox(label, list(names), key=key, persist_state="session", **options))


def _case(key: str, names: Sequence[str], usual: str | None) -> str:
    """Ask which column names the case of each row; where one seems to, it is chosen."""
    case = _one_of(
        key,
        _("Case"),
        [_NONE, *names],
        usual=usual,
        words=lambda name: name or _("each row for itself"),
    )
    if case:
        remark(
            "Rows of one case are not independent, and counts do not tell which rows are of one: no number gets an "
            "interval or a test."
        )
    return case


def _positive(key: str, values: Sequence[str], usual: str | None) -> str:
    """Ask for the positive class: one of the values that were seen, or another one, which may be rare."""
    if values:
        controls.seed(key, usual if usual in values else values[-1])
    chosen = st.selectbox(
        _("Positive class"),
        list(values),
        key=key,
        persist_state="session",
        accept_new_options=True,
        help=_("The class the scores speak for. One that is rare may be typed in; all others together are negative."),
    )
    return chosen or ""


def _scores(key: str, numbers: Sequence[str], usual: Sequence[str]) -> list[str]:
    kept = st.session_state.get(key)
    if kept is None or not set(kept) <= set(numbers):
        st.session_state[key] = [name for name in usual if name in numbers][: sourced.MOST_SCORES]
    return list(
        st.multiselect(
            _("Scores"),
            list(numbers),
            key=key,
            persist_state="session",
            max_selections=sourced.MOST_SCORES,
            help=_("A column for each model, higher for the positive class. All are counted on the same rows."),
        )
    )


def _filters(key: str, known: Glance) -> tuple[tuple[str, str, Any], ...]:
    """Ask which rows are taken; a further condition is asked for once one is chosen."""
    found: list[tuple[str, str, Any]] = []
    for place in range(sourced.MOST_FILTERS):
        label, none = (_("and"), _("nothing further")) if place else (_("Only rows where"), _("all rows are taken"))
        column, one = _filter(f"{key}_{place}", label, none, known)
        found.extend([] if one is None else [one])
        if not column:
            break
    return tuple(found)


def _filter(key: str, label: str, none: str, known: Glance) -> tuple[str, tuple[str, str, Any] | None]:
    """Ask for a condition: a column, how it compares, and with what; return the column, and the condition if whole."""
    first, second, third = st.columns([3, 2, 2], vertical_alignment="bottom")
    with first:
        names = [_NONE, *known.kinds]
        column = _one_of(f"src_where_{key}", label, names, words=lambda name: name or none)
    if not column:
        return column, None
    kind = known.kinds[column]
    with second:
        offered = [one for one in COMPARISONS if kind in _IN_ORDER or one in _WITHOUT_ORDER]
        how = _one_of(f"src_how_{key}_{column}", _("Comparison"), offered, words=lambda one: _(COMPARISONS[one]))
    if how in WITHOUT_VALUE:
        return column, (column, how, None)
    with third:
        typed = st.text_input(_("Value"), key=f"src_value_{key}_{column}", persist_state="session")
    return column, (column, how, sourced.value(typed, kind)) if typed else None
