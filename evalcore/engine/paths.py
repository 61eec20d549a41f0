"""Where a score lies after cells were cut, and parts of them again: by arithmetic alone, here and in an engine.

A cell has an address: its number in the grid, or once it is a part its number among the parts of its round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from evalcore.engine.finer import Split
from evalcore.engine.grid import Grid, ordered
from evalcore.support.arrays import FloatArray, IntArray

_FIRST, _ROUND = 1 << 60, 1 << 40  # of the parts of the first round, and from round to round: no grid goes so far
_NORMAL, _LARGEST, _MANTISSA = -1022, 1023, 52  # least and largest power of two of a number, and its digits behind


def addresses(score: FloatArray, grid: Grid, path: Sequence[Split]) -> IntArray:
    """Return the addresses of scores after all cuts of a path."""
    found: IntArray = grid.of(score).astype(np.int64)
    for level, split in enumerate(path):
        key = addresses(split.low, grid, path[:level])
        order = np.argsort(key)
        place = np.minimum(np.searchsorted(key[order], found), len(key) - 1)
        cut = order[place]
        part = ((ordered(score) - split.base[cut]) >> split.shift[cut]).astype(np.int64)
        found = np.where(key[cut] == found, _first(level) + split.start[cut] + part, found)
    return found


def _first(level: int) -> int:
    return _FIRST + level * _ROUND


def in_engine(ibis: Any, rows: Any, grid: Grid, path: Sequence[Split]) -> Any:
    """Return the rows of the cells that the last round cuts, with their part as "cell".

    Parameters
    ----------
    ibis : module
    rows : ibis.Table
        With the score as "score_", and its number in the grid as "cell".
    grid : Grid
    path : sequence of Split
        All rounds so far.
    """
    rows = rows.mutate(ordered_=in_order(ibis, rows["score_"]))
    kept = rows.columns
    for level, split in enumerate(path):
        is_last = level == len(path) - 1
        cuts = ibis.memtable(_cuts(split, addresses(split.low, grid, path[:level])))
        both = rows.join(cuts, rows["cell"] == cuts["key_"], how="inner" if is_last else "left")
        part = both["start_"] + ((both["ordered_"] - both["base_"]) >> both["shift_"])
        part = part if is_last else ibis.ifelse(both["key_"].isnull(), both["cell"], part + _first(level))
        rows = both.mutate(cell=part).select(*kept)
    return rows


def _cuts(split: Split, key: IntArray) -> dict[str, Any]:
    base = (split.base ^ np.uint64(1 << 63)).view(np.int64)
    shift = split.shift.astype(np.int32)  # Spark shifts by no other
    return {"key_": key, "base_": base, "shift_": shift, "start_": split.start.astype(np.int64)}


def in_order(ibis: Any, score: Any) -> Any:
    """Return whole numbers in the order of the scores, as `grid.ordered` with its first bit turned.

    No engine's SQL has the bits of a number, but its power of two and what is behind come from exact steps: division by
    a power of two rounds nothing.
    """
    size, two = score.abs(), ibis.literal(2.0, type="float64")
    guess = ibis.ifelse(size > 0, size, 1.0).log2().floor().clip(lower=float(_NORMAL), upper=float(_LARGEST))
    power = ibis.ifelse(size > 0, guess, float(_NORMAL))
    # A logarithm is rounded: a number just below a power of two may seem to be one.
    up, down = size / two.pow(power) >= 2.0, size < two.pow(power)
    power = (power + up.cast("float64") - down.cast("float64")).clip(lower=float(_NORMAL), upper=float(_LARGEST))
    digits = (size / two.pow(power) * 2.0**_MANTISSA).cast("int64")
    bits = digits + (power.cast("int64") - _NORMAL) * (1 << _MANTISSA)
    return ibis.ifelse(score < 0, -bits - 1, bits)


MOST_IN_PATH: Final = 1 << 17  # cells that are cut in all rounds together: they are sent to the engine
