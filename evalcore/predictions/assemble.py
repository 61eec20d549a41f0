"""The steps of `predictions.from_frame`: read the truth, read what was predicted, leave rows out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from evalcore.errors import InputError, Message
from evalcore.predictions.cases import case_codes, case_column, choose_repetition
from evalcore.predictions.classes import Problem, find_models, order_classes, positive_key, score_columns, translate
from evalcore.predictions.folds import membership, of_groups
from evalcore.predictions.labels import Labels, read_labels
from evalcore.predictions.parts import choose_part
from evalcore.predictions.roles import Roles, about, per_row, score_numbers
from evalcore.predictions.rows import Rows
from evalcore.predictions.truth import Truth, read_truth
from evalcore.support.arrays import BoolArray, FloatArray, frozen
from evalcore.support.text import listed, shown
from evalcore.support.whole import narrowed

Parts = dict[str, Any]


def assemble(roles: Roles, positive: object, part: object = None) -> Parts:
    """Return the fields of `Predictions`, by name."""
    suffixes = [column.rpartition(":")[2] for column in roles.scores if ":" in column]
    as_classes = positive is not None or bool(roles.labels)
    cells = roles.series(roles.truth)
    truth = read_truth(cells, roles.truth, as_classes=as_classes, suffixes=suffixes, holds=roles.truth_holds)
    rows = Rows(np.ones(len(roles.frame), dtype=bool))
    chosen = choose_part(roles, rows, part)
    code = case_codes(roles, rows)
    choose_repetition(roles, rows, code)
    if roles.lacking is not None and roles.lacking_said is not None:
        rows.leave_out_others(roles.lacking, str(roles.case), roles.lacking_said)
    rows.leave_out(
        truth.missing, roles.truth, Message("The truth is missing in column '{column}'.", about(roles.truth))
    )
    if truth.labels is None:
        parts = _regression(roles, truth, rows)
    else:
        roles.notes.extend(truth.labels.notes)
        parts = _classification(_problem(roles, truth.labels, rows), positive)
    parts |= {name: membership(roles, getattr(roles, name[:-1]), rows) for name in ("folds", "repeats")}
    parts |= {"cases": case_column(roles, rows, code), "groups": of_groups(roles, rows), "taken": roles.taken}
    parts["rows"] = frozen(narrowed(np.flatnonzero(rows.keep))) if rows.dropped else None
    return parts | {
        "dropped": tuple(rows.dropped),
        "missing": rows.missing,
        "notes": (*roles.notes, *_constant_scores(parts["scores"], parts["task"])),
        "truth": roles.truth,
        "n_rows_read": len(roles.frame),
        "split": roles.split,
        "part": chosen,
    }


def _regression(roles: Roles, truth: Truth, rows: Rows) -> Parts:
    columns = {column: score_numbers(roles, column, rows) for column in roles.scores}
    of_rows = per_row(roles, rows)
    return {
        "task": "regression",
        "classes": (),
        "positive": None,
        "y_true": rows.take(truth.values),
        "scores": {column: rows.take(numbers) for column, numbers in columns.items()},
        "labels": {},
        **of_rows,
    }


def _problem(roles: Roles, truth: Labels, rows: Rows) -> Problem:
    predicted = {column: read_labels(roles.series(column), column) for column in roles.labels}
    for labels in predicted.values():
        roles.notes.extend(labels.notes)
    models = find_models(roles.scores, truth)
    return Problem(roles, rows, truth, predicted, models, order_classes(truth, predicted, models))


def _classification(problem: Problem, positive: object) -> Parts:
    rows, truth = problem.rows, problem.roles.truth
    binary = len(problem.texts) == 2 or positive is not None
    parts = _binary(problem, positive) if binary else _multiclass(problem)
    of_rows = per_row(problem.roles, rows)
    for group in ("scores", "labels"):
        parts[group] = {model: rows.take(array) for model, array in parts[group].items()}
    parts["y_true"] = rows.take(parts["y_true"])
    first = parts["y_true"][0]
    if (parts["y_true"] == first).all():
        raise InputError(
            "Column '{column}' must hold at least two classes in the rows that can be used; got only '{value}' after "
            "{count} rows were left out. Fill empty cells, or choose other columns or another part.",
            column=shown(truth),
            value=shown(parts["classes"][int(first)]),
            count=len(rows.keep) - len(parts["y_true"]),
        )
    return parts | of_rows


def _binary(problem: Problem, positive: object) -> Parts:
    roles, rows = problem.roles, problem.rows
    key = positive_key(problem, positive)
    others = [text for other, text in problem.texts.items() if other != key]
    if len(others) > 1:
        roles.notes.append(
            Message(
                "Class '{positive}' is positive; the other {count} classes together are negative.",
                {"positive": shown(problem.texts[key]), "count": len(others)},
            )
        )
    columns = score_columns(problem, key)
    place = problem.keys.index(key)
    read = {model: score_numbers(roles, column, rows) for model, column in columns.items()}
    labels = {column: translate(problem, column) == place for column in roles.labels}
    for model, column in columns.items():
        roles.notes.extend(notes_on(roles, column, read[model]))
    return {
        "task": "binary",
        "classes": (shown(" / ".join(others)) if len(others) > 1 else others[0], problem.texts[key]),
        "positive": problem.texts[key],
        "y_true": problem.truth_places() == place,
        "scores": {model: oriented(roles, column, read[model], labels) for model, column in columns.items()},
        "labels": labels,
    }


def _multiclass(problem: Problem) -> Parts:
    roles, rows = problem.roles, problem.rows
    named = {column for columns in problem.models.values() for column in columns.values()}
    for column in roles.scores:
        if column not in named:
            raise InputError(
                "Column '{truth}' must have two classes for the plain score '{column}'; got {count} ({classes}). "
                "Choose one as the positive class, or name score columns model:class.",
                truth=shown(roles.truth),
                column=shown(column),
                count=len(problem.texts),
                classes=listed(problem.texts.values()),
            )
    scores = {}
    for model, columns in problem.models.items():
        for key, text in problem.texts.items():
            if key not in columns:
                raise InputError(
                    "Model '{model}' must have a score column for each class; got none for '{label}'. Add a column "
                    "named '{model}:{label}'.",
                    model=shown(model),
                    label=shown(text),
                )
        scores[model] = np.column_stack([score_numbers(roles, columns[key], rows) for key in problem.keys])
    return {
        "task": "multiclass",
        "classes": tuple(problem.texts.values()),
        "positive": None,
        "y_true": problem.truth_places(),
        "scores": scores,
        "labels": {column: translate(problem, column) for column in roles.labels},
    }


def _constant_scores(scores: dict[str, FloatArray], task: str) -> list[Message]:
    constant = [model for model, score in scores.items() if (score == score[:1]).all()]
    if task == "regression":
        return [
            Message("Model '{model}' predicts the same value in every row.", {"model": shown(model)})
            for model in constant
        ]
    return [
        Message(
            "Score '{model}' is the same in every row, so every threshold decides all rows alike.",
            {"model": shown(model)},
        )
        for model in constant
    ]


def oriented(roles: Roles, column: str, score: FloatArray, predicted: Mapping[str, BoolArray]) -> FloatArray:
    """Return a score so that higher speaks for the positive class.

    A confidence of the class predicted in the first column of labels is 1 minus itself where the other class is
    predicted. A reversed score is 1 - score, or -score where it is no share.
    """
    if column in roles.of_predicted and predicted:
        score = np.where(next(iter(predicted.values())), score, 1 - score)
    return reverse(score) if column in roles.reversed else score


def reverse(score: FloatArray) -> FloatArray:
    """Return a score that speaks for the other class: 1 - score of shares, -score else.

    >>> reverse(np.array([0.25, 1.0])), reverse(np.array([2.0, -1.0]))
    (array([0.75, 0.  ]), array([-2.,  1.]))
    """
    return 1 - score if is_share(score) else -score


def is_share(score: FloatArray) -> bool:
    """Tell whether all numbers lie in 0 to 1."""
    known = score[~np.isnan(score)]
    return bool(known.size) and bool(known.min() >= 0) and bool(known.max() <= 1)


def notes_on(roles: Roles, column: str, score: FloatArray) -> list[Message]:
    """Say how a score was turned; `score` is as it was read."""
    notes = []
    if column in roles.of_predicted and roles.labels:
        notes.append(
            Message(
                "'{column}' is the confidence of the class in '{label}'; where that is not the positive one, 1 minus "
                "it was taken.",
                {"column": shown(column), "label": shown(roles.labels[0])},
            )
        )
    if column in roles.reversed:
        name = {"column": shown(column)}
        if is_share(score):
            said = Message("'{column}' speaks for the other class and was reversed: 1 minus it was taken.", name)
        else:
            said = Message("'{column}' speaks for the other class and was reversed: its negative was taken.", name)
        notes.append(said)
    return notes
