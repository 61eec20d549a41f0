"""What is said of the operating condition: what mistakes cost there, or how common positives are, and what is best."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from evalcore.errors import Message, Say, message
from evalcore.figures import style
from evalcore.figures.style import number, plain, signed
from evalcore.views.costs import Conditions, Plane

# Below this P(+)cost a miss costs less than a false alarm, where both classes are equally common.
_EVEN = 0.5


class Held(NamedTuple):
    """What a handle of the condition stands for: how many times a false alarm a miss costs, or the prevalence.

    `name` is that of the class that is missed; without it none is named.
    """

    by: Literal["times", "prevalence"]
    value: float
    name: str = ""

    @property
    def said(self) -> Message:
        """The condition in words."""
        if self.by == "prevalence":
            return message("prevalence {x}", x=written(self.value))
        times = signed(f"{float(f'{self.value:.3g}'):,.10g}")
        if self.name:
            return message("a missed {name} case costs {n} times a false alarm", name=plain(self.name), n=times)
        return message("a miss costs {n} times a false alarm", n=times)


def condition_words(
    at: Conditions, plane: Plane, say: Say, *, held: Sequence[Held] = (), short: bool = False
) -> tuple[list[str], list[str]]:
    """Return for each step of the condition what its pill shows, and what a screen reader says.

    With `held`, one for each step, it is said in words; the axis has P(+)cost. A `short` pill has numbers alone.
    """
    shown, said = [], []
    pill, whole = _condition_said(plane, say, held=bool(held), short=short)
    for x, cost, t, digits, condition in zip(
        at.x, at.cost, at.written, at.digits, _in_words(at, held, say), strict=True
    ):
        values = {
            "x": written(float(plane.across(x))),
            "condition": condition,
            "t": style.threshold(t, digits),
            "cost": number(float(plane.up(x, cost)), 3 if plane.ratio is None else 0),
        }
        shown.append(pill.format(**values))
        said.append(whole.format(**values))
    return shown, said


def _in_words(at: Conditions, held: Sequence[Held], say: Say) -> Iterator[str]:
    """Return the condition of each step, empty where it is not said in words."""
    if not held:
        return iter([""] * at.x.size)
    # At an end one kind of mistake alone costs anything, and is not so many times the other.
    nothing = say(message("a miss costs nothing")), say(message("a false alarm costs nothing"))
    return (
        nothing[bool(x > _EVEN)] if math.isnan(one.value) else say(one.said) for x, one in zip(at.x, held, strict=True)
    )


def _condition_said(plane: Plane, say: Say, *, held: bool, short: bool) -> tuple[str, str]:
    """Return both sentences, translated once for all steps: each field holds its own name until a step fills it."""
    fields = {name: f"{{{name}}}" for name in ("x", "condition", "t", "cost")}
    if plane.ratio is not None:
        pill = message("prevalence {x} · best t {t}: {cost} per 1,000 cases", **fields)
        whole = message("prevalence {x}: the best threshold is {t}, and 1,000 cases cost {cost}", **fields)
    elif held:
        pill = message("{condition} · best t {t}", **fields)
        whole = message("{condition}: the best threshold is {t}, with normalised cost {cost}", **fields)
    else:
        pill = message("P(+)cost {x} · best t {t}: {cost}", **fields)
        whole = message("P(+)cost {x}: the best threshold is {t}, with cost {cost}", **fields)
    is_brief = short and not held
    return say(message("{x} · best t {t}: {cost}", **fields) if is_brief else pill), say(whole)


def written(value: float) -> str:
    """Return a share with three digits behind the point, a small one with three that say something.

    >>> written(0.39446), written(0.00051), written(0.0), written(612.5)
    ('0.394', '0.00051', '0', '612.5')
    """
    places = f"{value:.3f}".rstrip("0").rstrip(".") if 0.01 <= abs(value) < 1000 else f"{value:.3g}"
    return signed(places)
