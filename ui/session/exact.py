"""What counts of a source hold together and a second reading tells: counts, cases at a threshold, and the best one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from evalcore import engine
from evalcore.counts import ConfusionMatrix, Grouped, SourcedPredictions, SourcedView
from evalcore.counts.of_cases import CasesInCells
from evalcore.decisions import Possible, Wish, exactly, possible
from evalcore.engine import Watch
from evalcore.engine.cells import ScoreCells
from evalcore.engine.sourced import as_grouped
from evalcore.support.runs import Line, Run
from ui.session import loaded, memory
from ui.session.job import Job
from ui.session.loaded import Loaded
from ui.shared.text import _


class Exact(Run[Any]):
    """A question under way; `digest` is that of the predictions it is about, and `threshold` the one to be counted."""

    def __init__(self, rows: SourcedView, steps: Iterator[Any], threshold: float | None = None) -> None:
        self.digest, self.model, self.threshold = rows.digest, rows.model, threshold
        super().__init__(steps, line=Line(1))


def _take(run: Exact) -> None:
    """Have what was read again among the counts of the model, which are then exact there."""
    now = loaded.current()
    if now.predictions.digest == run.digest and isinstance(now.predictions, SourcedPredictions) and run.is_whole:
        loaded.keep(_with(now, now.predictions, run))


def _with(now: Loaded, predictions: SourcedPredictions, run: Exact) -> Loaded:
    found = run.result
    if isinstance(found, ConfusionMatrix) and run.threshold is not None:
        counted = predictions.with_exact(run.model, run.threshold, int(found.tp), int(found.fp))
        return replace(now, predictions=counted)
    if isinstance(found, CasesInCells) and run.threshold is not None:
        return replace(now, predictions=predictions.with_cases(run.model, run.threshold, found))
    if isinstance(found, ScoreCells):
        table = as_grouped(found).with_those_of(predictions.tables[run.model])
        exact, answers = predictions.with_table(run.model, table), {**now.answers, run.model: found}
        return replace(now, predictions=exact, answers=answers)
    return now


BEST: Final = Job[Exact]("exact_best", _take)
COUNT: Final = Job[Exact]("exact_count", _take)


def possibly_best(rows: SourcedView, wish: Wish) -> Possible:
    """Return between which values that of the best threshold of all scores lies."""
    found: Possible = memory.memo("possible", rows.key, wish, make=lambda: possible(rows.grouped, wish))
    return found


def ask_best(rows: SourcedView, wish: Wish) -> None:
    """Ask the source for the best threshold of all scores."""
    now = loaded.current()
    cells, turned = now.answers[rows.model], rows.positive != now.predictions.positive
    BEST.begin(Exact(rows, engine.in_steps(exactly, cells, wish, turned=turned)))


def ask_count(rows: SourcedView, threshold: float) -> None:
    """Ask the source for the counts at a threshold."""
    cells = loaded.current().answers[rows.model]
    COUNT.begin(Exact(rows, engine.in_steps(cells.at, threshold), threshold))


def ask_cases(rows: SourcedView, threshold: float) -> None:
    """Ask the source what each case has in the four cells at a threshold: readings by case need no more."""
    now = loaded.current()
    if isinstance(now.predictions, SourcedPredictions) and now.predictions.case is not None:
        known = now.answers[rows.model], now.predictions.tables[rows.model], now.predictions.case
        COUNT.begin(Exact(rows, engine.in_steps(_cases, *known, threshold), threshold))


def _cases(cells: ScoreCells, table: Grouped, case: str, threshold: float, *, watch: Watch) -> CasesInCells:
    """Return what each case has; refuse rows that have none."""
    found = cells.cases_at(threshold, case, watch=watch)
    table.with_cases(threshold, found)
    return found


def can_ask(rows: SourcedView, job: Job[Exact]) -> bool:
    """Whether the source of these rows can be asked this now."""
    return rows.model in loaded.current().answers and job.run is None


def told(_run: Exact) -> tuple[float, str]:
    """Say that the source is asked."""
    return 0.0, _("the source is asked")
