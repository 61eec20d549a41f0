"""What all bootstraps share: options, chunks of draws with progress, and the percentiles taken from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from numbers import Integral

import numpy as np

from evalcore.errors import InputError, Message
from evalcore.support.arrays import FloatArray
from evalcore.support.checks import check_level

CHUNK = 100  # part of what a seed means: the draws of a sample come chunk after chunk
WEIGHTED = Message("The rows are weighted, and a bootstrap of the counts draws rows that count once each.")

Progress = Callable[[float], object]
WITHOUT_WIDTH = Message(
    "In places all resamples agree and the band has no width, which is no proof of certainty: too few rows decide "
    "there."
)


def chunks(n_replicates: int) -> Iterator[int]:
    """Return the sizes of the chunks in which replicates are drawn."""
    for first in range(0, n_replicates, CHUNK):
        yield min(CHUNK, n_replicates - first)


def check_options(n_replicates: int, confidence_level: float) -> None:
    """Refuse a number of replicates that has no percentiles, and a level that is no share."""
    check_level(confidence_level)
    check_replicates(n_replicates)


def check_replicates(n_replicates: int) -> None:
    """Refuse a number of replicates that has no percentiles."""
    if not isinstance(n_replicates, Integral) or n_replicates < 2:
        raise InputError(
            "The number of resamples must be a whole number from 2; got {count}. Choose 200 or more.",
            count=n_replicates,
        )


def collected(replicates: Iterator[FloatArray], n_replicates: int, progress: Progress | None) -> FloatArray:
    """Return all replicates, telling `progress` after each chunk which share is done."""
    chunks: list[FloatArray] = []
    done = 0
    for chunk in replicates:
        chunks.append(chunk)
        done += len(chunk)
        if progress is not None:
            progress(done / n_replicates)
    return np.concatenate(chunks)


def percentiles(replicates: FloatArray, confidence_level: float) -> tuple[FloatArray, FloatArray]:
    """Return the percentiles that leave out the same share of replicates at either end."""
    tail = (1 - confidence_level) / 2
    low, high = np.quantile(replicates, [tail, 1 - tail], axis=0)
    return low, high
