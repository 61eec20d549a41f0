"""Which two loaded models are compared, and at which thresholds: asked for by every question about two of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import streamlit as st

from evalcore.metrics import METRICS
from evalcore.predictions import BinaryView
from evalcore.views.threshold import default_threshold
from ui.live import chosen_here, drawn, threshold
from ui.live.chosen_here import Origin
from ui.session import address, choices, computed, loaded, rescaled, sides
from ui.session.choices import Choice, register
from ui.shared import controls as shared
from ui.shared import told
from ui.shared.numbers import threshold as shown
from ui.shared.text import N_, _, plain, remark, say, sentences

# Where numbers come from.
SOURCES: Final = {"typed": N_("typed"), "loaded": N_("loaded")}
MODELS: Final = {slot: register(Choice(f"two_model_{slot}", is_name=True)) for slot in "ab"}
OWN_T: Final = {slot: register(Choice(f"two_t_{slot}", called=N_("Own threshold"))) for slot in "ab"}


@dataclass(frozen=True)
class Pair:
    """Two loaded models by their names and the keys of their rows; a threshold is None for predicted labels."""

    names: tuple[str, str]
    keys: tuple[tuple[str, ...], tuple[str, ...]]
    thresholds: tuple[float | None, float | None]


def usual_source(*, are_there: bool) -> str:
    """Return where numbers come from until that is asked for: what was loaded, where it can be tested."""
    return "loaded" if are_there and loaded.is_chosen() else "typed"


def source(choice: Choice) -> str:
    """Ask whether typed numbers are taken or what is loaded."""
    shared.seed(choice.key, usual_source(are_there=True))
    return shared.choice(_("Numbers"), SOURCES, key=choice.key)


def write_source(choice: Choice, *, are_there: bool) -> None:
    """Repeat in the address where numbers come from; where none are loaded nothing but typed ones are to be had.

    Also what is usual: whoever follows the link asks for its sample, and of a sample that was asked for it would be the
    loaded ones.
    """
    address.write_choice(choice, default="" if are_there else "typed")


def ask() -> Pair:
    """Ask which two models, and at which thresholds."""
    names = loaded.models()
    first = _model("a", names, loaded.model())
    others = [name for name in names if name != first]
    # One that ranks rows in an order of its own, where there is one.
    unlike = [name for name in others if rescaled.ranks_as(name) != rescaled.ranks_as(first)]
    second = _model("b", others, (unlike or others)[0])
    a, b = (loaded.binary(name) for name in (first, second))
    return Pair((first, second), (a.key, b.key), (_threshold("a", a), _threshold("b", b)))


def ask_metric(choice: Choice, offered: Sequence[str], *, width: int | Literal["stretch"] = "stretch") -> str:
    """Ask for the metric in which two models are compared."""
    shared.seed(choice.key, choice.default)
    told.tell(choice.key, _("Metric"))
    return st.selectbox(
        _("Metric"),
        offered,
        format_func=lambda name: say(METRICS[name].title),
        key=choice.key,
        persist_state="session",
        width=width,
        help=_("Both models are measured at the thresholds set above."),
    )


def rows(names: tuple[str, str]) -> tuple[BinaryView, BinaryView]:
    """Return the rows of both models."""
    first, second = names
    return loaded.binary(first), loaded.binary(second)


def others(chosen: Pair) -> list[tuple[BinaryView, float | None]]:
    """Return both models and then all others that are loaded, each with the threshold it is compared at."""
    given = dict(zip(chosen.names, chosen.thresholds, strict=True))
    every = [*chosen.names, *(name for name in loaded.models() if name not in given)]
    return [(one, given[name] if name in given else _usual(one)) for name in every for one in (loaded.binary(name),)]


def _usual(one: BinaryView) -> float | None:
    """Return the threshold of a model that is not asked for one: that of the session for the chosen one."""
    if not one.has_score:
        return None
    counts = computed.counts(one)
    return threshold.value(counts) if one.model == loaded.model() else default_threshold(counts)


def said(names: Sequence[str], thresholds: Sequence[float | None]) -> str:
    """Say which decisions of which models are compared."""
    at = [
        _("{model}, predicted labels", model=plain(name))
        if t is None
        else _("{model} at t = {t}", model=plain(name), t=written(name, t))
        for name, t in zip(names, thresholds, strict=True)
    ]
    return _(
        "Compared: {first}; {second}; positive class {positive}.",
        first=at[0],
        second=at[1],
        positive=plain(str(loaded.positive())),
    )


def written(name: str, t: float) -> str:
    """Write a threshold, and behind it where it was chosen on these rows, and was not moved since."""
    one, found = loaded.binary(name), origin(name, t)
    is_of_these = isinstance(found, Origin) and found.rows == "these" and found.model is None
    return sentences(shown(t, computed.counts(one)), _("(chosen on these rows)") if is_of_these else None)


def origin(name: str, t: float) -> Origin | Literal["default", "carried", "by hand"]:
    """Return where a threshold of a model was chosen; one that was moved since is by hand.

    That of recalibrated scores may be carried over from the default of those before. Only that of the chosen model is
    chosen by a wish, other ones have theirs by hand or by default.
    """
    one = loaded.binary(name)
    found = chosen_here.origin(one, t) if name == loaded.model() else None
    if found is not None:
        return found
    counts, first = computed.counts(one), rescaled.ranks_as(name)
    if t == default_threshold(counts):
        return "default"
    if first == name:
        return "by hand"
    usual = rescaled.carried(first, name, default_threshold(computed.counts(loaded.binary(first))))
    return "carried" if counts.index_of(t) == counts.index_of(usual) else "by hand"


def unlike(names: Sequence[str], thresholds: Sequence[float | None]) -> str | None:
    """Say that one of two models is compared at its default threshold, the other at one that somebody chose.

    None where that is not so, and where both are the same number. What was chosen on these rows is said beside it.
    """
    a, b = thresholds
    if a is None or b is None or a == b:
        return None
    found = [origin(name, t) for name, t in zip(names, (a, b), strict=True)]
    if found.count("default") != 1 or "carried" in found:
        return None
    left, chosen = (0, 1) if found[0] == "default" else (1, 0)
    other, t, of = names[left], (a, b)[left], found[chosen]
    values = {"other": plain(other), "t": shown(t, computed.counts(loaded.binary(other)))}
    if isinstance(of, Origin) and of.rows != "others":
        return _("t = {t} of {other} is its default.", **values)
    values["model"] = plain(names[chosen])
    if not isinstance(of, Origin):
        return _("t of {model} was set by hand, t = {t} of {other} is its default.", **values)
    if of.model is not None:
        return _(
            "t of {model} was chosen for {name}, t = {t} of {other} is its default.", name=plain(of.model), **values
        )
    name = plain(sides.names()[0])
    return _("t of {model} was chosen on {name}, t = {t} of {other} is its default.", name=name, **values)


def _model(slot: str, names: list[str], usual: str) -> str:
    choice = MODELS[slot]
    asked, is_of_link = st.session_state.get(choice.key), choices.is_of_link(choice.key)
    if is_of_link and asked is not None and asked not in loaded.models():
        choices.refuse(choices.not_one_of(choice.key, loaded.models(), asked))
        address.say_refused()
    st.session_state[choice.key] = asked if asked in names else usual
    told.tell(choice.key, _("Model {letter}", letter=slot.upper()))
    chosen = str(
        st.selectbox(
            _("Model {letter}", letter=slot.upper()),
            names,
            key=choice.key,
            persist_state="session",
            on_change=_other_model,
            args=(slot,),
            help=_("Both models must have predicted the same rows."),
        )
    )
    address.write_choice(choice, default=usual)
    return chosen


def _other_model(slot: str) -> None:
    """Forget the threshold of the model that stood there before."""
    st.session_state.pop(OWN_T[slot].key, None)


def _typed(own: bool, /) -> None:
    """Draw anew; what was typed for all pages was not chosen on these rows."""
    if not own:
        chosen_here.clear()
    drawn.anew()


def _threshold(slot: str, one: BinaryView) -> float | None:
    """Ask for a threshold: that of the session for the chosen model, for another one of its own."""
    if not one.has_score:
        remark("{model} gives labels, so it has no threshold.", model=plain(one.model))
        return None
    counts = computed.counts(one)
    own = one.model != loaded.model()
    choice = OWN_T[slot] if own else threshold.CHOICE
    key = choice.key
    shared.seed(key, default_threshold(counts) if own else threshold.value(counts))
    t = float(
        st.number_input(
            _("threshold of {letter}", letter=slot.upper()),
            step=0.01,
            format="%.10g",
            key=key,
            persist_state="session",
            on_change=_typed,
            args=(own,),
            help=_("The threshold of the chosen model is that of all pages; another model has one of its own here."),
        )
    )
    address.write_choice(choice, default=default_threshold(counts))
    if not own:
        chosen_here.write(one)
    return t
