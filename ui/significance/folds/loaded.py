"""Results fold by fold of two loaded models: which metric, which models, and what of the rows is not in them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

import streamlit as st

from evalcore.errors import InputError, Message
from evalcore.metrics import METRICS
from evalcore.predictions import BinaryView, Predictions
from evalcore.significance import FoldScores, fold_scores
from evalcore.support.arrays import FloatArray
from evalcore.views.significance.two_models import called_positive
from ui.session import address, loaded, memory
from ui.session.choices import Choice, register
from ui.shared.numbers import count, number
from ui.shared.text import _, plain, say
from ui.significance import pair, rows
from ui.significance.pair import Pair
from ui.significance.two import compare as two_compare

ERROR_RATE: Final = "error_rate"
OFFERED: Final = (ERROR_RATE, *two_compare.OFFERED)
SOURCE = register(Choice("folds_data", options=tuple(pair.SOURCES)))
METRIC = register(Choice("folds_metric", default=ERROR_RATE, options=OFFERED, stays=True))


@dataclass(frozen=True)
class Loaded:
    """Two loaded models, fold by fold; `scores` is None where there is nothing to test, and `refused` says why.

    `others` are the differences of all other pairs of loaded models that have a value in two folds at least.
    """

    pair: Pair
    metric: str
    scores: FoldScores | None = None
    others: tuple[FloatArray, ...] = field(default=(), compare=False)
    refused: Message | None = None

    @property
    def lower_is_better(self) -> bool:
        """Whether the metric counts mistakes."""
        return self.metric == ERROR_RATE

    @property
    def title(self) -> str:
        """What the metric is called."""
        return say(METRICS[self.metric].title)


def are_there() -> bool:
    """Whether models are loaded that predicted classes fold by fold."""
    return rows.usable() and loaded.are_in_folds()


def are_five_by_two() -> bool:
    """Whether they did so in five repetitions of two folds."""
    if not are_there():
        return False
    of = loaded.current().predictions
    return of.folds is not None and of.repeats is not None and (of.repeats.present, of.folds.present) == (5, 2)


def hint() -> str | None:
    """Say how loaded models could be compared fold by fold, where only one of the folds is loaded."""
    folds = loaded.current().predictions.folds if rows.usable() else None
    if folds is None or folds.present != 1 or len(loaded.models()) < 2:
        return None
    return _(
        "Of column {column} only one fold is loaded: load all parts together to compare the loaded models fold by "
        "fold.",
        column=plain(folds.column),
    )


def source() -> str:
    """Ask whether a table is taken or what is loaded."""
    chosen = pair.source(SOURCE)
    pair.write_source(SOURCE, are_there=True)
    return chosen


def ask() -> Loaded:
    """Ask which models at which thresholds, and for the metric, in a box that opens."""
    with st.popover(_("Models"), icon=":material/edit:", key="folds_models"):
        both = pair.ask()
        metric = pair.ask_metric(METRIC, OFFERED)
    address.write_choice(METRIC)
    try:
        scores = memory.memo("fold scores", both, metric, make=lambda: _scores(both, metric))
        return Loaded(both, metric, scores, _others(both, metric))
    except InputError as refused:
        return Loaded(both, metric, refused=refused.message)


def _scores(both: Pair, metric: str) -> FoldScores:
    return _of_two(pair.others(both)[:2], metric)


def _of_two(two: Sequence[tuple[BinaryView, float | None]], metric: str) -> FoldScores:
    of = loaded.current().predictions
    assert of.folds is not None
    predicted = {one.model: called_positive(one, t) for one, t in two}
    truth = two[0][0].y_true
    return fold_scores(
        METRICS[metric].function, truth, predicted, of.folds, repeats=of.repeats, sample_weight=of.weight
    )


def _others(both: Pair, metric: str) -> tuple[FloatArray, ...]:
    """Return the differences of all other pairs."""
    every = pair.others(both)

    def make() -> tuple[FloatArray, ...]:
        found = []
        for two in list(combinations(every, 2))[1:]:
            with suppress(InputError):  # a pair without a value in two folds is no test
                found.append(_of_two(two, metric).table.differences(0, 1))
        return tuple(found)

    return memory.memo("other fold scores", *((one.key, t) for one, t in every), metric, make=make)


def said(found: Loaded) -> list[str]:
    """Say whose results these are, of which folds, and which rows are not among them."""
    of, scores = loaded.current().predictions, found.scores
    if scores is None or of.folds is None:
        return []
    values = {
        "metric": found.title,
        "column": plain(of.folds.column),
        "rows": "–".join(dict.fromkeys(count(int(size)) for size in (scores.sizes.min(), scores.sizes.max()))),
        "ratio": number(scores.ratio),
    }
    if scores.layout is not None and scores.layout.repeats > 1:
        taken = _(
            "{repeats} repetitions of {folds} folds (column {column}) of {rows} rows, {metric} in each: "
            "taken for cross validation, {ratio} test rows per training row.",
            **values,
            repeats=count(scores.layout.repeats),
            folds=count(scores.layout.folds),
        )
    else:
        taken = _(
            "{folds} folds (column {column}) of {rows} rows, {metric} in each: taken for cross validation, "
            "{ratio} test rows per training row.",
            **values,
            folds=count(len(scores.sizes)),
        )
    return [pair.said(found.pair.names, found.pair.thresholds), taken, *map(say, scores.table.notes), *_left_out(of)]


def _left_out(of: Predictions) -> list[str]:
    if not of.n_dropped:
        return []
    return [_("Left out when the file was read: {count} rows, see Load predictions.", count=count(of.n_dropped))]
