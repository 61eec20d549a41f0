"""What stands in the sections of the page of costs: fields, the answer with its button, planes, tabs, files."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial

import streamlit as st

from evalcore.costs import Criterion, enough_replicates, nothing_to_draw
from evalcore.figures.costs.figure import CONDITION
from evalcore.figures.live.motion import THRESHOLD
from evalcore.predictions import BinaryView
from evalcore.views.cost_answers import cost_answer
from ui.costs import (
    as_tables,
    assumptions,
    cheapest,
    controls,
    figure,
    formulas,
    hover,
    many_classes,
    money,
    options,
    readings,
    scores,
    span,
    sure,
    weights,
    while_held,
    words,
)
from ui.costs.options import Options
from ui.costs.setting import CountedRows, Setting, counted_rows, default_prevalence
from ui.frame import classes, groups, models, sides, two_models
from ui.frame.figure_tables import FigureTable
from ui.frame.page import Answer, Button, Export, Figure, Sections, Tab, needed
from ui.live import bridge, carrying, threshold
from ui.live import words as live_words
from ui.live.sentence import Says
from ui.session import costs as own_costs
from ui.session import loaded, looked_at
from ui.shared.numbers import threshold as shown
from ui.shared.text import _, plain, sentences, show_said

CHART = "costs_chart"
# What the address repeats besides costs, prevalence and their range.
CHOICES = (*options.CHOICES, controls.NAMING, many_classes.TABLE, *weights.CHOICES, *looked_at.CHOICES)


def without_scores() -> list[Tab]:
    """Return what needs no threshold: the costs of all classes."""
    return classes.all_at_once(many_classes.show)


def of_labels(rows: BinaryView) -> Sections:
    """Return the sections where no model has a score: what the labels cost, once it is said what mistakes do."""
    setting = controls.ask(rows)
    own_costs.write_address(default_prevalence(rows))
    if setting is None:
        return models.points_of_labels(rows, None, without_scores())
    found = models.points_of_labels(rows, words.of_labels(rows, setting), without_scores())
    return replace(found, condition=words.condition(setting, rows))


def of(lead: BinaryView) -> Sections:
    """Return the sections for what the fields hold; without both costs there is nothing to show but all classes."""
    setting = controls.ask(lead)
    own_costs.write_address(default_prevalence(lead))
    if setting is None:
        return Sections(tabs=lambda _t: without_scores())
    span.write_address()
    # That a rule outdoes the best threshold takes a line of its own.
    bridge.leave_a_line()
    chosen, counted = options.chosen(), counted_rows(lead, setting.replaces)
    shaded = span.chosen() if chosen.span else None
    return Sections(
        figure=partial(_figure, counted, setting, chosen),
        figure_tables=partial(_as_tables, counted, setting, chosen),
        of=(*counted.key, *loaded.models(), setting, chosen, shaded, figure.behind_what(counted)),
        answer=partial(_answer, counted, setting, chosen),
        tabs=partial(_tabs, counted, setting),
        options=partial(options.ask, lead, setting),
        handles={CONDITION: partial(controls.moved, setting=setting, by_prevalence=chosen.by_prevalence)},
        typed={CONDITION: partial(controls.typed, setting=setting, by_prevalence=chosen.by_prevalence)},
        export=partial(_export, counted, setting, chosen),
        condition=words.condition(setting, counted.binary),
        # A picture stands alone: what its brackets are is said nowhere else.
        sure=lambda _t: _("Brackets and bars are 95% intervals."),
        table=lambda _t: readings.envelope_file(counted),
        says=_says(counted, setting, chosen),
        moving=money.moving(counted, setting),
        last=partial(while_held.tell, CHART, counted, setting, chosen),
    )


def _says(counted: CountedRows, setting: Setting, chosen: Options) -> Says:
    """Return what a held threshold costs, and what is best under a held condition, where anything costs."""
    if not setting.is_known or not counted.counts.n_pos or not counted.counts.n_neg:
        return {}
    at_threshold = money.held(counted, threshold.value(counted.written), setting)
    stake = words.stake(setting, counted.binary, by_prevalence=chosen.by_prevalence)

    def at_condition(step: str) -> str:
        then = controls.held(step, setting, by_prevalence=chosen.by_prevalence)
        return words.at_condition(then, money.least(counted, then), counted, by_prevalence=chosen.by_prevalence)

    return {
        THRESHOLD: lambda step: sentences(stake, words.answer(*at_threshold(float(step)), counted)),
        CONDITION: at_condition,
    }


def _figure(counted: CountedRows, setting: Setting, chosen: Options, t: float | None) -> Figure:
    at, look = needed(t), bridge.look()
    if not (chosen.planes or look.alone):
        return Figure(
            CHART,
            scores.figure(counted, at, setting, held=chosen)(look=look),
            lambda now: money.bars_alt(counted, needed(now), setting),
            notes=partial(_below, counted, setting, chosen),
            within=partial(scores.tell_interval, CHART, counted, setting),
        )
    return Figure(
        CHART,
        figure.figure(counted, at, setting, chosen)(look=look),
        lambda now: figure.alt(counted, needed(now), setting),
        notes=partial(_below, counted, setting, chosen),
        beside=partial(money.bars_of_rules, counted, setting=setting),
        within=partial(hover.show, CHART),
    )


def _below(counted: CountedRows, setting: Setting, chosen: Options) -> None:
    """Say below the figure which of several models is cheapest, and what belongs to the picture."""
    of = _models(setting)
    if said := cheapest.sentence(of, counted, setting):
        # The condition decides it, and no threshold.
        with st.container(key="waits_cheapest", horizontal=True, gap="small", vertical_alignment="center"):
            st.caption(said, width="content")
            if (name := cheapest.other(of, counted, setting)) is not None:
                label = _("Look at {model}", model=plain(name))
                icon = ":material/arrow_forward:"
                st.button(label, key="take_cheapest", icon=icon, type="tertiary", on_click=_take_model, args=(name,))
    scores.below(counted, setting, chosen)


def _take_model(name: str) -> None:
    st.session_state["model"] = name
    looked_at.changed()


def _as_tables(counted: CountedRows, setting: Setting, chosen: Options, t: float | None) -> list[FigureTable]:
    if chosen.planes:
        return as_tables.of_planes(counted, needed(t), setting, chosen)
    return as_tables.of_scores(counted, needed(t), setting)


def _answer(counted: CountedRows, setting: Setting, chosen: Options, t: float | None) -> Answer:
    best, at = figure.best(counted, setting), needed(t)
    if not setting.is_known:
        return Answer(_("At these costs nothing is at stake."))
    rules, saving = money.rules(counted, at, setting), money.saving(counted, at, setting)
    said, found = words.answer(rules, saving, counted), cost_answer(rules, saving)
    is_none = math.isnan(best.threshold)
    is_used = not is_none and words.is_best(rules, counted.counts)
    return Answer(
        sentences(words.stake(setting, counted.binary, by_prevalence=chosen.by_prevalence), said),
        Button(
            _use(best.threshold, counted, saves=is_used or not (found.is_no_gain or found.is_outdone)),
            threshold.choose,
            (money.within_reach(counted, best.threshold), counted.binary.key, money.by(counted, setting)),
            key="take_best",
            disabled=is_none or is_used,
            is_advised=found.is_advised,
        ),
    )


def _use(threshold: float, counted: CountedRows, *, saves: bool) -> str:
    """Name the button: on a phone, where it stands below all that is said, by the threshold that it takes.

    Beside a sentence by which that threshold saves nothing on new rows, or a rule without a look at the score costs
    less there, the button speaks of no use.
    """
    if not bridge.is_narrow() or not math.isfinite(threshold):
        return _("Use it") if saves else _("Try it")
    t = shown(threshold, counted.written)
    return _("Use t = {t}", t=t) if saves else _("Try t = {t}", t=t)


def _models(setting: Setting) -> list[CountedRows]:
    """Return all models with a score, counted as the page counts them."""
    return [counted_rows(one, setting.replaces) for one in models.all_scored()]


def _tabs(counted: CountedRows, setting: Setting, t: float | None) -> list[Tab]:
    at = needed(t)
    models_counted = _models(setting)
    several = [Tab("compare", partial(readings.compare, models_counted, setting), title=_("Models compared"))]
    return [
        Tab("readings", partial(money.money, counted, at, setting)),
        *_sides(counted, setting, at),
        Tab("readings", partial(readings.areas, counted, at), title=_("Areas under the cost curves")),
        Tab("readings", partial(readings.envelope, counted), title=_("The envelope as a table")),
        Tab("sure", partial(sure.headline, counted, at, setting), title=_("How sure are these costs?")),
        Tab("sure", partial(_how_sure, counted, setting), title=_("How sure is the best threshold on these rows?")),
        Tab("sure", partial(_worst_case, counted, setting), title=_("A threshold for a range of conditions")),
        Tab("sure", partial(_calibration, counted, setting), title=_("The threshold from costs and prevalence")),
        Tab(
            "sure", partial(assumptions.decision, counted.binary, setting), title=_("Your costs on the decision curve")
        ),
        *groups.tab(counted.binary, at, lambda: setting.matrix if setting.replaces is None else None),
        *(several if len(models_counted) > 1 else []),
        *two_models.tab(after_costs=len(models_counted) > 1),
        *without_scores(),
        Tab("formulas", partial(_formulas, counted, setting, at)),
        Tab("formulas", partial(weights.show, counted.counts.at(at)), title=_("Cost-sensitive accuracy")),
    ]


def _sides(counted: CountedRows, setting: Setting, t: float) -> list[Tab]:
    """Return the readings on both sides with what rows cost there; amounts are of single rows, and are not carried."""
    prevalence = setting.drawn_options["prevalence"]
    costs = None if counted.amounts is not None else Criterion(costs=setting.matrix, prevalence=prevalence)
    return [*sides.both(counted.binary, t, costs), *sides.folds(counted.binary, t)]


def _how_sure(counted: CountedRows, setting: Setting) -> None:
    if counted.binary.cases is not None:
        # Resamples of single rows would tell nothing: why, in place of the offer.
        show_said(nothing_to_draw(counted.drawn_from))
        return
    if not setting.is_known:
        show_said(figure.best(counted, setting).reason)
        return
    if controls.resampling(enough_replicates(counted.drawn_from)):
        readings.how_sure(counted, setting)


def _worst_case(counted: CountedRows, setting: Setting) -> None:
    conditions = span.ask(setting)
    if conditions is not None:
        readings.worst_case(counted, conditions)


def _calibration(counted: CountedRows, setting: Setting) -> None:
    assumptions.calibrated(counted.binary, setting)
    assumptions.row_by_row(counted, setting)


def _formulas(counted: CountedRows, setting: Setting, t: float) -> None:
    formulas.formulas(counted, t, setting)
    formulas.symbols(setting)
    formulas.copies(setting)
    formulas.naming(setting, controls.naming())


def _export(counted: CountedRows, setting: Setting, chosen: Options, t: float | None) -> Export:
    at = needed(t)
    if chosen.planes or bridge.look().alone:
        draw, shown = figure.figure(counted, at, setting, chosen), figure.alt(counted, at, setting)
    else:
        draw, shown = scores.figure(counted, at, setting), money.bars_alt(counted, at, setting)
    return Export(
        label=_("Figure as HTML, its handles included"),
        name="costs",
        title=live_words.export_title(_("Costs"), counted.binary),
        caption=sentences(
            words.caption(setting, counted.binary, shown),
            carrying.in_file(counted.binary, t),
        ),
        draw=draw,
        about=live_words.about_file(counted.binary, t),
    )
