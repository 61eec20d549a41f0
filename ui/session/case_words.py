"""What is said of rows that belong to cases: how many of which, and what is taken of them."""

from __future__ import annotations

from evalcore.predictions import Columns
from evalcore.predictions.cases import ALL, MEAN, ONE, CasesFound
from ui.shared.numbers import count
from ui.shared.text import _, plain


def found(columns: Columns) -> str:
    """Say in one sentence how the rows belong to cases, by the column that names them."""
    of = columns.cases
    if of is None or columns.case is None:
        return ""
    values = {"n": count(of.n_cases), "rows": count(of.n_rows), "column": plain(columns.case)}
    if of.are_repeated:
        return _("{k} predictions for each of {n} cases (column {column}).", k=count(of.most), **values)
    if not of.are_several:
        return _("{n} cases (column {column}), one row each.", **values)
    if of.least == of.most:
        return _("{n} cases of {k} rows each (column {column}).", k=count(of.most), **values)
    return _(
        "{n} cases of {least} to {most} rows each, {rows} rows altogether (column {column}).",
        least=count(of.least),
        most=count(of.most),
        **values,
    )


def of_long(columns: Columns) -> str:
    """Say what a row of a long table is, and how many cases it holds."""
    return _(
        "{n} cases (column {column}), a row for each case and model (column {model}).",
        n=count(0 if columns.cases is None else columns.cases.n_cases),
        column=plain(columns.case),
        model=plain(columns.model),
    )


def taken(what: str, of: CasesFound) -> str:
    """Say what is taken of a case."""
    if what == MEAN:
        return _("the mean score of each case ({n} rows)", n=count(of.n_cases))
    if what == ALL:
        if not of.are_several:
            return _("each case has one row")
        return _("all {n} rows, intervals and tests by case", n=count(of.n_rows))
    return _("only repetition {name} ({n} rows)", name=plain(what.removeprefix(ONE)), n=count(of.n_cases))


def own(of: CasesFound) -> str:
    """Say that each row may be a case of its own."""
    return _("each of the {n} rows is a case of its own", n=count(of.n_rows))
