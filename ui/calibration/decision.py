"""The view of the decision curve: what is acting on the scores worth, and is it worth more than something else?"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from evalcore.costs import DecisionBand, false_alarms_a_positive
from evalcore.errors import Message, message
from evalcore.figures.calibration.decision import acting_figure
from evalcore.figures.live.motion import THRESHOLD
from evalcore.predictions import BinaryView
from evalcore.views.calibration import Acting, acting_places
from ui.calibration import as_tables, compare, controls, formulas, found, reliability, words
from ui.calibration.controls import Options
from ui.frame import groups, models, sides, two_models
from ui.frame.figure_tables import FigureTable
from ui.frame.page import Answer, Export, Figure, Sections, Tab, Table, needed
from ui.live import bridge, carrying, threshold
from ui.live import words as live_words
from ui.live.sentence import held
from ui.session import computed, files, looked_at
from ui.shared import tables
from ui.shared.numbers import count, interval, number
from ui.shared.numbers import threshold as shown
from ui.shared.text import _, literal, plain, remark, say, say_in_figure, sentences, show_said

CHART = "decision_chart"
OVER: dict[str, Message] = {
    "rule": message("gain over the better rule · without scores"),
    "always": message("gain over acting always"),
    "avoided": message("interventions avoided · per 100 rows"),
}


def of(rows: BinaryView, chosen: Options) -> Sections:
    """Return the sections for what is set."""
    if (refused := found.refused(rows)) is not None:
        return Sections(answer=lambda _t: reliability.no_probabilities(refused))
    return Sections(
        figure=partial(_figure, rows, chosen),
        figure_tables=partial(_as_tables, rows, chosen),
        of=("decision", *rows.key, chosen),
        answer=partial(_answer, rows, chosen),
        tabs=partial(_tabs, rows, chosen),
        options=partial(controls.options, rows, chosen.view),
        export=partial(_export, rows, chosen),
        table=lambda t: _table(rows, chosen, needed(t)),
        says={THRESHOLD: partial(_held, rows, chosen, _view(rows, chosen, threshold.value(computed.counts(rows))))},
    )


def _places(rows: BinaryView, t: float) -> tuple[float, ...]:
    return tuple(acting_places(t, computed.counts(rows)).tolist())


def _view(rows: BinaryView, chosen: Options, t: float) -> Acting:
    places = _places(rows, t)
    intervals = found.acting(rows, places, chosen.prevalence)
    by_choice = {"rule": intervals.over_rule, "always": intervals.over_all, "avoided": intervals.avoided}
    return Acting(intervals, by_choice.get(chosen.gain) or _over_model(rows, chosen, places))


def _over_model(rows: BinaryView, chosen: Options, places: tuple[float, ...]) -> DecisionBand:
    other = looked_at.binary(chosen.other)
    if rows.weight is not None or found.refused(other) is not None:
        # Weighted rows, and scores that are no probabilities, have no difference row by row.
        return found.acting(rows, places, chosen.prevalence).over_rule
    return found.over(rows, other, places, chosen.prevalence)


def _no_difference(rows: BinaryView, chosen: Options) -> str | None:
    """Say why the gain over another model is not shown."""
    if chosen.gain != "model":
        return None
    if rows.weight is not None:
        return _("Weighted rows have no difference row by row; the gain over the better rule without scores is shown.")
    refused = found.refused(looked_at.binary(chosen.other))
    return None if refused is None else sentences(f"{chosen.other}:", say(refused))


def _gain(rows: BinaryView, chosen: Options) -> Message:
    if chosen.gain != "model" or _no_difference(rows, chosen) is not None:
        return OVER.get(chosen.gain, OVER["rule"])
    return message("gain over {model}", model=str(chosen.other))


def _held(rows: BinaryView, chosen: Options, of: Acting, step: str) -> str:
    return _said(rows, of, of.nearest(float(step)), chosen)


def _said(rows: BinaryView, of: Acting, at: int, chosen: Options) -> str:
    """Say what acting from a threshold probability on is worth."""
    here, over = of.found.model.at(at), of.gain.at(at)
    if math.isnan(here.value):
        why = of.found.model.reason
        return "" if why is None else say(why)
    # "0.02 less" reads better than "−0.02 more"; what is printed as 0 is no less.
    is_less = number(over.value).startswith("−")
    gain = over.times(-1) if is_less and chosen.gain != "avoided" else over
    values = {
        "t": held(shown(float(of.places[at]), computed.counts(rows)), THRESHOLD),
        "benefit": words.written(here),
        "gain": words.written(gain),
    }
    if chosen.gain == "avoided":
        return _(
            "Acting from p = {t} on has a net benefit of **{benefit}**; interventions avoided: **{gain}**.", **values
        )
    if chosen.gain == "model" and _no_difference(rows, chosen) is None:
        values["than"] = plain(chosen.other)
    else:
        values["than"] = _("acting always") if chosen.gain == "always" else _("the better rule without scores")
    if is_less:
        return _("Acting from p = {t} on has a net benefit of **{benefit}**, **{gain}** less than {than}.", **values)
    return _("Acting from p = {t} on has a net benefit of **{benefit}**, **{gain}** more than {than}.", **values)


def _answer(rows: BinaryView, chosen: Options, t: float | None) -> Answer:
    at = needed(t)
    if not 0 < at < 1:
        here = held(number(at), THRESHOLD)
        return Answer(_("t = {t} is no threshold probability: these lie between 0 and 1.", t=here))
    of = _view(rows, chosen, at)
    return Answer(_said(rows, of, of.nearest(at), chosen))


def _figure(rows: BinaryView, chosen: Options, t: float | None) -> Figure:
    return Figure(
        CHART,
        _draw(rows, chosen, needed(t))(look=bridge.look()),
        lambda now: _alt(rows, chosen, needed(now)),
        notes=partial(_notes, rows, chosen, needed(t)),
    )


def _draw(rows: BinaryView, chosen: Options, t: float) -> Callable[..., go.Figure]:
    of = _view(rows, chosen, t)
    return partial(acting_figure, of, t, rows.model, gain=_gain(rows, chosen), say=say_in_figure)


def _as_tables(rows: BinaryView, chosen: Options, t: float | None) -> list[FigureTable]:
    at = needed(t)
    return as_tables.of_acting(_view(rows, chosen, at), at, rows.model, say(_gain(rows, chosen)))


def _alt(rows: BinaryView, chosen: Options, t: float) -> str:
    said = _("Net benefit against the threshold probability, beside acting always and never, and what is gained.")
    return sentences(said, literal(_answer(rows, chosen, t).sentence))


def _notes(rows: BinaryView, chosen: Options, t: float) -> None:
    of = _view(rows, chosen, t)
    if (said := _no_difference(rows, chosen)) is not None:
        st.caption(said)
    for band in (of.found.model, of.gain):
        if band.reason is not None and band.has_ends:
            remark("Where no band is drawn: {why}", why=say(band.reason))
        else:
            show_said(band.reason)
    show_said(*of.found.model.warnings, *of.gain.warnings)


def _tabs(rows: BinaryView, chosen: Options, t: float | None) -> Sequence[Tab]:
    at, several = needed(t), models.all_scored()
    compared = [Tab("compare", partial(compare.acting, several, at, chosen), title=_("Net benefit of all models"))]
    return [
        Tab("readings", partial(_readings, rows, chosen, at)),
        *sides.both(rows, t),
        *sides.folds(rows, t),
        Tab("sure", partial(_how_sure, rows, chosen, at)),
        *groups.tab(rows, at, partial(groups.known_costs, rows)),
        *(compared if len(several) > 1 else []),
        *two_models.tab(),
        Tab("formulas", partial(formulas.acting, rows, at)),
    ]


def _readings(rows: BinaryView, chosen: Options, t: float) -> None:
    """Show what each way of acting is worth at the threshold."""
    if not 0 < t < 1:
        remark("No threshold probability: t is not between 0 and 1.")
        return
    of, cm = found.acting(rows, (t,), chosen.prevalence), computed.counts(rows).at(t)
    each = (
        (_("net benefit of {model}", model=rows.model), of.model),
        (_("net benefit of acting always"), of.treat_all),
        (_("gain over acting always"), of.over_all),
        (_("gain over the better rule without scores"), of.over_rule),
        (_("interventions avoided per 100 rows"), of.avoided),
    )
    table = [(name, number(float(one.value[0])), interval(float(one.low[0]), float(one.high[0]))) for name, one in each]
    tables.show(
        pd.DataFrame(table, columns=[_("quantity"), _("value"), _("95% interval")]),
        alt=_("Net benefit at the threshold"),
    )
    remark(
        "At t = {t}: {tp} found, {fp} false alarms. One found positive is worth as much as {weight} false alarms.",
        t=shown(t, computed.counts(rows)),
        tp=count(cm.tp),
        fp=count(cm.fp),
        weight=number(false_alarms_a_positive(t)),
    )
    show_said(*(one.reason for _name, one in each))
    show_said(*(word for _name, one in each for word in one.warnings))
    if chosen.prevalence is not None:
        remark(
            "The model acts where its score reaches $p_t$. Scores calibrated on these rows would first have to be "
            "adjusted to the prevalence at deployment; here they are taken as they are."
        )


def _how_sure(rows: BinaryView, chosen: Options, t: float) -> None:
    remark(
        "Intervals are closed forms of a cost at a fixed threshold: found positives earn 1, false alarms cost "
        "$p_t / (1 - p_t)$. Each holds for its own place; a curve holds everywhere at once less often."
    )
    remark(
        "Acting from $p_t$ on is right for probabilities that come true. Where the scores do not, another threshold "
        "would be worth more: the views of reliability and recalibration show it."
    )
    remark("Which rule without scores is better was seen on these rows: always below their prevalence, never above it.")
    of = _view(rows, chosen, t)
    show_said(of.found.model.reason, *of.found.model.warnings)


def _export(rows: BinaryView, chosen: Options, t: float | None) -> Export:
    at = needed(t)
    return Export(
        label=_("Figure as HTML, its handle included"),
        name="decision_curve",
        title=live_words.export_title(_("Decision curve"), rows),
        caption=sentences(_alt(rows, chosen, at), carrying.in_file(rows, t)),
        draw=_draw(rows, chosen, at),
        about=live_words.about_file(rows, t),
    )


def _table(rows: BinaryView, chosen: Options, t: float) -> Table:
    of, about = _view(rows, chosen, t), files.about(rows)
    return Table(
        _("Curve as CSV"), files.name("decision_curve", rows.model), lambda: of.found.to_frame().assign(**about)
    )
