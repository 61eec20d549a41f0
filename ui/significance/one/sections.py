"""What stands in the sections of the question of one model against a bar."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import pandas as pd
import streamlit as st

from evalcore.errors import InputError
from evalcore.figures.significance.one_model import binomial_figure, t_figure
from evalcore.significance import (
    BinomialResult,
    TestResult,
    TResult,
    binomial_test,
    detectable_paired_t,
    t_test,
)
from evalcore.views.significance.one_model import (
    ALPHA,
    ERRORS,
    RATE,
    ROWS,
    BinomialStep,
    Detectable,
    TStep,
    against_bar,
    binomial_view,
    confidence,
    detectable_rates,
    power_at,
    step_against_bar,
    t_view,
)
from evalcore.views.significance.series import View
from ui.frame import named
from ui.frame.page import Answer, Button, Export, Figure, Sections, Tab, Table
from ui.live import bridge
from ui.session import memory
from ui.shared import cards, marks, tables
from ui.shared.numbers import count, interval, number
from ui.shared.text import _, literal, paragraph, remark, say, say_in_figure, sentences
from ui.significance import controls, results, stepwise
from ui.significance.one import as_tables, formulas
from ui.significance.one import controls as one_controls
from ui.significance.one import words as one_words
from ui.significance.one.controls import SIDES, Asked

CHART = "one_model_chart"
POWER = 0.8


def of() -> Sections:
    """Return the sections for what is asked."""
    asked = one_controls.ask()
    test = _test(asked)
    if test is None:
        return Sections(answer=lambda _t: _refused(asked))
    return Sections(
        of_loaded=asked.is_loaded,
        mark=marks.example() if asked.is_example else None,
        about=[] if asked.is_loaded else [named.data(_("typed"))],
        figure=partial(_figure, test, asked) if _has_figure(test) else None,
        figure_tables=lambda _t: as_tables.of_test(test, asked),
        of=(asked,),
        sure=lambda _t: literal(one_words.source(asked) or ""),
        answer=lambda _t: Answer(one_words.answer(test, asked), _either_side(test, asked)),
        tabs=lambda _t: _tabs(test, asked),
        handles={
            RATE: one_controls.take_bar,
            ROWS: one_controls.take_rows,
            ERRORS: one_controls.take_errors,
            ALPHA: controls.take_alpha,
        },
        typed={RATE: one_controls.type_bar, ALPHA: controls.type_alpha},
        says=stepwise.of_view(partial(_view, asked, _handles(asked)), _handles(asked), partial(_said, asked)),
        export=(lambda _t: _export(test, asked)) if _has_figure(test) else None,
        table=lambda _t: Table(_("Tests as CSV"), "one_model", partial(_frame, asked, one_words.about(asked))),
    )


def _either_side(test: TestResult, asked: Asked) -> Button | None:
    """Offer the test of both sides where the errors lie on the side that is not looked at: of the two it alone keeps
    its level when it is chosen afterwards.
    """
    if not one_words.looks_away(test, asked):
        return None
    return Button(_("Test either side"), one_controls.take_either, key="take_either")


def _refused(asked: Asked) -> Answer | None:
    return None if asked.refused is None else Answer(say(asked.refused))


def _test(asked: Asked) -> TestResult | None:
    """Return the test of what is asked; None where it is refused."""
    if asked.refused is not None:
        return None
    if asked.test == "binomial":
        return binomial(asked, asked.side)
    try:
        return t_test(asked.rates, asked.bar, confidence_level=confidence(asked.alpha))
    except InputError as refused:
        st.error(say(refused.message))
        return None


def binomial(asked: Asked, side: str) -> BinomialResult:
    """Return the binomial test for a side."""
    return binomial_test(
        asked.errors,
        asked.n,
        asked.bar,
        alternative=one_controls.side(side),
        alpha=asked.alpha,
        confidence_level=confidence(asked.alpha),
    )


def _has_figure(test: TestResult) -> bool:
    """Whether there is a statistic to show in its distribution."""
    return not math.isnan(test.statistic)


def _figure(test: TestResult, asked: Asked, _t: float | None) -> Figure:
    view, look = _view(asked, _handles(asked)), bridge.look()
    drawn = binomial_figure if asked.test == "binomial" else t_figure
    return Figure(
        CHART,
        drawn(view, say=say_in_figure, look=look),
        one_words.alt(test, asked),
        notes=partial(_source, asked),
    )


def _handles(asked: Asked) -> tuple[str, ...]:
    if asked.test == "t":
        return (RATE, ALPHA)
    return (RATE, ALPHA) if asked.is_loaded else (RATE, ROWS, ALPHA, ERRORS)


def _said(asked: Asked, step: BinomialStep | TStep) -> str:
    """Return what the page says once a handle is let go at a step."""
    return one_words.said(step_against_bar(step, asked.side), replace(asked, bar=step.rate, alpha=step.alpha))


def _source(asked: Asked) -> None:
    st.caption(sentences(one_words.source(asked), one_words.reason(asked)))


def _view(asked: Asked, handles: tuple[str, ...]) -> View:
    """Return what the figure shows, with the steps of its handles."""

    def make() -> View:
        if asked.test == "binomial":
            return binomial_view(
                asked.errors, asked.n, asked.bar, alpha=asked.alpha, alternative=asked.side, handles=handles
            )
        return t_view(asked.rates, asked.bar, alpha=asked.alpha, handles=handles)

    return memory.memo("one model", asked, handles, make=make)


def _export(test: TestResult, asked: Asked) -> Export:
    """Offer the figure with one handle: those of the others hold for the numbers it was drawn with."""
    only = (ALPHA,) if asked.is_loaded or asked.test == "t" else (ERRORS,)
    drawn = binomial_figure if asked.test == "binomial" else t_figure
    return Export(
        label=_("Figure as HTML, its handle included"),
        name="one_model",
        title=_("One model against a bar"),
        caption=literal(
            sentences(one_words.source(asked), one_words.alt(test, asked), one_words.of_choice(test, asked))
        ),
        draw=partial(drawn, _view(asked, only), say=say_in_figure),
    )


def _tabs(test: TestResult, asked: Asked) -> list[Tab]:
    return [
        Tab("readings", partial(_readings, test, asked)),
        Tab("sure", partial(_how_sure, test, asked), title=_("What could have been seen")),
        Tab("compare", partial(_compare, asked), title=_("Other sides of the same test")),
        Tab("formulas", partial(formulas.show, test, asked)),
    ]


def _readings(test: TestResult, asked: Asked) -> None:
    found = against_bar(test, asked.bar)
    cards.row(
        (_("error rate minus bar"), number(found.difference), interval(found.low, found.high)),
        (_("error rate"), number(test.effect), interval(test.low, test.high), *_of_rows(test)),
        (_("p"), results.pvalue(test.pvalue), results.verdict(test, asked.alpha)),
    )
    results.figures(test, asked.alpha)
    if isinstance(test, BinomialResult):
        st.caption(
            _(
                "At most {critical} errors are kept (critical rate {rate}): a true rate at the bar is rejected with "
                "probability {size}, below α = {alpha}, since counts are whole.",
                critical=count(test.critical_errors),
                rate=number(test.critical_rate),
                size=f"{test.size:.3g}",
                alpha=results.level(asked.alpha),
            )
            if test.alternative == "greater"
            else _(
                "{low} to {high} errors are kept: a true rate at the bar is rejected with probability {size}, below "
                "α = {alpha}, since counts are whole.",
                low=count(test.not_rejected[0]),
                high=count(test.not_rejected[1]),
                size=f"{test.size:.3g}",
                alpha=results.level(asked.alpha),
            )
        )
    results.notes(test, asked.alpha)
    remark(
        "The interval has level 1 − α = {level} and two sides, whichever side the test has.",
        level=f"{test.confidence_level:.4g}",
    )


def _of_rows(test: TestResult) -> tuple[str, ...]:
    if isinstance(test, BinomialResult):
        return (_("{part} of {whole}", part=count(test.statistic), whole=count(test.n)),)
    return ()


def _how_sure(test: TestResult, asked: Asked) -> None:
    """Say which error rates this many rows, or rates, could have told from the bar."""
    if isinstance(test, BinomialResult):
        for found in detectable_rates(asked.n, asked.bar, asked.side, power=POWER, alpha=asked.alpha):
            _detectable(asked, found)
        frame = pd.DataFrame(
            [
                {_("true error rate"): number(rate), _("how often it is rejected"): number(power)}
                for rate, power in power_at(asked.n, asked.bar, asked.side, asked.alpha)
            ]
        )
        tables.show(frame, alt=_("How often the test rejects, by the true error rate"))
    elif not (isinstance(test, TResult) and test.standard_deviation > 0):
        results.warnings([test])
    else:
        least = detectable_paired_t(len(asked.rates), test.standard_deviation, power=POWER, alpha=asked.alpha)
        paragraph(
            "{k} error rates that vary as these do find a mean that is **{least}** away from the bar in {power} of "
            "such experiments; smaller differences are missed more often.",
            k=len(asked.rates),
            least=number(least),
            power=f"{POWER:.0%}",
        )


def _detectable(asked: Asked, found: Detectable) -> None:
    values = {"n": count(asked.n), "bar": f"{asked.bar:.4g}", "power": f"{POWER:.0%}", "rate": number(found.rate)}
    if math.isnan(found.rate) and found.is_above:
        paragraph("{n} rows show no error rate above the bar of {bar} in {power} of samples.", **values)
    elif math.isnan(found.rate):
        paragraph("{n} rows show no error rate below the bar of {bar} in {power} of samples.", **values)
    else:
        paragraph("With {n} rows a true error rate of **{rate}** is told from the bar in {power} of samples.", **values)


def _compare(asked: Asked) -> None:
    """Show the test for each side, side by side: which one it is has to be chosen before."""
    results.side_by_side([(_(SIDES[side]), test) for side, test in _sides(asked).items()], asked.alpha)
    remark("Whoever chooses the side after seeing the errors tests at twice the level.")


def _sides(asked: Asked) -> dict[str, TestResult]:
    """Return the test for each side."""
    if asked.test == "binomial":
        return {side: binomial(asked, side) for side in SIDES}
    level = confidence(asked.alpha)
    return {
        side: t_test(asked.rates, asked.bar, alternative=one_controls.side(side), confidence_level=level)
        for side in SIDES
    }


def _frame(asked: Asked, about: Mapping[str, str] | None = None) -> pd.DataFrame:
    """Return the test for each side with all its digits; the side that was asked for stands first."""
    tests = _sides(asked)
    first = asked.side
    return results.frame({first: tests[first], **tests}, asked.alpha).assign(**(about or {}))
