"""The view of the estimators: what stands in its sections."""

from __future__ import annotations

from functools import partial

from evalcore.errors import InputError, Message
from evalcore.figures.resampling.rounds import round_stages
from evalcore.figures.resampling.spread import ROW_OF, SETTING, spread_figure
from evalcore.views.resampling.plan import Kind
from evalcore.views.resampling.rounds import RoundsView
from evalcore.views.resampling.spread import SpreadView
from ui.frame import named
from ui.frame.page import Answer, Button, Picture, Sections, Tab, Table, refused
from ui.frame.steps import FIGURE
from ui.resampling import as_tables, controls
from ui.resampling.spread import formulas, readings, run, setting
from ui.resampling.spread import words as spread_words
from ui.resampling.spread.setting import Setting
from ui.shared import marks
from ui.shared.text import _, say_in_figure

CHART = "evaluation_spread_chart"


def of() -> Sections:
    """Return the sections for what is set."""
    asked = setting.ask()
    try:
        if not run.may_begin(asked):
            return run.PLACE.instead(asked.key, None, "evaluation spread")
        view = run.rounds(asked)
        if view is None or isinstance(view, Message):
            return run.ROUNDS.instead(run.of_rounds(asked), view, "evaluation spread")
        found = run.spread(asked)
    except InputError as error:
        return refused(error.message)
    if found is None or isinstance(found, Message):
        return run.PLACE.instead(asked.key, found, "evaluation spread")
    at = {kind: found.nearest(kind, asked.of(kind)) for kind in found.rows}
    return _bands(asked, view, found, at)


def _bands(asked: Setting, view: RoundsView, found: SpreadView, at: dict[Kind, int]) -> Sections:
    return Sections(
        of_loaded=False,
        mark=marks.simulated(),
        about=[
            named.data(_("Generated rows")),
            named.rows(asked.plan.n),
            named.learner(_(controls.LEARNERS[asked.plan.learner])),
        ],
        picture=_picture(asked, view, found, at),
        figure_tables=lambda _t: as_tables.of_spread(found, asked.drawn(found.rows), at),
        of=("evaluation spread", asked.plan, asked.shown, asked.has_all, asked.at, found.n_sets, *at.values()),
        answer=lambda _t: _answer(asked, view, found, at),
        tabs=lambda _t: [
            Tab("readings", run.PLACE.job.with_notes(partial(readings.show, view, found, at), asked.key)),
            Tab("sure", partial(readings.how_sure, view, found, at)),
            Tab("formulas", partial(formulas.show, view, at[ROW_OF[view.shown]])),
        ],
        handles={SETTING: partial(setting.take_setting, asked.shown)},
        typed={SETTING: partial(setting.take_typed, asked.shown)},
        stages={FIGURE: round_stages(view.steps[at[ROW_OF[view.shown]]].n_shown)},
        says={} if found.is_partial else {SETTING: partial(_said_at, view)},
        table=lambda _t: Table(_("All estimators as CSV"), "estimators", found.to_frame),
    )


def _said_at(view: RoundsView, step: str) -> str:
    return spread_words.answer(view, next(one for one in view.steps if one.setting == float(step)))


def _answer(asked: Setting, view: RoundsView, found: SpreadView, at: dict[Kind, int]) -> Answer:
    if found.is_partial:
        said = _("Stopped after {done} of {total} data sets.", done=found.n_sets, total=found.wanted)
        return run.PLACE.so_far(asked.key, found, said)
    said = spread_words.answer(view, view.steps[at[ROW_OF[view.shown]]])
    return Answer(said, Button(_("Another data set"), setting.take_next, (asked,)))


def _picture(asked: Setting, view: RoundsView, found: SpreadView, at: dict[Kind, int]) -> Picture:
    draw = partial(spread_figure, found, view, at, kinds=asked.drawn(found.rows), say=say_in_figure)
    alt = spread_words.alt(found, view, view.steps[at[ROW_OF[view.shown]]])
    return Picture(CHART, draw, alt, "resampling", _("Evaluation methods"))
