"""A guess at the role of each column, from names first and contents second, to be shown and changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from evalcore.errors import InputError, Message
from evalcore.predictions.amounts import decide
from evalcore.predictions.classes import Models, around_classes, named_like_classes, split_class
from evalcore.predictions.columns import Columns
from evalcore.predictions.glance import GLANCE_ROWS, GROUP_VALUES, Glance, look, predicted_number
from evalcore.predictions.guess_cases import is_case, with_cases
from evalcore.predictions.labels import Labels, find_key, guess_positive, read_labels
from evalcore.predictions.lists import place_in_list, spread_lists
from evalcore.predictions.parts import is_part_word, table_parts
from evalcore.predictions.roles import LARGEST_AMOUNT
from evalcore.predictions.settle import settle
from evalcore.predictions.truth import Meaning, Truth, read_truth
from evalcore.predictions.vocabulary import (
    AMOUNT_PARTS,
    FOLD_NAMES,
    FOLD_PARTS,
    GROUP_PARTS,
    NAMED,
    NO_AMOUNT_PARTS,
    PREDICTED_PARTS,
    REPEAT_NAMES,
    SCORE_PARTS,
    SINGLE,
    SPLIT_NAMES,
    TRUTH_NAMES,
    TRUTH_PARTS,
    UNSURE_AMOUNT_NAMES,
    UNSURE_SCORE_PARTS,
)
from evalcore.support.numbers import is_number_typed, parse_numbers
from evalcore.support.text import listed, shown


def guess_columns(frame: pd.DataFrame) -> Columns:
    """Which column is the truth, which are scores, and which class is positive?

    Parameters
    ----------
    frame : DataFrame
        As read by `read_table`.

    Returns
    -------
    Columns
        Names decide first (English and Chinese), then contents: the one column of numbers in the range of those named
        like predictions is the truth, else a column of two values; numbers with
        fractions, in [0, 1] where there are such, are scores; columns with the values of the truth are predicted
        labels; other columns with few values are groups. Columns that count the rows, ids, splits and folds are none of
        these. Two columns that add up to 1 are one model, and so are a raw score and the probability made of it; whole
        numbers that are predicted with decimals are amounts (`settle`, `amounts`).
        Contents are judged by up to 5,000 rows spread over the table, but task, classes and amounts by all.

    Examples
    --------
    >>> guess = guess_columns(pd.DataFrame({"y": ["no", "yes"], "model_a": [0.2, 0.7]}))
    >>> guess.truth, guess.scores, guess.positive
    ('y', ('model_a',), 'yes')
    """
    frame = spread_lists(frame)
    return settle(frame, _first_guess(frame))


def _first_guess(frame: pd.DataFrame) -> Columns:
    """Give each column a role, going by it alone."""
    step = max(1, len(frame) // GLANCE_ROWS)
    some = frame.iloc[::step]
    names = [str(name) for name in frame.columns]
    glances = [look(some.iloc[:, i], name, i, step) for i, name in enumerate(names) if names.count(name) == 1]
    named = _named(glances)
    glances = [g for g in glances if g not in named.values()]
    split = next((g for g in glances if _tells_parts(g)), None)
    fold, repeat = _folds([g for g in glances if g is not split])
    rest = [g for g in glances if g not in (fold, repeat, split) and (g.bare in TRUTH_NAMES or not g.is_index)]
    rest = [g for g in rest if g.bare in TRUTH_NAMES or not is_case(g)]
    by_name: dict[str, Any] = {role: found.name for role, found in named.items()}
    aside = Columns(repeat=repeat.name if repeat else None, **by_name)
    aside = _with_parts(frame, aside, split, fold)
    amount = _amount(frame, rest)
    if amount is not None:
        guess = _guess(frame, [g for g in rest if g is not amount], replace(aside, amount=amount.name))
        predicted = guess.scores or guess.labels or amount.has(AMOUNT_PARTS)
        if guess.task in ("binary", "multiclass") and predicted:
            return with_cases(frame, guess, glances)
    else:
        like = next((g for g in rest if g.is_number and g.has(AMOUNT_PARTS) and not g.has(NO_AMOUNT_PARTS)), None)
        aside = replace(aside, amount_passed_over=like.name if like else None)
    return with_cases(frame, _guess(frame, rest, aside), glances)


def with_truth(frame: pd.DataFrame, columns: Columns, truth: str | None) -> Columns:
    """Which classes, and which positive one, has another truth column? The other roles stay.

    Parameters
    ----------
    frame : DataFrame
        As read by `read_table`.
    columns : Columns
        The roles so far.
    truth : str or None
        The column that holds the truth instead.

    Returns
    -------
    Columns
        Without classes where the column cannot be a truth.

    Examples
    --------
    >>> table = pd.DataFrame({"y": [1, 0, 1], "z": ["good", "bad", "good"], "score": [0.9, 0.2, 0.4]})
    >>> with_truth(table, guess_columns(table), "z").positive
    'bad'
    """
    bare = replace(columns, truth=truth, classes=(), positive=None, positive_grounds=None, task=None, notes=())
    bare = replace(bare, truth_holds=None, truth_is_open=False, pairs=(), reversed=(), of_predicted=())
    names = [str(name) for name in frame.columns]
    if truth is None or names.count(truth) != 1:
        return bare
    suffixes = [score.rpartition(":")[2] for score in columns.scores if ":" in score]
    try:
        read = read_truth(frame.iloc[:, names.index(truth)], truth, as_classes=bool(columns.labels), suffixes=suffixes)
    except InputError:
        return bare
    bare = replace(bare, task=read.task, truth_holds="amounts" if read.labels is None else "classes")
    return bare if read.labels is None else _with_classes(bare, read.labels)


def with_truth_holding(frame: pd.DataFrame, columns: Columns, holds: Meaning) -> Columns:
    """Which roles have the other columns, once the truth is said to hold classes, or amounts?

    Parameters
    ----------
    frame : DataFrame
        As read by `read_table`.
    columns : Columns
        The roles so far.
    holds : "classes" or "amounts"
        What the truth holds; nothing is open any longer.

    Returns
    -------
    Columns
        The same where the truth cannot be read so.

    Examples
    --------
    >>> table = pd.DataFrame({"stars": [1, 2, 3, 4, 5] * 2, "pred": [1, 3, 3, 4, 4] * 2})
    >>> with_truth_holding(table, guess_columns(table), "amounts").scores
    ('pred',)
    >>> with_truth_holding(table, guess_columns(table), "classes").labels
    ('pred',)
    """
    frame = spread_lists(frame)
    names = [str(name) for name in frame.columns]
    if columns.truth is None or names.count(columns.truth) != 1:
        return columns
    try:
        read = read_truth(frame.iloc[:, names.index(columns.truth)], columns.truth, holds=holds)
    except InputError:
        return columns
    step = max(1, len(frame) // GLANCE_ROWS)
    some = frame.iloc[::step]
    taken = {columns.truth, *(getattr(columns, role) for role in SINGLE)}
    glances = [look(some.iloc[:, i], name, i, step) for i, name in enumerate(names) if name not in taken]
    others = [g for g in glances if g.keys and not g.is_index]
    bare = replace(columns, scores=(), labels=(), classes=(), positive=None, positive_grounds=None, notes=(), pairs=())
    bare = replace(bare, reversed=(), of_predicted=(), truth_holds=holds, truth_is_open=False, task=read.task)
    return settle(
        frame, _regression(bare, others) if read.labels is None else _classification(bare, read.labels, others)
    )


def _with_classes(guess: Columns, truth: Labels) -> Columns:
    """Add the classes, and the positive one of two."""
    guess = replace(guess, classes=truth.texts)
    if len(truth.keys) != 2:
        return guess
    counts = np.bincount(truth.codes[truth.codes >= 0], minlength=2)
    place, grounds = guess_positive(truth.keys, counts)
    return replace(guess, positive=truth.texts[place], positive_grounds=grounds)


def _named(glances: list[Glance]) -> dict[str, Glance]:
    """Return the first column of each role that a name alone tells."""
    found: dict[str, Glance] = {}
    for role, one in NAMED.items():
        fitting = (
            g for g in glances if g.bare in one.names and not (one.is_number and not (g.is_number and g.low >= 0))
        )
        first = next((g for g in fitting if g not in found.values()), None)
        if first is not None:
            found[role] = first
    return found


def _tells_parts(glance: Glance) -> bool:
    """Tell whether a column says which rows are for training and which for testing."""
    if glance.bare in TRUTH_NAMES:
        return False
    if glance.bare in SPLIT_NAMES and glance.is_few_valued:
        return True
    return 2 <= len(glance.keys) <= GROUP_VALUES and all(map(is_part_word, glance.keys))


def _numbers_folds(glance: Glance) -> bool:
    """Tell whether a column says in which fold, or which numbered part, a row is."""
    among = bool(glance.words & FOLD_PARTS) and not glance.has(PREDICTED_PARTS | SCORE_PARTS)
    named = glance.bare in FOLD_NAMES or among
    return named and glance.is_few_valued and not (glance.is_number and not glance.is_whole)


def _folds(glances: list[Glance]) -> tuple[Glance | None, Glance | None]:
    """Return the column of the folds, and beside one that of their repetitions; a lone one of either numbers folds."""
    numbered = [g for g in glances if g.is_few_valued and not (g.is_number and not g.is_whole)]
    repeats = [g for g in numbered if g.bare in REPEAT_NAMES]
    folds = [g for g in numbered if _numbers_folds(g)]
    others = [g for g in folds if g not in repeats]
    if others:
        return others[0], repeats[0] if repeats else None
    return (folds[0] if folds else None), None


def _with_parts(frame: pd.DataFrame, aside: Columns, split: Glance | None, fold: Glance | None) -> Columns:
    """Add the columns of parts; where there is no split, the folds are the parts to choose from."""
    aside = replace(aside, fold=fold.name if fold else None)
    telling = split or fold
    if telling is None:
        return aside
    try:
        return replace(aside, split=telling.name, parts=table_parts(frame, telling.name))
    except InputError:  # more different values than a glance at the column showed: no parts
        return aside


def _guess(frame: pd.DataFrame, rest: list[Glance], aside: Columns) -> Columns:
    """Give the other columns their roles."""
    suffixes = [g.name.rpartition(":")[2] for g in rest if ":" in g.name and g.is_number]
    lone: tuple[str, Labels] | None = None
    for candidate in _truth_candidates(rest):
        if lone and candidate.bare not in TRUTH_NAMES:
            break  # a truth by name with one class is to be refused, not passed over
        cells = frame.iloc[:, candidate.place]
        try:
            truth = read_truth(cells, candidate.name, suffixes=suffixes)
        except InputError:
            lone = lone or _lone_class(candidate, cells)
            continue
        # A column without a value has no role.
        others = [g for g in rest if g is not candidate and g.keys]
        holds, is_open = decide(candidate, truth, others)
        guess = replace(aside, truth=candidate.name, truth_holds=holds, truth_is_open=is_open)
        if holds == "amounts":
            truth = Truth()
        guess = replace(guess, task=truth.task)
        return _regression(guess, others) if truth.labels is None else _classification(guess, truth.labels, others)
    if lone:
        name, labels = lone
        return _classification(replace(aside, truth=name), labels, [g for g in rest if g.name != name])
    return replace(aside, groups=_groups(rest))


def _amount(frame: pd.DataFrame, glances: list[Glance]) -> Glance | None:
    """Return the column that is named like an amount and holds a usable one in every row, if there is one."""
    named = [g for g in glances if g.is_number and g.low >= 0 and len(g.keys) > 2 and ":" not in g.name]
    named = [g for g in named if not g.has(NO_AMOUNT_PARTS) and g.bare not in TRUTH_NAMES]
    sure = [g for g in named if g.has(AMOUNT_PARTS)]
    unsure = [g for g in named if g.bare in UNSURE_AMOUNT_NAMES]
    for glance in [*sorted(sure, key=lambda g: g.bare not in AMOUNT_PARTS), *unsure]:
        cells = frame.iloc[:, glance.place]
        numbers = cells.to_numpy(np.float64, na_value=np.nan) if is_number_typed(cells) else parse_numbers(cells)[0]
        if ((numbers >= 0) & (numbers <= LARGEST_AMOUNT)).all():
            return glance
    return None


def _lone_class(glance: Glance, cells: pd.Series) -> tuple[str, Labels] | None:
    """Return name and labels of a column named like a truth in which only one class stands."""
    if glance.bare not in TRUTH_NAMES or len(glance.keys) > 1:
        return None
    try:
        labels = read_labels(cells, glance.name)
    except InputError:
        return None
    return (glance.name, labels) if len(labels.texts) == 1 else None


def _truth_candidates(glances: list[Glance]) -> Iterator[Glance]:
    """Yield columns in the order in which they are likely to be the truth."""
    yield from sorted((g for g in glances if g.bare in TRUTH_NAMES), key=lambda g: TRUTH_NAMES.index(g.bare))
    plain = [g for g in glances if not (g.has(PREDICTED_PARTS) or g.has(SCORE_PARTS) or ":" in g.name)]
    yield from (g for g in plain if g.has(TRUTH_PARTS))
    number = predicted_number(glances)
    if number is not None:
        yield number
    few = [g for g in plain if 2 <= len(g.keys) <= GROUP_VALUES and not (g.is_number and not g.is_whole)]
    few.sort(key=lambda g: (g.has(GROUP_PARTS), len(g.keys) != 2, _names_a_model(g, glances), g.is_number))
    yield from few


def _names_a_model(glance: Glance, glances: Iterable[Glance]) -> bool:
    """Tell whether other columns are called by this name and a class, as in Orange: Tree, Tree (yes), Tree (no)."""
    return any(g.name.startswith(f"{glance.name} (") for g in glances)


def _regression(guess: Columns, rest: list[Glance]) -> Columns:
    numbers = [g for g in rest if g.is_number and not g.has(GROUP_PARTS)]
    named = [g for g in numbers if g.has(PREDICTED_PARTS | SCORE_PARTS) or "model" in g.words]
    scores = named or [g for g in numbers if not (g.is_whole and g.is_few_valued)]
    scores = [*scores, *_text_scores(rest)]
    return replace(guess, scores=_names(scores), groups=_groups(g for g in rest if g not in scores))


def _classification(guess: Columns, truth: Labels, rest: list[Glance]) -> Columns:
    named = _class_columns(rest, truth)
    alike = named_like_classes((g.name for g in rest if g.is_number and g not in named), truth)
    named += [g for g in rest if any(g.name in columns.values() for columns in alike.values())]
    others = [g for g in rest if g not in named]
    labels = [g for g in others if _holds_labels(g, truth)]
    if any(g.has(PREDICTED_PARTS) or "model" in g.words for g in labels):
        labels = [g for g in labels if g.has(PREDICTED_PARTS) or "model" in g.words]
    others = [g for g in others if g not in labels]
    scores = named
    if len(truth.keys) > 2 and not named and not labels:  # to be refused with advice
        scores = [g for g in others if g.is_number and g.has(SCORE_PARTS) and not g.has(GROUP_PARTS)]
    if len(truth.keys) <= 2:
        scores = sorted([*named, *_plain_scores(others, labels)], key=lambda g: (not _is_said_a_score(g), g.place))
    groups = _groups(g for g in others if g not in scores)
    notes = (*_taken_notes(alike), *_passed_over_notes([g for g in others if g not in scores], truth))
    guess = _with_classes(guess, truth)
    return replace(guess, scores=_names(scores), labels=_names(labels), groups=groups, notes=notes)


def _is_said_a_score(glance: Glance) -> bool:
    """Tell whether the name says so: such a column comes before numbers that may be something else."""
    return glance.has(SCORE_PARTS | PREDICTED_PARTS) or "model" in glance.words or ":" in glance.name


def _taken_notes(models: Models) -> list[Message]:
    """Say which columns were taken for one model though they are not named model:class."""
    lists = {model for model, columns in models.items() if all(map(place_in_list, columns.values()))}
    return [
        Message("The lists in '{model}' were taken as scores of the classes, in their order.", {"model": shown(model)})
        for model in lists
    ] + [
        Message(
            "The columns {columns} are named like the classes and were taken as the scores of one model, '{model}'.",
            {"columns": listed(columns.values()), "model": shown(model)},
        )
        for model, columns in models.items()
        if model not in lists
    ]


def _passed_over_notes(glances: list[Glance], truth: Labels) -> list[Message]:
    """Say which columns look like probabilities of classes though no model could be made of them."""
    if len(truth.keys) < 3:
        return []
    shares = [g for g in glances if g.is_number and not g.is_whole and g.low >= 0 and g.high <= 1]
    like = [g for g in shares if g.has(SCORE_PARTS) or any(around_classes(g.name, truth))]
    if not like:
        return []
    return [
        Message(
            "The columns {columns} look like probabilities but fit no model; name them model:class, one for each "
            "class, to use them.",
            {"columns": listed(_names(like))},
        )
    ]


def _class_columns(glances: list[Glance], truth: Labels) -> list[Glance]:
    """Return the columns `model:class`, of every model with at least one class of the truth."""
    split = {g.name: split_class(g.name) for g in glances if g.is_number and split_class(g.name)[0]}
    models = {model for model, suffix in split.values() if find_key(suffix, truth.keys) is not None}
    return [g for g in glances if g.name in split and split[g.name][0] in models]


def _holds_labels(glance: Glance, truth: Labels) -> bool:
    # Words such as "decision" also name who decided: a decision tree's labels are labels.
    of_scores = SCORE_PARTS if glance.is_number else SCORE_PARTS - UNSURE_SCORE_PARTS
    if glance.has(of_scores) or glance.has(GROUP_PARTS) or not glance.keys:
        return False
    known = sum(find_key(key, truth.keys) is not None for key in glance.keys)
    if len(truth.keys) == 2:
        return known == len(glance.keys)
    return known > len(glance.keys) / 2  # a model may predict a class that is never true


def _plain_scores(glances: list[Glance], labels: list[Glance]) -> list[Glance]:
    numbers = [g for g in glances if g.is_number and not g.has(GROUP_PARTS)]
    named = [g for g in numbers if g.has(SCORE_PARTS) or g.has(PREDICTED_PARTS)]
    fractions = [g for g in numbers if not g.is_whole]
    chosen = [g for g in numbers if g in named or (g in fractions and g.low >= 0 and g.high <= 1)]
    scores = [*chosen, *_text_scores(glances)] or fractions or [g for g in numbers if not g.is_few_valued]
    return scores or ([] if labels else [g for g in glances if g.keys and g.has(SCORE_PARTS)])


def _text_scores(glances: list[Glance]) -> list[Glance]:
    """Return columns named like scores that hold text, so that their first bad cell is named and not passed over."""
    sure = SCORE_PARTS - UNSURE_SCORE_PARTS
    return [g for g in glances if not g.is_number and g.keys and g.words and g.words <= sure]


def _groups(glances: Iterable[Glance]) -> tuple[str, ...]:
    return tuple(g.name for g in glances if 2 <= len(g.keys) <= GROUP_VALUES and not g.is_remark)


def _names(glances: list[Glance]) -> tuple[str, ...]:
    return tuple(g.name for g in glances)
