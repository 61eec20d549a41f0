"""The view of ranking: how many of the positives are found in so many of the rows, from the highest score on?"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

import pandas as pd
import plotly.graph_objects as go

from evalcore import curves
from evalcore.curves import GainsAt
from evalcore.figures.calibration.ranking import ranked_figure
from evalcore.figures.live.motion import THRESHOLD
from evalcore.predictions import BinaryView
from evalcore.views.calibration import Ranked, ranked
from evalcore.views.threshold import default_threshold
from ui.calibration import as_tables, controls, formulas, found
from ui.calibration.controls import Options
from ui.frame import groups, models, sides, two_models
from ui.frame.page import Answer, Export, Figure, Sections, Tab, Table, needed
from ui.live import bridge, carrying
from ui.live import words as live_words
from ui.live.sentence import between, held
from ui.session import computed, files, memory
from ui.shared import cards, tables
from ui.shared.numbers import interval, number, percent
from ui.shared.numbers import threshold as shown
from ui.shared.text import _, literal, remark, say, say_in_figure, sentences, show_said, show_said_of

CHART = "ranking_chart"
# Of so many of the rows gain and lift stand in the table.
SHARES = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


def of(rows: BinaryView, chosen: Options) -> Sections:
    """Return the sections for what is set."""
    table = computed.counts(rows)
    if not table.n_pos:
        reason = computed.of_counts(rows, curves.gains_curve).reason
        return Sections(answer=lambda _t: Answer("" if reason is None else say(reason)))
    return Sections(
        figure=partial(_figure, rows, chosen),
        figure_tables=lambda t: as_tables.of_ranked(_view(rows, needed(t)), needed(t)),
        of=("ranking", *rows.key, chosen),
        answer=partial(_answer, rows),
        tabs=partial(_tabs, rows),
        options=partial(controls.options, rows, chosen.view),
        export=partial(_export, rows, chosen),
        table=lambda t: _table(rows, needed(t)),
        says={THRESHOLD: lambda step: _said(rows, float(step))},
    )


def _view(rows: BinaryView, t: float) -> Ranked:
    table = computed.counts(rows)
    steps = computed.view(rows, (default_threshold(table), t)).steps
    return memory.memo("ranked", rows.key, t, make=lambda: ranked(table, steps, found.farthest(rows), t), most=4)


def _said(rows: BinaryView, t: float) -> str:
    """Say what is found in the rows from a threshold on, with intervals where they are known."""
    counts = computed.counts(rows)
    at, here = curves.gains_at(counts, t), held(shown(t, counts), THRESHOLD)
    if not at.rows:
        return _("From t = {t} on there is no row.", t=here)
    return _(
        "From t = {t} on: the highest **{rows}** of the rows hold {gain} of the positives, **{lift}** times{ends} as "
        "many as by chance.",
        t=here,
        rows=percent(at.rows),
        gain=between(percent(at.gain.value), at.gain.low, at.gain.value, at.gain.high),
        lift=number(at.lift.value, 2),
        ends="" if math.isnan(at.lift.low) else f" {interval(at.lift.low, at.lift.high, 2)}",
    )


def _at(rows: BinaryView, t: float) -> GainsAt:
    return curves.gains_at(computed.counts(rows), t)


def _answer(rows: BinaryView, t: float | None) -> Answer:
    return Answer(_said(rows, needed(t)))


def _figure(rows: BinaryView, chosen: Options, t: float | None) -> Figure:
    return Figure(
        CHART,
        _draw(rows, chosen, needed(t))(look=bridge.look()),
        lambda now: _alt(rows, needed(now)),
        notes=lambda: show_said(found.farthest(rows).reason),
    )


def _draw(rows: BinaryView, chosen: Options, t: float) -> Callable[..., go.Figure]:
    return partial(ranked_figure, _view(rows, t), t, rows.model, shown=chosen.ranking, say=say_in_figure)


def _alt(rows: BinaryView, t: float) -> str:
    said = _("What is found in so many of the rows, and the shares of both classes from each score on.")
    return sentences(said, literal(_answer(rows, t).sentence))


def _tabs(rows: BinaryView, t: float | None) -> Sequence[Tab]:
    at, several = needed(t), models.all_scored()
    compared = [Tab("compare", partial(_compare, several), title=_("Models compared"))]
    return [
        Tab("readings", partial(_readings, rows, at)),
        Tab("readings", partial(_shares, rows), title=_("The highest so many of the rows")),
        *sides.both(rows, t),
        *sides.folds(rows, t),
        Tab("sure", partial(_how_sure, rows)),
        *groups.tab(rows, at, partial(groups.known_costs, rows)),
        *(compared if len(several) > 1 else []),
        *two_models.tab(),
        Tab("formulas", partial(formulas.ranking, rows, at)),
    ]


def _readings(rows: BinaryView, t: float) -> None:
    """Show gain and lift at the threshold, and the largest distance of both classes."""
    at, far = _at(rows, t), found.farthest(rows)
    cards.row(
        (_("share of positives found"), number(at.gain.value), interval(at.gain.low, at.gain.high)),
        (_("lift"), number(at.lift.value), interval(at.lift.low, at.lift.high)),
        (
            _("K-S statistic"),
            number(far.statistic),
            _("at t = {t}", t=shown(far.threshold, computed.counts(rows))) if not math.isnan(far.statistic) else "",
        ),
    )
    show_said_of(at.gain, at.lift)


def _shares(rows: BinaryView) -> None:
    """Show gain and lift of the highest so many of the rows."""
    each = [curves.gains_at(computed.counts(rows), rows=share) for share in SHARES]
    table = [
        (
            percent(share, 0),
            percent(one.rows),
            shown(one.threshold, computed.counts(rows)),
            number(one.gain.value),
            interval(one.gain.low, one.gain.high),
            number(one.lift.value),
            interval(one.lift.low, one.lift.high),
        )
        for share, one in zip(SHARES, each, strict=True)
    ]
    titles = (
        _("at most"),
        _("rows"),
        _("from t on"),
        _("positives found"),
        _("95% interval"),
        _("lift"),
        _("its interval"),
    )
    tables.show(pd.DataFrame(table, columns=list(titles)), alt=_("Gain and lift of the highest rows"))
    show_said_of(*(one for at in each for one in (at.gain, at.lift)))
    remark("Rows with one score come together, so there may be fewer than asked for.")


def _how_sure(rows: BinaryView) -> None:
    far = found.farthest(rows)
    if not math.isnan(far.pvalue):
        remark(
            "K-S {statistic}: if the score told nothing it would be {chance} on average, and as large with probability "
            "p = {p}.",
            statistic=number(far.statistic),
            chance=number(far.by_chance),
            p=number(far.pvalue),
        )
    remark(
        "Gain has Wilson's interval, lift one on the scale of logarithms; both take the threshold as fixed. K-S has "
        "none: it is the best of many thresholds on these rows."
    )
    show_said(far.reason, *far.warnings)


def _compare(several: Sequence[BinaryView]) -> None:
    """Show for all models what the highest tenth and fifth of the rows hold, and K-S."""
    table = []
    for one in several:
        tenth, fifth = (curves.gains_at(computed.counts(one), rows=share) for share in (0.1, 0.2))
        table.append(
            (
                one.model,
                number(tenth.gain.value),
                interval(tenth.gain.low, tenth.gain.high),
                number(fifth.gain.value),
                interval(fifth.gain.low, fifth.gain.high),
                number(found.farthest(one).statistic),
            )
        )
    titles = (
        _("model"),
        _("found in the highest tenth"),
        _("95% interval"),
        _("in the highest fifth"),
        _("its interval"),
    )
    tables.show(pd.DataFrame(table, columns=[*titles, _("K-S statistic")]), alt=_("Ranking of all models"))
    remark("Each interval is of its model alone; the models have the same rows.")


def _export(rows: BinaryView, chosen: Options, t: float | None) -> Export:
    return Export(
        label=_("Figure as HTML, its handle included"),
        name="ranking",
        title=live_words.export_title(_("Ranking"), rows),
        caption=sentences(_alt(rows, needed(t)), carrying.in_file(rows, t)),
        draw=_draw(rows, chosen, needed(t)),
        about=live_words.about_file(rows, t),
    )


def _table(rows: BinaryView, t: float) -> Table:
    of, about = _view(rows, t), files.about(rows)
    return Table(_("Curve as CSV"), files.name("gains", rows.model), lambda: of.to_frame().assign(**about))
