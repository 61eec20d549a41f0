"""What the winner's score is worth on fresh data: of the best setting, and of the best threshold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.stats import norm

from evalcore.counts import threshold_counts
from evalcore.resampling.learners import trained
from evalcore.resampling.methods import KFold, Method
from evalcore.resampling.nesting import nested
from evalcore.resampling.problems import TwoNormals
from evalcore.resampling.settings import Make
from evalcore.resampling.tuning import validation_curve, validation_steps
from evalcore.support.arrays import BoolArray, FloatArray, frozen
from evalcore.support.checks import whole_number
from evalcore.support.results import Result


@dataclass(frozen=True, eq=False, kw_only=True)
class WinnersWorth(Result):
    """Scores of the winner over many data sets, as far as they are drawn.

    Parameters
    ----------
    naive : (sets done,) float64
        The winner's own score, by which it was chosen.
    nested : (sets done,) float64
        What nested cross validation says; nan where it was not asked for.
    fresh : (sets done,) float64
        The score of the winner, trained on all rows, on new ones.
    chosen : (sets done,) float64
        The setting, or threshold, that won.
    n_sets : int
        How many there are to be.
    """

    naive: FloatArray
    nested: FloatArray
    fresh: FloatArray
    chosen: FloatArray
    n_sets: int

    @property
    def progress(self) -> float:
        """How much is done, 0 to 1."""
        return len(self.naive) / self.n_sets

    @property
    def gap(self) -> float:
        """Mean score on fresh data minus the winner's own: above 0 for errors, below 0 for an F1 that was too good."""
        return float((self.fresh - self.naive).mean())

    def to_frame(self) -> pd.DataFrame:
        """Return a row a data set: what won, its own score, the nested one, and the one on fresh data."""
        return pd.DataFrame({"chosen": self.chosen, "naive": self.naive, "nested": self.nested, "fresh": self.fresh})


def _so_far(scores: FloatArray, done: int) -> WinnersWorth:
    naive, inside, fresh, chosen = (frozen(one[:done].view()) for one in scores)
    return WinnersWorth(naive=naive, nested=inside, fresh=fresh, chosen=chosen, n_sets=scores.shape[1])


def tuning_worth_steps(
    problem: TwoNormals,
    make: Make,
    settings: Sequence[float],
    *,
    n: int,
    n_sets: int,
    method: Method | None = None,
    outer: Method | None = None,
    rng: np.random.Generator,
) -> Iterator[WinnersWorth]:
    """Yield what the best setting's score is worth on fresh data, data set by data set; take no more of it to stop.

    Parameters
    ----------
    problem : TwoNormals
        Where the data sets are drawn from.
    make, settings
        As in `validation_curve`.
    n : int >= 2
        Rows of each data set.
    n_sets : int >= 1
    method : Method, optional
        What the settings are judged by; by default stratified 5-fold.
    outer : Method, optional
        Rounds of a nested estimate beside it, which trains as many times more; without it none is made.
    rng : numpy.random.Generator

    Yields
    ------
    WinnersWorth
        Errors, 0 to 1, of all data sets so far.

    Raises
    ------
    InputError
        If a number is too small, or a method cannot split so few rows.
    """
    n_sets = whole_number(n_sets, "n_sets", least=1)
    choose = method or KFold(5)
    example, draws = problem.draw(n, np.random.default_rng(0)), np.random.default_rng(0)
    validation_steps(make, settings, example, method=choose, rng=draws)  # refuses before anything long begins
    return _tuned(problem, make, tuple(settings), n=n, n_sets=n_sets, choose=choose, outer=outer, rng=rng)


def _tuned(
    problem: TwoNormals,
    make: Make,
    settings: tuple[float, ...],
    *,
    n: int,
    n_sets: int,
    choose: Method,
    outer: Method | None,
    rng: np.random.Generator,
) -> Iterator[WinnersWorth]:
    true_error = problem.judge(rng)
    scores = np.full((4, n_sets), np.nan)
    for at, own in enumerate(rng.spawn(n_sets)):
        rows = problem.draw(n, own)
        if outer is None:
            curve, inside = validation_curve(make, settings, rows, method=choose, rng=own), float("nan")
        else:
            both = nested(make, settings, rows, outer=outer, inner=choose, rng=own)
            curve, inside = both.naive, both.error
        final = trained(make(curve.best_setting), rows.x, rows.y)
        scores[:, at] = curve.best_error, inside, true_error(final, n), curve.best_setting
        yield _so_far(scores, at + 1)


def threshold_worth(
    *, n: int = 100, n_sets: int, separation: float = 1.0, prevalence: float = 0.3, rng: np.random.Generator
) -> WinnersWorth:
    """What is the best F1 of a test set worth, when its threshold was chosen on that test set?

    Parameters
    ----------
    n : int >= 2
        Rows of each test set.
    n_sets : int >= 1
    separation : float >= 0
        Distance of the two normal distributions of scores, in standard deviations.
    prevalence : float from 0.05 to 0.95
        Share of positives, rounded to whole rows.
    rng : numpy.random.Generator

    Returns
    -------
    WinnersWorth
        F1, 0 to 1: the largest on the test set, and that of the same threshold on infinitely many new rows.

    Raises
    ------
    InputError
        If a number is out of its range.

    Examples
    --------
    >>> found = threshold_worth(n_sets=300, rng=np.random.default_rng(0))
    >>> round(found.naive.mean(), 1), round(found.fresh.mean(), 1), found.gap < -0.04
    (np.float64(0.6), np.float64(0.6), True)
    """
    n_sets = whole_number(n_sets, "n_sets", least=1)
    problem = TwoNormals(separation=separation, features=1, positive_share=prevalence)
    scores = np.full((4, n_sets), np.nan)
    for at in range(n_sets):
        rows = problem.draw(n, rng)
        scores[0, at], scores[3, at] = _best_f1(rows.y == 1, rows.x[:, 0])
    scores[2] = fresh_f1(scores[3], separation=separation, prevalence=prevalence)
    return _so_far(scores, n_sets)


def fresh_f1(threshold: FloatArray, *, separation: float, prevalence: float) -> FloatArray:
    """Which F1 do thresholds have on infinitely many new rows?

    Parameters
    ----------
    threshold : (k,) float64
    separation, prevalence
        As in `threshold_worth`.

    Returns
    -------
    (k,) float64
        0 to 1.
    """
    found = norm.sf(threshold - separation) * prevalence  # positives found, as a share of all rows
    called = found + norm.sf(threshold) * (1 - prevalence)
    return np.asarray(2 * found / (called + prevalence))


def _best_f1(y_true: BoolArray, score: FloatArray) -> tuple[float, float]:
    """Return the largest F1 over all thresholds, and its threshold."""
    counts = threshold_counts(y_true, score)
    f1 = 2 * counts.tp / (2 * counts.tp + counts.fp + counts.fn)
    best = int(np.argmax(f1))
    return float(f1[best]), float(counts.threshold[best])
