"""Whole numbers in the smallest type that holds them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

_TYPES = (np.uint8, np.int8, np.uint16, np.int16, np.uint32, np.int32)


def narrowed(values: NDArray[Any]) -> NDArray[Any]:
    """Return whole numbers in the smallest type that holds all of them; the same array where none is smaller.

    >>> narrowed(np.array([0, 255])).dtype, narrowed(np.array([-1, 255])).dtype
    (dtype('uint8'), dtype('int16'))
    """
    low, high = (int(values.min()), int(values.max())) if values.size else (0, 0)
    for kind in _TYPES:
        limits = np.iinfo(kind)
        if limits.min <= low and high <= limits.max:
            return values.astype(kind, copy=np.dtype(kind) != values.dtype)
    return values
