"""What a workbench says, as numbers to be judged: conditions such as "recall<0.9" by the end of an interval."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

import pandas as pd

from evalcore.errors import InputError
from evalcore.support.results import Result
from evalcore.support.text import listed, shown
from evalcore.workbench.base import Workbench
from evalcore.workbench.binary import BinaryWorkbench
from evalcore.workbench.classes import ClassesWorkbench
from evalcore.workbench.counted import Threshold
from evalcore.workbench.regression import RegressionWorkbench

COLUMNS: Final = ["model", "metric", "value", "low", "high", "note"]
_SIGNS: Final[Mapping[str, Callable[[float, float], bool]]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}
_CONDITION: Final = re.compile(r"\s*([A-Za-z_][A-Za-z_0-9]*)\s*(<=|>=|<|>)\s*(\S+)\s*")
EXAMPLE: Final = "recall<0.9"
By = Literal["interval", "value"]


@dataclass(frozen=True)
class Condition(Result):
    """What must not be: a number below or above a bound.

    Parameters
    ----------
    metric : str
    sign : "<", "<=", ">" or ">="
    bound : float
    """

    metric: str
    sign: str
    bound: float

    @classmethod
    def read(cls, text: str) -> Condition:
        """Return the condition that a text writes.

        >>> Condition.read("recall < 0.9")
        Condition(metric='recall', sign='<', bound=0.9)
        """
        found = _CONDITION.fullmatch(text)
        try:
            bound = math.nan if found is None else float(found[3])
        except ValueError:
            bound = math.nan
        if found is None or not math.isfinite(bound):
            raise InputError(
                "fail_if must be a metric, a sign and a number; got '{value}'. Write it as {example}.",
                value=shown(text),
                example=EXAMPLE,
            )
        return cls(found[1], found[2], bound)

    def __str__(self) -> str:
        return f"{self.metric}{self.sign}{self.bound:.10g}"

    def end(self, low: float, high: float) -> float:
        """Return the end of an interval that is nearest to failing: the lower one where little is bad."""
        return low if self.sign.startswith("<") else high

    def fails(self, number: float) -> bool:
        """Tell whether a number is what must not be."""
        return _SIGNS[self.sign](number, self.bound)


@dataclass(frozen=True)
class Judgement(Result):
    """Whether a condition holds for a model.

    Parameters
    ----------
    condition : str
    model : str
    value, low, high : float
    judged : float
        The number it was judged by; nan where there is none.
    fails : bool or None
        None where there is no number to judge by; then `note` says why.
    note : str
    """

    condition: str
    model: str
    value: float
    low: float
    high: float
    judged: float
    fails: bool | None
    note: str


def numbers(bench: Workbench, threshold: Threshold | None = None, *, confidence_level: float = 0.95) -> pd.DataFrame:
    """Which numbers does a workbench give for its models?

    Parameters
    ----------
    bench : Workbench
    threshold
        Of two classes, see `BinaryWorkbench`.
    confidence_level : float in (0, 1)

    Returns
    -------
    DataFrame
        A row a model and metric: model, metric, value, low, high, note. Of many classes the averages over the classes
        are called "macro_recall" and so on.
    """
    if isinstance(bench, BinaryWorkbench):
        found = bench.readings(threshold, confidence_level=confidence_level)[COLUMNS]
        if not bench.scored:
            return found
        areas = bench.areas(confidence_level=confidence_level).rename(columns={"measure": "metric"})
        return pd.concat([found, areas[COLUMNS]], ignore_index=True)
    if isinstance(bench, ClassesWorkbench):
        return _of_classes(bench, confidence_level)
    if isinstance(bench, RegressionWorkbench):
        return bench.readings(confidence_level=confidence_level)[COLUMNS]
    raise TypeError(f"no numbers are known of a {type(bench).__name__}")


def _of_classes(bench: ClassesWorkbench, level: float) -> pd.DataFrame:
    found = bench.readings(confidence_level=level)
    averages = found[found["class"].isin(["macro", "all"])]
    names = averages["metric"].where(averages["class"] == "all", "macro_" + averages["metric"])
    table = averages.assign(metric=names)[COLUMNS]
    if not bench.scored:
        return table.reset_index(drop=True)
    areas = bench.areas(confidence_level=level).rename(columns={"measure": "metric"})
    return pd.concat([table, areas[COLUMNS]], ignore_index=True)


def judge(found: pd.DataFrame, conditions: list[Condition], *, by: By = "interval") -> list[Judgement]:
    """Which of these conditions hold, of which model?

    Parameters
    ----------
    found : DataFrame
        As `numbers` returns it.
    conditions : list of Condition
    by : "interval" or "value"
        By the end of the interval that is nearest to failing, or by the value itself.

    Returns
    -------
    list of Judgement
        One a condition and model. *Undefined when* there is no interval, or no value.

    Raises
    ------
    InputError
        Where a metric is none.
    """
    known = list(dict.fromkeys(found["metric"]))
    judged = []
    for one in conditions:
        if one.metric not in known:
            raise InputError(
                "{argument} must be one of {names}; got '{value}'. Choose one of them.",
                argument="fail_if",
                names=listed(known) if len(known) < 6 else ", ".join(known),
                value=shown(one.metric),
            )
        rows = found[found["metric"] == one.metric].to_dict("records")
        judged += [_judged(one, {str(key): value for key, value in row.items()}, by) for row in rows]
    return judged


def _judged(condition: Condition, row: Mapping[str, Any], by: By) -> Judgement:
    value, low, high = (float(row[name]) for name in ("value", "low", "high"))
    number = value if by == "value" else condition.end(low, high)
    fails = None if math.isnan(number) else condition.fails(number)
    return Judgement(str(condition), row["model"], value, low, high, number, fails, str(row["note"]))
