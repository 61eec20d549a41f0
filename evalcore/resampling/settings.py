"""Settings of a learner: which parameter, and a grid whose numbers are those that are written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from types import MappingProxyType
from typing import Any, Final

from evalcore.errors import InputError
from evalcore.resampling.learners import Learner, neighbours, of_scikit_learn
from evalcore.support.checks import option
from evalcore.support.text import shown

MOST_SETTINGS: Final = 1_000
Make = Callable[[float], Learner]


@dataclass(frozen=True)
class Tunable:
    """A learner with one parameter to set, and the grid to begin with."""

    parameter: str
    low: float
    high: float
    step: float
    make: Make


def _shrinkage(setting: float) -> Any:
    return of_scikit_learn(
        "discriminant_analysis", "LinearDiscriminantAnalysis", solver="lsqr", shrinkage=float(setting)
    )


def _depth(setting: float) -> Any:
    return of_scikit_learn("tree", "DecisionTreeClassifier", max_depth=int(setting), random_state=0)


TUNABLE: Final = MappingProxyType(
    {
        "neighbours": Tunable("k", 1, 21, 2, neighbours),
        "lda": Tunable("shrinkage", 0, 1, 0.1, _shrinkage),
        "tree": Tunable("depth", 1, 10, 1, _depth),
    }
)


def tunable(name: str) -> Tunable:
    """Which parameter does this learner have to be set?

    Parameters
    ----------
    name : "neighbours", "lda" or "tree"
        Number of neighbours; shrinkage of the covariance matrix from 0 to 1; depth.

    Returns
    -------
    Tunable

    Raises
    ------
    InputError
        If there is no such learner.
    """
    option(name, "learner", TUNABLE)
    return TUNABLE[name]


def grid(low: float, high: float, step: float) -> tuple[float, ...]:
    """Which settings does a range with a step have?

    Parameters
    ----------
    low, high : float
        Both ends belong to it, the upper one where a whole number of steps reaches it.
    step : float > 0

    Returns
    -------
    tuple of float
        Each the number closest to what is written in decimals: .1 added three times is .3, not .30000000000000004.

    Raises
    ------
    InputError
        If the step is not positive, the ends are exchanged, or there are more than 1,000 settings.

    Examples
    --------
    >>> grid(0, 1, 0.1)
    (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
    """
    first, last, each = (_decimal(value, name) for value, name in ((low, "low"), (high, "high"), (step, "step")))
    if each <= 0:
        raise InputError("step must be above 0; got {step}. Choose a positive step.", step=shown(step))
    if last < first:
        raise InputError(
            "high must not be below low; got {low} to {high}. Exchange the two ends.", low=shown(low), high=shown(high)
        )
    steps = (last - first) / each
    if steps >= MOST_SETTINGS:
        raise InputError(
            "A grid must have at most {most} settings; {low} to {high} by {step} has more. Choose a longer step.",
            most=MOST_SETTINGS,
            low=shown(low),
            high=shown(high),
            step=shown(step),
        )
    return tuple(float(first + i * each) for i in range(int(steps) + 1))


def _decimal(value: float, name: str) -> Decimal:
    """Return a number as it is written, in decimals."""
    try:
        found = Decimal(str(value))
    except InvalidOperation:
        found = Decimal("nan")
    if not found.is_finite():
        raise InputError("{name} must be a finite number; got {value}. Choose one.", name=name, value=shown(value))
    return found
