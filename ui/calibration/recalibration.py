"""The view of recalibration: scores made into probabilities on some rows, judged on others, and what that decides."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from evalcore import costs
from evalcore.calibration import Acted, Calibration, Judged, Method, Recalibrated
from evalcore.counts import SourcedView
from evalcore.errors import InputError
from evalcore.figures.calibration.recalibration import mapped_figure
from evalcore.figures.live.motion import THRESHOLD
from evalcore.intervals import Estimate
from evalcore.predictions import BinaryView
from evalcore.views.calibration import Mapped, mapped
from evalcore.views.threshold import default_threshold
from ui.calibration import as_tables, controls, formulas, found, words
from ui.calibration.controls import Options
from ui.frame.figure_tables import FigureTable
from ui.frame.page import Answer, Button, Export, Figure, Sections, Tab, needed
from ui.live import bridge, chosen_here, chosen_where, threshold, undo
from ui.live import words as live_words
from ui.live.sentence import held
from ui.session import chosen_on, computed, files, loaded, looked_at, mended, rescaled, sides
from ui.session import costs as own_costs
from ui.session.chosen_on import FOLDS, HALF, On
from ui.shared import navigation, tables, told
from ui.shared.numbers import count, number
from ui.shared.numbers import threshold as shown
from ui.shared.text import _, paragraph, plain, remark, say, say_in_figure, sentences, show_said, show_said_of

CHART = "recalibration_chart"
# Where a threshold was chosen stands above this figure.
LOWER = 60


def of(rows: BinaryView, chosen: Options) -> Sections:
    """Return the sections for what is set: without other rows to fit on there is nothing to judge."""
    first = sides.first(rows)
    if first is None:
        return _without_figure(rows, chosen, _ask_for_rows(rows))
    try:
        made = found.recalibrated(rows, first, chosen.method, chosen.nearest)
    except InputError as error:  # both sides have the same counts, as rows of one score may
        return _without_figure(rows, chosen, Answer(say(error.message)))
    if made.reason is not None:
        return _without_figure(rows, chosen, Answer(_not_fitted(made)))
    return Sections(
        figure=partial(_figure, rows, made),
        figure_tables=partial(_as_tables, rows, made),
        of=("recalibration", *rows.key, *first.key, chosen),
        answer=partial(_answer, rows, made, chosen),
        tabs=partial(_tabs, rows, made, partial(found.acted, rows, first, chosen.method, chosen.nearest)),
        options=partial(controls.options, rows, chosen.view),
        export=partial(_export, rows, made),
        says={THRESHOLD: _says(rows, made)},
    )


def _without_figure(rows: BinaryView, chosen: Options, answer: Answer) -> Sections:
    """Return the sections where nothing is drawn: what a figure has beside it, and the rows to fit on, stand below."""
    return Sections(answer=lambda _t: answer, tabs=lambda _t: [Tab("readings", partial(_ask, rows, chosen))])


def _ask(rows: BinaryView, chosen: Options) -> None:
    chosen_where.ask(rows)
    controls.options(rows, chosen.view)


def _ask_for_rows(rows: BinaryView) -> Answer:
    """Say why nothing is fitted, and offer other rows to fit on."""
    if isinstance(rows, SourcedView):
        return Answer(
            _("A recalibration is fitted on other rows than it is judged on; rows that stay in a source have one side.")
        )
    refused = sides.refused(rows)
    if refused is not None:
        return Answer(say(refused))
    said = _(
        "A recalibration always fits its own rows: it is judged on others. Fit it on a random half, or choose other "
        "rows below."
    )
    if chosen_on.asked().kind == FOLDS:
        said = _("Folds choose a threshold each; a recalibration needs one part or half to be fitted on.")
    return Answer(said, Button(_("Fit on a random half"), _on_half, key="fit_on_half"))


def _on_half() -> None:
    chosen_on.ask(On(HALF))


def _not_fitted(made: Recalibrated) -> str:
    reason = made.reason
    return sentences(
        "" if reason is None else say(reason), _("Another method may do, or the option for scores of 0 and 1.")
    )


def _view(rows: BinaryView, made: Recalibrated, t: float) -> Mapped:
    view = computed.view(rows, (default_threshold(computed.counts(rows)), t))
    return mapped(made.recalibration, view)


def _says(rows: BinaryView, made: Recalibrated) -> Callable[[str], str]:
    return partial(_held, rows, _view(rows, made, threshold.value(computed.counts(rows))), _judged(made))


def _held(rows: BinaryView, of: Mapped, judged: str, step: str) -> str:
    at = float(step)
    return sentences(_means(rows, at, float(of.probability[of.view.steps.nearest(at)])), judged)


def _means(rows: BinaryView, t: float, probability: float) -> str:
    table = computed.counts(rows)
    at = held(shown(t, table), THRESHOLD)
    return _("A score of {t} means a probability of **{p}**.", t=at, p=number(probability))


def _answer(rows: BinaryView, made: Recalibrated, chosen: Options, t: float | None) -> Answer:
    at = needed(t)
    of = _view(rows, made, at)
    said = _held(rows, of, _judged(made), repr(at))
    button = None
    if rescaled.made(rows.model) is not None:
        button = Button(_("Forget this model"), _forget, (rows.model,), key="forget_mended", is_advised=False)
    elif loaded.current().predictions.task == "binary":
        args = (rows.model, chosen.method, chosen.nearest)
        # Without probabilities before there is nothing that it could be no help to.
        helps = made.log_loss.high < 0 or math.isnan(made.log_loss.value)
        button = Button(_("Use as scores"), _use, args, key="use_as_scores", is_advised=helps)
    return Answer(said, button)


def _judged(made: Recalibrated) -> str:
    """Say what the recalibration changes on the rows that judge."""
    on, judge = (plain(name) for name in sides.names())
    values = {"on": on, "judge": judge, "change": _change(made.log_loss)}
    if math.isnan(made.log_loss.value):
        after = "" if made.after is None else number(made.after.losses.log_loss.value.value)
        return _(
            "Fitted on {on}, judged on {judge}: log loss {after}; before, the scores were no probabilities.",
            after=after,
            **values,
        )
    if math.isinf(made.log_loss.value):
        values["change"] = _change(made.brier)
        return _(
            "Fitted on {on}, judged on {judge} the log loss becomes infinite: a row was certain and wrong. The Brier "
            "score changes by {change}.",
            **values,
        )
    if made.log_loss.high < 0:
        return _("Fitted on {on}, judged on {judge} it helps: log loss changes by {change}.", **values)
    if made.log_loss.low > 0:
        return _("Fitted on {on}, judged on {judge} it does harm: log loss changes by {change}.", **values)
    return _("Fitted on {on}, judged on {judge} no help is shown: log loss changes by {change}.", **values)


def _change(of: Estimate) -> str:
    if math.isinf(of.value):
        return "∞" if of.value > 0 else "−∞"
    return words.written(of)


def _use(model: str, method: Method, nearest: float | None) -> None:
    """Keep the recalibrated scores as a model of their own, look at it, and let the threshold decide as before."""
    rows = looked_at.binary(model)
    first = sides.first(rows)
    if first is None:
        return
    made = found.recalibrated(rows, first, method, nearest)
    if made.reason is not None:
        return
    t = threshold.value(computed.counts(rows))
    at = _view(rows, made, t)
    probability = float(at.probability[at.view.steps.nearest(t)])

    def take() -> None:
        were = chosen_here.rows_now(rows)
        name = mended.add(model, made.recalibration, chosen_on.asked())
        chosen_here.same_rows(were, chosen_here.rows_now(looked_at.binary(model)))
        if rescaled.rank_alike(model, name):
            threshold.turn(model, name)
        else:
            chosen_here.clear()
            threshold.take(probability)
        st.session_state["model"] = name
        st.session_state[controls.VIEW.key] = "reliability"

    _in_one_step(model, mended.name_of(model, method), take)


def _forget(name: str) -> None:
    """Forget a recalibrated model, and look at the one it was made of; the threshold decides as before."""
    one = rescaled.made(name)
    if one is None:
        return
    t, model = threshold.value(computed.counts(looked_at.binary(name))), one.model
    at = one.recalibration.score_at(t) if 0 <= t <= 1 else math.nan

    def take() -> None:
        if rescaled.rank_alike(name, model):
            threshold.turn(name, model)
        else:
            chosen_here.clear()
            if math.isfinite(at):
                threshold.take(at)
        were = chosen_here.rows_now(looked_at.binary(model))
        mended.drop(name)
        st.session_state["model"] = model
        chosen_here.same_rows(were, chosen_here.rows_now(looked_at.binary(model)))

    _in_one_step(name, model, take)


def _in_one_step(before: str, now: str, take: Callable[[], None]) -> None:
    """Look at another model with its threshold on the scale of its scores; both are taken back together."""
    keys = ("model", *threshold.KEYS, mended.CHOICE.key, controls.VIEW.key)
    undo.choosing(None, keys, take, partial(told.change, "model", before, now))
    # The sidebar names the new model.
    looked_at.changed()


def _figure(rows: BinaryView, made: Recalibrated, t: float | None) -> Figure:
    return Figure(
        CHART,
        _draw(rows, made, needed(t))(look=bridge.look().lower_by(LOWER)),
        lambda now: _alt(rows, made, needed(now)),
        notes=lambda: show_said(*made.recalibration.warnings, made.log_loss.reason),
    )


def _draw(rows: BinaryView, made: Recalibrated, t: float) -> Callable[..., go.Figure]:
    before, after = _bins(rows, made)
    return partial(
        mapped_figure,
        _view(rows, made, t),
        t,
        before,
        after,
        classes=live_words.classes(rows),
        say=say_in_figure,
    )


def _bins(rows: BinaryView, made: Recalibrated) -> tuple[Calibration, Calibration]:
    before, after = (found.bins(rows) if side is None else side.losses.bins for side in (made.before, made.after))
    return before, after


def _as_tables(rows: BinaryView, made: Recalibrated, t: float | None) -> list[FigureTable]:
    return as_tables.of_mapped(_view(rows, made, needed(t)), needed(t), *_bins(rows, made))


def _alt(rows: BinaryView, made: Recalibrated, t: float) -> str:
    of = _view(rows, made, t)
    said = _("Which probability belongs to each score, and bins of the rows that judge before and after.")
    means = _means(rows, t, float(of.probability[of.view.steps.nearest(t)])).replace("**", "")
    return sentences(said, means, _judged(made))


def _tabs(rows: BinaryView, made: Recalibrated, acted: Callable[[float], Acted], t: float | None) -> Sequence[Tab]:
    return [
        Tab("readings", partial(_readings, rows, made)),
        Tab("readings", partial(_decision, rows, made, acted, needed(t)), title=_("What it does to the decision")),
        Tab("sure", partial(_how_sure, made)),
        Tab("formulas", partial(formulas.mended, made.recalibration.method, made.recalibration.coefficients)),
    ]


def _readings(rows: BinaryView, made: Recalibrated) -> None:
    """Show intercept, slope and both losses before and after, and what changes."""
    lines = [
        (_("calibration in the large"), *_both(made, lambda side: side.line.in_the_large), ""),
        (_("calibration slope"), *_both(made, lambda side: side.line.slope), ""),
        (_("Brier score"), *_both(made, lambda side: side.losses.brier.value), _change(made.brier)),
        (_("log loss"), *_both(made, lambda side: side.losses.log_loss.value), _change(made.log_loss)),
        (_("AUC"), *(number(math.nan if side is None else side.auc) for side in (made.before, made.after)), ""),
    ]
    titles = [_("measure"), _("before"), _("recalibrated"), _("change, 95% interval")]
    tables.show(pd.DataFrame(lines, columns=titles), alt=_("Before and after the recalibration"))
    show_said_of(made.brier, made.log_loss)
    for side, name in ((made.before, _("before")), (made.after, _("recalibrated"))):
        if side is not None:
            _notes(name, side)
    files.offer(
        made.to_frame().rename_axis("side").reset_index().assign(**files.about(rows)),
        label=_("Table as CSV"),
        name=files.name("recalibrated", rows.model),
    )


def _both(made: Recalibrated, read: Callable[[Judged], Estimate]) -> list[str]:
    return ["—" if side is None else _change(read(side)) for side in (made.before, made.after)]


def _notes(name: str, side: Judged) -> None:
    """Say what is missing of a side, and what to mind."""
    each = (side.line.in_the_large, side.line.slope, side.losses.brier.value, side.losses.log_loss.value)
    said = [say(word) for one in each for word in (one.reason, *one.warnings) if word is not None]
    said += [say(word) for word in (side.line.reason, side.losses.reason) if word is not None]
    for word in dict.fromkeys(said):
        remark("{side}: {word}", side=name, word=word)


def _decision(rows: BinaryView, made: Recalibrated, acted: Callable[[float], Acted], t: float) -> None:
    """Show which threshold of the former scores decides as a probability does, and what acting from it on is worth.

    The probability is that of the costs that are set, else the threshold itself, read as one.
    """
    matrix = own_costs.condition(rows)
    if matrix is None:
        _acted(acted, t)
        paragraph("Say what a miss and a false alarm cost: then it stands here from which score on one should act.")
        st.button(
            _("To the costs"), key="to_costs", icon=":material/payments:", on_click=navigation.go_to, args=("costs",)
        )
        return
    p = costs.theoretical_threshold(**vars(matrix[0]))
    if math.isnan(p):
        remark("At these costs nothing is at stake.")
        return
    _where_to_act(rows, made, p, t)
    _acted(acted, p)


def _where_to_act(rows: BinaryView, made: Recalibrated, p: float, t: float) -> None:
    """Say which threshold of the former scores decides as a probability does, and offer it."""
    at = made.recalibration.score_at(p)
    if math.isnan(at):
        remark("The recalibration turns the order round, so no threshold of the former scores decides as it does.")
        return
    paragraph(
        "At the costs that are set one should act from a probability of {p} on. Of these scores that is t = **{t}**; "
        "t is {now} now.",
        p=number(p),
        t=number(at),
        now=shown(t, computed.counts(rows)),
    )
    if math.isfinite(at):
        st.button(
            _("Take this threshold"),
            icon=":material/target:",
            key="take_mended",
            on_click=_take,
            args=(at,),
            help=_("On every page; the threshold's own field shows it."),
        )
    else:
        remark("All rows are on one side of it.")


def _acted(acted: Callable[[float], Acted], p: float) -> None:
    """Show who is acted upon from a probability on, before and recalibrated, and what is gained."""
    if not 0 < p < 1:
        return
    of = acted(p)
    paragraph("Acting wherever the probability is at least **{p}**, on the rows that judge:", p=number(p))
    each = of.before, of.after
    lines = [
        (_("positives found"), *(_of(cells.tp, of.n_pos) for cells in each), ""),
        (_("false alarms"), *(_of(cells.fp, of.n_neg) for cells in each), ""),
        (_("net benefit"), *map(words.written, (of.benefit_before, of.benefit_after)), words.written(of.change)),
    ]
    titles = [_("quantity"), _("before"), _("recalibrated"), _("change, 95% interval")]
    tables.show(pd.DataFrame(lines, columns=titles), alt=_("What it does to the decision"))
    show_said(of.reason, of.change.reason, *of.change.warnings)


def _of(some: float, whole: float) -> str:
    return _("{some} of {all}", some=count(some), all=count(whole))


def _take(at: float) -> None:
    chosen_here.clear()
    threshold.take(at)


def _how_sure(made: Recalibrated) -> None:
    remark(
        "Nothing is fitted on the rows that judge. The change of a loss is a mean over these rows; that the rows it "
        "was fitted on might have been others is not in its interval."
    )
    if not sides.independent():
        remark("Some cases have rows on both sides, so the recalibration has seen them: the change looks too good.")
    paragraph("{n} rows fitted it.", n=number(made.recalibration.n, 0))
    show_said(*made.recalibration.warnings)


def _export(rows: BinaryView, made: Recalibrated, t: float | None) -> Export:
    return Export(
        label=_("Figure as HTML, its handle included"),
        name="recalibration",
        title=live_words.export_title(_("Recalibration"), rows),
        caption=_alt(rows, made, needed(t)),
        draw=_draw(rows, made, needed(t)),
        about=live_words.about_file(rows, t),
    )
