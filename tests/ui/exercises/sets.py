"""The exercises of all pages."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from ui.exercises.kinds import Exercise
from ui.shared import chapter

SETS: Final[dict[str, tuple[Exercise, ...]]] = {
    key: import_module(f"ui.{key}.exercises").EXERCISES for key in chapter.PAGES
}
