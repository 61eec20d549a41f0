"""The command line: `python -m evalcore readings predictions.csv --truth y --score p --fail-if "recall<0.9"`.

The exit code is 0 where no condition fails, 1 where one does, and 2 where that cannot be told: a file or an argument
that cannot be used, or a number without a value or an interval.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd

import evalcore
from evalcore import engine
from evalcore.errors import InputError
from evalcore.predictions import from_columns, from_frame, guess_columns
from evalcore.reading import read_table
from evalcore.support.results import rounded
from evalcore.support.text import listed, shown
from evalcore.workbench.base import Workbench
from evalcore.workbench.binary import BinaryWorkbench
from evalcore.workbench.call import of_predictions, workbench
from evalcore.workbench.judged import Condition, Judgement, judge, numbers
from evalcore.workbench.saved import is_saved, of_app, of_model

HOLDS, FAILS, UNKNOWN = 0, 1, 2
# What a file of settings may say besides what the file is called.
SETTINGS: Final = (
    *("truth", "score", "label", "positive", "weight", "case", "source"),
    *("threshold", "wish", "level", "by", "fail_if", "title", "cost_fn", "cost_fp"),
)
_SEVERAL: Final = ("score", "label", "fail_if")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    asked = _parser().parse_args(arguments)
    try:
        with_settings(asked)
        return int(asked.run(asked))
    except (InputError, OSError) as refused:
        print(f"evalcore: {refused}", file=sys.stderr)
        return UNKNOWN


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m evalcore",
        description="Judge models from a file of their predictions.",
        epilog="Exit code: 0 no condition fails, 1 one does, 2 that cannot be told.",
    )
    parser.add_argument("--version", action="version", version=f"evalcore {evalcore.__version__}")
    commands = parser.add_subparsers(required=True, metavar="command")
    readings = commands.add_parser("readings", help="all metrics with their intervals, for people or as JSON")
    _add_rows(readings)
    readings.add_argument("--json", action="store_true", help="write JSON")
    readings.set_defaults(run=_readings)
    report = commands.add_parser("report", help="figures that slide, numbers and notes as one HTML file")
    _add_rows(report)
    report.add_argument("-o", "--output", required=True, metavar="FILE", help="where the report is written")
    report.add_argument("--title", help="its heading; the file's name when left out")
    report.add_argument("--cost-fn", type=float, help="what a missed positive row costs")
    report.add_argument("--cost-fp", type=float, help="what a false alarm costs")
    report.set_defaults(run=_report)
    return parser


def _add_rows(command: argparse.ArgumentParser) -> None:
    """Add what says which rows are read, how they are decided, and what must not be."""
    add = command.add_argument
    add("file", help="CSV, JSON, Parquet, Excel; with --source also a folder or a DuckDB file")
    add("--settings", metavar="FILE", help="what the app saved, or JSON with options below; these go before it")
    add("--truth", metavar="COLUMN", help="the right answers; guessed when left out, with the scores")
    add("--score", metavar="COLUMN", action="append", help="a model's scores; may be repeated")
    add("--label", metavar="COLUMN", action="append", help="a model's decisions; may be repeated")
    add("--positive", metavar="CLASS", help="the positive class")
    add("--weight", metavar="COLUMN", help="how many rows each row stands for")
    add("--case", metavar="COLUMN", help="rows that belong together, such as those of a patient")
    decided = command.add_mutually_exclusive_group()
    decided.add_argument("--threshold", type=float, help="rows with at least this score are called positive")
    decided.add_argument("--wish", metavar="WISH", help="what chooses it, such as 'precision while recall>=0.9'")
    add("--level", type=float, metavar="SHARE", help="of all intervals, 0.95 when left out")
    add("--fail-if", metavar="CONDITION", action="append", help="such as 'recall<0.9'; may be repeated")
    add(
        "--by",
        choices=("interval", "value"),
        help="what a condition is judged by: the interval's end nearest to failing",
    )
    command.set_defaults(columns=None, model=None, costs={})
    add("--source", action="store_true", default=None, help="count the rows where they are instead of loading them")


def with_settings(asked: argparse.Namespace) -> None:
    """Fill in what a file of settings says and the command does not.

    Raises
    ------
    InputError
        Where it is no JSON object of known settings.
    """
    found: Any = {}
    if asked.settings is not None:
        try:
            found = json.loads(Path(asked.settings).read_text(encoding="utf-8"))
        except ValueError as wrong:
            raise InputError("settings must be JSON; got '{value}'.", value=shown(wrong)) from wrong
        if is_saved(found):
            _take_saved(asked, of_app(found))
            found = {}
        unknown = None if not isinstance(found, dict) else [name for name in found if name not in SETTINGS]
        if unknown is None or unknown:
            raise InputError(
                "settings must be an object of {names}; got {unknown}. Remove what is not one of them.",
                names=", ".join(SETTINGS),
                unknown=listed(unknown or [type(found).__name__]),
            )
    for name in SETTINGS:
        if getattr(asked, name, None) is None and name in found and not _is_decided(asked, name):
            several = name in _SEVERAL and not isinstance(found[name], list)
            setattr(asked, name, [found[name]] if several else found[name])
    asked.level = 0.95 if asked.level is None else asked.level
    asked.by = asked.by or "interval"


def _take_saved(asked: argparse.Namespace, found: Mapping[str, Any]) -> None:
    """Take what the app has saved: its columns where none is named, its threshold where none is chosen, its costs."""
    if asked.truth is None:
        asked.columns = found["columns"]
    if asked.threshold is None and asked.wish is None and found["threshold"] is not None:
        asked.threshold, asked.model = found["threshold"], found["model"]
    asked.costs = found["costs"]


def _is_decided(asked: argparse.Namespace, name: str) -> bool:
    """Tell whether the command has said by itself what this setting is about: a threshold and a wish are one thing."""
    return name in ("threshold", "wish") and (asked.threshold is not None or asked.wish is not None)


def bench_of(asked: argparse.Namespace) -> Workbench:
    """Return the workbench of the rows that are asked for."""
    if asked.source:
        options = {"truth": asked.truth, "pos_label": asked.positive}
        options |= {"case": asked.case, "sample_weight": asked.weight}
        found: Workbench = workbench(engine.source(asked.file), asked.score or [], **options)
        return found
    frame = read_table(asked.file)
    if asked.truth is None:
        columns = guess_columns(frame) if asked.columns is None else asked.columns
        return of_predictions(of_model(from_columns(frame, columns), asked.model))
    named = {"weight": asked.weight, "case": asked.case, "positive": asked.positive}
    options = {"truth": asked.truth, "scores": asked.score or (), "labels": asked.label or ()}
    return of_predictions(from_frame(frame, **options, **named))


def _readings(asked: argparse.Namespace) -> int:
    conditions = [Condition.read(text) for text in asked.fail_if or ()]
    bench = bench_of(asked)
    threshold = asked.wish if asked.wish is not None else asked.threshold
    found = numbers(bench, threshold, confidence_level=asked.level)
    judged = judge(found, conditions, by=asked.by)
    code = verdict(judged)
    if asked.json:
        print(json.dumps(_as_json(asked, bench, found, judged, code), ensure_ascii=False, indent=1, allow_nan=False))
    else:
        print(_as_text(bench, threshold, found, judged))
    return code


def _report(asked: argparse.Namespace) -> int:
    conditions = [Condition.read(text) for text in asked.fail_if or ()]
    bench = bench_of(asked)
    threshold, name = asked.wish if asked.wish is not None else asked.threshold, Path(asked.file).name
    judged: list[Judgement] = []
    if conditions:
        judged = judge(numbers(bench, threshold, confidence_level=asked.level), conditions, by=asked.by)
    options: dict[str, Any] = {}
    if isinstance(bench, BinaryWorkbench):
        costs = {"cost_fn": asked.cost_fn, "cost_fp": asked.cost_fp}
        given = {**asked.costs, **{key: value for key, value in costs.items() if value is not None}}
        options = {"threshold": threshold, "costs": given or None}
    told = {f"Fail if {one}": "; ".join(_judged(of) for of in judged if of.condition == str(one)) for one in conditions}
    bench.report(asked.output, title=asked.title or name, about={"File": name, **told}, **options)
    print("\n".join([f"written: {asked.output}", *map(_said, judged)]))
    return verdict(judged)


def verdict(judged: Sequence[Judgement]) -> int:
    """Return the exit code: what fails goes before what cannot be told."""
    if any(one.fails for one in judged):
        return FAILS
    return UNKNOWN if any(one.fails is None for one in judged) else HOLDS


def _thresholds(bench: Workbench, threshold: Any) -> dict[str, float]:
    """Return the threshold at which each score was read."""
    if not isinstance(bench, BinaryWorkbench):
        return {}
    return {name: bench.at(threshold, model=name) for name in bench.scored}


def _as_json(
    asked: argparse.Namespace, bench: Workbench, found: pd.DataFrame, judged: Sequence[Judgement], code: int
) -> dict[str, Any]:
    rows = bench.predictions
    threshold = asked.wish if asked.wish is not None else asked.threshold
    return {
        "evalcore": evalcore.__version__,
        "file": Path(asked.file).name,
        "digest": rows.digest,
        "task": rows.task,
        "truth": rows.truth,
        "positive": rows.positive,
        "rows": rows.n,
        "left_out": [{"column": one.column, "reason": str(one.reason), "rows": one.count} for one in rows.dropped],
        "notes": [str(note) for note in rows.notes],
        "threshold": {name: _number(at) for name, at in _thresholds(bench, threshold).items()},
        "wish": asked.wish,
        "confidence_level": asked.level,
        "readings": [{str(key): _number(value) for key, value in row.items()} for row in found.to_dict("records")],
        "judged_by": asked.by,
        "conditions": [{key: _number(value) for key, value in vars(one).items()} for one in judged],
        "exit_code": code,
    }


def _number(value: Any) -> Any:
    """Return a value as JSON can hold it: what is undefined is null, and what is infinite a text."""
    if isinstance(value, float | np.floating):
        return None if math.isnan(value) else float(value) if math.isfinite(value) else str(float(value))
    return value


def _as_text(bench: Workbench, threshold: Any, found: pd.DataFrame, judged: Sequence[Judgement]) -> str:
    rows = bench.predictions
    positive = "" if rows.positive is None else f", positive class {rows.positive}"
    lines = [f"{rows.n:,} rows{positive}"]
    if rows.cases is not None and rows.cases.several is not None:
        lines.append(f"{rows.cases.count:,} cases (column {shown(rows.cases.column)}): intervals by case")
    lines += [f"{one.count:,} left out: {one.reason}" for one in rows.dropped]
    lines += [str(note) for note in rows.notes]
    for model in dict.fromkeys(found["model"]):
        at = _thresholds(bench, threshold).get(model)
        lines += ["", model if at is None else f"{model} at threshold {at:.6g}"]
        of_model = found[found["model"] == model]
        table = of_model[["metric", "value", "low", "high"]]
        lines.append(table.to_string(index=False, float_format=rounded, na_rep="—"))
        # A sentence once, with all that it is said of.
        for note, said_of in of_model[of_model["note"] != ""].groupby("note", sort=False)["metric"]:
            lines.append(f"{', '.join(said_of)}: {note}")
    lines += [""] if judged else []
    lines += [_said(one) for one in judged]
    return "\n".join(lines)


def _said(one: Judgement) -> str:
    """Return a judgement in a line."""
    return f"fail if {one.condition}: {_judged(one)}"


def _judged(one: Judgement) -> str:
    """Say what came out for a model."""
    word = "UNKNOWN" if one.fails is None else "FAILS" if one.fails else "passes"
    interval = "no interval" if math.isnan(one.low) else f"[{rounded(one.low)}, {rounded(one.high)}]"
    return f"{one.model} {word} with {rounded(one.value)} {interval}"


if __name__ == "__main__":
    sys.exit(main())
