"""Exercises of the page about tests."""

from __future__ import annotations

from typing import Final

from ui.exercises.kinds import Exercise

EXERCISES: Final[tuple[Exercise, ...]] = ()
