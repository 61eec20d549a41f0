"""What waits for `python -m tests --thorough`, and what a simulation at length becomes where it is made short."""

from __future__ import annotations

from typing import Any

import pytest
from _pytest.mark import ParameterSet
from scipy import stats


def thorough(*values: Any) -> ParameterSet:
    """Return a case of a parametrized test that waits for the thorough tier."""
    return pytest.param(*values, marks=pytest.mark.thorough)


def least_of(times: int, share: float) -> float:
    """Return the share of so few simulations that a true `share` falls below once in a thousand times.

    A simulation at length asserts on `share` itself; its short version, by the spread of a binomial, on this.
    """
    return float(stats.binom.ppf(1e-3, times, share)) / times
