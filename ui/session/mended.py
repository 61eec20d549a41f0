"""Models whose scores were recalibrated in this session: they stand beside those of the file, on every page.

What makes them is text, so that an address brings them back: a method, its numbers, and the model it was fitted for.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import streamlit as st

from evalcore.calibration import Method, Recalibration
from evalcore.counts import SourcedPredictions
from evalcore.errors import InputError, Message
from evalcore.predictions import Predictions
from evalcore.support.arrays import frozen
from ui.session import choices, memory
from ui.session.choices import Choice, Value, register
from ui.session.chosen_on import On
from ui.shared.text import N_

# So many stand beside each other at most, and so many letters fit an address: isotonic steps are many.
MOST: Final = 4
_LONGEST: Final = 600
# How many numbers each method has.
OF_METHOD: Final = {"platt": 2, "logistic": 2, "temperature": 1, "beta": 3, "isotonic": 0}


@dataclass(frozen=True)
class Mended:
    """A model of recalibrated scores: its name, the model it was made of, and on which rows it was fitted."""

    name: str
    model: str
    method: Method
    coefficients: tuple[float, ...]
    nearest: float | None
    score: tuple[float, ...]
    probability: tuple[float, ...]
    on: str

    @property
    def fitted_on(self) -> On:
        """The rows it was fitted on."""
        return On.read(self.on) or On()

    @property
    def recalibration(self) -> Recalibration:
        """What gives each score its probability."""
        score, probability = (frozen(np.asarray(of, dtype=np.float64)) for of in (self.score, self.probability))
        return Recalibration(self.method, self.coefficients, score, probability, "kept", math.nan, self.nearest)


class _Choice(Choice):
    """A choice that an address says as a list of models."""

    def read(self, text: str) -> Value | None:
        """Return what an address says, None where it does not fit."""
        return None if _read(text) is None else text

    def refuse(self, text: str) -> Message:
        """Say why what an address says does not fit."""
        return choices.not_one_of(self.key, ("[[NAME, MODEL, METHOD, NUMBERS, …]]",), text)


CHOICE: Final = register(
    _Choice("recalibrated", default="", is_name=True, in_links_of_own_rows=False, called=N_("Recalibration"))
)


def all_of_them() -> tuple[Mended, ...]:
    """Return the models that were made in this session."""
    return _read(str(st.session_state.get(CHOICE.key) or "")) or ()


def named(name: str) -> Mended | None:
    """Return the recalibrated model of a name; None of one of the file."""
    return next((one for one in all_of_them() if one.name == name), None)


def name_of(model: str, method: Method) -> str:
    """Return what a recalibrated model is called."""
    return f"{model} ({method})"


def add(model: str, found: Recalibration, on: On) -> str:
    """Keep a recalibration as a model of its own, in the place of one that was made alike; return its name."""
    kept = [one for one in all_of_them() if (one.model, one.method) != (model, found.method)][1 - MOST :]
    new = Mended(
        name=name_of(model, found.method),
        model=model,
        method=found.method,
        coefficients=found.coefficients,
        nearest=found.nearest,
        score=tuple(found.score.tolist()),
        probability=tuple(found.probability.tolist()),
        on=on.write(),
    )
    _write((*kept, new))
    return new.name


def drop(name: str) -> None:
    """Forget a recalibrated model; called from a button."""
    _write(tuple(one for one in all_of_them() if one.name != name))


def follow(asked: Mapping[str, str]) -> None:
    """Take over what a link says of them before it names one of them as the model to look at."""
    text = asked.get(CHOICE.key, "")
    if text and _read(text) is not None:
        st.session_state[CHOICE.key] = text


def in_address() -> str | None:
    """Return what an address says of them; None where it is too long for one."""
    text = str(st.session_state.get(CHOICE.key) or "")
    return text if 0 < len(text) <= _LONGEST else None


def applied(predictions: Predictions) -> Predictions:
    """Return predictions with the recalibrated scores of those models that they have."""
    if isinstance(predictions, SourcedPredictions) or predictions.task != "binary":
        return predictions
    made = [one for one in all_of_them() if one.model in predictions.scores and one.name not in predictions.scores]
    if not made:
        return predictions
    return memory.memo("mended", predictions.digest, *made, make=lambda: _applied(predictions, made), most=4)


def _applied(predictions: Predictions, made: list[Mended]) -> Predictions:
    scores = dict(predictions.scores)
    for one in made:
        try:
            scores[one.name] = frozen(one.recalibration.apply(scores[one.model]))
        except InputError:  # of other rows a score may be no probability
            continue
    return predictions if len(scores) == len(predictions.scores) else replace(predictions, scores=scores)


def _write(models: tuple[Mended, ...]) -> None:
    each = [
        [
            one.name,
            one.model,
            one.method,
            list(one.coefficients),
            one.nearest,
            list(one.score),
            list(one.probability),
            one.on,
        ]
        for one in models
    ]
    st.session_state[CHOICE.key] = json.dumps(each, ensure_ascii=False, separators=(",", ":")) if each else ""


def _read(text: str) -> tuple[Mended, ...] | None:
    """Return the models that a text names; None where it does not fit."""
    if not text:
        return ()
    try:
        given = json.loads(text)
        found = tuple(map(_one, given))
    except (ValueError, TypeError, RecursionError):
        return None
    return found if len(found) <= MOST else None


def _one(given: Any) -> Mended:
    """Return a model of what stands in a text, or raise `ValueError`."""
    name, model, method, numbers, nearest, score, probability, on = given
    near = None if nearest is None else float(nearest)
    words = all(isinstance(word, str) for word in (name, model, method, on))
    if not words or method not in OF_METHOD or On.read(on) is None or not (near is None or 0 < near < 0.5):
        raise ValueError
    found = Mended(name, model, method, *(tuple(map(float, numbers)), near), *_corners(score, probability), on=on)
    steps = bool(found.score) == (method == "isotonic")
    if len(found.coefficients) != OF_METHOD[method] or not steps or not np.isfinite(found.coefficients).all():
        raise ValueError
    if method == "temperature" and not found.coefficients[0] > 0:
        raise ValueError
    return found


def _corners(score: Any, probability: Any) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the corners of growing steps between 0 and 1, or raise `ValueError`."""
    across, up = (tuple(map(float, of)) for of in (score, probability))
    grow = all(np.isfinite(of).all() and (np.diff(of) >= 0).all() for of in (across, up))
    if len(across) != len(up) or not grow or (up and not 0 <= up[0] <= up[-1] <= 1):
        raise ValueError
    return across, up
