"""What was understood of a table, in one sentence."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from evalcore.errors import Message
from evalcore.predictions.columns import Columns
from evalcore.predictions.result import Predictions
from evalcore.predictions.settle import pairs_in_use
from evalcore.predictions.truth import NUMBER_CLASSES, Meaning
from evalcore.support.text import listed, shown


def understood(columns: Columns, predictions: Predictions) -> tuple[Message, ...]:
    """What is the truth, what the models, and how are they read?

    Parameters
    ----------
    columns : Columns
        The roles as they are used.
    predictions : Predictions
        What was made of them.

    Returns
    -------
    tuple of Message
        The clauses of one sentence: the truth, the models, each thing that is not as it stands in the file, then what
        other columns are used for.

    Examples
    --------
    >>> import pandas as pd
    >>> from evalcore.predictions import from_columns, guess_columns
    >>> table = pd.DataFrame({"y": [1, 0, 1], "score": [0.9, 0.2, 0.4]})
    >>> guess = guess_columns(table)
    >>> [str(clause) for clause in understood(guess, from_columns(table, guess))]
    ["the truth is 'y', two classes, '1' positive", "1 model: 'score'"]
    >>> table = pd.DataFrame({"y": [1, 0] * 4, "score": [0.9, 0.2, 0.4, 0.3] * 2, "region": ["n", "s", "s", "n"] * 2})
    >>> columns = guess_columns(table)
    >>> columns.groups, str(understood(columns, from_columns(table, columns))[-1])
    (('region',), "'region' makes groups")
    """
    turned, others = _turned(columns, predictions), _others(columns)
    return (_truth(predictions), _models(predictions), *turned, *others, *_groups(predictions))


def against(predictions: Predictions) -> tuple[str, ...]:
    """Which scores are lower on average where the class is positive, so that they may speak for the other class?

    Examples
    --------
    >>> import pandas as pd
    >>> from evalcore.predictions import from_frame
    >>> table = pd.DataFrame({"y": [1, 0, 1], "a": [0.1, 0.2, 0.1], "b": [0.9, 0.2, 0.4]})
    >>> against(from_frame(table, truth="y", scores=["a", "b"]))
    ('a',)
    """
    if predictions.task != "binary":
        return ()
    positive = predictions.y_true
    return tuple(
        model
        for model, score in predictions.scores.items()
        if float(np.mean(score[positive])) < float(np.mean(score[~positive]))
    )


def other_meaning(predictions: Predictions) -> Meaning | None:
    """What else might the truth hold, classes or amounts? None where only one makes sense.

    Examples
    --------
    >>> import pandas as pd
    >>> from evalcore.predictions import from_frame
    >>> stars = pd.DataFrame({"stars": [1, 2, 3, 5], "pred": [1, 3, 3, 4]})
    >>> other_meaning(from_frame(stars, truth="stars", labels=["pred"]))
    'amounts'
    """
    if predictions.task == "multiclass":
        return "amounts" if all(name.lstrip("-").isdigit() for name in predictions.classes) else None
    if predictions.task == "binary":
        return None
    values = np.unique(predictions.y_true)
    return "classes" if len(values) <= NUMBER_CLASSES and bool((values == np.floor(values)).all()) else None


def _truth(predictions: Predictions) -> Message:
    values = {"truth": shown(predictions.truth)}
    if predictions.task == "regression":
        return Message("the truth is '{truth}', amounts", values)
    if predictions.task == "binary":
        values["positive"] = shown(predictions.positive)
        return Message("the truth is '{truth}', two classes, '{positive}' positive", values)
    return Message("the truth is '{truth}', {count} classes", {**values, "count": len(predictions.classes)})


def _models(predictions: Predictions) -> Message:
    names = [*predictions.scores, *(name for name in predictions.labels if name not in predictions.scores)]
    if len(names) == 1:
        return Message("1 model: {models}", {"models": listed(names)})
    return Message("{count} models: {models}", {"count": len(names), "models": listed(names)})


def _others(columns: Columns) -> tuple[Message, ...]:
    roles = (
        ("weight", Message("'{column}' weighs the rows")),
        ("amount", Message("'{column}' is an amount of each row")),
        ("fold", Message("'{column}' tells the folds apart")),
    )
    named = [(getattr(columns, role), said) for role, said in roles]
    return tuple(replace(said, values={"column": shown(column)}) for column, said in named if column is not None)


def _groups(predictions: Predictions) -> tuple[Message, ...]:
    names = list(predictions.groups)
    if not names:
        return ()
    if len(names) == 1:
        return (Message("{columns} makes groups", {"columns": listed(names)}),)
    return (Message("{columns} make groups", {"columns": listed(names)}),)


def _turned(columns: Columns, predictions: Predictions) -> tuple[Message, ...]:
    if predictions.task != "binary":
        return ()
    clauses = [
        Message(
            "{columns} add up to 1 and are one model",
            {"columns": listed(pair)},
        )
        for pair in pairs_in_use(columns)
    ]
    clauses += [
        Message("'{column}' is how sure the predicted class is", {"column": shown(column)})
        for column in columns.of_predicted
        if column in columns.scores
    ]
    clauses += [
        Message("'{column}' is reversed", {"column": shown(column)})
        for column in columns.reversed
        if column in columns.scores
    ]
    return tuple(clauses)
