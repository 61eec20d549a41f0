"""What models said, as it is handed over: arrays, what `predict_proba` returns, frames, fitted estimators."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from evalcore.errors import InputError
from evalcore.support.text import listed, shown

MODEL: Final = "model"


@dataclass(frozen=True, eq=False)
class Output:
    """What did one model say of each row?

    Parameters
    ----------
    said : str
        What the argument is called in a refusal.
    values : (n,) or (n, k) array
        Scores, decisions or predicted numbers; of k columns each is a class.
    classes : tuple or None
        The class of each column, or those that its estimator knows, where that is told.
    is_margin : bool
        Whether an estimator decides at 0, as by `decision_function`.
    """

    said: str
    values: NDArray[Any]
    classes: tuple[Any, ...] | None = None
    is_margin: bool = False

    @property
    def has_columns(self) -> bool:
        """Whether each class has a column."""
        return self.values.ndim == 2

    def are_numbers(self) -> bool:
        """Tell whether the values are numbers, True and False not among them."""
        return self.values.dtype.kind in "iuf"


def plain(value: Any) -> Any:
    """Return a label as Python has it, so that numpy's 1, 1.0 and True are one label.

    >>> plain(np.int64(3)), plain("a"), plain(np.float64(2.0))
    (3, 'a', 2)
    """
    value = value.item() if isinstance(value, np.generic) else value
    return int(value) if isinstance(value, float) and value.is_integer() else value


def in_order(classes: set[Any]) -> tuple[Any, ...]:
    """Return classes as scikit-learn sorts them; those of several kinds by their text.

    >>> in_order({"b", "a"}), in_order({10, 9})
    (('a', 'b'), (9, 10))
    """
    try:
        return tuple(sorted(classes))
    except TypeError:
        return tuple(sorted(classes, key=str))


def column(values: Any, said: str) -> NDArray[Any]:
    """Return one value a row, of a list, a series, an array, or whatever numpy reads; missing values stay.

    Raises
    ------
    InputError
        For anything with more than one column, or without a row.
    """
    if values is None:
        raise InputError("{name} must be given; got none. Pass one value a row.", name=said)
    array = _array(values)
    if array.ndim == 0:
        raise InputError(
            "{name} must have one value a row; got a single '{value}'. Pass a list or an array.",
            name=said,
            value=shown(values),
        )
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        raise InputError(
            "{name} must be one column; got an array of {dimensions} dimensions. Pass one column at a time.",
            name=said,
            dimensions=array.ndim,
        )
    if not len(array):
        raise InputError("{name} must have at least one row; got none. Load a table with rows.", name=said)
    return array


def outputs(scores: Any, features: Any, name: str | None, classes: frozenset[Any]) -> dict[str, Output]:
    """Return what each model said, by its name.

    Parameters
    ----------
    scores : array, frame, series, fitted estimator, or a mapping of names to any of these
    features : array or frame, or None
        What an estimator is asked about: the argument X.
    name : str or None
        Of a single model without a name of its own.
    classes : frozenset
        Those of the truth: a frame with a column for each of them is one model.

    Raises
    ------
    InputError
        That names the argument.
    """
    if isinstance(scores, Mapping):
        if not scores:
            raise InputError("scores must hold at least one model; got none. Pass one.")
        return {str(model): _one(one, features, f"scores[{str(model)!r}]", classes) for model, one in scores.items()}
    if _is_estimator(scores):
        return {name or _name_of(scores): _of_estimator(scores, features, "scores", classes)}
    frame = _frame(scores)
    if frame is not None and not _is_of_classes(frame, classes):
        return {str(key): Output(f"scores[{str(key)!r}]", column(frame[key], "scores")) for key in frame}
    own = getattr(scores, "name", None)
    return {name or (str(own) if own is not None else MODEL): _one(scores, features, "scores", classes)}


def _one(values: Any, features: Any, said: str, classes: frozenset[Any]) -> Output:
    """Return what one model said."""
    if _is_estimator(values):
        return _of_estimator(values, features, said, classes)
    frame = _frame(values)
    if frame is not None and frame.shape[1] > 1:
        known = tuple(plain(key) for key in frame) if _is_of_classes(frame, classes) else None
        return Output(said, _numbers(frame.to_numpy(), said), known)
    array = _array(values)
    if array.ndim == 2 and array.shape[1] > 1:
        return Output(said, _numbers(array, said))
    return Output(said, column(array, said))


def _array(values: Any) -> NDArray[Any]:
    """Return an array; objects that are all numbers, texts or True and False as what they are."""
    if isinstance(values, str | bytes) or values is None:
        return np.asarray(values)
    if isinstance(values, pd.Series | pd.Index | pd.DataFrame):
        return _plain_dtype(values.to_numpy())
    if callable(dense := getattr(values, "toarray", None)):
        return np.asarray(dense())  # a sparse matrix of scipy
    return _plain_dtype(np.asarray(values))


def _plain_dtype(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array of objects as one of numbers where all are numbers or missing."""
    if array.dtype.kind != "O" or array.ndim != 1:
        return array
    kind = pd.api.types.infer_dtype(array, skipna=True)
    if kind not in {"integer", "floating", "mixed-integer-float", "boolean", "decimal"}:
        return array
    missing = pd.isna(array)
    if not missing.any():
        return array.astype(bool if kind == "boolean" else float if kind != "integer" else np.int64)
    if kind == "boolean":
        return array
    found = np.full(len(array), np.nan)
    found[~missing] = array[~missing].astype(np.float64)
    return found


def _frame(values: Any) -> pd.DataFrame | None:
    """Return a frame of pandas, or one that turns itself into one; None of anything else."""
    if isinstance(values, pd.DataFrame):
        return values
    if hasattr(values, "columns") and hasattr(values, "to_pandas"):
        return pd.DataFrame(values.to_pandas())
    return None


def _is_of_classes(frame: pd.DataFrame, classes: frozenset[Any]) -> bool:
    """Tell whether each class has a column of its name."""
    return len(classes) > 1 and {str(plain(key)) for key in frame} == {str(one) for one in classes}


def _numbers(table: NDArray[Any], said: str) -> NDArray[np.float64]:
    try:
        return table.astype(np.float64)
    except (TypeError, ValueError) as wrong:
        raise InputError(
            "{name} with several columns must hold numbers, a column a class; got {values}. Pass decisions as one "
            "column.",
            name=said,
            values=listed(table[0]),
        ) from wrong


def _is_estimator(values: Any) -> bool:
    return callable(getattr(values, "predict", None))


def _asked(estimator: Any, method: str, features: Any, said: str) -> NDArray[Any]:
    """Return what an estimator says of X, one value or row of values for each row of X."""
    if isinstance(estimator, type):
        raise InputError(
            "{name} must be a fitted estimator; got the class {estimator}. Make one and fit it.",
            name=said,
            estimator=shown(estimator.__name__),
        )
    try:
        return np.asarray(getattr(estimator, method)(features))
    except (ValueError, TypeError, KeyError) as wrong:  # not fitted, or other columns than it was fitted with
        raise InputError(
            "{name} must be a fitted estimator that takes X; {estimator} says: {why}",
            name=said,
            estimator=shown(type(estimator).__name__),
            why=str(wrong),
        ) from wrong


def _name_of(estimator: Any) -> str:
    """Return what an estimator is called: a search or a pipeline by what it holds."""
    steps = getattr(estimator, "steps", None)
    inner = steps[-1][1] if steps else getattr(estimator, "best_estimator_", estimator)
    return type(inner).__name__ if inner is estimator else _name_of(inner)


def _of_estimator(estimator: Any, features: Any, said: str, truths: frozenset[Any]) -> Output:
    """Return what a fitted estimator says of X: probabilities, else a margin, else what it predicts."""
    if features is None:
        raise InputError("X must be given where {name} is an estimator; got none. Pass X.", name=said)
    known = getattr(estimator, "classes_", None)
    if known is not None and not isinstance(known, list):
        classes = tuple(plain(one) for one in np.asarray(known).tolist())
        for method in ("predict_proba", "decision_function"):
            if hasattr(estimator, method):
                values = _asked(estimator, method, features, said)
                return Output(said, values, classes, is_margin=method == "decision_function")
        return Output(said, column(_asked(estimator, "predict", features, said), said), classes)
    predicted = _asked(estimator, "predict", features, said)
    if predicted.ndim == 2 and predicted.shape[1] == len(truths) > 1:
        return Output(said, _numbers(predicted, said))  # probabilities, as networks predict them
    if predicted.ndim > 1 and predicted.shape[-1] != 1:
        raise InputError(
            "{name} must predict one value a row; {estimator} predicts {count}. Look at one of them at a time.",
            name=said,
            estimator=shown(type(estimator).__name__),
            count=predicted.shape[-1],
        )
    return Output(said, column(predicted, said))
