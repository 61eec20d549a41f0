"""Sections of the page of costs, each run alone: without the figure that the page draws with them."""

from __future__ import annotations

import re

import pandas as pd
from streamlit.testing.v1 import AppTest

from evalcore.costs import CostMatrix
from ui.costs.setting import Setting
from ui.session.samples import SAMPLES

SCRIPT = """
import streamlit as st
from ui.costs import assumptions, controls, formulas, weights, words
from ui.costs.setting import counted_rows
from ui.session import address, loaded
address.start()
lead, setting = loaded.binary(), st.session_state["setting"]
counted = counted_rows(lead, setting.replaces)
{call}
"""
MELON = Setting(CostMatrix(5, 1), 0.4, sampled=True)
FRAUD = pd.read_csv(SAMPLES["card-fraud"].path)
MEAN = FRAUD.amount[FRAUD.y == 1].mean()


def section(call, setting=MELON, sample="melon-20", **chosen):
    """Run one call of a section on a sample."""
    at = AppTest.from_string(SCRIPT.format(call=call), default_timeout=60)
    at.query_params["sample"] = sample
    at.session_state["setting"] = setting
    for key, value in chosen.items():
        at.session_state[key] = value
    at.run()
    assert not at.exception
    return at


def by_amount(factor=1.0, **costs):
    """Return a setting in which a missed fraud costs its amount and a false alarm 10."""
    matrix = CostMatrix(factor * MEAN, **{"cost_fp": 10.0, **costs})
    return Setting(matrix, 0.04, "fn", factor, MEAN, sampled=True)


def formula(at, begin):
    """Return the formula that begins so, in one line."""
    written = [one.value.strip("$\n") for one in at.latex]
    breaks = (
        (r"\begin{aligned}&", ""),
        (r"\end{aligned}", ""),
        (r" \\[6pt] &\quad = ", " = "),
        (r" \\ &\qquad {}+ ", "+"),
    )
    for sign, one in (*breaks, (" + ", "+")):
        written = [line.replace(sign, one) for line in written]
    (found,) = [line for line in written if line.startswith(begin)]
    return found


def captions(at):
    return [caption.value for caption in at.caption]


def sentence(at, begin):
    """Return the sentence that begins so."""
    (said,) = [text.value for text in at.markdown if re.match(begin, text.value)]
    return said
