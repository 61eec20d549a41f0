"""By what a threshold was chosen: a wish, or how the page of costs chose it; how an address says it, and in words."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from evalcore.costs import CostMatrix, Criterion
from evalcore.counts import ConfusionMatrix
from evalcore.decisions import Wish
from evalcore.decisions.wish import COST
from evalcore.errors import Message, message
from evalcore.metrics import METRICS, evaluate
from ui.shared.numbers import count, number, whole
from ui.shared.text import _, listed, say

AMOUNTS, RANGE = "amounts", "range"
# How an address may say it besides the name of a metric: what a name alone does not tell.
FORMS: Final = (
    "precision~recall>=0.9",
    "alerts<=50~day=1000",
    "cost~fn=5~fp=1~tp=0~tn=0",
    f"{AMOUNTS}~0.42",
    f"{RANGE}~0.42",
)
# For so many cases a cost is told.
CASES: Final = 1000
_BETWEEN = "~"
_N_COSTS: Final = 4


@dataclass(frozen=True)
class By:
    """By what a threshold was chosen: a wish, or else what it is called, with the threshold that was best.

    An address says it as the wish writes itself, as `range~0.42` or as `amounts~0.42`.
    """

    wish: Wish | None = None
    kind: str = ""
    threshold: float = math.nan

    def write(self) -> str:
        """Return it as an address says it."""
        if self.wish is not None:
            return self.wish.write()
        return _BETWEEN.join((self.kind, repr(float(self.threshold)).removesuffix(".0")))

    @classmethod
    def read(cls, text: str) -> By | None:
        """Return what an address says, None where it does not fit."""
        kind, *rest = text.split(_BETWEEN)
        try:
            if kind in (AMOUNTS, RANGE):
                return cls(kind=kind, threshold=_number(*rest))
            return cls(Wish.read(text) or _of_former_link(kind, rest))
        except (ValueError, TypeError):  # InputError is a ValueError
            return None

    @property
    def message(self) -> Message:
        """It in words."""
        if self.wish is not None:
            return self.wish.message
        if self.kind == RANGE:
            return message("least regret in a range of conditions")
        return message("least cost, by amount")


def _of_former_link(kind: str, rest: list[str]) -> Wish:
    """Return what links said before a wish wrote itself: `precision~recall~0.9`, `cost~5~1~0~0` and a prevalence."""
    if kind != COST:
        held, least = rest
        return Wish(kind, at_least={held: _number(least)})
    numbers = [_number(one) for one in rest]
    matrix, share = CostMatrix(*numbers[:_N_COSTS]), numbers[_N_COSTS:]
    if len(numbers) < _N_COSTS or len(share) > 1:
        raise ValueError(rest)
    return Wish(COST, costs=matrix, prevalence=share[0] if share else None)


def _number(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(text)
    return value


def title(metric: str) -> str:
    """Return what a metric is called."""
    return say(METRICS[metric].title)


def values(wish: Wish, cm: ConfusionMatrix) -> str:
    """Say what is read of these decisions of all that a wish is about."""
    said = [f"{title(name)} {number(_value(wish, name, cm))}" for name in wish.metrics]
    if wish.costs is not None:
        said.insert(0, _("cost {cost} per {n} cases", cost=_cost(wish, cm), n=count(CASES)))
    return " · ".join(said)


def worth(wish: Wish, here: ConfusionMatrix, new: ConfusionMatrix) -> str:
    """Say the same of these rows and of new ones."""
    said = [
        _(
            "{metric} {here} here, about {new} on new rows",
            metric=title(name),
            here=number(_value(wish, name, here)),
            new=number(_value(wish, name, new)),
        )
        for name in wish.metrics
    ]
    if wish.costs is not None:
        # Those of the wish, which stand before it: others may be set by now.
        costs = {"here": _cost(wish, here), "new": _cost(wish, new), "n": count(CASES)}
        said.insert(0, _("at those costs {here} per {n} cases here, about {new} on new rows", **costs))
    return listed(said)


def _value(wish: Wish, name: str, cm: ConfusionMatrix) -> float:
    return float(evaluate(name, cm, beta=wish.beta))


def _cost(wish: Wish, cm: ConfusionMatrix) -> str:
    return whole(Criterion(costs=wish.costs, prevalence=wish.prevalence).cost(cm, cases=CASES))
