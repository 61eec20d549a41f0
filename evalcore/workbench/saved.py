"""The settings that the app saves as a file, as far as rows are read and judged by them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from evalcore.errors import InputError
from evalcore.predictions import Columns, Predictions
from evalcore.predictions.vocabulary import MEANINGS, ROLES

FORMAT: Final = "evaluation-settings"
_ROLES: Final = frozenset((*ROLES, *MEANINGS))
_COSTS: Final = ("cost_fn", "cost_fp", "cost_tp", "cost_tn", "prevalence")


def is_saved(found: Any) -> bool:
    """Tell whether JSON is a file that the app has saved.

    >>> is_saved({"format": "evaluation-settings"}), is_saved({"truth": "y"}), is_saved([])
    (True, False, False)
    """
    return isinstance(found, dict) and found.get("format") == FORMAT


def of_app(found: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a file of the app says: columns, threshold, model and costs.

    Parameters
    ----------
    found : mapping
        The file, as JSON reads it.

    Returns
    -------
    dict
        `columns` (Columns, or None where it was saved of a sample), `threshold` (a number or None), `model`, and
        `costs`, as `BinaryWorkbench.costs` takes them, without those that stand at the app's own.

    Raises
    ------
    InputError
        Where it says something else.
    """
    try:
        columns = None if found["columns"] is None else _columns(found["columns"], found["positive"])
        chosen = found["threshold"]
        return {
            "columns": columns,
            "threshold": None if chosen is None else float(chosen["t"]),
            "model": None if found["model"] is None else str(found["model"]),
            "costs": {name: float(found["choices"][name]) for name in _COSTS if name in found["choices"]},
        }
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InputError("The settings file must be one that was saved here; this one cannot be read.") from None


def _columns(roles: Mapping[str, Any], positive: str | None) -> Columns:
    """Return the roles of columns, with the class that was looked at as the positive one of two."""
    if not set(roles) <= _ROLES:
        raise ValueError("a role that is none")
    named = {role: tuple(value) if isinstance(value, list) else value for role, value in roles.items()}
    for value in named.values():
        if not all(isinstance(one, str) for one in (value if isinstance(value, tuple) else (value or "",))):
            raise TypeError("a role that is no name")
    given: dict[str, Any] = {role: value for role, value in named.items() if value is not None}
    read = Columns(**given)
    return read if positive is None or read.positive is None else replace(read, positive=positive)


def of_model(rows: Predictions, model: str | None) -> Predictions:
    """Return the predictions of one model alone, where it is among them: a threshold was chosen on its scores."""
    if model is None or model not in rows.scores or rows.task == "regression":
        return rows
    return replace(rows, scores={model: rows.scores[model]}, labels={})
