"""The handle of the level of a test."""

from __future__ import annotations

from collections.abc import Sequence

from evalcore.errors import Say, message
from evalcore.figures.parts.tracks import Track

ALPHA_TRACK = "alpha"


def alpha_track(levels: Sequence[float], active: int, say: Say, axes: tuple[str, str]) -> Track:
    """Return the track of the level."""
    ticks = (0.01, 0.05, 0.1, 0.15, 0.2)
    return Track(
        name=ALPHA_TRACK,
        label=say(message("level α")),
        axes=axes,
        at=levels,
        values=[repr(level) for level in levels],
        shown=[f"α = {level:.3g}" for level in levels],
        ticks={tick: f"{tick:g}" for tick in ticks},
        active=active,
    )
