"""Two loaded models by the areas under their ROC curves: DeLong's test, with its own sentence and figure."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from evalcore import curves
from evalcore.figures.significance.areas import Curve, areas_figure
from evalcore.predictions import BinaryView
from evalcore.significance import DelongResult
from evalcore.views.significance.areas import AreasStep, areas_view, drawn, levels
from evalcore.views.significance.folds import winner
from evalcore.views.significance.series import View
from evalcore.views.significance.two_models import ALPHA
from ui.frame import two_models
from ui.frame.figure_tables import FigureTable
from ui.frame.page import Answer, Export, Figure, Sections, Tab, Table
from ui.live import bridge
from ui.session import computed, memory, source_compared
from ui.shared import cards
from ui.shared.numbers import interval, number
from ui.shared.tex import number as tex
from ui.shared.tex import short
from ui.shared.text import _, literal, plain, remark, say, say_in_figure, sentences
from ui.significance import controls, pair, results, stepwise
from ui.significance.two import compare
from ui.significance.two.controls import Asked

CHART = "two_areas_chart"


def sections(asked: Asked) -> Sections:
    """Return the sections for the areas of two loaded models."""
    of = pair.rows(asked.names)
    found = compare.delong(asked, [asked.alpha]) if all(one.has_score for one in of) else None
    if found is None:
        labels = _("Predicted labels have no curve, so there are no areas to compare.")
        why = say(source_compared.why_unknown(of[0])) if all(one.has_score for one in of) else labels
        return Sections(of_loaded=True, answer=lambda _t: Answer(why))
    (test,), view, alike = found, _view(asked), two_models.rank_alike(*asked.names)
    return Sections(
        of_loaded=True,
        figure=partial(_figure, test, asked),
        figure_tables=lambda _t: [_as_table(test, asked)],
        of=(asked,),
        answer=lambda _t: Answer(answer(test, asked, asked.alpha, alike)),
        tabs=lambda _t: _tabs(test, asked),
        handles={ALPHA: controls.take_alpha},
        typed={ALPHA: controls.type_alpha},
        # A file says it, too, and is made where the session and its rows are not known.
        says=stepwise.of_view(lambda: view, (ALPHA,), partial(_at_step, asked=asked, alike=alike)),
        sure=lambda _t: literal(reason(test)),
        export=lambda _t: _export(test, asked),
        table=lambda _t: Table(_("Tests as CSV"), "two_areas", partial(_frame, test, asked)),
    )


def _view(asked: Asked) -> View:
    def make() -> View:
        alphas = levels(asked.alpha)
        tests = compare.delong(asked, alphas) or []
        return areas_view(dict(zip(alphas, tests, strict=True)), asked.alpha)

    return memory.memo("two areas", asked, make=make)


def _curve(rows: BinaryView) -> Curve:
    return memory.memo("small curve", rows.key, make=lambda: drawn(computed.curve(rows, curves.roc_curve)))


def _draw(asked: Asked) -> Callable[..., go.Figure]:
    a, b = (_curve(one) for one in pair.rows(asked.names))
    return partial(areas_figure, _view(asked), (a, b), asked.names, say=say_in_figure)


def _figure(test: DelongResult, asked: Asked, _t: float | None) -> Figure:
    return Figure(CHART, _draw(asked)(look=bridge.look()), _alt(test, asked), notes=partial(_note, test))


def _note(test: DelongResult) -> None:
    st.caption(reason(test))


def _frame(test: DelongResult, asked: Asked) -> pd.DataFrame:
    """Return the test with all its digits, for a file."""
    return results.frame({test.method: test}, asked.alpha).assign(auc_a=test.auc_a, auc_b=test.auc_b)


def _export(test: DelongResult, asked: Asked) -> Export:
    return Export(
        label=_("Figure as HTML, its handle included"),
        name="two_areas",
        title=_("Two models, one test set"),
        caption=literal(sentences(reason(test), _alt(test, asked), two_models.rank_alike(*asked.names))),
        draw=_draw(asked),
    )


def answer(test: DelongResult, asked: Asked, alpha: float, alike: str | None = None) -> str:
    """Say which model ranks better by how much, and whether chance alone could have done that.

    Of one that is the other recalibrated this is no question: it is said how they rank `alike`.
    """
    if math.isnan(test.pvalue):
        return sentences(_("The areas cannot be compared."), alike, *map(say, test.warnings[:1]))
    if alike is not None:
        a, b = (plain(name) for name in asked.names)
        difference = results.difference(test.difference, test.low, test.high, test.confidence_level)
        return sentences(_("AUC {a} − {b} = {difference}.", a=a, b=b, difference=difference), alike)
    return sentences(_effect(test, asked, alpha), results.chance(test, alpha))


def _at_step(step: AreasStep, asked: Asked, alike: str | None) -> str:
    return answer(step.test, asked, step.alpha, alike)


def _effect(test: DelongResult, asked: Asked, alpha: float) -> str:
    who = winner(test.difference, lower_is_better=False)
    a, b = (plain(name) for name in asked.names)
    difference = results.difference(test.difference, test.low, test.high, test.confidence_level)
    difference += results.against_interval(test, test.low, test.high, alpha)
    values = {"a": a, "b": b, "difference": difference}
    if who == "none":
        return _("{a} and {b} have the same area: AUC {a} − {b} = {difference};", **values)
    if not test.reject(alpha):
        return _("No difference beyond chance shown: AUC {a} − {b} = {difference};", **values)
    return _("**{model} ranks better**: AUC {a} − {b} = {difference};", model=a if who == "a" else b, **values)


def reason(test: DelongResult) -> str:
    """Say which test this is and why."""
    return _(
        "{method}. Both models scored the same rows, so their areas rise and fall together: the test takes their "
        "difference. No threshold has a say in it.",
        method=results.method(test),
    )


def _alt(test: DelongResult, asked: Asked) -> str:
    """Describe the figure."""
    return _(
        "ROC curves of {a}, AUC {auc_a}, and {b}, AUC {auc_b}. Difference {difference}, interval {interval}. {method}: "
        "statistic {statistic}, {p}, {verdict} at level {alpha}.",
        a=plain(asked.names[0]),
        b=plain(asked.names[1]),
        auc_a=number(test.auc_a),
        auc_b=number(test.auc_b),
        difference=number(test.difference),
        interval=interval(test.low, test.high),
        method=results.method(test),
        statistic=number(test.statistic),
        p=results.p_of(test),
        verdict=results.verdict(test, asked.alpha),
        alpha=results.level(asked.alpha),
    )


def _as_table(test: DelongResult, asked: Asked) -> FigureTable:
    return FigureTable(
        _("Areas under the ROC curves"),
        [(_("Model"), list(asked.names)), ("AUC", [number(test.auc_a), number(test.auc_b)])],
    )


def _tabs(test: DelongResult, asked: Asked) -> list[Tab]:
    forms = Tab("compare", partial(compare.forms, asked), title=_("The forms of McNemar's test"))
    return [
        Tab("readings", partial(_readings, test, asked)),
        *([] if asked.is_by_case else [forms]),
        Tab("compare", partial(compare.bootstrap, asked), title=_("Any metric (paired bootstrap)")),
        Tab("formulas", partial(_formulas, test)),
    ]


def _readings(test: DelongResult, asked: Asked) -> None:
    left, middle, right = st.columns(3)
    a, b = (plain(name) for name in asked.names)
    with left:
        said = _("{auc_a} and {auc_b}", auc_a=number(test.auc_a), auc_b=number(test.auc_b))
        cards.card(_("AUC of {a} and of {b}", a=a, b=b), said)
    with middle:
        cards.card(_("AUC of {a} minus that of {b}", a=a, b=b), number(test.difference), interval(test.low, test.high))
    with right:
        results.p_card(test, asked.alpha)
    results.figures(test, asked.alpha)
    results.notes(test, asked.alpha)
    remark("The interval of the difference has level {level}.", level=f"{test.confidence_level:.4g}")


def _formulas(test: DelongResult) -> None:
    """Show the statistic with its numbers, and of what the standard error is made."""
    if math.isnan(test.statistic):
        remark("There is no statistic.")
        return
    is_by_case = test.method == "obuchowski"
    bridge.formula(
        rf"{'t' if is_by_case else 'z'} = " + r"\frac{\mathrm{AUC}_A - \mathrm{AUC}_B}{\mathrm{SE}} = "
        rf"\frac{{{tex(test.auc_a)} - {tex(test.auc_b)}}}{{{short(test.standard_error)}}} = {tex(test.statistic)}"
    )
    if is_by_case:
        return
    bridge.formula(r"\mathrm{SE}^2 = \frac{s^2(V_{10,A} - V_{10,B})}{m^+} + \frac{s^2(V_{01,A} - V_{01,B})}{m^-}")
    remark(
        "V₁₀ is for a positive row the share of negatives that it is ranked above, V₀₁ for a negative row the share of "
        "positives that it is ranked below; a tie is half. s² is the variance over the rows."
    )
