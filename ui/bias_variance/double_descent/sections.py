"""The view of double descent: what stands in its sections."""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from evalcore.figures.bias_variance.double_descent import RATIO, descent_figure
from evalcore.figures.parts.numbers import written
from evalcore.views.bias_variance.double_descent import DescentStep, DescentView
from ui.bias_variance import controls, tex
from ui.bias_variance.double_descent import setting, simulation, words
from ui.bias_variance.double_descent.setting import Setting
from ui.bias_variance.sweeping import whole
from ui.frame.figure_tables import FigureTable, course, rows
from ui.frame.page import Answer, Button, Export, Figure, Sections, Tab, Table
from ui.live import bridge, drawn
from ui.shared import marks, tables
from ui.shared.numbers import count
from ui.shared.tex import stacked
from ui.shared.text import _, say, say_in_figure

CHART = "double_descent_chart"


def of() -> Sections:
    """Return the sections for what is set."""
    asked = setting.ask()
    view = simulation.view(asked)
    if view is None:
        return Sections(of_loaded=False, answer=lambda _t: simulation.SWEEPS.nothing_yet())
    return Sections(
        of_loaded=False,
        mark=marks.simulated(),
        about=asked.about,
        figure=lambda _t: _figure(view, asked),
        figure_tables=lambda _t: _as_tables(view),
        of=("double descent", *asked.drawn, asked.ratio, view.n_sets, len(view.steps)),
        answer=lambda _t: _answer(view, asked),
        tabs=lambda _t: _tabs(view, asked),
        handles={RATIO: setting.take_ratio},
        typed={RATIO: partial(setting.type_features, view)},
        says=whole(view, asked.n_sets, {RATIO: lambda step: words.answer(view.moved(float(step)))}),
        export=lambda _t: _export(view, asked),
        table=lambda _t: Table(_("Errors as CSV"), "double_descent", view.to_frame),
    )


def _figure(view: DescentView, asked: Setting) -> Figure:
    figure = descent_figure(view, say=say_in_figure, look=controls.look_above_notes())
    return Figure(CHART, figure, words.alt(view, asked), notes=partial(_notes, view, asked))


def _notes(view: DescentView, asked: Setting) -> None:
    """Say how the errors were found, and what has to be said of the mean."""
    for k, warning in enumerate(view.now.warnings):
        st.container(key=f"hides_warning_{k}").warning(say(warning), icon=":material/casino:")
    st.caption(
        _(
            "Cosines of random frequency and phase, fitted by least squares with a ridge floor of $10^{{{floor}}}$ on "
            "{sets} training sets of {n} points; judged at even points of [0, 1]. Both axes are logarithmic.",
            floor=f"{asked.floor:g}",
            sets=count(view.n_sets),
            n=count(view.n),
        )
    )


def _answer(view: DescentView, asked: Setting) -> Answer:
    interrupted = simulation.SWEEPS.interrupted(view, asked.n_sets)
    if interrupted is not None:
        return interrupted
    peak = view.peak
    return Answer(
        words.answer(view),
        Button(
            _("Peak: p = {p}", p=count(peak.features)),
            _take,
            (peak.ratio,),
            disabled=not view.has_peak or view.now.features == peak.features,
        ),
    )


def _take(ratio: float) -> None:
    st.session_state[setting.RATIO.key] = ratio
    drawn.anew()


def _tabs(view: DescentView, asked: Setting) -> list[Tab]:
    return [
        Tab("readings", simulation.SWEEPS.job.with_notes(partial(_readings, view), asked.drawn)),
        Tab("sure", partial(_how_sure, view)),
        Tab("formulas", partial(_formulas, view, asked)),
    ]


def _readings(view: DescentView) -> None:
    tables.show(_frame(view), alt=_("Errors at each number of features"), height="auto")
    st.caption(
        _(
            "A number has two digits where its standard error is above a tenth of it; of a median it is not known. "
            "Where rare sets carry the mean, read the median."
        )
    )


def _frame(view: DescentView) -> pd.DataFrame:
    return pd.DataFrame([_row(step) for step in view.steps])


def _as_tables(view: DescentView) -> list[FigureTable]:
    """Return the errors at numbers of features, and the fits at the present one."""
    fits = {_("truth"): view.truth, _("mean of the fits"): view.now.average}
    places = [f"{x:.3f}" for x in view.x.tolist()]
    return [
        rows(_("Errors at each number of features"), _frame(view), view.active),
        course(_("The fits at p = {p}", p=count(view.now.features)), ("x", places), fits, write=written),
    ]


def _row(step: DescentStep) -> dict[str, str]:
    return {
        _("features p"): count(step.features),
        "p / n": f"{step.ratio:.3g}",
        _("test error, mean"): words.mean_text(step),
        _("its standard error"): written(step.mean_error, step.mean_error),
        _("test error, median"): words.median_text(step),
        _("training error"): written(step.training),
        _("bias²"): written(step.bias2, step.part_errors[0]),
        _("variance"): written(step.variance, step.part_errors[1]),
    }


def _how_sure(view: DescentView) -> None:
    now = view.now
    st.markdown(
        _(
            "With {p} features the mean test error over {sets} sets is {mean}, standard error {error}; half of the "
            "sets have less than {median}. Mean and median part where few sets have enormous errors: there a mean of "
            "few sets says little, and more sets may raise it.",
            p=count(now.features),
            sets=count(view.n_sets),
            mean=words.mean_text(now),
            error=written(now.mean_error, now.mean_error),
            median=words.median_text(now),
        )
    )
    st.markdown(
        _(
            "The sets tell how much chance the noise brings. The features are one draw for all of them: with another "
            "seed of the features the dips left and right of the peak move. The median has its peak near p = n: in "
            "eight draws with n = 25 at p = 17 to 28. With random x rare sets may carry the peak of the mean elsewhere."
        )
    )


def _formulas(view: DescentView, asked: Setting) -> None:
    now = view.now
    p, n = count(now.features), count(view.n)
    _show(r"f(x) = b+\sum_{j=1}^{p} w_j\cos\big(2\pi(\omega_j x+\phi_j)\big)")
    _show(r"\omega_j\sim N\big(0,(n/2)^2\big),\quad \phi_j\sim U[0,1]")
    _show(r"\min_{b,w} J = \sum_{i=1}^{n}\big(y_i-f(x_i)\big)^2 + \lambda\sum_{j=1}^{p} w_j^2")
    _show(rf"p={p},\quad n={n},\quad \lambda=10^{{{asked.floor:g}}}")
    st.caption(
        _(
            "With p < n there is one best fit, and it misses points; near p = n it passes through all of them, and the "
            "smallest singular value of the features is close to 0, so that noise is blown up; with p > n many fits "
            "pass through all points, and the penalty takes the one of least norm, which swings less the more "
            "features there are."
        )
    )
    parts = [written(value, error) for value, error in zip((now.bias2, now.variance), now.part_errors, strict=True)]
    _show(
        r"(2.42)\quad E(f;D) = bias^2+var+\varepsilon^2 = "
        rf"{parts[0]}+{parts[1]}+{tex.noise(view.noise)} = {words.mean_text(now)}"
    )
    st.caption(_("Numbers of equations: 周志华《机器学习》, chapter 2."))


def _show(line: str) -> None:
    """Show a formula, in lines one below the other where the page is too narrow for it."""
    st.latex(stacked(line) if bridge.is_narrow() else line)


def _export(view: DescentView, asked: Setting) -> Export:
    return Export(
        label=_("Figure as HTML, its handle included"),
        name="double_descent",
        title=_("Double descent"),
        caption=words.alt(view, asked),
        draw=partial(descent_figure, view, say=say_in_figure),
    )
