"""Bootstrap draws of m from m: who is drawn how often in one of them, and the share that is never drawn in many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import pandas as pd

from evalcore.resampling import bootstrap_out_fraction, simulated_out_fractions
from evalcore.support.arrays import FloatArray, IntArray, frozen

SIZES: Final = (1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 200, 300, 500, 1_000)
LIMIT: Final = float(np.exp(-1))
DRAWN: Final = 100  # samples of a draw that have a cell
BINS: Final = 50  # of the histogram from 0 to 1


@dataclass(frozen=True, eq=False, kw_only=True)
class DrawStep:
    """What is shown of one size.

    Parameters
    ----------
    m : int
        Rows, and draws with replacement.
    expected : float
        (1 - 1/m)^m.
    misprint : float
        (1 - 1/m)^(1/m), as some notes have it.
    shares : (draws,) float64
        What each simulated draw leaves out.
    bars : (51,) float64
        Share of the draws in each column of the histogram.
    times : (at most 100,) int64
        How often each of the first rows is drawn in the first draw.
    n_out : int
        Rows that the first draw leaves out.
    """

    m: int
    expected: float
    misprint: float
    shares: FloatArray
    bars: FloatArray
    times: IntArray
    n_out: int

    @property
    def mean(self) -> float:
        """Mean of the simulated shares."""
        return float(self.shares.mean())

    @property
    def low(self) -> float:
        """Least simulated share."""
        return float(self.shares.min())

    @property
    def high(self) -> float:
        """Largest simulated share."""
        return float(self.shares.max())

    @property
    def error(self) -> float:
        """Monte Carlo standard error of the mean; nan for one draw."""
        n = len(self.shares)
        return float(self.shares.std(ddof=1) / np.sqrt(n)) if n > 1 else float("nan")

    @property
    def out(self) -> float:
        """Share that the first draw leaves out."""
        return self.n_out / self.m


@dataclass(frozen=True, eq=False, kw_only=True)
class DrawView:
    """What the figure shows, size by size."""

    steps: tuple[DrawStep, ...]
    n_draws: int

    def nearest(self, m: float) -> int:
        """Return the place of the size closest to this one."""
        return int(np.argmin([abs(step.m - m) for step in self.steps]))

    def to_frame(self) -> pd.DataFrame:
        """Return a row a size."""
        names = ("m", "expected", "mean", "error", "low", "high")
        return pd.DataFrame({name: [getattr(step, name) for step in self.steps] for name in names})


def draw_view(n_draws: int, seed: int) -> DrawView:
    """Return what the figure shows of so many draws of each size."""
    return DrawView(steps=tuple(_step(m, n_draws, np.random.default_rng((seed, m))) for m in SIZES), n_draws=n_draws)


def _step(m: int, n_draws: int, rng: np.random.Generator) -> DrawStep:
    times = np.bincount(rng.integers(m, size=m), minlength=m)
    shares = simulated_out_fractions(m, n_draws, rng=rng)
    # Rounding halves to even would give every other column more of the shares between two of them.
    columns = np.floor(shares * BINS + 0.5 + 1e-9).astype(np.int64)
    bars = np.bincount(columns, minlength=BINS + 1) / n_draws
    return DrawStep(
        m=m,
        expected=bootstrap_out_fraction(m),
        misprint=(1 - 1 / m) ** (1 / m),
        shares=shares,
        bars=frozen(bars),
        times=frozen(times[:DRAWN]),
        n_out=int(np.count_nonzero(times == 0)),
    )
