"""How often does each test lie? The sections of the laboratory: two equal learners, every test, many times."""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from evalcore.figures.significance.lies import ALPHA, lies_figure
from evalcore.significance import LABORATORY_TESTS, LaboratoryResult
from evalcore.views.significance.lies import LiesView, lies_view
from ui.frame import named
from ui.frame.figure_tables import rows
from ui.frame.page import Answer, Picture, Sections, Tab
from ui.session import memory
from ui.shared import marks, tables
from ui.shared.downloads import Table
from ui.shared.numbers import count, interval, number, percent, share
from ui.shared.text import N_, _, headed, paragraph, remark, say, say_in_figure, sentences
from ui.significance import controls, results, stepwise
from ui.significance.laboratory import controls as lies_controls
from ui.significance.laboratory import job, words
from ui.significance.laboratory import runs as laboratory
from ui.significance.laboratory.controls import LEARNERS, Setting

CHART = "lies_chart"
HONESTY = {"lies": N_("too often"), "keeps": N_("as promised"), "careful": N_("too rarely")}


def of() -> Sections:
    """Return the sections of this question."""
    setting = lies_controls.ask()
    view = memory.memo(
        "lies",
        *(setting.key, setting.test, setting.alpha),
        make=lambda: lies_view(setting.result, chosen=setting.place, alpha=setting.alpha),
    )
    return Sections(
        of_loaded=False,
        mark=marks.simulated(),
        about=[
            named.learner(
                _("{learner}, n = {n}", learner=_(LEARNERS[setting.result.learner]), n=count(setting.result.n))
            )
        ],
        picture=_picture(view, setting),
        figure_tables=lambda _t: [rows(_("Rejection rate and power of every test"), _frame(view))],
        of=("lies", setting.key, setting.test, setting.alpha),
        answer=lambda _t: _answer(view),
        tabs=lambda _t: _tabs(view, setting),
        handles={ALPHA: controls.take_alpha},
        typed={ALPHA: controls.type_alpha},
        says={}
        if job.refusal()
        else {ALPHA: stepwise.of_steps({step.alpha: step for step in view.steps}, partial(words.at_step, view))},
        table=lambda _t: Table(_("Rejection rates and power as CSV"), "laboratory", view.result.to_frame),
    )


def _answer(view: LiesView) -> Answer:
    refused = job.refusal()
    return Answer(words.answer(view) if refused is None else say(refused))


def _note(setting: Setting) -> None:
    st.caption(
        sentences(
            words.run_note(setting),
            _(
                "Filled: rejects more often than promised, beyond what chance does to the rate. A test that keeps its "
                "promise at every level has flat p-values."
            ),
        )
    )
    fails = words.of_five_by_two(setting.result.at(setting.alpha))
    if fails is not None:
        # At which level is what the handle decides.
        st.container(key="waits_fails").caption(fails)


def _tabs(view: LiesView, setting: Setting) -> list[Tab]:
    return [
        Tab("readings", job.JOB.with_notes(partial(table, view, setting), setting.key)),
        Tab("sure", partial(_how_sure, view, setting)),
        Tab("compare", partial(_compare, setting)),
        Tab("formulas", partial(_formulas, view)),
    ]


def _frame(view: LiesView) -> pd.DataFrame:
    """Return the rate of every test and its power."""
    now, result = view.now, view.result
    frame = pd.DataFrame(
        {
            _("test"): [say(test.title) for test in LABORATORY_TESTS],
            _("rejected"): [
                _("{part} of {whole}", part=count(r), whole=count(result.n_replicates)) for r in now.rejections
            ],
            _("rate"): [share(rate) for rate in now.rate],
            _("95% interval"): [interval(low, high) for low, high in zip(now.low, now.high, strict=True)],
            _("against level {alpha}", alpha=results.level(now.alpha)): [
                _(HONESTY[now.honesty(k)]) for k, _test in enumerate(LABORATORY_TESTS)
            ],
        }
    )
    power = _("power, better by {difference}", difference=number(result.difference, 2))
    frame[power] = [
        f"{share(rate)} {interval(low, high)}"
        for rate, low, high in zip(now.power, now.power_low, now.power_high, strict=True)
    ]
    return frame


def table(view: LiesView, setting: Setting) -> None:
    """Show the rate of every test, and which replicates had no p."""
    result = view.result
    tables.show(_frame(view), alt=_("Rejection rate and power of every test"))
    for test, warning in zip(LABORATORY_TESTS, result.warnings, strict=True):
        if warning is not None:
            st.caption(headed(lies_controls.short(test.name), say(warning)))
    paragraph(
        "Each replicate draws {n} rows with two features, equally good and independent; one learner sees the "
        "first, the other the second. Nothing tells them apart, so every rejection is a false alarm. For the power "
        "the second feature is better, by {difference} of the error rate. Power counts only where false alarms are "
        "as promised. **No test is safe everywhere**: try the other learner.",
        n=count(setting.result.n),
        difference=number(result.difference, 2),
    )
    tables.offer(setting.result.replicates_frame, label=_("All p-values as CSV"), name="laboratory_p_values")


def _how_sure(view: LiesView, setting: Setting) -> None:
    now, k = view.now, view.chosen
    paragraph(
        "{count} of {total} replicates were rejected: the rate lies in {interval} (Wilson, 95%). Four times as "
        "many replicates make the interval half as wide; more rows in each do not.",
        count=count(now.rejections[k]),
        total=count(setting.result.n_replicates),
        interval=interval(now.low[k], now.high[k]),
    )


def _compare(setting: Setting) -> None:
    """Show the rates of both learners, as far as they were run."""
    shipped = laboratory.precomputed()
    runs: list[LaboratoryResult] = [run.at(setting.alpha) for run in shipped.values()]
    if setting.is_own:
        runs.append(setting.result.at(setting.alpha))
    frame = pd.DataFrame({_("test"): [lies_controls.short(test.name) for test in LABORATORY_TESTS]})
    for place, run in enumerate(runs):
        name = _("{learner}, n = {n}", learner=_(LEARNERS[run.learner]), n=count(run.n))
        is_own = place == len(shipped)
        titled = _("{name}, your run", name=name) if is_own else name
        frame[_("{name}: false alarms", name=titled)] = [share(rate) for rate in run.rate.tolist()]
        frame[_("{name}: power", name=titled)] = [share(rate) for rate in run.power.tolist()]
    tables.show(frame, alt=_("Rejection rates and power with both learners"))
    for said in (*map(words.of_five_by_two, runs), words.of_kept(runs)):
        if said is not None:
            st.markdown(said)
    remark(
        "The nearest neighbour changes with every row, so folds that share rows are more alike than the tests "
        "suppose: tests that were honest with the linear discriminant no longer are."
    )


def _formulas(view: LiesView) -> None:
    now, k = view.now, view.chosen
    total = view.result.n_replicates
    st.latex(
        r"\hat{P}(p<\alpha \mid H_0) = \frac{\#\{p<"
        + results.level(now.alpha)
        + rf"\}}}}{{R}} = \frac{{{now.rejections[k]}}}{{{total}}} = {number(now.rate[k])}"
    )
    remark(
        "Under a true hypothesis p is uniform on [0, 1] if the test keeps its promise at every level, so that "
        "{alpha} of the p-values lie below {level}.",
        alpha=percent(now.alpha),
        level=results.level(now.alpha),
    )


def _picture(view: LiesView, setting: Setting) -> Picture:
    tests = [lies_controls.short(test.name) for test in LABORATORY_TESTS]
    draw = partial(lies_figure, view, tests, say=say_in_figure)
    return Picture(
        CHART, draw, words.alt(view), "laboratory", _("How often does each test lie?"), notes=partial(_note, setting)
    )
