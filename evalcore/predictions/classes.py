"""Which classes there are, which is positive, and which score column belongs to which of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from evalcore.errors import InputError, Message
from evalcore.predictions.labels import Grounds, Labels, find_key, guess_positive, label_key, sorted_labels
from evalcore.predictions.lists import place_in_list
from evalcore.predictions.roles import Roles, about
from evalcore.predictions.rows import Rows
from evalcore.predictions.vocabulary import SCORE_PARTS
from evalcore.support.arrays import IndexArray
from evalcore.support.text import listed, shown

Models = dict[str, dict[str, str]]
_BEFORE_NUMBERS = SCORE_PARTS | {"class", "probas"}


@dataclass(frozen=True, eq=False)
class Problem:
    """A classification, while it is put together: `texts` is {key: text} of every class, in order."""

    roles: Roles
    rows: Rows
    truth: Labels
    predicted: dict[str, Labels]
    models: Models
    texts: dict[str, str]

    @property
    def keys(self) -> list[str]:
        """The classes as they are compared, in order."""
        return list(self.texts)

    def truth_places(self) -> IndexArray:
        """Return the truth as places among the classes, -1 where empty."""
        places = np.array([*(self.keys.index(key) for key in self.truth.keys), -1], dtype=np.intp)
        return places[self.truth.codes]


def find_models(scores: tuple[str, ...], truth: Labels) -> Models:
    """Return {model: {class key: column}} for the columns `model:class`, and for those of `named_like_classes`.

    A class that is never true counts only for a model that has a column for every class that is.
    """
    models: Models = {}
    for column in scores:
        model, suffix = split_class(column)
        key = label_key(suffix)
        place = find_key(suffix, truth.keys)
        if model and key:
            models.setdefault(model, {})[key if place is None else truth.keys[place]] = column
    for model, columns in models.items():
        if not set(truth.keys) <= set(columns):
            models[model] = {key: column for key, column in columns.items() if key in truth.keys}
    models = {model: columns for model, columns in models.items() if columns}
    taken = {column for columns in models.values() for column in columns.values()}
    others = named_like_classes((column for column in scores if column not in taken), truth)
    return models | {model: columns for model, columns in others.items() if model not in models}


def split_class(column: str) -> tuple[str, str]:
    """Return model and class of a column model:class, or Probability:Class=a as CatBoost writes it.

    >>> split_class("rf:a"), split_class("Probability:Class=a"), split_class("score")
    (('rf', 'a'), ('Probability', 'a'), ('', 'score'))
    """
    model, _, suffix = column.rpartition(":")
    return model, suffix.removeprefix("Class=")


def named_like_classes(names: Iterable[str], truth: Labels) -> Models:
    """Return {model: {class key: column}} where the names of columns differ only in the class, and each class has one.

    setosa, versicolor and virginica are the model "score"; prob_setosa and its like are "prob". Two classes need no
    column each.
    """
    if len(truth.keys) < 3:
        return {}
    names = list(names)
    models = in_lists(names, truth)
    by_rest: dict[tuple[str, str], dict[str, str]] = {}  # by what stands around the class
    for name in names:
        for key, around in around_classes(name, truth):
            by_rest.setdefault(around, {})[key] = name
    for (before, after), columns in by_rest.items():
        if len(columns) == len(truth.keys) == len(set(columns.values())):
            models.setdefault(_model_name(before, after), columns)
    return models


def around_classes(name: str, truth: Labels) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the key of each class that stands in a name as a word of its own, with what stands before and after it."""
    folded = label_key(name)
    for key in truth.keys:
        for match in re.finditer(re.escape(key), folded) if key in folded else ():
            before, after = folded[: match.start()], folded[match.end() :]
            if key and not after[:1].isalnum() and (not before[-1:].isalnum() or _numbers_class(key, before)):
                yield key, (before, after)


def _numbers_class(key: str, before: str) -> bool:
    """Tell whether a number is that of a class right behind a word for scores: p0, prob1, not model1."""
    return key.isdigit() and re.split(r"[\W_]", before)[-1] in _BEFORE_NUMBERS


def in_lists(names: Iterable[str], truth: Labels) -> Models:
    """Return {model: {class key: column}} of columns proba[0], proba[1], … with a place for each class, in order."""
    by_column: dict[str, dict[int, str]] = {}
    for name in names:
        if found := place_in_list(name):
            by_column.setdefault(found[0], {})[found[1]] = name
    whole = set(range(len(truth.keys)))
    return {
        column: {key: places[i] for i, key in enumerate(truth.keys)}
        for column, places in by_column.items()
        if set(places) == whole
    }


def _model_name(before: str, after: str) -> str:
    return re.sub(r"^[\W_]+|[\W_]+$", "", re.sub(r"[\W_]+", " ", f"{before} {after}")) or "score"


def order_classes(truth: Labels, predicted: dict[str, Labels], models: Models) -> dict[str, str]:
    """Return {key: text} of every class, in order; with more than two, a class may be predicted and never true."""
    texts = dict(zip(truth.keys, truth.texts, strict=True))
    for columns in models.values():
        for key, column in columns.items():
            texts.setdefault(key, split_class(column)[1].strip())
    if len(texts) > 2:
        for labels in predicted.values():
            for key, text in zip(labels.keys, labels.texts, strict=True):
                if find_key(key, list(texts)) is None:
                    texts[key] = text
    return {key: texts[key] for key in sorted_labels(texts)}


def positive_key(problem: Problem, positive: object) -> str:
    """Return the class asked for, or a guess, with a note where only the order speaks for it."""
    if positive is not None:
        place = find_key(positive, problem.keys)
        if place is None:
            raise InputError(
                "The positive class must be one of {classes}; got '{value}'. Choose one of them.",
                classes=listed(problem.texts.values()),
                value=shown(positive),
            )
        return problem.keys[place]
    place, grounds = guess_positive(problem.keys, np.bincount(problem.truth_places() + 1, minlength=3)[1:])
    key = problem.keys[place]
    if grounds != "convention":
        problem.roles.notes.append(_guessed_note(grounds, problem.texts[key]))
    return key


def _guessed_note(grounds: Grounds, positive: str) -> Message:
    """Say what speaks for a positive class that nobody named."""
    values = {"positive": shown(positive)}
    if grounds == "word":
        return Message(
            "The positive class was not named; '{positive}' was taken, because its name is that of what one looks for.",
            values,
        )
    if grounds == "rarer":
        return Message("The positive class was not named; '{positive}' was taken, the rarer of the two.", values)
    return Message(
        "The positive class was not named; '{positive}' was taken, the second in the order of the alphabet or of "
        "numbers.",
        values,
    )


def score_columns(problem: Problem, positive: str) -> dict[str, str]:
    """Return {model: column} of a binary problem; of `model:class` columns the one of the positive class."""
    scores = problem.roles.scores
    owner = {column: model for model, columns in problem.models.items() for column in columns.values()}
    used = {}
    for column in scores:
        model = owner.get(column, "")
        columns = problem.models.get(model, {})
        if positive not in columns:
            used[column] = column
        elif columns[positive] == column:
            used[column if model in scores else model] = column
        else:
            problem.roles.notes.append(
                Message(
                    "Score column '{column}' was not used, because '{positive}' is the positive class.",
                    {"column": shown(column), "positive": shown(problem.texts[positive])},
                )
            )
    return used


def translate(problem: Problem, column: str) -> IndexArray:
    """Return predicted labels as places among the classes, -1 where empty; empty rows are left out."""
    labels = problem.predicted[column]
    if not labels.texts:
        raise InputError(
            "Column '{column}' must hold predicted labels; all {count} cells are empty. Choose another column.",
            column=shown(column),
            count=len(labels.codes),
        )
    places = []
    for code, (key, text) in enumerate(zip(labels.keys, labels.texts, strict=True)):
        place = find_key(key, problem.keys)
        if place is None:
            raise InputError(
                "Column '{column}' must hold the classes of '{truth}' ({classes}); got '{value}' in data row {row}. "
                "Correct it or leave the cell empty.",
                column=shown(column),
                truth=shown(problem.roles.truth),
                classes=listed(problem.texts.values()),
                value=shown(text),
                row=int(np.flatnonzero(labels.codes == code)[0]) + 1,
            )
        _note_spelling(problem, column, text, place)
        places.append(place)
    missing = Message("The predicted label is missing in column '{column}'.", about(column))
    problem.rows.leave_out(labels.missing, column, missing)
    return np.array([*places, -1], dtype=np.intp)[labels.codes]


def _note_spelling(problem: Problem, column: str, text: str, place: int) -> None:
    known = problem.texts[problem.keys[place]]
    if text != known:
        problem.roles.notes.append(
            Message(
                "In column '{column}', '{value}' was read as class '{label}'.",
                {"column": shown(column), "value": shown(text), "label": shown(known)},
            )
        )
