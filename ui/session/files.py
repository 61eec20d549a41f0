"""What a table taken home says of itself: in columns of its own, which rows it is about, and its file's name."""

from __future__ import annotations

import re
from dataclasses import replace

import pandas as pd

from evalcore.counts import SourcedView
from evalcore.predictions import BinaryView
from ui.session import chosen_on, incoming, loaded, looked_at
from ui.session.loaded import Loaded
from ui.shared import downloads

LONGEST = 40


def about(rows: BinaryView) -> dict[str, str]:
    """Return file or sample, model and positive class, each to be a column."""
    now = loaded.current()
    return {
        "file": _of_which_rows(now),
        "model": rows.model,
        "positive_class": rows.positive,
        **_of_group(rows),
        **_of_source(rows),
    }


def _of_which_rows(now: Loaded) -> str:
    """Return the name of what is loaded, and behind it which of its rows are looked at."""
    half = f"the other half of seed {chosen_on.asked().seed}" if loaded.has_half() else None
    rows = [one for one in (now.predictions.part, half) if one is not None]
    return f"{now.name} ({', '.join(rows)})" if rows else now.name


def _of_group(rows: BinaryView) -> dict[str, str]:
    """Return which group alone a table is about."""
    title = looked_at.title_of(rows)
    return {"rows_of_group": title} if title else {}


def _of_source(rows: BinaryView) -> dict[str, str]:
    """Return what a table says of rows that stay in a source: what was asked of it, and what its counts leave open."""
    if not isinstance(rows, SourcedView):
        return {}
    asked, of = loaded.current().asked, rows.grouped
    if asked is not None and asked.is_upload:  # its key says nothing to anybody
        asked = replace(asked, source=loaded.current().name)
    return {
        "source": "" if asked is None else asked.write(),
        "exact_thresholds": str(of.n_thresholds),
        "auc_low": repr(of.auc_low),
        "auc_high": repr(of.auc_high),
        "ap_low": repr(of.ap_low),
        "ap_high": repr(of.ap_high),
        **({} if loaded.current().cases is None else {"taken_as_independent_rows_of": str(loaded.current().cases)}),
    }


def offer(frame: pd.DataFrame, *, label: str, name: str) -> None:
    """Offer a table about what is loaded as CSV; that of a sample says so, in its name and in a column."""
    downloads.offer_table(downloads.marked_table(downloads.Table(label, name, lambda: frame), incoming.mark()))


def figure_name(kind: str, rows: BinaryView | None, t: float | None) -> str:
    """Return the name of a figure's file: what it is, of which model, and where that decides."""
    if rows is None:
        return kind
    at = f"_t{t:.6g}" if t is not None and rows.has_score else ""
    return name(kind, rows.model) + at


def name(kind: str, model: str) -> str:
    """Return a file's name with that of a model in it, of letters, digits and dashes that every disk takes."""
    safe = re.sub(r"[^\w-]+", "_", model)[:LONGEST].strip("_-")
    return f"{kind}_{safe}" if safe else kind
