"""Lines of equal worth as drawn: at four levels each, inside the planes of the curves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from evalcore.curves import iso_accuracy, iso_cost, iso_f_beta, iso_precision
from evalcore.curves.isolines import RocLine
from evalcore.support.arrays import FloatArray

Measure = Literal["accuracy", "precision", "f1", "cost"]
LEVELS = (0.2, 0.4, 0.6, 0.8)


@dataclass(frozen=True, eq=False)
class IsoLine:
    """All points of one plane that are equally good, and what they are worth."""

    panel: Literal["roc", "pr"]
    level: float
    x: FloatArray
    y: FloatArray


def iso_lines(
    measure: Measure, prevalence: float, *, cost_fn: float | None = None, cost_fp: float | None = None
) -> list[IsoLine]:
    """Which points of the plane does this measure find equally good?

    Parameters
    ----------
    measure : {"accuracy", "precision", "f1", "cost"}
        F1 has its lines in the P-R plane, the others in the ROC plane.
    prevalence : float in [0, 1]
        Share of positives the lines are for; those of F1 are the same at any.
    cost_fn, cost_fp : float >= 0, optional
        What a miss and a false alarm cost.

    Returns
    -------
    list of IsoLine
        Without those that miss the plane. None where there is one class only, and none of cost where the cheaper of
        the rules "never positive" and "always positive" costs nothing: the levels of cost are shares of what it costs.
    """
    if measure == "f1":
        arcs = [(level, iso_f_beta(level)) for level in LEVELS]
        return [IsoLine("pr", level, arc.recall, arc.precision) for level, arc in arcs]
    if not 0 < prevalence < 1:
        return []
    if measure == "cost":
        return [] if cost_fn is None or cost_fp is None else _of_cost(prevalence, cost_fn, cost_fp)
    of = iso_accuracy if measure == "accuracy" else iso_precision
    return _in_roc(LEVELS, lambda level: of(prevalence, level))


def _of_cost(prevalence: float, cost_fn: float, cost_fp: float) -> list[IsoLine]:
    cheaper_rule = min(prevalence * cost_fn, (1 - prevalence) * cost_fp)
    if cheaper_rule <= 0:
        return []
    levels = tuple(share * cheaper_rule for share in LEVELS)
    return _in_roc(levels, lambda cost: iso_cost(prevalence, cost, cost_fn=cost_fn, cost_fp=cost_fp))


def _in_roc(levels: tuple[float, ...], line: Callable[[float], RocLine]) -> list[IsoLine]:
    ends = [(level, line(level).ends()) for level in levels]
    return [IsoLine("roc", level, *end.T) for level, end in ends if len(end)]
