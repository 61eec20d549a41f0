"""The exercises of bias and variance."""

from __future__ import annotations

from typing import Final

from ui.exercises.kinds import Exercise

EXERCISES: Final[tuple[Exercise, ...]] = ()
