"""The view of reliability: do scores, read as probabilities, come true as often as they say?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import plotly.graph_objects as go
import streamlit as st

from evalcore.errors import Message
from evalcore.figures.calibration.bins import reliability_figure
from evalcore.figures.calibration.reliability import Behind, promises_figure
from evalcore.figures.live.motion import THRESHOLD
from evalcore.predictions import BinaryView
from evalcore.views.calibration import Promises, promises
from evalcore.views.threshold import default_threshold
from ui.calibration import as_tables, compare, controls, formulas, found, readings, words
from ui.calibration.controls import Options
from ui.frame import groups, models, two_models
from ui.frame.page import Answer, Button, Export, Figure, Sections, Tab, Table, needed
from ui.live import bridge, carrying, threshold
from ui.live import words as live_words
from ui.session import computed, files, looked_at
from ui.shared import charts
from ui.shared.text import _, literal, say, say_in_figure, sentences

CHART = "calibration_chart"


def of(rows: BinaryView, chosen: Options) -> Sections:
    """Return the sections for what is set."""
    scenes = {"calibration": partial(reliabilities, models.all_scored())}
    if (refused := found.refused(rows)) is not None:
        return Sections(answer=lambda _t: no_probabilities(refused), scenes=scenes)
    of_nothing = not len(found.bins(rows).score)
    return Sections(
        figure=None if of_nothing else partial(_figure, rows, chosen),
        figure_tables=lambda t: as_tables.of_promises(_view(rows, chosen, needed(t)), needed(t)),
        of=("reliability", *rows.key, chosen, looked_at.title_of(rows)),
        answer=partial(_answer, rows, chosen),
        tabs=partial(_tabs, rows, chosen),
        options=partial(controls.options, rows, chosen.view),
        export=None if of_nothing else partial(_export, rows, chosen),
        table=lambda _t: _table(rows, chosen),
        says={} if of_nothing else {THRESHOLD: partial(_held, rows, _now(rows, chosen), _verdict(rows, chosen))},
        scenes=scenes,
    )


def no_probabilities(refused: Message) -> Answer:
    """Say that the scores are no probabilities, and lead to what makes such of them."""
    said = sentences(say(refused), _("Recalibration makes probabilities of them; ranking needs none."))
    return Answer(said, Button(_("Recalibrate"), controls.open_recalibration, key="recalibrate"))


def _view(rows: BinaryView, chosen: Options, t: float) -> Promises:
    special = (default_threshold(computed.counts(rows)), t)
    return promises(computed.view(rows, special), found.bins(rows), found.smooth(rows, chosen.nearest))


def _now(rows: BinaryView, chosen: Options) -> Promises:
    return _view(rows, chosen, threshold.value(computed.counts(rows)))


def _held(rows: BinaryView, of: Promises, verdict: str, step: str) -> str:
    return sentences(words.held(of, of.view.steps.nearest(float(step)), computed.counts(rows)), verdict)


def _answer(rows: BinaryView, chosen: Options, t: float | None) -> Answer:
    verdict = _verdict(rows, chosen)
    if t is None:
        reason = found.line(rows, chosen.nearest).reason
        return Answer(verdict or ("" if reason is None else say(reason)))
    return Answer(_held(rows, _view(rows, chosen, t), verdict, repr(t)))


def _verdict(rows: BinaryView, chosen: Options) -> str:
    """Say of all scores whether they are off, which no threshold changes."""
    return words.verdict(found.line(rows, chosen.nearest))


def _figure(rows: BinaryView, chosen: Options, t: float | None) -> Figure:
    return Figure(
        CHART,
        _draw(rows, chosen, needed(t))(look=bridge.look()),
        lambda now: _alt(rows, chosen, needed(now)),
        notes=partial(_notes, rows, chosen),
    )


def _draw(rows: BinaryView, chosen: Options, t: float) -> Callable[..., go.Figure]:
    rest = looked_at.rest(rows)
    behind = None if rest is None else Behind(_("all other rows"), found.bins(rest))
    return partial(
        promises_figure,
        _view(rows, chosen, t),
        t,
        behind=behind,
        classes=live_words.classes(rows),
        say=say_in_figure,
    )


def _alt(rows: BinaryView, chosen: Options, t: float) -> str:
    said = _("Share of positives against the score, with a smooth curve in its band and bins of rows.")
    return sentences(said, literal(_answer(rows, chosen, t).sentence))


def _notes(rows: BinaryView, chosen: Options) -> None:
    """Say why there is no curve or no band, and what to mind of it."""
    smooth, bins = found.smooth(rows, chosen.nearest), found.bins(rows)
    readings.show_why(rows, chosen, *(say(one) for one in (smooth.reason, *smooth.warnings, bins.reason) if one))


def _tabs(rows: BinaryView, chosen: Options, t: float | None) -> Sequence[Tab]:
    several = models.all_scored()
    compared = [Tab("compare", partial(compare.losses, several, chosen), title=_("Models compared"))]
    at = needed(t) if t is not None else computed.counts(rows).prevalence
    return [
        Tab("readings", partial(readings.line, rows, chosen)),
        Tab("readings", partial(readings.losses, rows), title=_("Brier score and log loss, and their parts")),
        Tab("sure", partial(readings.how_sure, rows, chosen)),
        *groups.tab(rows, at, partial(groups.known_costs, rows)),
        *(compared if len(several) > 1 else []),
        *two_models.tab(),
        Tab("formulas", partial(formulas.reliability, rows, chosen)),
    ]


def _export(rows: BinaryView, chosen: Options, t: float | None) -> Export:
    at = needed(t)
    return Export(
        label=_("Figure as HTML, its handle included"),
        name="reliability",
        title=live_words.export_title(_("Reliability"), rows),
        caption=sentences(_alt(rows, chosen, at), carrying.in_file(rows, t)),
        draw=_draw(rows, chosen, at),
        about=live_words.about_file(rows, t),
    )


def _table(rows: BinaryView, chosen: Options) -> Table:
    """Return the smooth curve as a file that says of which rows it is; without a curve the bins."""
    smooth, about = found.smooth(rows, chosen.nearest), files.about(rows)
    frame = readings.bins_frame(found.bins(rows)) if smooth.reason is not None else smooth.to_frame()
    return Table(_("Curve as CSV"), files.name("calibration", rows.model), lambda: frame.assign(**about))


def reliabilities(shown: Sequence[BinaryView]) -> None:
    """Show the reliability diagrams of two models beside each other and nothing else, as an audience needs them."""
    for place, model in zip(st.columns(len(shown[:2])), shown, strict=False):
        figure = reliability_figure(found.bins(model), model.model, say=say_in_figure, look=bridge.scene_look())
        with place:
            charts.chart(figure, key=f"reliability_{model.model}", alt=_("Reliability diagram"))
