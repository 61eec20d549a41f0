"""What was read: rows, classes, scores, and what was left out and why."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from evalcore.predictions import Predictions
from ui.numbers import count, percent
from ui.text import _, say


def what_was_read(predictions: Predictions) -> None:
    """Show the summary of the loaded predictions."""
    st.subheader(_("What was read"), anchor=False)
    used, out = predictions.n, predictions.n_dropped
    if out:
        st.warning(
            _("{used} rows are used; {out} were left out:", used=count(used), out=count(out))
            + "".join(f"\n- {say(d.reason)}" for d in predictions.dropped),
            icon=":material/rule:",
        )
    else:
        st.markdown(_("All {used} rows are used.", used=count(used)))
    for note in predictions.notes:
        st.info(say(note), icon=":material/info:")
    left, right = st.columns(2)
    if predictions.task != "regression":
        with left:
            st.dataframe(classes(predictions), hide_index=True, alt=_("Classes with counts and shares"))
    ranges = scores(predictions)
    if len(ranges):
        with right:
            st.dataframe(ranges, hide_index=True, alt=_("Range of each score"))


def classes(predictions: Predictions) -> pd.DataFrame:
    """Return the classes with counts and shares."""
    size = np.bincount(predictions.y_true.astype(np.intp), minlength=len(predictions.classes))
    return pd.DataFrame(
        {
            _("class"): list(predictions.classes),
            _("rows"): [count(int(n)) for n in size],
            _("share"): [percent(n / predictions.n) for n in size],
        }
    )


def scores(predictions: Predictions) -> pd.DataFrame:
    """Return the lowest and highest value of each score."""
    values = predictions.scores
    return pd.DataFrame(
        {
            _("score"): list(values),
            _("lowest"): [f"{v.min():.6g}" for v in values.values()],
            _("highest"): [f"{v.max():.6g}" for v in values.values()],
        }
    )
