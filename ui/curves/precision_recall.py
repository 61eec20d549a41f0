"""The P-R curves of all models and nothing else, as a scene of the path of lessons."""

from __future__ import annotations

from evalcore.figures.curves.precision_recall import precision_recall_figure
from ui.curves import figure
from ui.frame import models
from ui.live import bridge
from ui.shared import charts
from ui.shared.text import _, say_in_figure


def alone(prevalence: float) -> None:
    """Show the P-R curves as large as an audience needs them, and in the end their break-even points."""
    shown = [figure.drawn(one, None) for one in models.all_scored()]
    charts.chart(
        precision_recall_figure(shown, prevalence, say=say_in_figure, look=bridge.scene_look()),
        key="precision_recall_chart",
        alt=_("P-R curves of all models"),
    )
