"""What a process of its own is asked for in tests: it must be found by its name."""

import time
import warnings
from dataclasses import dataclass

import numpy as np

from evalcore.errors import InputError
from evalcore.support.arrays import frozen

SECRET = "the cell of a table"


def counted(n):
    """Yield 0, 1, 2, ..."""
    yield from range(n)


def warning(times):
    """Warn, then yield, as often as asked."""
    for place in range(times):
        warnings.warn(SECRET, UserWarning, stacklevel=1)
        yield place


def refusing(*, rows):
    """Yield once, then refuse."""
    yield "so far"
    raise InputError("Rows must be many; got {rows}. Bring more.", rows=rows)


def failing():
    """Fall over something that was not foreseen."""
    yield from ()
    raise KeyError(SECRET)


def endless():
    """Yield for as long as somebody takes it."""
    while True:
        yield time.monotonic()


@dataclass(frozen=True, eq=False)
class Found:
    """Arrays as results have them."""

    frozen: np.ndarray
    fortran: np.ndarray
    same: np.ndarray


def arrays(rng):
    """Yield arrays that are drawn there."""
    drawn = frozen(rng.spawn(1)[0].random((3, 2)))
    yield Found(drawn, frozen(np.asfortranarray(drawn)), drawn)
