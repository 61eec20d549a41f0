"""Scores drawn at will, with known truth."""

from __future__ import annotations

import numpy as np
import streamlit as st

from evalcore import generate
from evalcore.counts import threshold_counts
from evalcore.curves import roc_curve
from evalcore.errors import InputError
from evalcore.predictions import guess_columns
from evalcore.predictions.kept import kept
from ui.session import incoming
from ui.shared import terms
from ui.shared.numbers import number
from ui.shared.text import N_, _, say

TRANSFORMS = {
    "none": N_("none"),
    "square": N_("squared"),
    "cube": N_("cubed"),
    "round": N_("rounded to 0.1 (ties)"),
    "calibrate": N_("calibrated"),
}
_SIZES = [20, 50, 100, 200, 400, 1_000, 2_000, 5_000, 10_000, 20_000]


def _draw() -> None:
    """Draw scores with the controls' values and load them."""
    chosen = st.session_state
    try:
        drawn = generate.binary_scores(
            n=chosen["gen_n"],
            separation=chosen["gen_separation"],
            sigma_ratio=chosen["gen_sigma"],
            prevalence=chosen["gen_prevalence"],
            transform=chosen["gen_transform"],
            deterministic=chosen["gen_deterministic"],
            rng=np.random.default_rng(chosen["gen_seed"]),
        )
        frame = drawn.to_frame()
    except InputError as error:
        incoming.refuse(error, _("generated scores"))
        return
    incoming.load(incoming.Table(kept(frame), _("generated scores"), guess_columns(frame), generated=True))
    st.session_state[incoming.DRAWN] = drawn


def generator() -> None:
    """Show the controls that draw scores with known truth, and the AUC of what was drawn."""
    first, second, third = st.columns(3)
    with first:
        _two_normals()
    with second:
        st.slider(
            _("Prevalence"),
            *generate.PREVALENCE,
            0.4,
            0.01,
            key="gen_prevalence",
            help=terms.explained("prevalence", _("Share of positives.")),
        )
        st.select_slider(_("Rows"), _SIZES, 400, key="gen_n", help=_("How many rows are drawn."))
    with third:
        _transform_and_seed()
    st.toggle(
        _("Without chance: scores at exact normal quantiles"),
        True,
        key="gen_deterministic",
        help=_("On for lectures: no chance in the picture. Off to see how samples differ."),
    )
    st.button(_("Generate and load"), on_click=_draw, type="primary", key="gen_go")
    drawn: generate.GeneratedScores | None = st.session_state.get(incoming.DRAWN)
    if drawn is not None:
        _areas(drawn)


def _two_normals() -> None:
    st.slider(
        _("Separation d′"),
        *generate.SEPARATION,
        1.5,
        0.1,
        key="gen_separation",
        help=_("Distance of the two means, in standard deviations of the negatives."),
    )
    st.slider(
        _("Spread σ₊ / σ₋"), *generate.SIGMA_RATIO, 1.0, 0.1, key="gen_sigma", help=_("1: both classes spread alike.")
    )


def _transform_and_seed() -> None:
    st.selectbox(
        _("Transform of the score"),
        list(TRANSFORMS),
        format_func=lambda key: _(TRANSFORMS[key]),
        key="gen_transform",
        help=_("Squares and cubes keep the order; rounding makes ties."),
    )
    st.number_input(_("Seed"), *generate.SEEDS, 0, key="gen_seed", help=_("The same seed draws the same rows."))


def _areas(drawn: generate.GeneratedScores) -> None:
    """Say what the AUC of the rows drawn is, and what it would be of ever more of them."""
    of_rows = roc_curve(threshold_counts(drawn.y_true, drawn.score)).auc
    st.markdown(
        _(
            "AUC of the two distributions {analytic}; AUC of these rows {sample}.",
            analytic=number(drawn.analytic_auc),
            sample=number(of_rows),
        )
    )
    for warning in drawn.warnings:
        st.caption(say(warning))
