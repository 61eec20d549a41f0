"""What was read: rows, classes, scores, and what was left out and why."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from evalcore.counts import SourcedPredictions
from evalcore.predictions import Predictions, duplicate_rows
from evalcore.predictions.cases import MEAN, OF_MEANS
from evalcore.support.held import megabytes
from evalcore.support.runs import duration
from ui.data import settings, understood
from ui.session import asked_words, holding, incoming, limits, loaded, memory, screen
from ui.shared import navigation, tables
from ui.shared.numbers import count, percent
from ui.shared.text import _, in_row, plain, say, sentences

MOST_NAMED = 8


def what_was_read() -> None:
    """Show what is loaded, and the way to its first page."""
    predictions = loaded.current().predictions
    with st.container(border=True):
        st.markdown(_how_many(predictions))
        understood.sentence()
        _asked()
        _columns_left_out()
        _left_out(predictions)
        for note in loaded.not_kept():
            st.info(say(note), icon=":material/info:")
        for note in (*loaded.current().notes, *predictions.notes):
            if note.template != OF_MEANS.template or incoming.in_use() is None:  # else the sentence above says it
                st.info(say(note), icon=":material/info:")
        with st.expander(_("Classes, scores and missing values")):
            _tables(predictions)
        if predictions.task == "regression":
            _way_on(_("See the errors"), "regression", icon=":material/square_foot:", key="see_errors")
        else:
            with st.container(horizontal=True, gap="small"):
                _way_on(
                    _("See the confusion matrix"), "confusion_matrix", icon=":material/grid_view:", key="see_matrix"
                )
                _since()
        settings.offer()


def what_is_held() -> None:
    """Say how much of the server's memory the visitor's own rows take, and when they go."""
    is_theirs = bool(holding.brought(st.session_state))
    has_former = holding.has_former(st.session_state)
    if not (is_theirs or has_former):
        return
    said = _("{mb} MB of the server's memory are held for this session.", mb=megabytes(holding.of_session()))
    time = say(duration(limits.now().idle_seconds))
    if is_theirs and holding.is_large(holding.of_present()):
        said = sentences(said, _("They are given back after {time} without a step.", time=time))
    elif has_former:
        said = sentences(said, _("Rows loaded before are given back after {time} without a step.", time=time))
    st.caption(said)


def _asked() -> None:
    """Say what was asked of a source."""
    asked = loaded.current().asked
    if asked is not None:
        st.caption(_("Asked of its source: {asked}", asked=asked_words.said(asked)))


def _way_on(label: str, page: str, *, icon: str, key: str) -> None:
    st.button(label, type="primary", icon=icon, key=key, on_click=navigation.go_to, args=(page,))


def _since() -> None:
    """Offer the comparison with the file before, where there is one."""
    if (before := incoming.before()) is not None:
        label = _("What changed since {name}", name=plain(before.rows.name))
        st.button(label, icon=":material/history:", key="see_since", on_click=_to_comparison)


def _to_comparison() -> None:
    navigation.go_to("confusion_matrix")
    st.session_state[screen.TAB.key] = "compare"


def _how_many(predictions: Predictions) -> str:
    name = incoming.loaded_name()
    if (long := _rows_of_long_table()) is not None and not predictions.n_dropped:
        values = {"name": name, "read": count(long), "n": count(predictions.n_rows_read)}
        return _("Loaded: **{name}**, {read} rows of {n} cases, all used.", **values)
    if long is not None:
        return _(
            "Loaded: **{name}**, {read} rows of {cases} cases, {used} of them used, {out} left out.",
            name=name,
            read=count(long),
            cases=count(predictions.n_rows_read),
            used=count(predictions.n),
            out=count(predictions.n_dropped),
        )
    if predictions.taken == MEAN:
        return _of_means(name, predictions)
    if not predictions.n_dropped:
        return _("Loaded: **{name}**, {used} rows, all used.", name=name, used=count(predictions.n))
    return _(
        "Loaded: **{name}**, {read} rows read, {used} used, {out} left out.",
        name=name,
        read=count(predictions.n_rows_read),
        used=count(predictions.n),
        out=count(predictions.n_dropped),
    )


def _of_means(name: str, predictions: Predictions) -> str:
    values = {"name": name, "read": count(predictions.n_rows_read), "n": count(predictions.n)}
    if not predictions.n_dropped:
        return _("Loaded: **{name}**, {read} rows of {n} cases, all used.", **values)
    return _(
        "Loaded: **{name}**, {read} rows read, {out} left out; the others are of {n} cases.",
        out=count(predictions.n_dropped),
        **values,
    )


def _rows_of_long_table() -> int | None:
    """Return how many rows a long table has, where one was read: its cases are what is counted else."""
    used = incoming.in_use()
    return len(used[0].kept) if used is not None and used[1].model is not None else None


def _columns_left_out() -> None:
    """Name the columns that have no role, the first few of many."""
    used = incoming.in_use()
    if used is None:
        return
    read, columns = used
    names = [plain(name) for name in columns.left_out(read.names)]
    if not names:
        return
    if further := names[MOST_NAMED:]:
        st.caption(
            _("Columns left out: {names} and {n} more.", names=in_row(names[:MOST_NAMED]), n=count(len(further)))
        )
    else:
        st.caption(_("Columns left out: {names}.", names=in_row(names)))


def _left_out(predictions: Predictions) -> None:
    is_long = _rows_of_long_table() is not None
    for dropped in predictions.dropped:
        if is_long:  # rows are told by their cases, and a case has several
            said = _("{reason} Left out: {n} cases.", reason=say(dropped.reason), n=count(dropped.count))
            st.warning(said, icon=":material/rule:")
            continue
        if not dropped.rows:  # of a source, where rows have no numbers
            named = {"column": plain(dropped.column), "reason": say(dropped.reason), "n": count(dropped.count)}
            st.warning(_("{column}: {reason} Left out: {n} rows.", **named), icon=":material/rule:")
            continue
        st.warning(
            _(
                "{reason} Left out: {n} rows, the first in data rows {rows}.",
                reason=say(dropped.reason),
                n=count(dropped.count),
                rows=in_row(map(str, dropped.rows)),
            ),
            icon=":material/rule:",
        )


def _tables(predictions: Predictions) -> None:
    found = memory.memo("description", predictions.digest, make=predictions.describe)
    left, right = st.columns(2)
    if len(found.classes):
        with left:
            tables.show(_classes(found.classes), alt=_("Classes with counts and shares"), height="auto")
            if predictions.weight is not None:
                st.caption(_("Rows are counted here, whatever their weights."))
    if len(found.scores):
        with right:
            of_cells = isinstance(predictions, SourcedPredictions)
            tables.show(_scores(found.scores, of_cells=of_cells), alt=_("Range of each score"), height="auto")
    missing = found.missing.rename(columns={"column": _("column"), "count": _("missing values")})
    tables.show(missing, alt=_("Missing values of each column"), height="auto")
    read = incoming.table()
    # Comparing all cells of a large table takes seconds, so it is done when asked for.
    if read is not None and st.button(_("Count duplicate rows"), key="duplicates"):
        st.markdown(_("{n} rows repeat an earlier row.", n=count(duplicate_rows(read.frame))))


def _classes(classes: pd.DataFrame) -> pd.DataFrame:
    return pd.DataFrame(
        {
            _("class"): classes["class"],
            _("rows"): [count(n) for n in classes["count"]],
            _("share"): [percent(share) for share in classes["share"]],
        }
    )


def _scores(scores: pd.DataFrame, *, of_cells: bool) -> pd.DataFrame:
    different = _("thresholds that are exact") if of_cells else _("different values")
    return pd.DataFrame(
        {
            _("score"): scores["model"],
            **({_("class"): scores["class"]} if scores["class"].any() else {}),
            _("lowest"): [f"{v:.6g}" for v in scores["minimum"]],
            _("highest"): [f"{v:.6g}" for v in scores["maximum"]],
            different: [count(n) for n in scores["distinct"]],
        }
    )
