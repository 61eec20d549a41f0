"""A guess at what tells cases, models and repetitions apart: an id that repeats, and the names of models."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from evalcore.errors import InputError, Message
from evalcore.predictions.cases import (
    ALL,
    MEAN,
    CasesFound,
    codes_of,
    find_cases,
    named_repetitions,
    one_value_each,
)
from evalcore.predictions.columns import Columns
from evalcore.predictions.glance import Glance
from evalcore.predictions.labels import read_labels
from evalcore.predictions.long import MOST_MODELS
from evalcore.predictions.naming import bare, names_models
from evalcore.predictions.parts import table_parts
from evalcore.predictions.vocabulary import (
    CASE_PARTS,
    FOLD_NAMES,
    ID_PARTS,
    MODEL_NAMES,
    REPEAT_NAMES,
    REPEATING_PARTS,
)
from evalcore.support.arrays import IntArray
from evalcore.support.text import shown

LEAST_CASES = 3
_LEAST_CHANGES = 8  # of the truth from row to row: parts that are sorted alike are alike by design
_ID_AT_END = re.compile("(?:编号|序号|号码|号|id)$")
_CODE = re.compile(r"[^\W\d]+[\W_]?\d+")  # P003, sub-01
_FEWEST_IN_A_CASE = 2  # rows on average, where no name says what a column is
_FEWEST_AGAIN = 50  # rows: shorter ones come again in tables that are made so
_MOST_ONCE = 10  # folds that nobody takes for repeated ones
_SOME = 5_000  # rows that are looked at first
_BESIDE = ID_PARTS | frozenset(("no", "nr", "number", "name"))


def is_case(glance: Glance) -> bool:
    """Tell whether a column is named like a case: patient, user_id, 病人编号, and not like what a patient has.

    It holds text or whole numbers, more different ones than two classes.
    """
    if len(glance.keys) < LEAST_CASES or (glance.is_number and not glance.is_whole):
        return False
    bare = _ID_AT_END.sub("", glance.bare)
    named = bare in CASE_PARTS or bool(glance.words & CASE_PARTS)
    return named and (bare in CASE_PARTS or glance.words <= CASE_PARTS | _BESIDE)


def with_cases(frame: pd.DataFrame, guess: Columns, glances: Sequence[Glance]) -> Columns:
    """Which column names the case of each row, and which the model in a long table?

    Parameters
    ----------
    frame : DataFrame
        As read by `read_table`.
    guess : Columns
        The roles so far; those of cases and models are added.
    glances : sequence of Glance
        At the columns of the table.

    Returns
    -------
    Columns
        With `case` where an id repeats, and with `model` where a column names the model of each row.

    Examples
    --------
    >>> from evalcore.predictions import guess_columns
    >>> rows = {"user": list("aabbcc"), "y": [0, 1, 0, 1, 1, 0], "score": [0.2, 0.7, 0.1, 0.9, 0.4, 0.3]}
    >>> found = guess_columns(pd.DataFrame(rows))
    >>> found.case, found.taken, found.case_is_guess
    ('user', 'all', False)
    """
    if guess.truth is None or not (guess.scores or guess.labels):
        return guess
    taken = {guess.truth, *guess.scores, *guess.labels, guess.weight, guess.amount, guess.fold, guess.repeat}
    free = [g for g in glances if g.name not in taken and g.keys]
    model = _model(frame, guess, free)
    free = [g for g in free if g is not model]
    case = _case(frame, free) or _case_by_values(frame, guess, free)
    if model is not None:
        case = case or _case_of_models(frame, guess, model.name, free)
        guess = _with_model(frame, guess, model.name, has_case=case is not None)
    if case is None:
        if model is not None:
            return guess
        guess = _repeated_alone(frame, guess)
        said = _alike(frame, guess) + _many_folds(frame, guess, free) or _again(frame, guess)
        return replace(guess, notes=(*guess.notes, *said))
    glance, code = case
    guess = _told_apart(frame, guess, glance.name, code)
    guess = _told_by_values(frame, guess, glance.name, code, [g for g in free if g is not glance])
    return _all_folds(of_case(frame, guess, glance.name, code, is_sure=is_case(glance)))


def of_case(
    frame: pd.DataFrame, columns: Columns, case: str | None, code: IntArray | None = None, *, is_sure: bool = True
) -> Columns:
    """How do the rows belong to cases, if this column names them?

    Parameters
    ----------
    frame : DataFrame
    columns : Columns
        The roles so far.
    case : str or None
        The column, or none.
    code : (n,) int64, optional
        Its values as `codes_of` numbers them, where that is known.
    is_sure : bool
        Whether more than its repeating says so.

    Returns
    -------
    Columns
        Of predictions that repeat for each case the mean is taken, of other cases all rows.
    """
    bare = replace(columns, case=None, cases=None, taken=ALL, case_is_guess=False)
    if case is None:
        return bare
    found = cases_of(frame, columns, case, code)
    if found is None:
        return bare
    repeated = found.are_repeated and bool(found.repetitions)
    return replace(
        bare,
        case=case,
        cases=found,
        taken=MEAN if repeated else ALL,
        case_is_guess=found.are_several and (repeated or not is_sure),
        groups=tuple(g for g in columns.groups if g != case),
    )


def of_model(frame: pd.DataFrame, columns: Columns, model: str | None) -> Columns:
    """How do the rows belong to cases, if this column names the model of each row?

    Parameters
    ----------
    frame : DataFrame
    columns : Columns
        The roles so far.
    model : str or None
        The column, or none: each column of scores is a model then.
    """
    groups = tuple(g for g in columns.groups if g != model)
    return of_case(frame, replace(columns, model=model, groups=groups), columns.case)


def cases_of(frame: pd.DataFrame, columns: Columns, case: str, code: IntArray | None = None) -> CasesFound | None:
    """Return how the rows belong to cases; of a long table those of the model that comes first."""
    if columns.model is None:
        return find_cases(frame, case, columns.truth, columns.repeat, code)
    place = [str(name) for name in frame.columns].index(columns.model)
    models = codes_of(frame.iloc[:, place])
    first = models == np.bincount(models[models >= 0]).argmax()
    found = find_cases(frame[first], case, columns.truth, columns.repeat, None if code is None else code[first])
    return None if found is None else replace(found, code=None)


def _told_apart(frame: pd.DataFrame, guess: Columns, case: str, code: IntArray) -> Columns:
    """Take a lone column of repetitions for what it is, where it has every case once: it numbers no folds."""
    if guess.repeat is not None or guess.fold is None:
        return guess
    if bare(guess.fold) not in REPEAT_NAMES:
        return guess
    moved = replace(guess, repeat=guess.fold, fold=None)
    if guess.split == guess.fold:
        moved = replace(moved, split=None, parts=(), part=None)
    found = cases_of(frame, moved, case, code)
    return moved if found is not None and found.are_repeated else guess


def _repeated_alone(frame: pd.DataFrame, guess: Columns) -> Columns:
    """Let one repetition be chosen where nothing says which rows of them are of one case."""
    alone = guess.fold if guess.fold is not None and bare(guess.fold) in REPEAT_NAMES else None
    column = guess.repeat or alone
    if column is None or guess.split not in (None, guess.fold):
        return guess
    names = [str(name) for name in frame.columns]
    code, truth = (codes_of(frame.iloc[:, names.index(name)]) for name in (column, str(guess.truth)))
    if column == alone and not _same_truths(code, truth):
        return guess
    fold = None if column == alone else guess.fold
    return replace(guess, repeat=column, fold=fold, split=column, parts=table_parts(frame, column))


def _same_truths(code: IntArray, truth: IntArray) -> bool:
    """Tell whether all parts have the same truths, in whatever order."""
    sizes = np.bincount(code[code >= 0])
    if len(sizes) < 2 or int(code.min()) < 0 or sizes[0] <= _LEAST_CHANGES or not (sizes == sizes[0]).all():
        return False
    of_parts = truth[np.lexsort((truth, code))].reshape(len(sizes), -1)
    return bool((of_parts == of_parts[0]).all())


def _all_folds(guess: Columns) -> Columns:
    """Ask for no fold where each repetition has every case once: that is what folds together are."""
    found = guess.cases
    if found is None or not found.are_repeated or guess.repeat is None or guess.split != guess.fold:
        return guess
    return replace(guess, split=None, parts=(), part=None)


def _told_by_values(frame: pd.DataFrame, guess: Columns, case: str, code: IntArray, free: Sequence[Glance]) -> Columns:
    """Take a column with as many values as a case has rows for that of the repetitions, if each has every case once."""
    if guess.repeat is not None or guess.model is not None:
        return guess
    found = cases_of(frame, guess, case, code)
    if found is None or not found.are_repeated:
        return guess
    for glance in free:
        if len(glance.keys) == found.most and glance.name not in (guess.split, guess.fold):
            used = code >= 0
            if named_repetitions(frame, glance.name, code[used], used, found.most):
                groups = tuple(g for g in guess.groups if g != glance.name)
                return replace(guess, repeat=glance.name, groups=groups)
    return guess


def _with_model(frame: pd.DataFrame, guess: Columns, model: str, *, has_case: bool) -> Columns:
    """Take the column of the models, or have one of them chosen where nothing says which rows are of one case."""
    groups = tuple(g for g in guess.groups if g != model)
    if has_case or _in_one_order(frame, guess, model):
        return replace(guess, model=model, groups=groups)
    if guess.split is not None:
        return guess
    return replace(guess, split=model, parts=table_parts(frame, model), groups=groups)


def _case_of_models(
    frame: pd.DataFrame, guess: Columns, model: str, free: Sequence[Glance]
) -> tuple[Glance, IntArray] | None:
    """Return the column whose values each model has once, with one truth: it names the case, whatever it is called."""
    names = [str(name) for name in frame.columns]
    models, truth = (codes_of(frame.iloc[:, names.index(column)]) for column in (model, str(guess.truth)))
    for glance in free:
        if len(glance.keys) < LEAST_CASES or (glance.is_number and not glance.is_whole):
            continue
        code = codes_of(frame.iloc[:, glance.place])
        count = int(code.max(initial=-1)) + 1
        if not LEAST_CASES <= count < len(code) or int(code.min()) < 0:
            continue
        first = np.empty(count, dtype=np.int64)
        first[code] = truth
        once = len(np.unique(code * (int(models.max()) + 1) + models)) == len(code)
        if once and bool((first[code] == truth).all()):
            return glance, code
    return None


def _alike(frame: pd.DataFrame, guess: Columns) -> list[Message]:
    """Say which column divides the rows into parts with the same truths, as repetitions without an id are."""
    names = [str(name) for name in frame.columns]
    for column in guess.groups:
        codes = codes_of(frame.iloc[:, names.index(column)])
        sizes = np.bincount(codes[codes >= 0])
        if not (sizes == sizes[0]).all() or int(sizes.sum()) < len(codes) or not _in_one_order(frame, guess, column):
            continue
        truth = codes_of(frame.iloc[:, names.index(str(guess.truth))])[codes == 0]
        if np.count_nonzero(np.diff(truth)) > _LEAST_CHANGES:
            return [
                Message(
                    "Column '{column}' divides the rows into {count} parts with the same truths in the same order, as "
                    "repeated predictions have; here each row is a case of its own. Add a column that names the case.",
                    {"column": shown(column), "count": len(sizes)},
                )
            ]
    return []


def _many_folds(frame: pd.DataFrame, guess: Columns, free: Sequence[Glance]) -> list[Message]:
    """Say that so many folds may be a few, repeated: without an id nothing else could tell."""
    if guess.repeat is not None:
        return []
    column = guess.fold or next((g.name for g in free if g.bare in FOLD_NAMES), None)
    if column is None:
        return []
    names = [str(name) for name in frame.columns]
    sizes = np.bincount(codes_of(frame.iloc[:, names.index(column)]) + 1)[1:]
    # Repetitions have five or ten folds as a rule; left out one by one, rows are folds of their own.
    if len(sizes) <= _MOST_ONCE or len(sizes) % 5 or sizes.min() < 2 or np.ptp(sizes) > 2:
        return []
    return [
        Message(
            "Column '{column}' numbers {count} folds. If these are fewer folds, repeated, each case counts several "
            "times; here each row is a case of its own. Add a column that names the case.",
            {"column": shown(column), "count": len(sizes)},
        )
    ]


def _again(frame: pd.DataFrame, guess: Columns) -> list[Message]:
    """Say that the truths come again from the beginning, where no column tells repetitions apart."""
    if guess.repeat is not None:
        return []
    truth = codes_of(frame.iloc[:, [str(name) for name in frame.columns].index(str(guess.truth))])
    size = next(size for size in _divisors(len(truth)) if _comes_again(truth, size))
    if size == len(truth) or size < _FEWEST_AGAIN or np.count_nonzero(np.diff(truth[:size])) <= _LEAST_CHANGES:
        return []
    return [
        Message(
            "The truths of the first {size} rows come {count} times in the same order, as repeated predictions of the "
            "same cases have them; here each row is a case of its own. Add a column that names the case.",
            {"size": f"{size:,}", "count": len(truth) // size},
        )
    ]


def _divisors(n: int) -> list[int]:
    """Return what divides a number of rows, ascending."""
    low = [size for size in range(1, math.isqrt(n) + 1) if n % size == 0]
    return sorted({*low, *(n // size for size in low)})


def _comes_again(truth: IntArray, size: int) -> bool:
    """Tell whether the truths of so many rows come again and again; a few rows mostly tell that they do not."""
    some = truth[size : size + _SOME]
    return np.array_equal(some, truth[: len(some)]) and np.array_equal(truth[size:], truth[: len(truth) - size])


def _model(frame: pd.DataFrame, guess: Columns, free: Sequence[Glance]) -> Glance | None:
    """Return the column that names the model of each row, where there is one column of what was predicted."""
    scored = {score.rpartition(":")[0] if ":" in score else score for score in guess.scores}
    if len(scored) > 1 or len(guess.labels) > 1:
        return None
    named = [g for g in free if g.bare in MODEL_NAMES and len(g.keys) > 1 and not (g.is_number and not g.is_whole)]
    by_value = [g for g in free if g not in named and g.is_few_valued and not g.is_number]
    by_value = [g for g in by_value if names_models(g.name, g.keys)]
    for glance in (*named, *by_value):
        try:
            labels = read_labels(frame.iloc[:, glance.place], glance.name, limit=MOST_MODELS)
        except InputError:
            continue
        if len(labels.texts) > 1:
            return glance
    return None


def _case(frame: pd.DataFrame, free: Sequence[Glance]) -> tuple[Glance, IntArray] | None:
    """Return the column of the cases, one named so or else an id that repeats, and its values as numbers."""
    sure = [g for g in free if is_case(g)]
    unsure = [g for g in free if g not in sure and _may_be_case(g)]
    for glance in (*sure, *unsure):
        if glance.is_number and not glance.is_whole:
            continue
        code = codes_of(frame.iloc[:, glance.place])
        known = code[code >= 0]
        if known.size and LEAST_CASES <= int(known.max()) + 1 < known.size:
            return glance, code
    return None


def _case_by_values(frame: pd.DataFrame, guess: Columns, free: Sequence[Glance]) -> tuple[Glance, IntArray] | None:
    """Return a column of many values that repeat and have one truth each, as a case has that nobody called so."""
    truth = codes_of(frame.iloc[:, [str(name) for name in frame.columns].index(str(guess.truth))])
    if guess.task not in ("binary", "multiclass") or int(truth.max(initial=-1)) < 1:
        return None
    for glance in free:
        if glance.is_few_valued or glance.counts_rows or not _may_be_code(glance):
            continue
        some = codes_of(frame.iloc[:_SOME, glance.place])
        if not one_value_each(some, truth[:_SOME]):
            continue
        code = codes_of(frame.iloc[:, glance.place])
        count = int(code.max(initial=-1)) + 1
        if count * _FEWEST_IN_A_CASE <= len(code) and one_value_each(code, truth) and _of_each_class(code, truth):
            return glance, code
    return None


def _of_each_class(code: IntArray, truth: IntArray) -> bool:
    """Tell whether cases of several rows have different truths: few rows of a class have one each by chance."""
    known = (code >= 0) & (truth >= 0)
    of_case = np.zeros(int(code.max()) + 1, dtype=np.int64)
    of_case[code[known]] = truth[known]
    several = np.bincount(code[known], minlength=len(of_case)) > 1
    return int(np.sort(np.bincount(of_case[several], minlength=2))[-2]) >= LEAST_CASES


def _may_be_code(glance: Glance) -> bool:
    """Tell whether a column holds whole numbers, or text that ends in numbers."""
    return glance.is_whole if glance.is_number else all(_CODE.fullmatch(key) for key in glance.keys)


def _may_be_case(glance: Glance) -> bool:
    """Tell whether a column is named like an id, or like what a row is."""
    named = glance.has(ID_PARTS) or (bool(glance.words) and glance.words <= REPEATING_PARTS | _BESIDE)
    return named and len(glance.keys) >= LEAST_CASES


def _in_one_order(frame: pd.DataFrame, guess: Columns, model: str) -> bool:
    """Tell whether all models have the same truths in the same order, so that their k-th rows are one case."""
    names = [str(name) for name in frame.columns]
    models, truth = (codes_of(frame.iloc[:, names.index(column)]) for column in (model, str(guess.truth)))
    of_models = [truth[models == k] for k in range(int(models.max(initial=-1)) + 1)]
    return len(of_models) > 1 and all(np.array_equal(of_models[0], other) for other in of_models[1:])
