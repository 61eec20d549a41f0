"""Home: what the app does, to be taken hold of at once; the ways to begin; and the samples."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from ui.frame import header
from ui.home import chapter_map, doors, opening
from ui.session import gallery
from ui.shared import chapter

header.begin()
opening.show()
# In the order in which they are learned; any further page comes last.
LEARNED = ("confusion_matrix", "curves", "costs", "significance", "resampling", "bias_variance", *chapter.PAGES)
exercises = {key: import_module(f"ui.{key}.exercises").EXERCISES for key in dict.fromkeys(LEARNED)}
controls = {key: import_module(f"ui.{key}.controls") for key in chapter.PAGES if find_spec(f"ui.{key}.controls")}
# What a page shows without a sample it names beside its choice.
doors.show(exercises, {key: module.LESSONS for key, module in controls.items() if hasattr(module, "LESSONS")})
chapter_map.show()
gallery.show()
