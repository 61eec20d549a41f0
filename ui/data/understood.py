"""What was understood of a visitor's file, in one sentence, with a click to change it; another sheet, a second file."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import streamlit as st

from evalcore.predictions import Columns, Predictions, against, other_meaning, pairs_in_use, understood
from evalcore.predictions.cases import ALL, MEAN
from ui.session import arrived, case_words, incoming, loaded, memory, roles
from ui.shared.text import _, plain, say, sentences

MOST = 3  # of each kind of button
_KEYS = ("key_first", "key_second")
_FURTHER = "further_sheet"


def sentence() -> None:
    """Say what was understood, and offer what else it might have been."""
    used = incoming.in_use()
    if used is None:
        return
    columns = used[1]
    predictions = loaded.current().predictions
    clauses = [say(clause) for clause in understood(columns, predictions)]
    joined = reduce(lambda first, more: _("{first}; {more}", first=first, more=more), clauses)
    st.markdown(sentences(_("Understood: {clauses}.", clauses=joined), *_of_cases(columns)))
    opposed = _opposed(columns, predictions)
    for score in opposed:
        st.caption(_("{score} is lower on average where the class is positive.", score=plain(score)))
    with st.container(horizontal=True):
        _meaning(columns, predictions)
        _pairs(columns)
        _turns(columns, opposed)
        for label, key, taken in _other_cases(columns):
            _button(label, key, roles.choose_cases, taken)
        _long(columns, used[0].guess)
        found = used[0].guess.cases
        if columns.case is None and columns.model is None and found is not None and found.are_several:
            label = _("Rows by case instead (column {column})", column=plain(used[0].guess.case))
            _button(label, "cases", roles.take_cases_again)
        _apart_again()


def sheets() -> None:
    """Offer the other sheets of a workbook."""
    read = incoming.table()
    if read is None or read.sheet is None or len(read.sheets) < 2 or incoming.workbook() is None:
        return
    st.session_state["sheet"] = read.sheet
    st.selectbox(
        _("Sheet"),
        read.sheets,
        key="sheet",
        on_change=_another_sheet,
        help=_("The sheet that looks like a table, with the most rows, was taken."),
    )


def _another_sheet() -> None:
    if (sheet := st.session_state.get("sheet")) is not None:  # another file may have come meanwhile
        incoming.take_sheet(sheet)


def second_file() -> None:
    """Show where a sheet or file with the truth, or with more predictions, is joined to this table."""
    label = _("Join a second file: its truth, or more predictions")
    if further := _further_sheets():
        label = _("Join another sheet or a second file: its truth, or more predictions")
    with st.expander(label, expanded=is_half()):
        if further:
            _sheet(further)
        arrived.field(
            incoming.PARTNER,
            changed=incoming.take_read,
            meaning=_("Rows are joined by a column that names each case in both tables, such as an id."),
        )
        _key()
        if incoming.refused_name() is not None:  # else it stands below what was understood
            _apart_again()


def is_half() -> bool:
    """Whether the table has no truth, or nothing that was predicted."""
    now = incoming.columns()
    return now is not None and (now.truth is None or not (now.scores or now.labels))


def _further_sheets() -> list[str]:
    """Return the sheets of the workbook that the table does not hold."""
    read = incoming.table()
    if read is None or read.sheet is None or incoming.workbook() is None:
        return []
    return [sheet for sheet in read.sheets if sheet != read.sheet]


def _sheet(further: Sequence[str]) -> None:
    """Let a further sheet of the workbook be chosen to be joined."""
    both = incoming.halves()
    tried = None if both is None or not both[1].is_further_sheet else both[1].sheet
    st.session_state[_FURTHER] = tried if tried in further else None  # one that could not be joined stays
    st.selectbox(
        _("Another sheet of this workbook"),
        further,
        index=None,
        key=_FURTHER,
        on_change=_join_sheet,
        placeholder=_("none"),
        help=_("Rows are joined by a column that names each case in both tables, such as an id."),
    )


def _join_sheet() -> None:
    if (sheet := st.session_state.get(_FURTHER)) is not None:
        incoming.join_sheet(sheet)


def _apart_again() -> None:
    """Offer the way back from two tables to the first of them."""
    both, read = incoming.halves(), incoming.table()
    if both is not None and read is not None and read.key is not None:
        _button(_("Take {file} alone again", file=plain(_titles(*both)[0])), "alone", incoming.take_apart)


def _titles(first: incoming.Table, second: incoming.Table) -> tuple[str | None, str | None]:
    """Return what two joined tables are called: two sheets by their own names."""
    if not second.is_further_sheet:
        return first.name, second.name
    return first.sheet if first.key is None else first.name, second.sheet


def _key() -> None:
    """Let the columns be chosen by which two tables are joined."""
    both, read = incoming.halves(), incoming.table()
    if both is None or read is None or (read.key is None and read is not both[0]):  # another table is in use
        return
    for column, half, place in zip(st.columns(2), both, (0, 1), strict=True):
        if read.key is not None:  # else what was chosen of the one waits for the other
            st.session_state[_KEYS[place]] = read.key[place]
        names = half.names
        if st.session_state.get(_KEYS[place]) not in names:
            st.session_state[_KEYS[place]] = None
        with column:
            st.selectbox(
                _("Key in {file}", file=plain(_titles(*both)[place])),
                names,
                index=None,
                key=_KEYS[place],
                on_change=_another_key,
                placeholder=_("the column that names the cases"),
            )


def _another_key() -> None:
    first, second = (st.session_state.get(key) for key in _KEYS)
    if first is not None and second is not None:
        incoming.choose_key(first, second)


def _meaning(columns: Columns, predictions: Predictions) -> None:
    """Offer to take whole numbers for the other of classes and amounts."""
    other, truth = other_meaning(predictions), plain(columns.truth)
    if other is None:
        return
    label = _("Take {truth} for classes", truth=truth)
    if other == "amounts":
        label = _("Take {truth} for amounts", truth=truth)
    _button(label, other, roles.choose_meaning, other)


def _pairs(columns: Columns) -> None:
    for pair in columns.pairs[:MOST]:
        names = {"first": plain(pair[0]), "second": plain(pair[1])}
        if pair in pairs_in_use(columns):
            _button(_("Take {first} and {second} for two models", **names), f"two_{pair[0]}", _apart, pair)
        elif set(pair) <= set(columns.scores):
            _button(_("Take {first} and {second} for one model", **names), f"one_{pair[0]}", _together, pair)


def _apart(pair: tuple[str, str]) -> None:
    used = incoming.in_use()
    if used is not None:
        roles.change(scores=tuple(dict.fromkeys([*used[1].scores, *pair])))


def _together(pair: tuple[str, str]) -> None:
    used = incoming.in_use()
    if used is not None:
        taken = pair[used[1].classes.index(used[1].positive)] if used[1].positive else pair[1]
        roles.change(scores=tuple(name for name in used[1].scores if name not in pair or name == taken))


def _opposed(columns: Columns, predictions: Predictions) -> list[str]:
    """Return the first scores that are lower where the class is positive, and are not reversed."""
    found = memory.memo("against", predictions.digest, make=lambda: against(predictions))
    return [name for name in columns.scores if name in found and name not in columns.reversed][:MOST]


def _turns(columns: Columns, opposed: Sequence[str]) -> None:
    """Offer to reverse scores, and to take a turn back."""
    for score in opposed:
        _button(_("Reverse {score}", score=plain(score)), f"turn_{score}", _turn, score)
    for score in columns.reversed[:MOST]:
        _button(_("Take {score} as it stands", score=plain(score)), f"back_{score}", _turn, score)
    for score in columns.of_predicted[:MOST]:
        _button(_("Take {score} as it stands", score=plain(score)), f"stands_{score}", _unsure, score)


def _long(columns: Columns, guess: Columns) -> None:
    """Offer to take the rows of a long table for those of one model, and the way back."""
    if columns.model is not None:
        _button(_("Each row for itself, of one model, instead"), "not_long", roles.take_long, None)
    elif guess.model is not None:
        label = _("A row for each case and model instead (column {column})", column=plain(guess.model))
        _button(label, "long", roles.take_long, guess.model)


def _turn(score: str) -> None:
    used = incoming.in_use()
    if used is not None:
        now = used[1].reversed
        roles.change(reversed=tuple(name for name in now if name != score) if score in now else (*now, score))


def _unsure(score: str) -> None:
    used = incoming.in_use()
    if used is not None:
        roles.change(of_predicted=tuple(name for name in used[1].of_predicted if name != score))


def _button(label: str, key: str, act: object, *args: object) -> None:
    st.button(label, key=f"understood_{key}", on_click=act, args=args, type="tertiary", icon=":material/swap_horiz:")  # type: ignore[arg-type]


def _of_cases(now: Columns) -> list[str]:
    """Say what a row is: of which case, of which model, and what is taken of a case."""
    if now.cases is not None and now.model is not None and not now.cases.are_several:
        return [case_words.of_long(now)]
    said = [case_words.found(now)] if now.case is not None else []
    if now.model is not None:
        said.append(_("Each row is what one model says (column {column}).", column=plain(now.model)))
    if now.cases is not None and now.cases.are_several:
        said.append(_("Taken: {what}.", what=case_words.taken(now.taken, now.cases)))
    return said


def _other_cases(now: Columns) -> list[tuple[str, str, str | None]]:
    """Return what else the rows of a case may be taken for: words, key and what is chosen."""
    of = now.cases
    if of is None or not of.are_several:
        return []
    offered: list[tuple[str, str, str | None]] = []
    if MEAN in of.offered and now.taken != MEAN:
        offered.append((_("Mean of each case instead"), "mean", MEAN))
    if now.taken != ALL:
        offered.append((_("All rows by case instead"), "all", ALL))
    return [*offered, (_("Each row for itself instead"), "own", None)]
