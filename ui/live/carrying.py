"""A threshold that is chosen on some rows and reported on others: both numbers of each reading, and how far apart.

The page shows the rows it is reported on; those it was chosen on stand beside them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from evalcore.costs import Criterion
from evalcore.decisions import Carried, carried
from evalcore.decisions.carried import CarriedDifference
from evalcore.decisions.wish import COST
from evalcore.intervals import Estimate
from evalcore.metrics import METRICS
from evalcore.predictions import BinaryView
from evalcore.views import behind as views_behind
from evalcore.views.behind import Behind
from evalcore.views.threshold import Steps
from ui.live import chosen_by, chosen_here
from ui.live.chosen_by import CASES, By
from ui.session import computed, loaded, looked_at, memory, sides
from ui.shared.numbers import DIGITS, UNDEFINED, count, interval, number
from ui.shared.text import _, listed, literal, plain, say, sentences

# What is said of a threshold that no wish chose.
USUAL: Final = ("recall", "precision")
# After the point, of what so many cases cost.
COST_DIGITS: Final = 1
# A number where the threshold was chosen, where it is reported, and how far apart both are.
Pair: TypeAlias = tuple[Estimate, Estimate, CarriedDifference]
_ON, _REPORTED, _BY = "threshold_chosen_on", "reported_on", "threshold_chosen_by"  # columns of a file


@dataclass(frozen=True, eq=False)
class BothSides:
    """The rows a threshold is chosen on beside those it is reported on, by their names, and what is read on both.

    `by` is None where no wish chose it there; `moved` where it was taken hold of since.
    """

    first: BinaryView
    names: tuple[str, str]
    by: By | None
    moved: bool
    found: Carried

    @property
    def is_nearest(self) -> bool:
        """Whether no threshold does what was wished where this one was chosen."""
        return self.by is not None and self.by.wish is not None and not self.moved and self.found.chosen is None

    @property
    def asked(self) -> tuple[str, ...]:
        """What is said in the sentence, so far as it is read."""
        wish = None if self.by is None else self.by.wish
        read = USUAL if wish is None or not wish.metrics else wish.metrics
        return (COST, *(name if METRICS[name].listed else "f_beta" for name in read))


def here(rows: BinaryView, t: float | None, costs: Criterion | None = None) -> BothSides | None:
    """Return both sides of a threshold, with what a row costs there; None where the same rows serve both."""
    first = None if t is None else sides.first(rows)
    if first is None or t is None:
        return None
    by = chosen_here.taken_by(rows, first)
    wish = None if by is None else by.wish
    moved = by is not None and int(computed.counts(first).index_of(t)) != chosen_here.place(first, by)
    if wish is None or moved or not computed.wished(first, wish)[0].reached:
        wish = None  # the threshold is what is carried over
    found = memory.memo(
        "both sides",
        *(first.key, rows.key, t, wish, costs, sides.independent()),
        make=lambda: carried(
            computed.counts(first),
            computed.counts(rows),
            t if wish is None else wish,
            names=tuple(METRICS),
            independent=sides.independent(),
            criterion=costs,
        ),
    )
    return BothSides(first, sides.names(), by, moved, found)


def behind_what(rows: BinaryView) -> tuple[str, ...]:
    """Return what is drawn behind the rows of a figure, by its key."""
    first = sides.first(rows)
    return () if first is None else (*first.key, *sides.names())


def outline_what(rows: BinaryView) -> tuple[str, ...]:
    """Return what is drawn behind the rows of a matrix, by its key."""
    rest = looked_at.rest(rows)
    return behind_what(rows) if rest is None else rest.key


def outline(rows: BinaryView, steps: Steps) -> Behind | None:
    """Return what stands behind a matrix: the rows a threshold was chosen on, or all rows beside one group."""
    rest = looked_at.rest(rows)
    if rest is None:
        return behind(rows, steps)
    return views_behind.behind(_("others"), computed.counts(rest), computed.view(rest, ()), steps)


def behind(rows: BinaryView, steps: Steps) -> Behind | None:
    """Return the rows a threshold was chosen on at the steps of a handle; None where they are the same rows."""
    first = sides.first(rows)
    if first is None:
        return None
    return views_behind.behind(sides.names()[0], computed.counts(first), computed.view(first, ()), steps)


def in_file(rows: BinaryView, t: float | None) -> str:
    """Say where the threshold was chosen, on which rows ever, as text: what leaves the page reads no Markdown."""
    return sentences(said(rows, t), literal(chosen_here.said(rows, t)))


def said(rows: BinaryView, t: float | None) -> str:
    """Say for an export where a threshold was chosen and what is left of it; empty where the same rows serve both."""
    one = here(rows, t)
    return _for_all(rows, t, str) if one is None else _sentence(one, *one.names)


def sentence(rows: BinaryView, t: float | None) -> str:
    """Say the same in Markdown, which shows names from outside literally."""
    one = here(rows, t)
    return _for_all(rows, t, plain) if one is None else _sentence(one, *(plain(name) for name in one.names))


def _for_all(rows: BinaryView, t: float | None, write: Callable[[str], str]) -> str:
    """Say of one group where its threshold was chosen for all rows, and what is read of the group."""
    if t is None or not rows.has_score or looked_at.rest(rows) is None:
        return ""
    whole = loaded.binary(rows.model, rows.positive)
    first = sides.first_of_all(whole)
    side, name = (whole, _("all the rows")) if first is None else (first, write(sides.names()[0]))
    by = chosen_here.taken_by(whole, side)
    if by is None:
        return ""
    moved = int(computed.counts(side).index_of(t)) != chosen_here.place(side, by)
    values = {"name": name, "wish": chosen_here.name(by)}
    start = (
        _("By hand; before that t was chosen on {name} ({wish})", **values)
        if moved
        else _("t was chosen on {name} ({wish})", **values)
    )
    if by.wish is None:
        return _("{start}, not on this group alone.", start=start)
    here_now = chosen_by.values(by.wish, computed.counts(rows).at(t))
    return _("{start}, not on this group alone: here {values}.", start=start, values=here_now)


def _sentence(one: BothSides, chosen: str, reported: str) -> str:
    """Say where a threshold was chosen, what is read there and here, and what of the wish is missed here."""
    read = listed(_apart(each, reported) for each in _sentenced(one))
    missed = None
    if one.found.misses:
        held = listed(say(miss.message) for miss in one.found.misses)
        missed = _("On {name} it misses the wish: {missed}.", name=reported, missed=held)
    return sentences(_("{start}: {read}.", start=_start(one, chosen), read=read), missed)


def _start(one: BothSides, chosen: str) -> str:
    if one.by is None:
        return _("t was not chosen on {name}", name=chosen)
    values = {"name": chosen, "wish": chosen_here.name(one.by)}
    if one.moved:
        return _("By hand; before that t was chosen on {name} ({wish})", **values)
    if one.is_nearest:
        return _("t was chosen on {name} ({wish}: no threshold does that there, this one is nearest)", **values)
    return _("t was chosen on {name} ({wish})", **values)


def pairs(one: BothSides) -> list[Pair]:
    """Return each number on both sides with the difference; a cost, of so many cases, comes first."""
    found = one.found
    each: list[Pair] = [*zip(found.here, found.there, found.differences, strict=False)]
    if found.cost_here is None or found.cost_there is None:
        return each
    money = (found.cost_here, found.cost_there, found.differences[-1])
    return [(money[0].times(CASES), money[1].times(CASES), money[2].times(CASES)), *each]


def _sentenced(one: BothSides) -> list[Pair]:
    """Return what the sentence says: the cost, and each metric of the wish."""
    asked = one.asked
    return sorted((pair for pair in pairs(one) if pair[2].name in asked), key=lambda pair: asked.index(pair[2].name))


def title(name: str) -> str:
    """Return what a number is called that is read on both sides."""
    return _("cost per {n} cases", n=count(CASES)) if name == COST else chosen_by.title(name)


def written(each: Estimate, name: str) -> str:
    """Write a number of a name with its interval where it has one; a cost has fewer digits."""
    digits = COST_DIGITS if name == COST else DIGITS
    ends, value = interval(each.low, each.high, digits), number(each.value, digits)
    return value if ends == UNDEFINED else f"{value} {ends}"


def _apart(each: Pair, reported: str) -> str:
    """Say what a number is on both sides, and the difference with its interval where it has one."""
    first, other, difference = each
    digits = COST_DIGITS if difference.name == COST else DIGITS
    said = {
        "metric": title(difference.name),
        "reported": reported,
        "first": number(first.value, digits),
        "other": number(other.value, digits),
        "apart": written(difference, difference.name),
    }
    return _("{metric} {first} there, {other} on {reported}, difference {apart}", **said)


def beside(one: BothSides, name: str) -> str:
    """Say below a reading what it is where the threshold was chosen, and how far apart both are."""
    first, _other, apart = next(pair for pair in pairs(one) if pair[2].name == name)
    values = {"value": number(first.value), "name": plain(one.names[0]), "apart": written(apart, name)}
    return _("{value} on {name}, difference {apart}", **values)


def about(rows: BinaryView, t: float | None) -> dict[str, str]:
    """Return what a file says of it, to be columns: nothing where the same rows serve both sides."""
    one = here(rows, t)
    if one is None:
        return {}
    by = "" if one.by is None else one.by.write() + (", moved since" if one.moved else "")
    chosen, reported = sides.in_file()
    return {_ON: chosen, _REPORTED: reported, _BY: by}
