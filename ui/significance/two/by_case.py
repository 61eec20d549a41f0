"""Two loaded models whose rows belong to cases: McNemar's test and what else there is by case."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from evalcore.figures.significance.two_models import mcnemar_figure
from evalcore.significance import CaseMcnemarResult
from evalcore.views.significance.series import View
from evalcore.views.significance.two_by_case import by_case, by_case_view
from evalcore.views.significance.two_models import ALPHA
from ui.frame.page import Answer, Export, Figure, Sections, Tab, Table
from ui.live import bridge
from ui.session import memory
from ui.shared import cards
from ui.shared.numbers import count, interval, number
from ui.shared.text import _, literal, plain, say_in_figure, sentences
from ui.significance import controls, pair, results, stepwise
from ui.significance.two import as_tables, compare, words
from ui.significance.two.controls import Asked

CHART = "two_models_chart"


def sections(asked: Asked) -> Sections:
    """Return the sections for two models whose rows belong to cases."""
    test, view = _test(asked), _view(asked)
    return Sections(
        of_loaded=True,
        figure=partial(_figure, test, asked),
        figure_tables=lambda _t: [as_tables.of_rows(asked)],
        of=(asked,),
        answer=lambda _t: Answer(words.answer_by_case(test, asked)),
        tabs=lambda _t: _tabs(test, asked),
        handles={ALPHA: controls.take_alpha},
        typed={ALPHA: controls.type_alpha},
        # A file says it, too, and is made where the session and its rows are not known.
        says=stepwise.of_view(lambda: view, (ALPHA,), partial(words.at_step, asked=asked)),
        sure=lambda _t: literal(words.source(asked) or ""),
        export=lambda _t: _export(test, asked),
        table=lambda _t: Table(_("Tests as CSV"), "two_models", partial(_frame, test, asked)),
    )


def _test(asked: Asked) -> CaseMcnemarResult:
    return memory.memo("two models by case", asked, make=lambda: by_case(pair.others(compare.of(asked)), asked.alpha))


def _view(asked: Asked) -> View:
    models = pair.others(compare.of(asked))
    return memory.memo(
        "two models by case, steps", asked, make=lambda: by_case_view(models, asked.table, alpha=asked.alpha)
    )


def _draw(test: CaseMcnemarResult, asked: Asked) -> Callable[..., go.Figure]:
    return partial(mcnemar_figure, _view(asked), asked.names, n_tests=test.n_tests, say=say_in_figure)


def _figure(test: CaseMcnemarResult, asked: Asked, _t: float | None) -> Figure:
    drawn = _draw(test, asked)(look=bridge.look())
    return Figure(CHART, drawn, words.alt_by_case(test, asked), notes=partial(_source, asked))


def _source(asked: Asked) -> None:
    st.caption(sentences(words.source(asked), words.reason_by_case()))


def _export(test: CaseMcnemarResult, asked: Asked) -> Export:
    return Export(
        label=_("Figure as HTML, its handle included"),
        name="two_models",
        title=_("Two models, one test set"),
        caption=literal(
            sentences(words.source(asked), words.alt_by_case(test, asked), words.of_thresholds(test, asked))
        ),
        draw=_draw(test, asked),
    )


def _tabs(test: CaseMcnemarResult, asked: Asked) -> list[Tab]:
    return [
        Tab("readings", partial(_readings, test, asked)),
        Tab("compare", partial(compare.areas, asked), title=_("Areas under the ROC curves (Obuchowski)")),
        Tab("compare", partial(compare.bootstrap, asked), title=_("Any metric (paired bootstrap of cases)")),
        Tab("formulas", _formulas),
    ]


def _readings(test: CaseMcnemarResult, asked: Asked) -> None:
    left, middle, right = st.columns(3)
    with left:
        cards.card(
            _("error rate of {a} minus that of {b}", a=plain(asked.names[0]), b=plain(asked.names[1])),
            number(test.difference),
            interval(test.low, test.high),
        )
    with middle:
        said = _("of {n}", n=count(test.n_cases))
        cards.card(_("cases that speak for one model"), count(test.n_discordant), said)
    with right:
        results.p_card(test, asked.alpha)
    results.figures(test, asked.alpha)
    results.notes(test, asked.alpha)
    st.caption(
        _(
            "Not by case, so not shown: the exact form and mid-p, the odds ratio with its interval, and what could "
            "have been seen."
        )
    )


def _formulas() -> None:
    st.markdown(
        _("In case i, of n_i rows, only the first model is wrong on b_i and only the second on c_i (Durkalski, 2003).")
    )
    st.latex(r"d_i = \frac{b_i - c_i}{n_i} \qquad \chi^2 = \frac{\left(\sum_i d_i\right)^2}{\sum_i d_i^2}")
    st.caption(_("With one row a case that is McNemar's statistic without correction."))


def _frame(test: CaseMcnemarResult, asked: Asked) -> pd.DataFrame:
    frame = results.frame({test.method: test}, asked.alpha)
    return frame.assign(cases=test.n_cases, **words.about(asked))
