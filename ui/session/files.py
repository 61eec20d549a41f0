"""What a table taken home says of itself: in columns of its own, which rows it is about, and its file's name."""

from __future__ import annotations

import re

import pandas as pd

from evalcore.counts import SourcedView
from evalcore.predictions import BinaryView
from ui.session import incoming, loaded, looked_at
from ui.shared import downloads

LONGEST = 40


def about(rows: BinaryView) -> dict[str, str]:
    """Return file or sample, model and positive class, each to be a column."""
    now = loaded.current()
    part = now.predictions.part
    return {
        "file": now.name if part is None else f"{now.name} ({part})",
        "model": rows.model,
        "positive_class": rows.positive,
        **_of_group(rows),
        **_of_source(rows),
    }


def _of_group(rows: BinaryView) -> dict[str, str]:
    """Return which group alone a table is about."""
    title = looked_at.title_of(rows)
    return {"rows_of_group": title} if title else {}


def _of_source(rows: BinaryView) -> dict[str, str]:
    """Return what a table says of rows that stay in a source: what was asked of it, and what its counts leave open."""
    if not isinstance(rows, SourcedView):
        return {}
    asked, of = loaded.current().asked, rows.grouped
    return {
        "source": "" if asked is None else asked.write(),
        "exact_thresholds": str(of.n_thresholds),
        "auc_low": repr(of.auc_low),
        "auc_high": repr(of.auc_high),
        "ap_low": repr(of.ap_low),
        "ap_high": repr(of.ap_high),
    }


def offer(frame: pd.DataFrame, *, label: str, name: str) -> None:
    """Offer a table about what is loaded as CSV; that of a sample says so, in its name and in a column."""
    downloads.offer_table(downloads.marked_table(downloads.Table(label, name, lambda: frame), incoming.mark()))


def name(kind: str, model: str) -> str:
    """Return a file's name with that of a model in it, of letters, digits and dashes that every disk takes."""
    safe = re.sub(r"[^\w-]+", "_", model)[:LONGEST].strip("_-")
    return f"{kind}_{safe}" if safe else kind
