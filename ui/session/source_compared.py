"""Models of a source compared on its rows: what the source has said of each pair, and how it is asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final

import streamlit as st

from evalcore import engine
from evalcore.counts import SourcedPredictions, SourcedView
from evalcore.engine import Progress
from evalcore.engine.comparison import Comparison
from evalcore.errors import Message
from evalcore.predictions import BinaryView
from evalcore.significance import AucDifferences, Disagreement, KnownPair, auc_differences_of_source
from evalcore.support.runs import Line, Run
from ui.session import loaded, sourced
from ui.session.job import Job
from ui.session.question import Asked
from ui.shared.text import _, say

NOT_ASKED: Final = Message("Whether these models differ takes all rows at once, and the source has not been asked.")
NOT_BY_CASE: Final = Message(
    "Whether these models differ is not known: rows of one case are not independent, and counts do not tell which rows "
    "are of one."
)
Pair = tuple[str, str]
Key = tuple[str, Pair, tuple[float, float] | None]
_FOUND: Final = "source_comparisons"
_MOST: Final = 100


@dataclass(frozen=True)
class Wanted:
    """Which models of predictions of an origin are to be compared, each at a threshold; None without."""

    origin: str
    models: tuple[str, ...]
    thresholds: tuple[float, ...] | None = None

    @property
    def pairs(self) -> list[Pair]:
        """All pairs of the models."""
        return list(combinations(self.models, 2))

    def key(self, pair: Pair) -> Key:
        """Return under what the answer for a pair is kept."""
        if self.thresholds is None:
            return self.origin, pair, None
        at = dict(zip(self.models, self.thresholds, strict=True))
        return self.origin, pair, (at[pair[0]], at[pair[1]])


class Comparing(Run[Any]):
    """A question for pairs of models, under way."""

    def __init__(self, wanted: Wanted, title: str, steps: Iterator[Any]) -> None:
        self.wanted, self.title = wanted, title
        super().__init__(steps, line=Line(1))

    @property
    def progress(self) -> Progress | None:
        """How far it is; None before the first look."""
        return self.result if isinstance(self.result, Progress) else None


def _take(run: Comparing) -> None:
    found = run.result
    if run.is_whole and isinstance(found, dict):
        kept = _kept()
        kept.update({run.wanted.key(pair): one for pair, one in found.items()})
        # The differences of the areas are the same at all thresholds.
        kept.update({(run.wanted.origin, pair, None): one for pair, one in found.items()})
        while len(kept) > _MOST:
            del kept[next(iter(kept))]


JOB: Final = Job[Comparing]("source_compare", _take)


def _kept() -> dict[Key, Comparison]:
    kept: dict[Key, Comparison] = st.session_state.setdefault(_FOUND, {})
    return kept


def why_unknown(rows: BinaryView) -> Message:
    """Say why nothing is known of how models of a source differ."""
    return NOT_ASKED if rows.rows_alone else NOT_BY_CASE


def differences(rows: Sequence[SourcedView], confidence_level: float = 0.95) -> AucDifferences | None:
    """Return the differences of the areas of all pairs of models; None until the source has been asked."""
    if not rows[0].rows_alone:
        return None
    wanted = Wanted(rows[0].origin, tuple(one.model for one in rows))
    found = {pair: _of_pair(wanted.origin, pair) for pair in wanted.pairs}
    known = {pair: _known(one, rows[0]) for pair, one in found.items() if one is not None}
    if len(known) < len(found):
        return None
    counts = rows[0].grouped.counts
    sizes = {"n_pos": int(counts.n_pos), "n_neg": int(counts.n_neg)}
    return auc_differences_of_source(known, **sizes, confidence_level=confidence_level)


def _known(found: Comparison, view: SourcedView) -> KnownPair:
    """Return both areas and the standard error; scores stay as they are where the other class is looked for."""
    a, b = ((cells.auc_low + cells.auc_high) / 2 for cells in (found.a, found.b))
    if view.positive != loaded.current().predictions.positive:
        a, b = 1 - a, 1 - b
    return KnownPair(a, b, found.standard_error)


def _of_pair(origin: str, pair: Pair, thresholds: tuple[float, float] | None = None) -> Comparison | None:
    """Return what is known of two models, in whichever order they were asked about."""
    found = _kept().get((origin, pair, thresholds))
    if found is not None:
        return found
    turned = _kept().get((origin, pair[::-1], None if thresholds is None else thresholds[::-1]))
    if turned is None:
        return None
    return replace(turned, a=turned.b, b=turned.a, only_a=turned.only_b, only_b=turned.only_a)


def disagreement(a: SourcedView, b: SourcedView, thresholds: tuple[float, float]) -> Disagreement | None:
    """Return on how many rows both models are right, only one or none; None until the source has been asked."""
    found = _of_pair(a.origin, (a.model, b.model), thresholds) if a.rows_alone else None
    if found is None:
        return None
    if a.positive == loaded.current().predictions.positive:
        return Disagreement(e00=found.both, e01=found.only_b, e10=found.only_a, e11=found.neither)
    # The other class is called positive where this one is not: who was right is wrong.
    return Disagreement(e00=found.neither, e01=found.only_a, e10=found.only_b, e11=found.both)


def offer(wanted: Wanted) -> None:
    """Offer to ask the source, or show how far it is."""
    refused = JOB.refusal()
    if refused is not None:
        st.error(say(refused), icon=":material/error:")
    if JOB.run is not None:
        JOB.watch(sourced.told_of, width=sourced.WIDTH)
        return
    asked = loaded.current().asked
    of = loaded.current().predictions
    if asked is None or not isinstance(of, SourcedPredictions) or of.case is not None:
        return
    label = _("Ask the source")
    st.button(label, key="compare_in_source", icon=":material/database:", on_click=begin, args=(wanted, asked))


def offer_areas(rows: Sequence[SourcedView]) -> None:
    """Offer to ask the source for the differences of the areas of these models."""
    offer(Wanted(rows[0].origin, tuple(one.model for one in rows)))


def begin(wanted: Wanted, asked: Asked) -> None:
    """Ask the source for all pairs."""
    named = sourced.one(asked.source)
    JOB.begin(Comparing(wanted, named.title, _steps(sourced.opened(named), asked, wanted)))


def _steps(source: engine.Source, asked: Asked, wanted: Wanted) -> Iterator[Progress | Mapping[Pair, Comparison]]:
    found: dict[Pair, Comparison] = {}
    for pair in wanted.pairs:
        one: Any = None
        given = {"truth": asked.truth, "positive": asked.positive, "where": _of_the_same_rows(asked)}
        for one in engine.in_steps(source.compare, *pair, **given, thresholds=wanted.key(pair)[2]):
            if isinstance(one, Progress):
                yield one
        found[pair] = one
    yield found


def _of_the_same_rows(asked: Asked) -> list[tuple[Any, ...]]:
    """Return the filters, with which all models are known: the rows are those that all of them have scored."""
    return [*asked.where, *((name, "is known", None) for name in asked.scores)]
