"""What stands below the figure of curves: why an area has no interval, and what a band cannot tell."""

from __future__ import annotations

import math

import streamlit as st

from evalcore import curves
from evalcore.errors import Message
from evalcore.predictions import BinaryView
from ui.curves import figure, words
from ui.curves.controls import Options
from ui.frame import models
from ui.session import computed
from ui.shared.text import _, in_row, plain, remark, say


def show(rows: BinaryView, chosen: Options) -> None:
    """Say how far apart the areas of the answer are, what is not drawn and why, and what is wrong with what is.

    Also which areas have no interval, or a narrow one.
    """
    if (said := words.corrected(models.all_scored(), rows.model)) is not None:
        st.caption(said)
    asked: list[Message | None] = []
    if chosen.bands:
        for band in figure.bands(rows):
            asked += [band.reason, *band.warnings]
    if chosen.hull:
        asked.append(figure.hull(rows).reason)
    of_areas = _of_intervals() if chosen.show == "roc_pr" else []
    for sentence in dict.fromkeys([*(say(m) for m in asked if m is not None), *of_areas]):
        st.caption(sentence)
    if chosen.prevalence is not None and chosen.show == "roc_pr":
        remark("The interval of AP is for the prevalence of the rows, so there is none at another one.")
    if chosen.show == "det":
        remark("The interval of an equal error rate stands with the areas and special points, below.")


def _of_intervals() -> list[str]:
    """Say of each model in the legend why its AUC or AP has no interval, or what is wrong with it; once for all."""
    scored = models.all_scored()
    why: dict[str, list[str]] = {}
    for one in scored:
        auc = computed.of_counts(one, curves.auc_interval_from_counts)
        average = computed.of_counts(one, curves.average_precision_interval)
        why_no_auc = auc.reason if math.isnan(auc.robust_low) else None
        words = (why_no_auc, average.reason, *auc.robust_warnings)
        for reason in dict.fromkeys(say(word) for word in words if word is not None):
            why.setdefault(reason, []).append(plain(one.model))
    return [
        reason if len(names) == len(scored) else _("{models}: {reason}", models=in_row(names), reason=reason)
        for reason, names in why.items()
    ]
