"""Accuracy in which each cell of the matrix has its own weight."""

from __future__ import annotations

import math
from typing import Final

import streamlit as st

from evalcore import metrics
from evalcore.counts import ConfusionMatrix
from ui.live import bridge
from ui.session import fields
from ui.session.choices import Choice, register
from ui.shared import tex
from ui.shared.text import _, remark

MOST: Final = 1_000_000
# By the cell whose weight it is: first letter the truth, second the prediction, as `cost_sensitive_accuracy` has them.
WEIGHTS: Final = {
    "TP": ("pp", register(Choice("weight_pp", default=1.0, low=0, high=MOST))),
    "TN": ("nn", register(Choice("weight_nn", default=1.0, low=0, high=MOST))),
    "FN": ("pn", register(Choice("weight_pn", default=1.0, low=0, high=MOST))),
    "FP": ("np", register(Choice("weight_np", default=1.0, low=0, high=MOST))),
}
CHOICES: Final = tuple(choice for _name, choice in WEIGHTS.values())


def show(cm: ConfusionMatrix) -> None:
    """Ask for four weights and show the accuracy they make."""
    weights = {}
    with st.container(horizontal=True):
        for cell, (name, choice) in WEIGHTS.items():
            meaning = _("What each {cell} counts for; with four ones it is the accuracy.", cell=cell)
            weights[name] = fields.share(choice, _("weight of {cell}", cell=cell), meaning, step=1.0)
    line = formula(cm, weights)
    bridge.formula(line)
    if math.isnan(float(metrics.cost_sensitive_accuracy(cm, **weights))):
        remark("Undefined: every cell is empty or weighs nothing.")
    remark(
        "The share of what is at stake that is decided right. These weights are not the costs above: they also "
        "weigh what is right, so this is a share between 0 and 1; a cost (2.23) is not."
    )


def formula(cm: ConfusionMatrix, weights: dict[str, float]) -> str:
    """Write the accuracy with its weights and counts."""
    right, wrong = (tuple(cells) for cells in (("TP", "TN"), ("FN", "FP")))
    letters = {cell: rf"C_{{{name}}}\mathrm{{{cell}}}" for cell, (name, _choice) in WEIGHTS.items()}
    numbers = {
        cell: rf"{tex.short(weights[name])}\cdot {tex.count(float(getattr(cm, cell.lower())))}"
        for cell, (name, _choice) in WEIGHTS.items()
    }
    value = tex.number(float(metrics.cost_sensitive_accuracy(cm, **weights)))
    parts = [_fraction([of[cell] for cell in right], [of[cell] for cell in wrong]) for of in (letters, numbers)]
    return rf"acc_{{cost}} = {parts[0]} = {parts[1]} = {value}"


def _fraction(right: list[str], wrong: list[str]) -> str:
    return rf"\frac{{{'+'.join(right)}}}{{{'+'.join([*right, *wrong])}}}"
