"""Whether the threshold was chosen as the best one on the rows that are looked at, and what it is worth on new rows.

The wish is kept, not only its threshold: where the handle is moved by hand it is still said what was wished. It stays
until a threshold is typed or other rows are loaded; a link to a sample says so, too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np
import streamlit as st

from evalcore.costs import ChosenThreshold
from evalcore.counts import ConfusionMatrix
from evalcore.decisions import Nearest, Wish, on_new_rows
from evalcore.predictions import BinaryView
from ui.live import chosen_by, other_folds, progress
from ui.live.chosen_by import By
from ui.live.other_folds import OtherFolds
from ui.session import address, choices, computed, loaded, looked_at, memory, sides
from ui.session.choices import Choice, register
from ui.shared.numbers import threshold as shown
from ui.shared.text import _, listed, plain, remark, say, sentences

# What it was chosen by, as an address says it. Behind `other~` it was when the other of two classes was the positive
# one.
CHOICE: Final = register(Choice("chosen", is_name=True, in_links_of_own_rows=False))
OTHER = "other"
# Behind `same~` it was chosen on the rows it is reported on, while another choice of rows is set.
SAME = "same"
# Behind `some~` it was chosen on some of the rows, such as a group that is no longer looked at.
SOME = "some"
_BETWEEN = "~"
_COLUMN = "threshold_chosen_on_these_rows_by"  # of a file


@dataclass(frozen=True)
class _Taken:
    """By what a threshold was chosen, with the key of the rows on which it was best.

    Where these were some of others, a group or a half, `whole` has the digests of those, and `t` is what was taken.
    """

    by: By
    of: tuple[str, ...]
    whole: tuple[str, ...] = ()
    t: float | None = None


@dataclass(frozen=True)
class Origin:
    """On which rows a threshold was chosen: on `these`, on `some` of them or on `others`; for which other model."""

    rows: Literal["these", "some", "others"]
    model: str | None = None


@dataclass(frozen=True, eq=False)
class Chosen:
    """A threshold that was chosen on these rows: by what, whether it was `moved` since, and what the best is worth.

    `best` is the threshold that was best, as it is written; `nearest` is there where none does what is wished, and that
    one was taken.
    """

    by: By
    moved: bool
    found: ChosenThreshold | None
    best: str
    nearest: Nearest | None = None
    folds: OtherFolds | None = None

    @property
    def new(self) -> ConfusionMatrix | None:
        """What the present threshold is expected to decide of new rows, where that is known: it is the one chosen."""
        return None if self.moved else self.best_new

    @property
    def best_new(self) -> ConfusionMatrix | None:
        """What the best threshold is expected to decide: by the folds left out where these were asked for."""
        if self.folds is not None and self.folds.new is not None:
            return self.folds.new
        return None if self.found is None else self.found.new


def mark(of: tuple[str, ...], by: By, t: float | None = None) -> None:
    """Remember that the session's threshold was chosen on these rows."""
    st.session_state[CHOICE.key] = _Taken(by, of, _whole(of[0]), t)


def _whole(digest: str) -> tuple[str, ...]:
    """Return of which rows these are some: all that are loaded, and the half of them that is looked at."""
    group, halved, whole = looked_at.group(), loaded.in_halves(), loaded.whole().predictions.digest
    if group is not None and group.own.digest == digest:
        return loaded.current().predictions.digest, whole
    is_half = halved is not None and halved.first is not None and halved.first.digest == digest
    return (whole,) if is_half else ()


def follow(before: BinaryView, rows: BinaryView, alike: Callable[[float], float]) -> None:
    """Keep by what a threshold was chosen that is carried to a model whose scores rank the rows alike.

    What was best there is best here, on whichever rows it was chosen. `alike` returns the threshold of this model that
    decides as one of the former does. Of no other model anything is kept: it would speak of a number of another scale.
    Called before the threshold is the new one.
    """
    taken_by(before)  # what a link says is known from here on
    kept, t = st.session_state.get(CHOICE.key), st.session_state.get("t")
    clear()
    if not isinstance(kept, _Taken) or t is None or kept.of[1] != before.model:
        return
    by = kept.by if kept.by.wish is not None else replace(kept.by, threshold=alike(kept.by.threshold))
    taken = None if kept.t is None else alike(kept.t)
    now = _Taken(by, (kept.of[0], rows.model, *kept.of[2:]), kept.whole, taken)
    for of, one in ((before, rows), (sides.first(before), sides.first(rows))):
        if of is None or one is None or of.key != kept.of:
            continue
        # Other rows may have ties that these have not: then none of them is the best one any more.
        if _is_moved(of, kept.by, float(t)) != _is_moved(one, by, alike(float(t))):
            return
    st.session_state[CHOICE.key] = now


def rows_now(rows: BinaryView) -> tuple[str | None, ...]:
    """Return the digests of all rows of which one may be chosen, to be told when models are added: see `same_rows`."""
    halved, group, first = loaded.in_halves(), looked_at.group(), sides.first(rows)
    half = None if halved is None else halved.first
    of = (loaded.whole().predictions, loaded.current().predictions, half, None if group is None else group.own, first)
    return tuple(None if one is None else one.digest for one in of)


def same_rows(before: tuple[str | None, ...], now: tuple[str | None, ...]) -> None:
    """Keep by what a threshold was chosen where the same rows have other models now, and so another digest."""
    kept, known = st.session_state.get(CHOICE.key), dict(zip(before, now, strict=True))
    if isinstance(kept, _Taken):
        first, *others = (known.get(digest) or digest for digest in (kept.of[0], *kept.whole))
        st.session_state[CHOICE.key] = replace(kept, of=(first, *kept.of[1:]), whole=tuple(others))


def clear() -> None:
    """Forget it: another threshold has been typed."""
    st.session_state.pop(CHOICE.key, None)


def taken_by(rows: BinaryView, first: BinaryView | None = None) -> By | None:
    """Return by what the threshold was chosen, if it was on these rows, or on those that come `first`.

    A link speaks of the rows it opens with.
    """
    kept = st.session_state.get(CHOICE.key)
    if isinstance(kept, str):
        of_other = kept.startswith(OTHER + _BETWEEN) and rows.negative is not None
        of_some = kept.startswith(SOME + _BETWEEN)
        by = By.read(kept.removeprefix((OTHER if of_other else SOME if of_some else SAME) + _BETWEEN))
        if by is None:
            choices.refuse(choices.not_one_of(CHOICE.key, (*computed.CRITERIA, *chosen_by.FORMS), kept))
            clear()
            address.say_refused()
            return None
        linked = None if of_other or of_some or kept.startswith(SAME + _BETWEEN) else sides.first(rows)
        if of_other:
            mark(_of_other_class(rows), by)
        elif of_some:
            whole = loaded.current().predictions.digest, loaded.whole().predictions.digest
            st.session_state[CHOICE.key] = _Taken(by, ("", *rows.key[1:]), whole, st.session_state.get("t"))
        else:
            mark((linked or rows).key, by, _linked(linked or rows, by))
        kept = st.session_state[CHOICE.key]
    return kept.by if isinstance(kept, _Taken) and kept.of == (first or rows).key else None


def _linked(rows: BinaryView, by: By) -> float | None:
    """Return the threshold of a link that says by what it was chosen on some rows; None where it was moved since."""
    t = st.session_state.get("t") if _whole(rows.digest) else None
    return None if t is None or _is_moved(rows, by, float(t)) else float(t)


def _is_moved(rows: BinaryView, by: By, t: float) -> bool:
    """Whether a threshold is another step of these rows than the one that was chosen on them."""
    return int(computed.counts(rows).index_of(t)) != place(rows, by)


def origin(rows: BinaryView, t: float) -> Origin | None:
    """Return where a threshold was chosen that is used on all rows; None where it was not, or was moved since."""
    taken_by(rows)  # what a link says is known from here on
    kept = st.session_state.get(CHOICE.key)
    if not rows.has_score or not isinstance(kept, _Taken) or kept.of[1] not in loaded.current().predictions.scores:
        return None
    name = kept.of[1]
    of = rows if name == rows.model else loaded.binary(name, rows.positive)
    first, other = sides.first_of_all(of), None if of is rows else name
    if kept.of == of.key:
        return None if _is_moved(of, kept.by, t) else Origin("these", other)
    if first is not None and kept.of == first.key:
        return None if _is_moved(first, kept.by, t) else Origin("others", other)
    if kept.t is None or kept.of[1:] != of.key[1:] or rows.digest not in kept.whole:
        return None
    counts = computed.counts(of)
    return Origin("some", other) if counts.index_of(t) == counts.index_of(kept.t) else None


def for_other_model(rows: BinaryView) -> tuple[str, By] | None:
    """Return for which other model the threshold was chosen on these rows, or on those that come first, and by what."""
    kept = st.session_state.get(CHOICE.key)
    if not rows.has_score or not isinstance(kept, _Taken):
        return None
    name = kept.of[1]
    of = [(key[0], name, *key[2:]) for key in (one.key for one in (rows, sides.first(rows)) if one is not None)]
    is_other = name != rows.model and name in loaded.current().predictions.scores and kept.of in of
    return (name, kept.by) if is_other else None


def _carried_over(rows: BinaryView, t: float | None) -> tuple[str, By] | None:
    """Return the same where the threshold still is the one that was chosen for the other model."""
    found = None if t is None else for_other_model(rows)
    if found is None or t is None:
        return None
    name, by = found
    other = loaded.binary(name, rows.positive, of=looked_at.of(rows))
    kept = st.session_state[CHOICE.key]
    side = other if kept.of == other.key else sides.first(other)
    return None if side is None or int(computed.counts(side).index_of(t)) != place(side, by) else found


def favoured(rows: BinaryView, t: float | None) -> tuple[str, By] | None:
    """Return which model a threshold favours where several are compared at it, and by what it was chosen for that one.

    None where it was not chosen on these same rows, was moved since, or is none.
    """
    one = here(rows, t)
    if one is not None:
        return None if one.moved else (rows.model, one.by)
    other = _carried_over(rows, t)
    if other is None:
        return None
    of_other = loaded.binary(other[0], rows.positive, of=looked_at.of(rows))
    return other if taken_by(of_other) is not None else None


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
    chosen = None if t is None or not rows.has_score else taken_by(rows)
    if chosen is None or t is None:
        return None
    counts, now = computed.counts(rows), int(computed.counts(rows).index_of(t))
    moved = now != place(rows, chosen)
    if chosen.wish is None:
        return Chosen(chosen, moved, None, shown(chosen.threshold, counts))
    wished, _n = computed.wished(rows, chosen.wish)
    if wished.reached:
        folds = other_folds.of(rows, chosen.wish)
        return Chosen(chosen, moved, found(rows, chosen.wish), shown(wished.threshold, counts), folds=folds)
    if wished.nearest is None:
        return None
    return Chosen(chosen, moved, None, shown(wished.nearest.threshold, counts), wished.nearest)


def place(rows: BinaryView, by: By) -> int:
    """Return in which row of the table of thresholds the one stands that was chosen; -1 where there is none."""
    if by.wish is None:
        return int(computed.counts(rows).index_of(by.threshold))
    wished, _n = computed.wished(rows, by.wish)
    return wished.index if wished.nearest is None else wished.nearest.index


def found(rows: BinaryView, wish: Wish) -> ChosenThreshold:
    """Return the threshold a wish chooses on these rows, with what it is worth on new ones."""
    counts = computed.counts(rows)
    return memory.memo(
        "chosen threshold",
        rows.key,
        wish,
        make=lambda: on_new_rows(counts, wish, rng=np.random.default_rng(progress.SEED)),
    )


def write(rows: BinaryView) -> None:
    """Repeat in the address bar by what the threshold was chosen, and for which of two classes."""
    address.write_text(CHOICE, in_address(rows))


def in_address(rows: BinaryView) -> str | None:
    """Return by what the threshold was chosen as a link says it; of which rows and class, where these are others."""
    if not rows.has_score:
        return None
    first, other = sides.first(rows), _for_other_class(rows)
    if (chosen := taken_by(rows)) is not None:
        return chosen.write() if first is None else SAME + _BETWEEN + chosen.write()
    if first is not None and (chosen := taken_by(rows, first)) is not None:
        return chosen.write()
    if other is not None:
        return OTHER + _BETWEEN + other.by.write()
    kept, t = st.session_state.get(CHOICE.key), st.session_state.get("t")
    if not isinstance(kept, _Taken) or t is None or origin(rows, float(t)) != Origin("some"):
        return None
    return SOME + _BETWEEN + kept.by.write()


def name(by: By) -> str:
    """Say by what a threshold was chosen."""
    return say(by.message)


def expected(rows: BinaryView, wish: Wish) -> str:
    """Say what all that a wish is about is worth on new rows."""
    folds = other_folds.of(rows, wish)
    if folds is not None and folds.new is not None:
        values = _("on new rows about {values}", values=chosen_by.values(wish, folds.new))
        return sentences(_("{said}.", said=values), other_folds.sentence(folds, wish))
    best = found(rows, wish)
    if best.new is None:
        return _("on new rows: — {why}", why="" if best.reason is None else say(best.reason))
    return _("on new rows about {values}", values=chosen_by.values(wish, best.new))


def missed(nearest: Nearest) -> str:
    """Say by how much the nearest rule misses what was wished."""
    return listed(say(one.message) for one in nearest.misses)


def sentence(one: Chosen) -> str:
    """Say by what a threshold was chosen on these rows, whether it was moved since, and what the best is worth."""
    parts = {"wish": name(one.by)}
    if one.moved:
        said = _("By hand; before that t was chosen on these rows ({wish})", **parts)
    else:
        said = _("t was chosen on these rows ({wish})", **parts)
    if one.nearest is not None:
        return _nearest(one, one.nearest, said)
    if one.found is None or one.by.wish is None:
        if one.moved:
            return _("{said}.", said=said)
        return _("{said}: by that it looks better here than on new rows.", said=said)
    value = _worth(one, one.found, one.by.wish)
    of_folds = None if one.folds is None else other_folds.sentence(one.folds, one.by.wish)
    if one.moved:  # what the best one is worth, not what is read at the present one
        return sentences(_("{said}. The best t = {t} has {worth}.", said=said, t=one.best, worth=value), of_folds)
    return sentences(_("{said}: {worth}.", said=said, worth=value), of_folds)


def _nearest(one: Chosen, nearest: Nearest, said: str) -> str:
    """Say that no threshold does what was wished, and by how much the nearest one misses it."""
    if one.moved:
        least = {"t": one.best, "missed": missed(nearest)}
        return _("{said}. No threshold does that; t = {t} is nearest: {missed}.", said=said, **least)
    return _("{said}: no threshold does that, this one is nearest: {missed}.", said=said, missed=missed(nearest))


def _worth(one: Chosen, best: ChosenThreshold, wish: Wish) -> str:
    """Say what the best threshold is worth on these rows and on new ones."""
    if one.best_new is None or best.here is None:
        # What it stands in has a full stop of its own.
        return _("on new rows: — {why}", why="" if best.reason is None else say(best.reason).rstrip(".。"))
    return chosen_by.worth(wish, best.here, one.best_new)


def new_rows(rows: BinaryView, t: float | None) -> ConfusionMatrix | None:
    """Return what a threshold that was chosen on these rows is expected to decide of new ones."""
    one = here(rows, t)
    return None if one is None else one.new


def about(rows: BinaryView, t: float | None) -> dict[str, str]:
    """Return what a file says of it, to be a column: nothing where the threshold was not chosen on these rows."""
    one, other = here(rows, t), None if t is None else _for_other_class(rows)
    if other is not None:
        return {_COLUMN: f"{other.by.write()}, positive class {other.of[-1]}"}
    if (of_model := _carried_over(rows, t)) is not None:
        return {_COLUMN: f"{of_model[1].write()}, model {of_model[0]}"}
    return {} if one is None else {_COLUMN: one.by.write() + (", moved since" if one.moved else "")}


def about_new(rows: BinaryView, t: float | None) -> dict[str, str]:
    """Return what a file says of how values on new rows were found, to be a column: nothing where out of resamples."""
    one = here(rows, t)
    return {} if one is None or one.moved else other_folds.about(one.folds)


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
        wish=name(one.by),
    )


def anew(rows: BinaryView, t: float | None) -> str | None:
    """Say on a page how a threshold that was chosen for another model is chosen for this one."""
    return None if _carried_over(rows, t) is None else _("*Choose the threshold* above does it for this model.")


def said(rows: BinaryView, t: float | None) -> str:
    """Return the same for an export, an empty text where a threshold was not chosen on these rows."""
    one, other = here(rows, t), None if t is None else _for_other_class(rows)
    if other is not None:
        return _(
            "t was chosen on these rows ({wish}) when {name} was the positive class: by that it is not the best one "
            "now, and on new rows the numbers may be off either way.",
            wish=name(other.by),
            name=plain(other.of[-1]),
        )
    if (of_model := _carried_over(rows, t)) is not None:
        return _(
            "t was chosen for {model} ({wish}), not for {other}.",
            model=plain(of_model[0]),
            wish=name(of_model[1]),
            other=plain(rows.model),
        )
    return "" if one is None else sentence(one)
