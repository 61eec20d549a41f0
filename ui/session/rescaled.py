"""Which models rank all rows alike, since one is the other recalibrated, and which threshold decides alike of them."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable

import numpy as np

from evalcore.errors import InputError
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
    predictions = loaded.whole().predictions

    def make() -> bool:
        _scores, first = np.unique(predictions.scores[one.model], return_index=True)
        return bool((np.diff(predictions.scores[one.name][first]) > 0).all())

    return memory.memo("keeps order", predictions.digest, one.model, one.name, make=make)
