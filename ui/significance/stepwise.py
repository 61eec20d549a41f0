"""What the answer says at each step of the handles of a figure about a test."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from typing import Any, TypeVar

from evalcore.views.significance.series import View
from ui.live.sentence import Says

Step = TypeVar("Step")


def of_view(view: Callable[[], View], names: Iterable[str], say: Callable[[Any], str]) -> Says:
    """Return what is said at each step of the handles of a view, which is made when the first of them is asked for."""

    @cache
    def steps(name: str) -> Mapping[float, Any]:
        series = view().by[name]
        return dict(zip(series.values, series.shown, strict=True))

    def said(name: str, value: str) -> str:
        return say(steps(name)[float(value)])

    return {name: partial(said, name) for name in names}


def of_steps(steps: Mapping[float, Step], say: Callable[[Step], str]) -> Callable[[str], str]:
    """Return what is said at a step that is told by its exact value."""
    return lambda value: say(steps[float(value)])
