"""The words of the figure of the leak hunt, whichever leak."""

from __future__ import annotations

from collections.abc import Mapping

from evalcore.figures.resampling.leaks import LeakWords
from ui.shared.text import _


def of_leaks(names: Mapping[str, str]) -> LeakWords:
    """Return the words of one leak beside others of these names, in the language of the session."""
    return LeakWords(
        one=_("data sets: {sets}, an estimate each"),
        leaking=_("with the leak"),
        clean=_("without it"),
        true=_("true error"),
        error=_("error"),
        sd=_("SD"),
        gap=_("true error − estimate"),
        names=names,
    )
