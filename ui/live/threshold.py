"""The live threshold: one mechanism that every page with a threshold uses.

While the slider is dragged, Plotly plays the figure's own frames and nothing asks the server. On release a component
without markup hands the value to Python, and only the fragment below the figure runs again: the figure itself is
neither rebuilt nor sent. A typed threshold rebuilds it, so that the exact number is a step of the slider.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import streamlit as st

from evalcore.counts import ThresholdCounts
from evalcore.metrics import BestThresholds
from evalcore.views.threshold import default_threshold, none_positive
from ui.session import choices
from ui.shared import controls
from ui.shared.numbers import number
from ui.shared.numbers import threshold as shown
from ui.shared.text import N_, _, say

NARROW_BELOW = 760
CHOICE = choices.register(choices.Choice("t"))
_RELEASE = "threshold_bridge"
_TYPED = "threshold_typed"
_LAYOUT = "threshold_narrow"
CRITERIA = {"accuracy": N_("accuracy"), "f1": N_("F1"), "youden_j": N_("Youden's J")}

# The chart may be drawn after this runs, and drawn anew later, so the hook is looked after until the component goes.
_BRIDGE = """
let said = 0;
export default function({ data, setStateValue }) {
  const place = () => document.querySelector('.st-key-' + data.chart);
  let chart = null;
  const released = event => {
    const step = event.slider.steps[event.slider.active];
    setStateValue('release', { value: step.value, at: Date.now() });
  };
  // A point of a curve carries its threshold; where nothing is predicted positive it is infinite, which JSON lacks.
  const clicked = event => {
    const point = event.points[0];
    if (point.data.meta !== 'threshold') return;
    const at = point.customdata[0];
    setStateValue('picked', { value: Number.isFinite(at) ? at : null, at: Date.now() });
  };
  // Point and line are the same threshold in two planes: hovering either shows both, drawn over the chart.
  const unhover = () => { if (chart) chart.querySelectorAll('.dual').forEach(mark => mark.remove()); };
  const hover = event => {
    unhover();
    const point = event.points[0], layout = chart._fullLayout, layer = chart.querySelector('.hoverlayer');
    // In the ROC plane the point tells its rates itself; on a line they stand behind its threshold.
    const behind = point.customdata || [], isPoint = point.data.yaxis === 'y3';
    if (!layer || !layout.xaxis3 || behind.length < (isPoint ? 1 : 3)) return;
    const [fpr, fnr] = isPoint ? [point.x, 1 - point.y] : behind.slice(1), { left, right } = layout.meta;
    const at = (axis, value) => axis._offset + axis.l2p(value);
    const add = (name, properties) => {
      const mark = document.createElementNS('http://www.w3.org/2000/svg', name);
      mark.setAttribute('class', 'dual');
      for (const key in properties) mark.setAttribute(key, properties[key]);
      layer.appendChild(mark);
    };
    const style = { stroke: '#1D7FC4', 'stroke-width': 3, fill: 'none', 'pointer-events': 'none' };
    // The line ends where the plane does: at its sides, or where it passes its upper edge.
    const begin = left[0] + left[1] * fpr, end = right[0] + right[1] * fnr, top = layout.yaxis.range[1];
    const crossing = (top - begin) / (end - begin), height = x => Math.min(begin + x * (end - begin), top);
    const from = begin > top ? crossing : 0, to = Math.min(end > top ? crossing : 1, layout.xaxis.range[1]);
    if (Math.min(begin, end) < top && from < to) {
      add('line', { x1: at(layout.xaxis, from), y1: at(layout.yaxis, height(from)), x2: at(layout.xaxis, to),
        y2: at(layout.yaxis, height(to)), ...style });
    }
    add('circle', { cx: at(layout.xaxis3, fpr), cy: at(layout.yaxis3, 1 - fnr), r: 9, ...style });
  };
  const leave = () => {
    if (!chart || !chart.removeListener) return;
    chart.removeListener('plotly_hover', hover);
    chart.removeListener('plotly_unhover', unhover);
    chart.removeListener('plotly_sliderend', released);
    chart.removeListener('plotly_click', clicked);
  };
  const look = () => {
    const box = place();
    const found = box && box.querySelector('.js-plotly-plot');
    if (found && found.on && found !== chart) {
      leave();
      chart = found;
      chart.on('plotly_sliderend', released);
      chart.on('plotly_click', clicked);
      if (data.dual) { chart.on('plotly_hover', hover); chart.on('plotly_unhover', unhover); }
      box.setAttribute('data-live', 'true');
    }
    // Said again, but not at once, until the figure has followed: a message may cross with a run that began before it.
    const width = box ? box.getBoundingClientRect().width : 0;
    if (width > 0 && (width < data.below) !== data.narrow && Date.now() - said > 2000) {
      said = Date.now();
      setStateValue('narrow', { value: width < data.below, at: said });
    }
  };
  look();
  const timer = setInterval(look, 250);
  return () => { clearInterval(timer); leave(); };
}
"""
_bridge = st.components.v2.component("threshold_bridge", js=_BRIDGE)


def value(counts: ThresholdCounts) -> float:
    """Return the session's threshold, the same on every page."""
    chosen = st.session_state.get(CHOICE.key)
    return default_threshold(counts) if chosen is None else float(chosen)


def is_narrow() -> bool:
    """Whether the page is too narrow for panels side by side, as the browser last said."""
    return bool(st.session_state.get(_LAYOUT, False))


def _released(moved: Callable[[str], None] | None) -> None:
    """Take over the value of the slider let go; one that is no threshold belongs to the page."""
    release = st.session_state[_RELEASE].get("release")
    if not release:
        return
    try:
        st.session_state["t"] = float(release["value"])
    except ValueError:
        if moved is not None:
            moved(release["value"])
            st.session_state[_TYPED] = True


def _picked(above_all: float) -> None:
    """Make the threshold of a clicked point the session's."""
    picked = st.session_state[_RELEASE].get("picked")
    if picked:
        take(above_all if picked["value"] is None else float(picked["value"]))


def _width_changed() -> None:
    said = st.session_state[_RELEASE].get("narrow")
    if said:
        st.session_state[_LAYOUT] = bool(said["value"])


def redraw() -> None:
    """Draw the figure anew in the run that follows: a change below it concerns the figure, too."""
    st.session_state[_TYPED] = True


def above_all(counts: ThresholdCounts) -> float:
    """Return a threshold a field can hold at which nothing is predicted positive."""
    return none_positive(counts)


def take(threshold: float) -> None:
    """Make a threshold the session's, as if it had been typed; called from a button."""
    st.session_state["t"] = threshold
    st.session_state[_TYPED] = True


def _criteria(counts: ThresholdCounts, best: Mapping[str, BestThresholds]) -> None:
    """Offer the thresholds at which one metric is best on these rows."""
    for name, found in best.items():
        if found.reason is not None:
            st.caption(f"{_(CRITERIA[name])}: {say(found.reason)}")
            continue
        # +inf, where nothing is predicted positive, is shown as the readable number above every score.
        at = float(found.threshold[0]) if math.isfinite(found.threshold[0]) else none_positive(counts)
        st.button(
            _(
                "{metric} is best at {t} ({value})",
                metric=_(CRITERIA[name]),
                t=shown(at),
                value=number(found.value),
            ),
            key=f"take_{name}",
            on_click=take,
            args=(at,),
            width="stretch",
        )
        if found.threshold.size > 1:
            st.caption(_("{n} thresholds tie; the highest is taken.", n=found.threshold.size))
    st.caption(
        _("Best on these rows is too good to be true for new ones: report it on rows that were not used to choose it.")
    )


def follow(
    counts: ThresholdCounts,
    *,
    chart_key: str,
    best: Mapping[str, BestThresholds],
    then: Callable[[float], None],
    moved: Callable[[str], None] | None = None,
    dual: bool = False,
) -> None:
    """Show the number field, and below it what `then` draws for the threshold, now and after every release.

    A figure may have a second slider; `moved` is told the name of the step at which that one was let go. With `dual`
    the figure has a cost plane and a ROC plane, and hovering a threshold in one shows it in the other.
    """
    drawn_narrow = is_narrow()

    @st.fragment
    def below() -> None:
        controls.seed("t", default_threshold(counts))
        with st.container(horizontal=True, vertical_alignment="bottom"):
            t = st.number_input(
                _("Exact threshold t"),
                step=0.01,
                format="%.10g",
                key="t",
                persist_state="session",
                on_change=redraw,
                width=220,
                help=_(
                    "A row is predicted positive when its score is at least t. From {top} on no row is.",
                    top=shown(none_positive(counts)),
                ),
            )
            with st.popover(_("Choose by a criterion"), icon=":material/target:"):
                _criteria(counts, best)
        _bridge(
            key=_RELEASE,
            data={"chart": chart_key, "below": NARROW_BELOW, "narrow": drawn_narrow, "dual": dual},
            on_release_change=lambda: _released(moved),
            on_picked_change=lambda: _picked(none_positive(counts)),
            on_narrow_change=_width_changed,
        )
        # Compared with the figure itself, so that a wish lost on the way is not lost for good.
        if st.session_state.pop(_TYPED, False) or is_narrow() != drawn_narrow:
            st.rerun()
        then(float(t))

    below()
