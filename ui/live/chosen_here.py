"""Whether the threshold was chosen as the best one on the rows that are looked at, and what it is worth on new rows.

It stays so until a threshold is typed or other rows are loaded, also where it is moved by hand; a link to a sample says
so, too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
import streamlit as st

from evalcore.costs import ChosenThreshold, CostMatrix, Criterion, chosen_threshold
from evalcore.counts import ConfusionMatrix
from evalcore.errors import InputError
from evalcore.metrics import METRICS, evaluate
from evalcore.predictions import BinaryView
from ui.live import progress
from ui.session import address, choices, computed, memory
from ui.session.choices import Choice, register
from ui.shared.numbers import count, number, price, whole
from ui.shared.numbers import threshold as shown
from ui.shared.text import _, listed, plain, remark, say, sentences

# What it was chosen by, as an address says it: `f1`, `precision~recall~0.9`, `cost~5~1~0~0`, `range~0.42`. Behind
# `other~` it was when the other of two classes was the positive one.
CHOICE: Final = register(Choice("chosen", is_name=True, in_links_of_own_rows=False))
COST, AMOUNTS, RANGE, OTHER = "cost", "amounts", "range", "other"
_BETWEEN = "~"
_COLUMN = "threshold_chosen_on_these_rows_by"  # of a file
N_COSTS: Final = 4
# For so many cases a cost is told.
CASES: Final = 1000


@dataclass(frozen=True)
class Wish:
    """By what a threshold was chosen: a criterion, or else what it is called, with the threshold that was best."""

    criterion: Criterion | None = None
    kind: str = ""
    threshold: float = math.nan

    def write(self) -> str:
        """Return it as an address says it."""
        one = self.criterion
        if one is None:
            return _BETWEEN.join((self.kind, _digits(self.threshold)))
        if one.costs is not None:
            numbers = [*vars(one.costs).values(), *([] if one.prevalence is None else [one.prevalence])]
            return _BETWEEN.join((COST, *map(_digits, numbers)))
        held = [] if one.held is None else [one.held, _digits(one.at_least)]
        return _BETWEEN.join((one.metric, *held))

    @classmethod
    def read(cls, text: str) -> Wish | None:
        """Return what an address says, None where it does not fit."""
        kind, *rest = text.split(_BETWEEN)
        try:
            if kind in (AMOUNTS, RANGE):
                return cls(kind=kind, threshold=_number(*rest))
            if kind == COST:
                numbers = [_number(text) for text in rest]
                prevalence = numbers[N_COSTS] if len(numbers) > N_COSTS else None
                fits = N_COSTS <= len(numbers) <= N_COSTS + 1 and 0 <= (prevalence or 0) <= 1
                costs = CostMatrix(*numbers[:N_COSTS])
                return cls(Criterion(costs=costs, prevalence=prevalence)) if fits else None
            held = (rest[0], _number(*rest[1:])) if rest else (None, 0.0)
            return cls(Criterion(kind, *held)) if {kind, held[0]} <= {*METRICS, None} else None
        except (ValueError, TypeError, InputError):
            return None


@dataclass(frozen=True)
class _Taken:
    """A wish with the key of the rows on which it was best."""

    wish: Wish
    of: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Chosen:
    """A threshold that was chosen on these rows: by what, whether it was `moved` since, and what the best is worth.

    `best` is the threshold that was best, as it is written.
    """

    wish: Wish
    moved: bool
    found: ChosenThreshold | None
    best: str

    @property
    def new(self) -> ConfusionMatrix | None:
        """What the present threshold is expected to decide of new rows, where that is known: it is the one chosen."""
        return None if self.moved or self.found is None else self.found.new


def _digits(value: float) -> str:
    return repr(float(value)).removesuffix(".0")


def _number(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(text)
    return value


def mark(of: tuple[str, ...], wish: Wish) -> None:
    """Remember that the session's threshold was chosen on these rows."""
    st.session_state[CHOICE.key] = _Taken(wish, of)


def clear() -> None:
    """Forget it: another threshold has been typed."""
    st.session_state.pop(CHOICE.key, None)


def _wish(rows: BinaryView) -> Wish | None:
    """Return by what the threshold was chosen, if it was on these rows; a link speaks of those it opens with."""
    kept = st.session_state.get(CHOICE.key)
    if isinstance(kept, str):
        of_other = kept.startswith(OTHER + _BETWEEN) and rows.negative is not None
        wish = Wish.read(kept.removeprefix(OTHER + _BETWEEN) if of_other else kept)
        if wish is None:
            choices.refuse(choices.not_one_of(CHOICE.key, (*computed.CRITERIA, COST, AMOUNTS, RANGE), kept))
            clear()
            address.say_refused()
            return None
        mark(_of_other_class(rows) if of_other else rows.key, wish)
        return None if of_other else wish
    return kept.wish if isinstance(kept, _Taken) and kept.of == rows.key else None


def _for_other_class(rows: BinaryView) -> _Taken | None:
    """Return how a threshold was chosen on these rows when the other of two classes was the positive one.

    Scores are not turned over with the classes, so it is best by nothing now; but these rows have been looked at.
    """
    kept = st.session_state.get(CHOICE.key)
    if not rows.has_score or rows.negative is None or not isinstance(kept, _Taken):
        return None
    return kept if kept.of == _of_other_class(rows) else None


def _of_other_class(rows: BinaryView) -> tuple[str, ...]:
    """Return the key of the same rows with the other of two classes as the positive one."""
    return (*rows.key[:-1], str(rows.negative))


def here(rows: BinaryView, t: float | None) -> Chosen | None:
    """Return how a threshold of these rows was chosen on them; None where it was not."""
    wish = None if t is None or not rows.has_score else _wish(rows)
    if wish is None or t is None:
        return None
    counts, now = computed.counts(rows), int(computed.counts(rows).index_of(t))
    if wish.criterion is None:
        return Chosen(wish, now != int(counts.index_of(wish.threshold)), None, shown(wish.threshold, counts))
    best = found(rows, wish.criterion)
    if math.isnan(best.threshold):
        return None
    return Chosen(wish, now != int(counts.index_of(best.threshold)), best, shown(best.threshold, counts))


def found(rows: BinaryView, criterion: Criterion) -> ChosenThreshold:
    """Return the threshold a criterion chooses on these rows, with what it is worth on new ones."""
    counts = computed.counts(rows)
    return memory.memo(
        "chosen threshold",
        rows.key,
        criterion,
        make=lambda: chosen_threshold(counts, criterion, rng=np.random.default_rng(progress.SEED)),
    )


def write(rows: BinaryView) -> None:
    """Repeat in the address bar by what the threshold was chosen, and for which of two classes."""
    wish = _wish(rows) if rows.has_score else None
    other = _for_other_class(rows)
    text = None if other is None else OTHER + _BETWEEN + other.wish.write()
    address.write_text(CHOICE, text if wish is None else wish.write())


def name(wish: Wish) -> str:
    """Say by what a threshold was chosen."""
    one = wish.criterion
    if one is None:
        return _("least regret in a range of conditions") if wish.kind == RANGE else _("least cost, by amount")
    if one.costs is not None:
        return _("least cost, cost(FN) {fn}, cost(FP) {fp}", fn=price(one.costs.cost_fn), fp=price(one.costs.cost_fp))
    if one.held is None:
        return _("best {metric}", metric=title(one.metric))
    return _(
        "best {metric} with {held} of at least {least}",
        metric=title(one.metric),
        held=title(one.held),
        least=f"{one.at_least:g}",
    )


def title(metric: str) -> str:
    """Return what a metric is called."""
    return say(METRICS[metric].title)


def worth(best: ChosenThreshold, criterion: Criterion) -> str:
    """Say what a threshold is worth by what it was chosen by, on these rows and on new ones."""
    if best.new is None or best.here is None:
        return _("on new rows: — {why}", why="" if best.reason is None else say(best.reason))
    if criterion.costs is not None:
        return _(
            "{here} per {n} cases here, about {new} on new rows",
            here=whole(criterion.cost(best.here, cases=CASES)),
            new=whole(criterion.cost(best.new, cases=CASES)),
            n=count(CASES),
        )
    names = [criterion.metric] + ([criterion.held] if criterion.held is not None else [])
    said = [
        _(
            "{metric} {here} here, about {new} on new rows",
            metric=title(one),
            here=number(float(evaluate(one, best.here))),
            new=number(float(evaluate(one, best.new))),
        )
        for one in names
    ]
    return listed(said)


def expected(best: ChosenThreshold, criterion: Criterion) -> str:
    """Say what a metric that a threshold is best by is worth on new rows, and what the metric held is."""
    if best.new is None:
        return _("on new rows: — {why}", why="" if best.reason is None else say(best.reason))
    names = [criterion.metric] + ([criterion.held] if criterion.held is not None else [])
    values = [f"{title(one)} {number(float(evaluate(one, best.new)))}" for one in names]
    return _("on new rows about {values}", values=" · ".join(values))


def sentence(one: Chosen) -> str:
    """Say by what a threshold was chosen on these rows, whether it was moved since, and what the best is worth."""
    parts = {"wish": name(one.wish)}
    said = (
        _("t was chosen on these rows ({wish}) and has been moved by hand since", **parts)
        if one.moved
        else _("t was chosen on these rows ({wish})", **parts)
    )
    if one.found is None or one.wish.criterion is None:
        if one.moved:
            return _("{said}.", said=said)
        return _("{said}: by that it looks better here than on new rows.", said=said)
    value = worth(one.found, one.wish.criterion)
    if one.moved:  # what the best one is worth, not what is read at the present one
        return _("{said}. The best t = {t} has {worth}.", said=said, t=one.best, worth=value)
    return _("{said}: {worth}.", said=said, worth=value)


def on_new_rows(rows: BinaryView, t: float | None) -> ConfusionMatrix | None:
    """Return what a threshold that was chosen on these rows is expected to decide of new ones."""
    one = here(rows, t)
    return None if one is None else one.new


def about(rows: BinaryView, t: float | None) -> dict[str, str]:
    """Return what a file says of it, to be a column: nothing where the threshold was not chosen on these rows."""
    one, other = here(rows, t), None if t is None else _for_other_class(rows)
    if other is not None:
        return {_COLUMN: f"{other.wish.write()}, positive class {other.of[-1]}"}
    return {} if one is None else {_COLUMN: one.wish.write() + (", moved since" if one.moved else "")}


def written(rows: BinaryView, t: float) -> str:
    """Write a threshold, and behind it where it was chosen on these rows."""
    return sentences(shown(t, computed.counts(rows)), None if here(rows, t) is None else _("(chosen on these rows)"))


def note(rows: BinaryView, t: float | None) -> None:
    """Say above readings that they are those of a threshold chosen on the same rows.

    Only what it was chosen by is sure to look too good: of other numbers some are too good and some too bad.
    """
    one = here(rows, t)
    if one is None:
        return
    if one.moved:
        remark("Chosen on these rows, then moved by hand: on new rows the numbers may be off either way.")
        return
    remark(
        "Chosen on these rows ({wish}): by that it looks better here than on new rows; other numbers may be off "
        "either way.",
        wish=name(one.wish),
    )


def said(rows: BinaryView, t: float | None) -> str:
    """Return the same for an export, an empty text where a threshold was not chosen on these rows."""
    one, other = here(rows, t), None if t is None else _for_other_class(rows)
    if other is not None:
        return _(
            "t was chosen on these rows ({wish}) when {name} was the positive class: by that it is not the best one "
            "now, and on new rows the numbers may be off either way.",
            wish=name(other.wish),
            name=plain(other.of[-1]),
        )
    return "" if one is None else sentence(one)
