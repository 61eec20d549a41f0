"""What stands in the sections of the question of two models on one test set."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from evalcore.figures.significance.two_models import mcnemar_figure
from evalcore.significance import McnemarResult, detectable_mcnemar
from evalcore.views.significance.series import View
from evalcore.views.significance.two_models import (
    ALPHA,
    ONLY_A,
    ONLY_B,
    decided,
    discordant_share,
    mcnemar_of,
    mcnemar_view,
)
from ui.frame.page import Answer, Export, Figure, Sections, Tab, Table
from ui.live import bridge
from ui.session import memory, source_compared
from ui.shared import cards, marks
from ui.shared.numbers import count, interval, number
from ui.shared.text import _, literal, paragraph, plain, remark, say, say_in_figure, sentences
from ui.significance import controls, results, stepwise
from ui.significance.two import areas, as_tables, by_case, compare, formulas, words
from ui.significance.two import controls as two_controls
from ui.significance.two.controls import Asked

CHART = "two_models_chart"
POWER = 0.8


def of() -> Sections:
    """Return the sections for what is asked."""
    asked = two_controls.ask()
    refused = asked.refused
    if refused is not None:
        wanted = two_controls.wanted(asked) if asked.is_loaded else None
        further = [] if wanted is None else [Tab("readings", partial(source_compared.offer, wanted))]
        return Sections(answer=lambda _t: Answer(say(refused)), tabs=lambda _t: further)
    if asked.of_areas:
        return areas.sections(asked)
    if asked.is_by_case:
        return by_case.sections(asked)
    test = mcnemar_of(asked.table, asked.alpha, asked.method, asked.others)
    return Sections(
        of_loaded=asked.is_loaded,
        mark=marks.example() if asked.is_example else None,
        figure=partial(_figure, test, asked),
        figure_tables=lambda _t: [as_tables.of_rows(asked)],
        of=(asked,),
        sure=lambda _t: literal(words.source(asked) or ""),
        answer=lambda _t: Answer(words.answer(test, asked)),
        tabs=lambda _t: _tabs(test, asked),
        handles={
            ONLY_A: partial(two_controls.take, "e01"),
            ONLY_B: partial(two_controls.take, "e10"),
            ALPHA: controls.take_alpha,
        },
        typed={ALPHA: controls.type_alpha},
        says=stepwise.of_view(
            partial(_view, asked, _handles(asked)), _handles(asked), partial(words.at_step, asked=asked)
        ),
        export=lambda _t: _export(test, asked),
        table=lambda _t: Table(_("Tests as CSV"), "two_models", partial(_frame, test, asked, words.about(asked))),
    )


def _figure(test: McnemarResult, asked: Asked, _t: float | None) -> Figure:
    drawn = _draw(test, asked, _handles(asked))(look=bridge.look())
    return Figure(CHART, drawn, words.alt(test, asked), notes=partial(_source, asked))


def _handles(asked: Asked) -> tuple[str, ...]:
    return (ALPHA,) if asked.is_loaded else (ONLY_A, ONLY_B, ALPHA)


def _draw(test: McnemarResult, asked: Asked, handles: tuple[str, ...]) -> Callable[..., go.Figure]:
    view = _view(asked, handles)
    return partial(mcnemar_figure, view, asked.names, n_tests=test.n_tests, say=say_in_figure)


def _view(asked: Asked, handles: tuple[str, ...]) -> View:
    """Return what the figure shows, with the steps of its handles."""

    def make() -> View:
        return mcnemar_view(asked.table, alpha=asked.alpha, method=asked.method, handles=handles, others=asked.others)

    return memory.memo("two models", asked, handles, make=make)


def _source(asked: Asked) -> None:
    st.caption(sentences(words.source(asked), words.reason()))


def _export(test: McnemarResult, asked: Asked) -> Export:
    """Offer the figure with one handle: those of the others hold for the numbers it was drawn with."""
    return Export(
        label=_("Figure as HTML, its handle included"),
        name="two_models",
        title=_("Two models, one test set"),
        caption=literal(sentences(words.source(asked), words.alt(test, asked), words.of_thresholds(test, asked))),
        draw=_draw(test, asked, (ALPHA,)),
    )


def _tabs(test: McnemarResult, asked: Asked) -> list[Tab]:
    of_areas = Tab("compare", partial(compare.areas, asked), title=_("Areas under the ROC curves (DeLong)"))
    any_metric = Tab("compare", partial(compare.bootstrap, asked), title=_("Any metric (paired bootstrap)"))
    return [
        Tab("readings", partial(_readings, test, asked)),
        Tab("sure", partial(_how_sure, asked), title=_("What could have been seen")),
        *([of_areas] if asked.is_loaded else []),
        Tab("compare", partial(compare.forms, asked), title=_("The forms of McNemar's test")),
        *([any_metric] if asked.is_loaded else []),
        Tab("formulas", partial(formulas.show, test, asked)),
    ]


def _readings(test: McnemarResult, asked: Asked) -> None:
    columns = st.columns(3)
    with columns[0]:
        cards.card(
            _("error rate of {a} minus that of {b}", a=plain(asked.names[0]), b=plain(asked.names[1])),
            number(test.difference),
            interval(test.difference_low, test.difference_high),
        )
    with columns[1]:
        ratio = _("∞") if math.isinf(test.odds_ratio) else number(test.odds_ratio)
        cards.card(
            _("odds ratio e₀₁ / e₁₀"),
            ratio,
            results.open_interval(test.odds_low, test.odds_high),
            meaning=_("Rows that only A gets wrong for each that only B gets wrong; 1 is no difference."),
        )
    with columns[2]:
        results.p_card(test, asked.alpha)
    results.figures(test, asked.alpha)
    results.notes(test, asked.alpha)
    remark(
        "The intervals have level {level}: of the difference Tango's, of the odds ratio Clopper and Pearson's.",
        level=f"{test.confidence_level:.4g}",
    )
    if asked.is_loaded:
        remark(
            "The thresholds count as chosen before looking at these rows; where one was tuned on them, p does not hold."
        )


def _frame(test: McnemarResult, asked: Asked, about: Mapping[str, str] | None = None) -> pd.DataFrame:
    """Return the forms of McNemar's test with all their digits, the one in use first; intervals of the difference."""
    forms, _agree = decided(asked.table, asked.alpha, asked.others)
    found = {one.method: one for one in (test, *forms)}
    frame = results.frame(found, asked.alpha)
    return frame.assign(
        effect=[one.difference for one in found.values()],
        low=[one.difference_low for one in found.values()],
        high=[one.difference_high for one in found.values()],
        **(about or {}),
    )


def _how_sure(asked: Asked) -> None:
    """Say which difference this many rows could have shown."""
    share = discordant_share(asked.table)
    if math.isnan(share):
        paragraph("There are no rows, so nothing could have been seen.")
        return
    least = memory.memo("detectable", asked, make=lambda: _least(asked, share))
    values = {"n": count(asked.n), "share": number(share), "power": f"{POWER:.0%}", "least": number(least)}
    if math.isnan(least):
        paragraph(
            "{n} rows, {share} of them discordant, are too few: no difference is found in {power} of samples.",
            **values,
        )
        return
    paragraph(
        "With {n} rows, {share} of them discordant, a true difference of **{least}** is found in {power} of "
        "samples; smaller ones are missed more often.",
        **values,
    )


def _least(asked: Asked, share: float) -> float:
    return detectable_mcnemar(asked.n, share, power=POWER, method=asked.method, alpha=asked.alpha)
