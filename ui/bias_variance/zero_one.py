"""The view of 0-1 loss: what stands in its bands."""

from __future__ import annotations

from functools import partial

from evalcore.figures.bias_variance.zero_one import FLEXIBILITY, zero_one_figure
from evalcore.views.bias_variance.zero_one import ZeroOneView
from ui.bias_variance import (
    least,
    zero_one_compare,
    zero_one_formulas,
    zero_one_readings,
    zero_one_setting,
    zero_one_simulation,
    zero_one_words,
)
from ui.bias_variance.zero_one_setting import Setting
from ui.frame.page import Answer, Bands, Export, Figure, Tab, Table
from ui.live import bridge
from ui.shared import marks
from ui.shared.text import _

CHART = "zero_one_chart"


def of() -> Bands:
    """Return the bands for what is set."""
    asked = zero_one_setting.ask()
    view = zero_one_simulation.view(asked)
    if view is None:
        return Bands(of_loaded=False, answer=lambda _t: zero_one_simulation.SWEEPS.nothing_yet())
    active = view.nearest(asked.complexity)
    return Bands(
        of_loaded=False,
        mark=marks.simulated(),
        figure=lambda _t: _figure(view, active, asked),
        of=("zero_one", *asked.drawn, view.n_sets, len(view.steps), active),
        answer=lambda _t: _answer(view, active, asked),
        tabs=lambda _t: _tabs(view, active, asked),
        handles={FLEXIBILITY: partial(zero_one_setting.take_complexity, asked)},
        export=lambda _t: _export(view, active, asked),
        table=lambda _t: Table(_("Table of the learners"), "zero-one-loss", view.to_frame),
    )


def _figure(view: ZeroOneView, active: int, asked: Setting) -> Figure:
    figure = zero_one_figure(view, active, words=zero_one_words.figure(asked), look=bridge.look())
    return Figure(CHART, figure, zero_one_words.alt(view, active, asked))


def _answer(view: ZeroOneView, active: int, asked: Setting) -> Answer:
    interrupted = zero_one_simulation.SWEEPS.interrupted(view, asked.n_sets)
    if interrupted is not None:
        return interrupted
    return Answer(
        zero_one_words.answer(view, active), least.button(view, active, zero_one_setting.COMPLEXITY[asked.learner])
    )


def _tabs(view: ZeroOneView, active: int, asked: Setting) -> list[Tab]:
    return [
        Tab(
            "readings",
            zero_one_simulation.SWEEPS.job.with_notes(partial(zero_one_readings.show, view, active), asked.drawn),
        ),
        Tab("sure", partial(zero_one_readings.how_sure, view, active)),
        Tab("compare", partial(zero_one_compare.show, asked)),
        Tab("formulas", partial(_formulas, view, active, asked)),
    ]


def _formulas(view: ZeroOneView, active: int, asked: Setting) -> None:
    """Show the formulas with the numbers of the learner that is looked at."""
    found = zero_one_simulation.sweep(asked)
    if found is not None:
        zero_one_formulas.show(found.simulations[active], view.steps[active])


def _export(view: ZeroOneView, active: int, asked: Setting) -> Export:
    words = zero_one_words.figure(asked)
    return Export(
        label=_("Figure as HTML, its handles included"),
        name="zero-one-loss",
        title=_("0-1 loss: bias, variance and noise"),
        caption=zero_one_words.alt(view, active, asked),
        draw=lambda: zero_one_figure(view, active, words=words),
    )
