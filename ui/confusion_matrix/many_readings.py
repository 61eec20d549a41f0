"""What is read of many classes besides: which are taken for which, and whether the true one is among the first few."""

from __future__ import annotations

from functools import partial
from typing import Final

import pandas as pd
import streamlit as st

from evalcore import metrics
from evalcore.counts import ConfusionMatrix
from evalcore.curves import TopK, top_k_accuracy
from evalcore.metrics import Confusion
from ui.confusion_matrix.rows import of_classes
from ui.frame.tabs import Tab
from ui.session import incoming, loaded, looked_at, memory
from ui.shared import downloads, tables
from ui.shared.numbers import count, interval, number, percent
from ui.shared.text import _, remark, said_of, show_said_of

# So many confusions are listed; the file has all.
MOST_LISTED: Final = 100
_TABLE: Final = "confusions_table"


def tabs(cm: ConfusionMatrix) -> list[Tab]:
    """Return the parts: confusions, the most frequent first, and of scores top-k accuracy."""
    found = [Tab("readings", partial(_confusions, cm), title=_("Which class is taken for which"))]
    if loaded.labels_of(loaded.model()) is None:
        found.append(Tab("readings", _top_k, title=_("Is the true class among the first few?")))
    return found


def _key() -> tuple[str, str]:
    return looked_at.predictions().digest, loaded.model()


def _confusions(cm: ConfusionMatrix) -> None:
    """List mistakes by how often they are made; one that is taken shows its rows."""
    make = partial(metrics.confusions, cm, most=MOST_LISTED)
    found: tuple[Confusion, ...] = memory.memo("confusions", *_key(), make=make)
    if not found:
        remark("No row is wrong.")
        return
    frame = pd.DataFrame([_line(one) for one in found])
    key = f"{_TABLE}_{loaded.model()}"
    cells = [(cm.classes.index(one.truth), cm.classes.index(one.predicted)) for one in found]
    tables.choose(
        frame,
        alt=_("Mistakes, the most frequent first"),
        columns={},
        key=key,
        on_select=partial(_selected, key, cells),
        of_rows=False,
    )
    table = downloads.Table(_("Confusions as CSV"), "confusions", partial(_in_full, cm))
    downloads.offer_table(downloads.marked_table(table, incoming.mark()))
    remark(
        "A row that is taken shows the rows of its cell. Each interval is for its own share: the largest of many "
        "shares is too large on the rows it was found on."
    )
    show_said_of(*(one.share for one in found))


def _line(one: Confusion) -> dict[str, str]:
    return {
        _("true class"): str(one.truth),
        _("taken for"): str(one.predicted),
        _("rows"): count(one.rows),
        _("share of the class"): f"{number(one.share.value)} {interval(one.share.low, one.share.high)}",
        _("of all mistakes"): percent(one.of_mistakes),
    }


def _selected(key: str, cells: list[tuple[int, int]]) -> None:
    taken = st.session_state[key].selection.rows
    if taken:
        truth, called = cells[taken[0]]
        of_classes.ask((truth,), (called,))


def _in_full(cm: ConfusionMatrix) -> pd.DataFrame:
    """Return all mistakes with their digits; runs outside the script."""
    return pd.DataFrame(
        [
            {
                "true_class": str(one.truth),
                "taken_for": str(one.predicted),
                "rows": one.rows,
                "share": one.share.value,
                "low": one.share.low,
                "high": one.share.high,
                "of_mistakes": one.of_mistakes,
            }
            for one in metrics.confusions(cm)
        ]
    )


def _top_k() -> None:
    """Show in which share of the rows the true class is among the first few."""
    predictions, model = looked_at.predictions(), loaded.model()
    make = partial(
        top_k_accuracy,
        predictions.y_true,
        predictions.scores[model],
        predictions.classes,
        sample_weight=predictions.weight,
        case=None if predictions.cases is None else predictions.cases.several,
    )
    found: tuple[TopK, ...] = memory.memo("top k", *_key(), make=make)
    lines = {
        _("among the first"): [count(one.k) for one in found],
        _("share of rows"): [number(one.value) for one in found],
        _("95% interval"): [interval(one.low, one.high) for one in found],
    }
    tables.show(lines, alt=_("Top-k accuracy"))
    remark("Top-k accuracy: the true class is among the k with the highest scores. With k = 1 it is the accuracy.")
    for word in said_of(*found):
        st.caption(word)
