"""Under which names metrics are read."""

from __future__ import annotations

from collections.abc import Iterable

from evalcore.metrics.registry import metric


def listed(names: Iterable[str]) -> list[str]:
    """Return each name once, as readings have it: F1 is F-beta; InputError where one is none."""
    return list(dict.fromkeys(name if metric(name).listed else "f_beta" for name in names))
