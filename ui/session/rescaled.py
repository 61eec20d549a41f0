"""Which models rank all rows alike, since one is the other recalibrated, and which threshold decides alike of them."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from typing import Any

import numpy as np
from numpy import typing as npt

from evalcore.errors import InputError
from evalcore.support.arrays import FloatArray
from ui.session import loaded, memory, mended
from ui.session.mended import Mended


def made(name: str) -> Mended | None:
    """Return the recalibrated model of a name; None of one of the file, also where both are called alike."""
    one = mended.named(name)
    if one is None or name in loaded.as_loaded().predictions.scores:
        return None
    return one if name in loaded.whole().predictions.scores else None


def ranks_as(name: str) -> str:
    """Return the model that ranks all rows as this one does: the one it was made of, or itself.

    One that makes ties of these scores, as isotonic steps do, has a ranking of its own; so has one that turns it round.
    """
    one = made(name)
    return one.model if one is not None and _keeps_order(one) else name


def rank_alike(first: str, second: str) -> bool:
    """Whether two models rank all rows alike."""
    return ranks_as(first) == ranks_as(second)


def rank_apart(names: Iterable[str], kept: Collection[str] = ()) -> list[str]:
    """Return the models that rank rows in orders of their own: those that are `kept`, and the first of each other."""
    found, seen = [], {ranks_as(name) for name in kept}
    for name in names:
        if name in kept or ranks_as(name) not in seen:
            found.append(name)
            seen.add(ranks_as(name))
    return found


def carried(before: str, now: str, t: float) -> float:
    """Return the threshold of a model that decides as that of another one does, up to rounding.

    Both rank rows alike. Nan where that is no number.
    """
    of, to = made(before), made(now)
    try:
        score = t if of is None else of.recalibration.score_at(t)
        return score if to is None else float(to.recalibration.apply([score])[0])
    except InputError:  # beyond what scores, or probabilities, can be
        return math.nan


def _keeps_order(one: Mended) -> bool:
    """Whether recalibrated scores keep the order of all rows.

    A curve may make ties of scores next to 0 or 1, which rounding does: of rows of one class they leave AUC as it is.
    """
    predictions = loaded.whole().predictions
    names = (one.model, one.name)
    before, after = (predictions.scores[name] for name in names)
    may_tie = one.method != "isotonic"

    def make() -> bool:
        return _is_kept(before, after) or (may_tie and _is_kept(before, after, predictions.y_true))

    return memory.memo("keeps order", predictions.digest, *names, may_tie, make=make)


def _is_kept(before: FloatArray, after: FloatArray, truth: npt.NDArray[Any] | None = None) -> bool:
    """Whether scores grow with those before, without new ties; where their `truth` is known, without ties of two."""
    place = np.argsort(before, kind="stable")
    was, now = before[place], after[place]
    step = np.diff(now)
    made = (step == 0) & (np.diff(was) > 0)
    if (step < 0).any() or truth is None:
        return not ((step < 0) | made).any()
    tied = np.append(0, np.cumsum(step > 0))
    mixed = (step == 0) & (truth[place][1:] != truth[place][:-1])
    return not np.isin(tied[1:][made], tied[1:][mixed]).any()
