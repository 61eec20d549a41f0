"""The steps of a figure about a test: what it shows now, and what each of its handles makes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from evalcore.significance.results import Alternative
from evalcore.views.significance import steps
from evalcore.views.significance.null_pictures import of_one_length


@dataclass(frozen=True)
class Series:
    """The steps of one handle: its values, where they stand on its axis, and what each shows."""

    values: Sequence[float]
    at: Sequence[float]
    shown: Sequence[Any]
    active: int


@dataclass(frozen=True)
class View:
    """What a figure shows now, and what each of its handles makes of it."""

    now: Any
    by: Mapping[str, Series]
    alternative: Alternative = "greater"
    values: Sequence[float] = field(default_factory=tuple)


def view_of(
    now: Any,
    wanted: Mapping[str, tuple[Sequence[float], Sequence[float], Sequence[Any]]],
    present: Mapping[str, float],
    alternative: Alternative,
) -> View:
    """Return a view whose outlines all have equally many points.

    Parameters
    ----------
    now : step
        Anything with a `picture`.
    wanted : mapping of handle to (values, places, steps)
    present : mapping of handle to its present value
    alternative : str
    """
    every = [now, *(step for _values, _at, shown in wanted.values() for step in shown)]
    pictures = iter(of_one_length([step.picture for step in every]))
    every = [replace(step, picture=picture) for step, picture in zip(every, pictures, strict=True)]
    now, rest = every[0], iter(every[1:])
    by = {
        name: Series(values, at, [next(rest) for _ in shown], steps.nearest(values, present[name]))
        for name, (values, at, shown) in wanted.items()
    }
    return View(now, by, alternative)
