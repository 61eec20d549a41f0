"""What the figures of a family of learners share: lines above their panels, and the handle through all learners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol, TypeVar

from evalcore.figures.layout import Places, heading
from evalcore.figures.live.motion import Handle, Part
from evalcore.views.bias_variance.members import FamilyView

# Pixels of a heading, and of the value above a panel.
HEAD: Final = 20
PILL: Final = 28
# Pixels by which the uppermost number of an axis stands above its panel.
TICK: Final = 8


def headings(where: Places, said: Mapping[str, tuple[str, int]]) -> list[dict[str, Any]]:
    """Return a line of text above each panel named, with so many pixels between them.

    That of a panel that is the first from the left begins where the figure does.
    """
    found = []
    for name, (text, above) in said.items():
        panel = where.panels[name]
        edge = 0.0 if where.is_first(name) else panel.left
        found.append(heading(text, edge, where.paper(panel.top - above - HEAD // 2)))
    return found


class _Shown(Protocol):
    """A learner at its place on the axis, with its number as it is written."""

    @property
    def at(self) -> float: ...

    @property
    def shown(self) -> str: ...


T = TypeVar("T", bound=_Shown)


def through(
    view: FamilyView[T], name: str, panel: str, active: int, *, label: str, said: Sequence[str], parts: Sequence[Part]
) -> Handle:
    """Return the handle that goes through the learners of a family, along the axis of a panel."""
    at = [step.at for step in view.steps]
    return Handle(
        name=name,
        panel=panel,
        at=at,
        values=[repr(place) for place in at],
        shown=[step.shown for step in view.steps],
        said=said,
        label=label,
        active=active,
        parts=parts,
        stops=list(range(len(at))),
    )
