"""Which of two scores is cheaper, and under which conditions?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evalcore.costs.envelope import CostCurve
from evalcore.errors import Message
from evalcore.support.arrays import FloatArray, IndexArray, frozen
from evalcore.support.results import Result

SAME = 1e-12  # normalised costs this close are the same: rounding of the rates
MOST_SHOWN = 5  # stretches in a sentence


@dataclass(frozen=True, eq=False)
class Cheaper(Result):
    """Which of two scores is cheaper under each condition, each with its best threshold?

    Parameters
    ----------
    edges : (s + 1,) float64 in [0, 1]
        P(+)cost where the cheaper one changes, ascending, from 0 to 1; empty where a curve is undefined.
    winner : (s,) int
        From each edge to the next: 0 the first, 1 the second, -1 if both cost the same.
    message : Message
        The same in a sentence.
    """

    edges: FloatArray
    winner: IndexArray
    message: Message


def cheaper(first: CostCurve, second: CostCurve, *, names: tuple[str, str] = ("A", "B")) -> Cheaper:
    """Which of two scores is cheaper under each condition, each with its best threshold?

    Parameters
    ----------
    first, second : CostCurve
        Of any two scores, also with different thresholds and rows.
    names : two str
        What the sentence calls them.

    Returns
    -------
    Cheaper

    Notes
    -----
    Compares the lower envelopes. Between neighbouring vertices of either, both are straight lines, from (0, FPR_1) and
    (0, FPR_2) to (1, FNR_1) and (1, FNR_2), and cross at most once, at
    x = (FPR_1 - FPR_2) / (FPR_1 - FPR_2 + FNR_2 - FNR_1). Normalised costs within 1e-12 are the same. It is a
    statement on these rows only: of two close envelopes from few rows either may come out lower; what they show of
    others says `shown_cheaper`. *Undefined when* a
    curve lacks rows of one class.

    References
    ----------
    Drummond and Holte (2006), section 4, https://doi.org/10.1007/s10994-006-8199-5

    Examples
    --------
    >>> from evalcore import costs, counts
    >>> tables = [counts.ThresholdCounts.from_grouped([2, 1], *rows) for rows in (([1, 1], [0, 3]), ([2, 0], [1, 2]))]
    >>> found = cheaper(*map(costs.cost_curve, tables))
    >>> found.edges.tolist(), str(found.message)
    ([0.0, 0.4, 1.0], 'On these rows A is cheaper for P(+)cost in (0.000, 0.400); B in (0.400, 1.000).')
    """
    reason = first.reason or second.reason
    if reason is not None:
        return Cheaper(frozen(np.empty(0)), frozen(np.empty(0, dtype=np.intp)), reason)
    place, left, right, zero = _gaps(first, second)
    # up to two pieces between neighbouring vertices: the sign of the gap at one end, then at the other
    signs = np.sign(np.where(np.abs([left, right]) > SAME, [left, right], 0.0))
    at_left, at_right = np.where(signs == 0, signs[::-1], signs)
    start = np.column_stack([place[:-1], np.where(at_left == at_right, place[1:], zero)]).ravel()
    stop = np.append(start[1:], 1.0)
    sign = np.column_stack([at_left, at_right]).ravel()[start < stop]
    start = start[start < stop]
    new = np.append(True, sign[1:] != sign[:-1])
    edges = np.append(start[new], 1.0)
    winner = np.select([sign[new] < 0, sign[new] > 0], [0, 1], -1).astype(np.intp)
    return Cheaper(frozen(edges), frozen(winner), _sentence(edges, winner, names))


def _gaps(first: CostCurve, second: CostCurve) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Return all vertices, and for each stretch between them the gap at both ends and where it would be 0."""
    place = np.union1d(first.envelope.x, second.envelope.x)
    mine, theirs = (curve.envelope.best(place[:-1]) for curve in (first, second))
    at_0, at_1 = first.fpr[mine] - second.fpr[theirs], first.fnr[mine] - second.fnr[theirs]
    left, right = (at_0 * (1 - x) + at_1 * x for x in (place[:-1], place[1:]))
    slope = np.where(at_0 == at_1, 1.0, at_0 - at_1)
    return place, left, right, np.clip(at_0 / slope, place[:-1], place[1:])


def _sentence(edges: FloatArray, winner: IndexArray, names: tuple[str, str]) -> Message:
    """Say who is cheaper where."""
    a, b = names
    won = {int(w) for w in winner}
    if won == {-1}:
        return Message("On these rows {a} and {b} cost the same under every condition.", {"a": a, "b": b})
    if not {0, 1} <= won:
        low, high, which = (a, b, 0) if 0 in won else (b, a, 1)
        shown = {"cheap": low, "dear": high, "stretches": _stretches(edges, winner, which)}
        return Message(
            "On these rows {cheap} is nowhere dearer than {dear}, and cheaper for P(+)cost in {stretches}.", shown
        )
    shown = {"a": a, "b": b, "stretches": _stretches(edges, winner, 0), "others": _stretches(edges, winner, 1)}
    if -1 in won:
        return Message(
            "On these rows {a} is cheaper for P(+)cost in {stretches}; {b} in {others}; elsewhere both cost the same.",
            shown,
        )
    return Message("On these rows {a} is cheaper for P(+)cost in {stretches}; {b} in {others}.", shown)


def _stretches(edges: FloatArray, winner: IndexArray, which: int) -> str:
    """Return the stretches one of them wins, the first few if there are many."""
    won = np.flatnonzero(winner == which)
    # Both cost the same at each end: they cross there, or nothing is at stake for either.
    shown = [f"({edges[i]:.3f}, {edges[i + 1]:.3f})" for i in won[:MOST_SHOWN]]
    return ", ".join(shown if len(won) <= MOST_SHOWN else [*shown, "…"])
