"""What the view of a line asks for: which points, which loss; and where its handles stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, cast

import numpy as np
import streamlit as st

from evalcore.support.arrays import FloatArray
from evalcore.views.regression.line import (
    DELTA,
    DELTAS,
    FEWEST,
    INTERCEPTS,
    LOSSES,
    MOST,
    OUTLIERS,
    SLOPES,
    Loss,
    drawn_points,
)
from ui.live import drawn
from ui.regression.data import EXAMPLES
from ui.session import fields
from ui.session.choices import Choice, register
from ui.shared.text import N_, _

POINTS: Final = {"five": N_("Five values"), "drawn": N_("Drawn points")}
NAMES: Final = {"mse": N_("Squared error (MSE)"), "mae": N_("Absolute error (MAE)"), "huber": N_("Huber's loss")}
DATA: Final = register(Choice("re_points", default="five", options=tuple(POINTS), stays=True))
LOSS: Final = register(Choice("re_loss", default="mse", options=LOSSES, stays=True))
N: Final = register(Choice("re_n", default=12, low=FEWEST, high=MOST, stays=True))
SEED: Final = register(Choice("re_seed", default=0, low=0, high=999_999, stays=True))
SLOPE: Final = register(
    Choice("re_w", default=1.0, low=float(SLOPES[0]), high=float(SLOPES[-1]), stays=True, called=N_("Slope w"))
)
INTERCEPT: Final = register(
    Choice(
        "re_b", default=0.0, low=float(INTERCEPTS[0]), high=float(INTERCEPTS[-1]), stays=True, called=N_("Intercept b")
    )
)
OUTLIER: Final = register(
    Choice("re_y", low=float(OUTLIERS[0]), high=float(OUTLIERS[-1]), stays=True, called=N_("Height of the outlier"))
)
DELTA_AT: Final = register(Choice("re_delta", default=DELTA, low=DELTAS[0], high=DELTAS[1], stays=True))
CHOICES: Final = (DATA, LOSS, DELTA_AT, N, SEED, SLOPE, INTERCEPT, OUTLIER)


@dataclass(frozen=True, eq=False)
class Setting:
    """The points and where the line is; `outlier` is None as long as the last point is where it was."""

    points: str
    x: FloatArray
    y: FloatArray
    loss: Loss
    delta: float
    slope: float
    intercept: float
    outlier: float | None

    @property
    def key(self) -> tuple[object, ...]:
        """What tells this from another."""
        place = (self.slope, self.intercept, self.outlier)
        return (self.points, len(self.x), float(self.y[0]), self.loss, self.delta, *place)


def ask() -> Setting:
    """Ask for points and loss; the numbers stand in a box that opens."""
    points = fields.one_of(DATA, POINTS, _("Points"), _("Which points the line goes through."), width=130)
    loss = fields.one_of(
        LOSS, NAMES, _("Loss"), _("What is drawn of each error, and by what the best line is found."), width=180
    )
    if loss == "huber":
        with st.popover(_("δ = {delta}", delta=f"{fields.real(DELTA_AT):g}"), icon=":material/edit:", key="re_bend"):
            fields.share(DELTA_AT, "δ", _("Up to δ an error counts by its square, beyond it evenly."), step=0.25)
    if points == "drawn":
        with st.popover(_("n = {n}", n=fields.kept(N)), icon=":material/edit:", key="re_numbers"):
            n = fields.whole(N, _("points n"), _("Points about a line, with noise."))
            seed = fields.whole(SEED, _("seed"), _("With the same seed the same points are drawn."))
        x, y = drawn_points(n, seed)
    else:
        x, y = five_points()
    st.button(_("Put back"), key="re_back", icon=":material/restart_alt:", on_click=_put_back)
    outlier = st.session_state.get(OUTLIER.key)
    delta = fields.real(DELTA_AT)
    return Setting(points, x, y, cast("Loss", loss), delta, fields.real(SLOPE), fields.real(INTERCEPT), outlier)


def five_points() -> tuple[FloatArray, FloatArray]:
    """Return the five values as points: x what was predicted, so that y = x is the line of these predictions."""
    five = EXAMPLES["five_values"].make()
    return five.frame[five.models[0]].to_numpy(np.float64), five.frame[five.truth].to_numpy(np.float64)


def take(choice: Choice, text: str) -> None:
    """Take over where a handle was let go."""
    st.session_state[choice.key] = float(text)


def take_line(slope: float, intercept: float) -> None:
    """Take a line; called from a button."""
    st.session_state[SLOPE.key], st.session_state[INTERCEPT.key] = slope, intercept
    drawn.anew()


def _put_back() -> None:
    for choice in (SLOPE, INTERCEPT, OUTLIER):
        st.session_state.pop(choice.key, None)
    drawn.anew()
