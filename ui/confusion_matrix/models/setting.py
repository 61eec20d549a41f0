"""At which thresholds the models are compared, and by which metric."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial, reduce
from typing import Final

import streamlit as st

from evalcore.decisions import Nearest, Wish
from evalcore.errors import Message, message
from evalcore.metrics import METRICS
from evalcore.predictions import BinaryView
from evalcore.views.threshold import default_threshold, none_positive
from ui.confusion_matrix.models import wish
from ui.confusion_matrix.models.wish import NAMES
from ui.live import chosen_by, threshold
from ui.session import computed, fields, loaded, looked_at, sides
from ui.session.choices import Choice, register
from ui.shared.text import N_, _, plain, remark

ONE, OWN, WISH = "one", "own", "wish"
WAYS: Final = {
    ONE: N_("One threshold"),
    OWN: N_("Own thresholds"),
    WISH: N_("One wish"),
}
_AT: Final = register(Choice("models_at", default=ONE, options=tuple(WAYS)))
_BY: Final = register(Choice("models_by", default="f1", options=NAMES))
# In the order of the models with a score; a model has that of the page as long as none is set here.
_OWN: Final = register(Choice("models_t", most=40, called=N_("Own thresholds of the models")))
CHOICES: Final = (_AT, _BY, *wish.CHOICES, _OWN)


@dataclass(frozen=True)
class Setting:
    """How the models are compared: the way, the metric, the wish, each model's threshold, and who is left out.

    Predicted labels have None for a threshold. `on_others` tells that thresholds were chosen on other rows.
    """

    way: str
    name: str
    wish: Wish | None
    thresholds: tuple[tuple[str, float | None], ...]
    left_out: tuple[tuple[str, Message], ...] = ()
    on_others: bool = False

    @property
    def models(self) -> tuple[str, ...]:
        """The models that are compared."""
        return tuple(model for model, _t in self.thresholds)

    def at(self, model: str) -> float | None:
        """Return the threshold of a model."""
        return dict(self.thresholds)[model]


def views() -> list[BinaryView]:
    """Return the rows that are looked at once for each model, in the order of the file."""
    return [looked_at.binary(name) for name in loaded.models()]


def ask(t: float | None) -> Setting:
    """Ask how the models are compared; `t` is the threshold of the page, None where its model gives labels."""
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="bottom"):
        way = fields.pick(_AT, WAYS, _("Thresholds"))
        name = fields.one_of(
            _BY,
            {name: str(METRICS[name].title) for name in NAMES},
            _("Best") if way == WISH else _("Metric"),
            _("By which the models are compared; of a wish it is what is best."),
            width=220,
        )
        if way == WISH:
            wish.ask(name)
        elif way == OWN:
            with st.popover(_("Thresholds"), icon=":material/tune:", key="models_thresholds"):
                _ask_own(t)
    if way == ONE and len(scored_models()) > 1:
        remark("One threshold means the same of several models only where their scores are of one kind.")
    return chosen(t)


def scored_models() -> list[BinaryView]:
    """Return the models with a score."""
    return [view for view in views() if view.has_score]


def chosen(t: float | None) -> Setting:
    """Return how the models are compared."""
    now = st.session_state
    way, name = now.get(_AT.key, _AT.default), now.get(_BY.key, _BY.default)
    if way == WISH:
        return _wished(name, wish.of(name))
    own = _own(t) if way == OWN else None
    one = _one(t)
    thresholds = tuple(
        (view.model, (own[view.model] if own is not None else one) if view.has_score else None) for view in views()
    )
    return Setting(way, name, None, thresholds)


def _one(t: float | None) -> float | None:
    """Return the session's threshold, also where the model that is looked at gives labels."""
    scored = scored_models()
    return threshold.value(computed.counts(scored[0])) if t is None and scored else t


def _wished(name: str, wished: Wish) -> Setting:
    """Return the models at the thresholds that do what is wished, on the rows where a threshold is chosen."""
    thresholds: list[tuple[str, float | None]] = []
    left_out: list[tuple[str, Message]] = []
    on_others = False
    for view in views():
        if not view.has_score:
            thresholds.append((view.model, None))
            continue
        first = sides.first(view)
        on_others = on_others or first is not None
        found, _n = computed.wished(first or view, wished)
        if found.reached:
            thresholds.append((view.model, within_reach(view, found.threshold)))
        elif found.reason is not None:
            left_out.append((view.model, _why_out(found.reason, found.nearest)))
    return Setting(WISH, name, wished, tuple(thresholds), tuple(left_out), on_others)


def _and(first: Message, second: Message) -> Message:
    return message("{first} and {second}", first=first, second=second)


def _why_out(reason: Message, nearest: Nearest | None) -> Message:
    """Say why a model is left out, and what the rule that misses the wish by least misses."""
    if nearest is None or not nearest.misses:
        return reason
    missed = reduce(_and, (one.message for one in nearest.misses))
    return message("{reason} At the nearest, {missed}.", reason=reason, missed=missed)


def within_reach(view: BinaryView, t: float) -> float:
    """Return a threshold as a field takes it: the readable number above every score in place of +inf."""
    return none_positive(computed.counts(view)) if math.isinf(t) else t


def _own(t: float | None) -> dict[str, float]:
    """Return the threshold of each model with a score: as it was set here, else where a page of it starts."""
    scored = scored_models()
    kept = st.session_state.get(_OWN.key) or ()
    if len(kept) == len(scored):
        return {view.model: float(value) for view, value in zip(scored, kept, strict=True)}
    return {view.model: _first(view, t) for view in scored}


def _first(view: BinaryView, t: float | None) -> float:
    """Return the page's threshold of the model that is looked at, of others where their page would start."""
    if t is not None and view.model == loaded.model():
        return t
    return default_threshold(computed.counts(view))


def _ask_own(t: float | None) -> None:
    own = _own(t)
    for place, (model, value) in enumerate(own.items()):
        key = f"models_t_{place}"
        st.session_state[key] = value
        st.number_input(
            plain(model),
            step=0.01,
            format="%.4g",
            key=key,
            on_change=partial(_typed, tuple(own.values()), place, key),
            width=200,
        )


def _typed(before: tuple[float, ...], place: int, key: str) -> None:
    """Keep the threshold that was typed beside those of the others."""
    kept = st.session_state.get(_OWN.key) or before
    st.session_state[_OWN.key] = (*kept[:place], float(st.session_state[key]), *kept[place + 1 :])


def title(name: str) -> str:
    """Return what a metric is called."""
    return chosen_by.title(name)
