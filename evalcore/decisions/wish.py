"""What is wished of a threshold: a value that an address can hold and a sentence can say."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from numbers import Integral, Real
from typing import Any, Final, NamedTuple

from evalcore.costs import CostMatrix
from evalcore.errors import InputError, Message, message
from evalcore.metrics import METRICS
from evalcore.metrics.registry import metric
from evalcore.support.checks import share
from evalcore.support.text import shown

COST: Final = "cost"
SAME_AT_ALL: Final = ("prevalence", "majority_baseline")  # thresholds
LONGEST: Final = 300  # characters of a text that is read
_BETWEEN, _ALERTS, _DAY, _BETA, _PREVALENCE = "~", "alerts", "day", "beta", "p"
_COSTS: Final = {"fn": "cost_fn", "fp": "cost_fp", "tp": "cost_tp", "tn": "cost_tn"}
_GIVEN: Final = {_BETA: "beta", _PREVALENCE: "prevalence", _DAY: "rows_a_day"}
_PART = re.compile(r"([a-z_][a-z_0-9]*)(>=|<=|=)(-?[0-9]{1,25}(?:\.[0-9]{1,25})?(?:e[-+]?[0-9]{1,3})?)")

Bounds = Mapping[str, float] | Iterable[tuple[str, float]]


class Condition(NamedTuple):
    """A metric, the bound that is to hold for it, and whether that is the least or the most it may be."""

    name: str
    bound: float
    is_least: bool

    @property
    def message(self) -> Message:
        """The condition in words."""
        values = {"metric": METRICS[self.name].title, "bound": self.bound}
        if self.is_least:
            return Message("{metric} is at least {bound:.6g}", values)
        return Message("{metric} is at most {bound:.6g}", values)


@dataclass(frozen=True)
class Wish:
    """What is wished of a threshold: what is to be best, and what is to hold.

    Parameters
    ----------
    best : key of `METRICS`, "cost" or ""
        What is to be as large as it can be, or as small where that is better (`Metric.smaller_is_better`, and costs).
        "": as many rows predicted positive as the rest allows; `alerts` must then be given.
    at_least, at_most : mapping of keys of `METRICS` to numbers
        What is to hold; a metric without a value does not. Kept as pairs in the order of `METRICS`.
    alerts : int >= 0, float in [0, 1] or None
        At most so many rows (int), or such a share of them (float), predicted positive.
    rows_a_day : int >= 1 or None
        With `alerts` a number of rows: they are those of a day on which so many rows come, so of any rows it is that
        share. None: they are those of the rows themselves.
    costs : CostMatrix or None
        With best="cost", and only then.
    prevalence : float in [0, 1] or None
        Where the threshold is used, for the cost; None: that of the rows.
    beta : float >= 0
        Only for "f_beta".

    Raises
    ------
    InputError
        Where nothing is to be best, a name is none, or a number is none.

    Examples
    --------
    >>> wish = Wish("precision", at_least={"recall": 0.9}, alerts=50)
    >>> wish.write(), Wish.read(wish.write()) == wish
    ('precision~recall>=0.9~alerts<=50', True)
    >>> str(wish.message)
    'precision is best while recall is at least 0.9 and at most 50 rows are predicted positive'
    """

    best: str = ""
    at_least: Bounds = field(default=(), kw_only=True)
    at_most: Bounds = field(default=(), kw_only=True)
    alerts: float | None = field(default=None, kw_only=True)
    rows_a_day: int | None = field(default=None, kw_only=True)
    costs: CostMatrix | None = field(default=None, kw_only=True)
    prevalence: float | None = field(default=None, kw_only=True)
    beta: float = field(default=1.0, kw_only=True)
    # Else 1 row and the share 1.0 would be one wish.
    in_rows: bool = field(default=False, init=False, repr=False)

    def __post_init__(self) -> None:
        for name in ("at_least", "at_most"):
            object.__setattr__(self, name, _pairs(getattr(self, name), name))
        object.__setattr__(self, "alerts", _alerts(self.alerts))
        object.__setattr__(self, "in_rows", isinstance(self.alerts, int))
        object.__setattr__(self, "rows_a_day", _rows_a_day(self.rows_a_day, self.alerts))
        if not self.best and self.alerts is None:
            raise InputError(
                "A wish must say what is to be best, or how many rows may be predicted positive; got neither. Name a "
                "metric."
            )
        if (self.best == COST) != (self.costs is not None):
            raise InputError(
                "Costs must be given where the cost is to be lowest, and only there. Check that they fit the wish."
            )
        if self.best and self.best != COST:
            _of_threshold(self.best)
        if self.prevalence is not None:
            share(self.prevalence, "prevalence")
        if not 0 <= self.beta < math.inf:
            raise InputError("beta must be a number >= 0; got {beta}. Choose 1 to weigh both alike.", beta=self.beta)

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """What is to hold, but for the alerts."""
        held = ((bounds, is_least) for bounds, is_least in ((self.at_least, True), (self.at_most, False)))
        return tuple(Condition(name, bound, is_least) for bounds, is_least in held for name, bound in _listed(bounds))

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics the wish is about, each once: what is to be best, what is to hold, and the share of alerts."""
        best = [self.best] if self.best and self.costs is None else []
        alerts = [] if self.alerts is None else ["queue_rate"]
        return tuple(dict.fromkeys([*best, *(one.name for one in self.conditions), *alerts]))

    def write(self) -> str:
        """Return the wish as a short text for an address, which `read` takes."""
        costs = [] if self.costs is None else [f"{k}={_digits(getattr(self.costs, v))}" for k, v in _COSTS.items()]
        prevalence = [] if self.prevalence is None else [f"{_PREVALENCE}={_digits(self.prevalence)}"]
        beta = [] if self.beta == 1 else [f"{_BETA}={_digits(self.beta)}"]
        held = [f"{one.name}{'>=' if one.is_least else '<='}{_digits(one.bound)}" for one in self.conditions]
        # A whole share keeps its point: 1.0 is all rows, 1 is one row.
        alerts = [] if self.alerts is None else [f"{_ALERTS}<={self.alerts!r}"]
        day = [] if self.rows_a_day is None else [f"{_DAY}={self.rows_a_day}"]
        best = [self.best] if self.best else []
        return _BETWEEN.join([*best, *costs, *prevalence, *beta, *held, *alerts, *day])

    @classmethod
    def read(cls, text: str) -> Wish | None:
        """Return the wish that a text writes, also a stranger's; None where it writes none."""
        if len(text) > LONGEST:
            return None
        first, *rest = text.split(_BETWEEN)
        best, parts = (first, rest) if first in METRICS or first == COST else ("", [first, *rest])
        try:
            return cls(best, **_options(parts))
        except (ValueError, OverflowError):  # InputError is a ValueError
            return None

    @property
    def message(self) -> Message:
        """The wish in words."""
        held = [*(one.message for one in self.conditions), *self._alerts_in_words(alone=not self.best)]
        if not self.best:
            return reduce(_and, [held[-1], *held[:-1]])
        return self._best if not held else message("{best} while {held}", best=self._best, held=reduce(_and, held))

    @property
    def _best(self) -> Message:
        """What is to be best, in words."""
        if self.costs is None:
            title = METRICS[self.best].title
            if METRICS[self.best].smaller_is_better:
                return message("{metric} is lowest", metric=title)
            if self.best == "f_beta" and self.beta != 1:
                return message("F-beta is best (beta = {beta:.6g})", beta=self.beta)
            return message("{metric} is best", metric=title)
        return message(
            "the cost is lowest with a missed positive at {fn:.6g} and a false alarm at {fp:.6g}",
            fn=self.costs.cost_fn,
            fp=self.costs.cost_fp,
        )

    def _alerts_in_words(self, *, alone: bool) -> list[Message]:
        """Return how many rows may be predicted positive; `alone` nothing else is to be best."""
        if self.alerts is None:
            return []
        values = {"count": self.alerts, "share": self.alerts, "day": self.rows_a_day}
        return [self._most_alerts(values) if alone else self._at_most(values)]

    def _most_alerts(self, values: Mapping[str, Any]) -> Message:
        """Return that nothing else is wished than alerts."""
        if self.rows_a_day is not None:
            return Message("as many rows as may be are predicted positive, at most {count} of {day} a day", values)
        if self.in_rows:
            return Message("as many rows as may be are predicted positive, at most {count}", values)
        return Message("as many rows as may be are predicted positive, at most a share of {share:.6g}", values)

    def _at_most(self, values: Mapping[str, Any]) -> Message:
        """Return that alerts are limited while something else is best."""
        if self.rows_a_day is not None:
            return Message("at most {count} of {day} rows a day are predicted positive", values)
        if self.in_rows:
            return Message("at most {count} rows are predicted positive", values)
        return Message("at most a share of {share:.6g} of the rows is predicted positive", values)


def _and(first: Message, second: Message) -> Message:
    """Return two conditions as one."""
    return message("{first} and {second}", first=first, second=second)


def _listed(bounds: Bounds) -> list[tuple[str, float]]:
    return list(bounds.items() if isinstance(bounds, Mapping) else bounds)


def _pairs(bounds: Bounds, name: str) -> tuple[tuple[str, float], ...]:
    """Return bounds of metrics, each once, in the order of the registry."""
    pairs = _listed(bounds)
    for one, bound in pairs:
        _of_threshold(one)
        if not isinstance(bound, Real) or not math.isfinite(bound):
            raise InputError(
                "{name} must give each metric a finite number; got {value} for {metric}. Write 90% as 0.9.",
                name=name,
                value=shown(bound),
                metric=one,
            )
    found = {one: float(bound) for one, bound in pairs}
    if len(found) < len(pairs):
        raise InputError("{name} must name each metric once. Remove the repetition.", name=name)
    order = list(METRICS)
    return tuple(sorted(found.items(), key=lambda pair: order.index(pair[0])))


def _of_threshold(name: str) -> None:
    """Refuse a metric that no threshold changes, and what is none."""
    metric(name)
    if name in SAME_AT_ALL:
        raise InputError(
            "The metric must depend on the threshold; got '{name}', which is the same at all. Choose another one.",
            name=name,
        )


def _alerts(alerts: Any) -> float | None:
    """Return a number of rows as int, a share as float."""
    if alerts is None:
        return None
    is_number, is_whole = isinstance(alerts, Real) and not isinstance(alerts, bool), isinstance(alerts, Integral)
    if is_number and (float(alerts) >= 0 if is_whole else 0 <= float(alerts) <= 1):
        return int(alerts) if is_whole else float(alerts)
    raise InputError(
        "alerts must be a whole number of rows or a share from 0.0 to 1.0; got {value}. Write 50 rows as 50 and 5% as "
        "0.05.",
        value=shown(alerts),
    )


def _rows_a_day(rows: Any, alerts: float | None) -> int | None:
    """Return how many rows come in a day as int; refuse it without a number of alerts of them."""
    if rows is None:
        return None
    if not isinstance(rows, Integral) or isinstance(rows, bool) or int(rows) < 1 or not isinstance(alerts, int):
        raise InputError(
            "rows_a_day must be a whole number of rows, at least 1, beside a number of alerts; got {value}. Leave it "
            "out for a share of alerts.",
            value=shown(rows),
        )
    return int(rows)


def _digits(value: float) -> str:
    return repr(float(value)).removesuffix(".0")


def _options(parts: list[str]) -> dict[str, Any]:
    """Return what the parts of a text behind the first say, as `Wish` takes it; ValueError where one says nothing."""
    found: dict[str, Any] = {"at_least": [], "at_most": []}
    costs: dict[str, float] = {}
    for part in parts:
        fits = _PART.fullmatch(part)
        if fits is None:
            raise ValueError(part)
        name, sign, digits = fits.groups()
        into = costs if sign == "=" and name in _COSTS else found
        key = _COSTS.get(name, name) if into is costs else _key(name, sign)
        if sign != "=" and key != _ALERTS:
            found[key].append((name, float(digits)))
            continue
        if key in into:
            raise ValueError(part)
        into[key] = int(digits) if key in (_ALERTS, "rows_a_day") and digits.isdigit() else float(digits)
    if costs:
        if not {"cost_fn", "cost_fp"} <= set(costs):
            raise ValueError("one cost is missing")
        found["costs"] = CostMatrix(**costs)
    return found


def _key(name: str, sign: str) -> str:
    """Return which option of a wish a name and a sign stand for."""
    if sign == "=":
        return _GIVEN[name] if name in _GIVEN else _refused(name)
    if name == _ALERTS:
        return _ALERTS if sign == "<=" else _refused(name)
    return "at_least" if sign == ">=" else "at_most"


def _refused(name: str) -> str:
    raise ValueError(name)
