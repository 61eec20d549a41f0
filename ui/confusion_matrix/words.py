"""What the page of the confusion matrix answers, in one sentence."""

from __future__ import annotations

import math

from evalcore.counts import ConfusionMatrix
from evalcore.predictions import BinaryView
from evalcore.views.answers import MatrixAnswer, matrix_answer
from ui.shared.numbers import UNDEFINED, count, percent
from ui.shared.text import _, plain

WORD = 3  # characters of a class name that can stand in a sentence


def answer(rows: BinaryView, cm: ConfusionMatrix, t: float | None) -> str:
    """Say how many positives are found and how many alarms are false; without a threshold, of the labels."""
    said = matrix_answer(cm)
    parts = {"found": _found(rows, said), "alarms": _alarms(said)}
    if t is None:
        return _("These labels: {found}, {alarms}.", **parts)
    return _("At t = {t}: {found}, {alarms}.", t=f"{t:.4g}", **parts)


def _found(rows: BinaryView, said: MatrixAnswer) -> str:
    # "8 of 10 1" would read as a number; so would any name of a class without a word in it.
    name = plain(rows.positive) if len(rows.positive) >= WORD else _("positives")
    if math.isnan(said.recall):
        return _("finds {dash} (no row is {name})", dash=UNDEFINED, name=name)
    if said.weighted:
        return _("finds **{share}** of {name} by weight", share=percent(said.recall), name=name)
    return _("finds **{found} of {all} {name}**", found=count(said.found), all=count(said.positives), name=name)


def _alarms(said: MatrixAnswer) -> str:
    if math.isnan(said.false_share):
        return _("raises no alarm")
    if said.weighted:
        return _("**{share}** of the alarms are false by weight", share=percent(said.false_share))
    return _("**{false} of {alarms}** alarms are false", false=count(said.false), alarms=count(said.alarms))
