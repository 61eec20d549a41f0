"""Other tests of the same two models: all forms of McNemar's, areas, and any metric by a bootstrap."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import numpy as np
import streamlit as st

from evalcore.counts import SourcedView
from evalcore.curves.delong import WEIGHTED
from evalcore.metrics import METRICS
from evalcore.significance import BootstrapResult, DelongResult, auc_differences_at, paired_bootstrap
from evalcore.significance.results import among, level_of_each
from evalcore.views.significance.areas import of_first
from evalcore.views.significance.one_model import confidence
from evalcore.views.significance.two_models import called_positive, decided, n_pairs, resamples
from ui.live import bridge, progress
from ui.session import computed, memory, rescaled, source_compared
from ui.session.choices import Choice, register
from ui.shared import tables
from ui.shared.numbers import number
from ui.shared.text import _, headed, paragraph, plain, remark, say, show_said
from ui.significance import pair, results
from ui.significance.two.controls import Asked

REPLICATES: Final = 2_000
OFFERED: Final = ("accuracy", "f1", "precision", "recall", "specificity", "balanced_accuracy", "matthews", "kappa")
METRIC = register(Choice("two_metric", default="accuracy", options=OFFERED, stays=True))


def forms(asked: Asked) -> None:
    """Show what each form of McNemar's test says of the same table."""
    tests, agree = decided(asked.table, asked.alpha, asked.others)
    tables.show(
        {
            _("method"): [results.method(test) for test in tests],
            _("statistic"): [number(test.statistic) for test in tests],
            **results.p_columns(tests),
            _("verdict at level {alpha}", alpha=results.level(asked.alpha)): [
                results.verdict(test, asked.alpha) for test in tests
            ],
        },
        alt=_("Verdicts of the forms of McNemar's test"),
        as_cards=bridge.is_narrow(),
    )
    results.warnings(tests)
    if not agree:
        paragraph("**The form decides here.** Choose it before looking at the rows; where in doubt, mid-p.")


def areas(asked: Asked) -> None:
    """Show DeLong's test of the areas of both models."""
    a, b = pair.rows(asked.names)
    if not a.has_score or not b.has_score:
        remark("Predicted labels have no curve, so there are no areas to compare.")
        return
    if a.weight is not None:
        show_said(WEIGHTED)
        return
    found = delong(asked, [asked.alpha])
    if found is None:
        show_said(source_compared.why_unknown(a))
        return
    (test,) = found
    paragraph(
        "AUC {first} of {a}, {second} of {b}.",
        first=number(test.auc_a),
        second=number(test.auc_b),
        a=plain(a.model),
        b=plain(b.model),
    )
    results.side_by_side([(results.method(test), test)], asked.alpha)
    results.grounds(test)


def delong(asked: Asked, alphas: Sequence[float]) -> list[DelongResult] | None:
    """Return DeLong's test of both models among all pairs of models with a score, its interval at each level.

    None of a source not yet asked.
    """
    scored = [one for one, _t in pair.others(of(asked)) if one.has_score]
    apart = rescaled.rank_apart((one.model for one in scored), asked.names)
    scored = [one for one in scored if one.model in apart]
    levels = tuple(map(confidence, alphas))
    if sourced := [one for one in scored if isinstance(one, SourcedView)]:
        known = [source_compared.differences(sourced, level) for level in levels]
        found = [one for one in known if one is not None]
        return [of_first(one) for one in found] if len(found) == len(levels) else None

    def make() -> list[DelongResult]:
        scores = {one.model: computed.score(one) for one in scored}
        return [of_first(one) for one in auc_differences_at(scored[0].y_true, scores, levels, case=scored[0].cases)]

    return memory.memo("DeLong of two", *(one.key for one in scored), levels, make=make)


def of(asked: Asked) -> pair.Pair:
    """Return the two loaded models, and at which thresholds they are compared."""
    (first, second), (t_first, t_second) = asked.keys, asked.thresholds
    return pair.Pair(asked.names, (first, second), (t_first, t_second))


def bootstrap(asked: Asked) -> None:
    """Show the difference of a metric, by a bootstrap that draws each row for both models."""
    metric = pair.ask_metric(METRIC, OFFERED, width=260)
    times = resamples(REPLICATES, asked.others)
    by_case = asked.is_by_case
    wanted = st.toggle(
        _("Resample the cases {n} times", n=times) if by_case else _("Resample the rows {n} times", n=times),
        key="two_resampled",
        persist_state="session",
        help=_("A case is drawn with all its rows, for both models.")
        if by_case
        else _("A row drawn is drawn for both models."),
    )
    if not wanted:
        return
    test = _resampled(asked, metric)
    name = say(METRICS[metric].title)
    paragraph(
        "{metric} {first} of {a}, {second} of {b}.",
        metric=name,
        first=number(test.value_a),
        second=number(test.value_b),
        a=plain(asked.names[0]),
        b=plain(asked.names[1]),
    )
    results.side_by_side([(headed(results.method(test), name), test)], asked.alpha)
    results.grounds(test)


def _resampled(asked: Asked, metric: str) -> BootstrapResult:
    """Return the bootstrap of both models among those of all pairs, each from the same seed."""
    every = pair.others(of(asked))
    level = level_of_each(confidence(asked.alpha), n_pairs(asked.others))
    called = [called_positive(one, t) for one, t in every]

    # The least p of n resamples is 2 / (n + 1): of many pairs each needs as many times more for its adjusted one.
    n_replicates = resamples(REPLICATES, asked.others)

    def test(first: int, second: int) -> BootstrapResult:
        with progress.asked_progress(n_replicates) as told:
            return paired_bootstrap(
                METRICS[metric].function,
                every[0][0].y_true,
                *(called[first], called[second]),
                n_replicates=n_replicates,
                rng=np.random.default_rng(progress.SEED),
                confidence_level=level,
                progress=told,
                case=every[0][0].cases,
            )

    def make() -> BootstrapResult:
        chosen, *others = [test(*places) for places in combinations(range(len(every)), 2)]
        return among(chosen, [one.pvalue for one in others])

    return memory.memo("paired bootstrap", *((one.key, t) for one, t in every), metric, level, make=make)
