"""A workbench as a report: the same figures, tables and sentences in one file."""

from __future__ import annotations

import datetime
import re
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pandas as pd

import evalcore
from evalcore import metrics
from evalcore.errors import InputError
from evalcore.figures.live.motion import THRESHOLD
from evalcore.support.text import shown as named
from evalcore.workbench.base import Workbench
from evalcore.workbench.binary import BinaryWorkbench
from evalcore.workbench.classes import ClassesWorkbench
from evalcore.workbench.counted import Threshold
from evalcore.workbench.regression import RegressionWorkbench
from evalcore.workbench.shown import LiveFigure

# What the sentence above the matrix says of each step of the handle, with intervals that draw nothing.
_ROWS: Final = re.compile(r"^[\d,]+ rows\.?")
_SAID: Final = ("precision", "recall", "accuracy")
# Columns of tables whose names are for programs, as they are read.
_READ_AS: Final = {
    "edges_low": "scores from",
    "edges_high": "scores to",
    "score": "mean score",
    "n": "rows",
    "fpr": "false positive rate",
    "pvalue": "p-value",
    "adjusted": "adjusted p-value",
    "low_all": "low of all at once",
    "high_all": "high of all at once",
    "difference_value": "difference",
    "difference_low_all": "difference low of all at once",
    "difference_high_all": "difference high of all at once",
}
# Columns that hold names of the library.
_NAMES: Final = ("metric", "measure")
# Columns that say which row one is.
_ROW_NAMES: Final = ("model", "first", "second", "class", "group", "rule", "metric", "measure")


def report(
    bench: Workbench,
    path: str | Path | None = None,
    *,
    title: str = "Evaluation",
    threshold: Threshold | None = None,
    costs: dict[str, float] | None = None,
    about: dict[str, str] | None = None,
) -> str:
    """Write all that a workbench shows as one HTML file, which needs neither server nor network.

    Parameters
    ----------
    bench : Workbench
    path : str or Path, optional
        Where it is written; nowhere when left out.
    title : str
    threshold
        Of two classes, see `BinaryWorkbench`.
    costs : dict, optional
        `cost_fn`, `cost_fp` and so on, as `BinaryWorkbench.costs` takes them; without them the report has no costs.
    about : dict of str to str, optional
        What else is to stand at its head, by its label.

    Returns
    -------
    str
        The file.
    """
    page: str = import_module("evalcore.report").write_html(
        sections(bench, threshold=threshold, costs=costs), title=title, about=head(bench, threshold, about or {})
    )
    if path is not None:
        try:
            Path(path).write_text(page, encoding="utf-8")
        except OSError as error:
            raise InputError(
                "path must name a file in a folder that can be written to; got '{value}'. Make the folder first.",
                value=named(path),
            ) from error
    return page


def head(bench: Workbench, threshold: Threshold | None, about: dict[str, str]) -> list[tuple[str, str]]:
    """Return what was loaded, what was decided, and when: a label and a text of each."""
    rows = bench.predictions
    left_out = " ".join(f"{one.count:,}: {one.reason}" for one in rows.dropped)
    found = {**about, "Rows": f"{rows.n:,}", "Models": ", ".join(bench.models)}
    if rows.positive is not None:
        found["Positive class"] = rows.positive
    if rows.cases is not None:
        found["Cases"] = f"{rows.cases.of.count:,}"
    if rows.weight is not None:
        found["Weights"] = f"{rows.weight.sum():,.6g} in all"
    if left_out:
        found["Left out"] = left_out
    if isinstance(bench, BinaryWorkbench) and bench.scored:
        found["Threshold"] = ", ".join(f"{name} {bench.at(threshold, model=name):.6g}" for name in bench.scored)
        found["Threshold chosen by"] = _chosen_by(threshold)
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    return [*found.items(), ("Digest", rows.digest), ("Date", today), ("Version", f"evalcore {evalcore.__version__}")]


def _chosen_by(threshold: Threshold | None) -> str:
    if threshold is None:
        return "default"
    if isinstance(threshold, str):
        return threshold
    wish = getattr(threshold, "wish", threshold)
    return str(getattr(wish, "message", "hand"))


def sections(
    bench: Workbench, *, threshold: Threshold | None = None, costs: dict[str, float] | None = None
) -> list[Any]:
    """Return the sections of a report, as `evalcore.report` takes them."""
    if isinstance(bench, BinaryWorkbench):
        return _of_binary(bench, threshold, costs)
    if isinstance(bench, ClassesWorkbench):
        return [
            *(_figure(bench.matrix(model=name), "Classes") for name in bench.models),
            *(_figure(bench.curves(model=name), "Classes") for name in bench.scored),
            _numbers("Readings", bench.readings(), "Numbers"),
            *([_numbers("At all thresholds", bench.areas(), "Numbers")] if bench.scored else []),
            *_comparison(bench),
        ]
    if isinstance(bench, RegressionWorkbench):
        return [
            *(_figure(bench.errors(model=name), f"Errors of {name}") for name in bench.models),
            *(_figure(bench.groups(model=name), f"Errors of {name}") for name in bench.models),
            *_comparison(bench),
        ]
    raise TypeError(f"no report is known of a {type(bench).__name__}")


def _of_binary(bench: BinaryWorkbench, threshold: Threshold | None, costs: dict[str, float] | None) -> list[Any]:
    found = []
    for name in bench.models:
        found.append(_matrix(bench, threshold, name))
        if costs is not None and name in bench.scored:
            shown = bench.costs(**costs, threshold=threshold, model=name)
            found.append(_figure(shown, f"Costs of {name}"))
        for column in bench.group_names if name in bench.scored else ():
            shown = bench.groups(column, threshold=threshold, model=name)
            found.append(_figure(shown, f"{name} by {column}"))
        if name in bench.scored:
            found.append(_figure(bench.calibration(model=name), f"Calibration of {name}"))
    found.append(_figure(bench.curves(threshold), "Curves"))
    return [*found, _numbers("Readings", bench.readings(threshold), "Numbers"), *_comparison(bench)]


def _matrix(bench: BinaryWorkbench, threshold: Threshold | None, model: str) -> Any:
    """Return the matrix of a model; its sentence moves with the handle."""
    shown = bench.matrix(threshold, model=model) if model in bench.scored else bench.matrix(model=model)
    live, sentence = None, _sentence(bench.confusion_matrix(threshold, model=model))
    if model in bench.scored:
        counts = bench.counts(model)
        steps = bench.handle(threshold, model=model)
        live = _made("Live")(THRESHOLD, [_sentence(counts.at(at)) for at in steps])
    return _figure(shown, f"Threshold of {model}", sentence=sentence, live=live)


def _sentence(cm: Any) -> str:
    said = "; ".join(
        f"{one.name} {one.value:.3f} [{one.low:.3f}, {one.high:.3f}]"
        for one in metrics.readings(cm, names=_SAID)
        if one.value == one.value
    )
    return f"TP {cm.tp:,.10g}, FN {cm.fn:,.10g}, FP {cm.fp:,.10g}, TN {cm.tn:,.10g}: {said}."


def _comparison(bench: Any) -> list[Any]:
    if len(bench.models) < 2 or bench.predictions.weight is not None:
        return []
    return [_numbers("Models compared", bench.compare(), "Numbers")]


def _figure(shown: LiveFigure, part: str, *, sentence: str = "", live: Any = None) -> Any:
    table = shown.table
    if table.index.name is not None:  # a matrix
        table = table.add_prefix(f"{table.columns.name} ").rename_axis(columns=None).reset_index()
        read, notes = _made("Table")("", table), list[str]()
    else:
        read, notes = _table(table)
    # The head says how many rows there are.
    about = _ROWS.sub("", shown.about).strip()
    return _made("Section")(
        shown.title,
        sentence,
        figure=shown.figure,
        narrow=shown.narrow,
        tables=(read,),
        notes=[about, *notes] if about else notes,
        live=live,
        part=part,
        numbers=table,
    )


def _numbers(title: str, table: pd.DataFrame, part: str) -> Any:
    read, notes = _table(table)
    return _made("Section")(title, tables=(read,), notes=notes, part=part, numbers=table)


def _table(frame: pd.DataFrame) -> tuple[Any, list[str]]:
    """Return a table in words, and its notes, each once with the rows it is of: no column of a page holds sentences."""
    notes: dict[str, list[str]] = {}
    words = {name: frame[name].str.replace("_", " ") for name in _NAMES if name in frame}
    frame = frame.assign(**words)
    if "note" in frame:
        of = [name for name in _ROW_NAMES if name in frame]
        for row, note in zip(frame[of].astype(str).agg(" ".join, axis=1), frame.pop("note"), strict=True):
            if note:
                notes.setdefault(note, []).append(row)
    said = [f"{', '.join(rows)}: {note}" for note, rows in notes.items()]
    return _made("Table")("", frame.rename(columns=_heading)), said


def _heading(name: str) -> str:
    return _READ_AS.get(name, name.replace("_", " "))


def _made(name: str) -> Any:
    """Return a class of `evalcore.report`, which is imported when the first report is written."""
    return getattr(import_module("evalcore.report"), name)
