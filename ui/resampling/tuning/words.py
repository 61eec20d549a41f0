"""The words of the figure of tuning, whichever rows and whatever is tuned."""

from __future__ import annotations

from evalcore.figures.resampling.tuning import TuningWords
from ui.resampling.tuning.setting import PARAMETERS
from ui.shared.text import _


def of_settings(learner: str) -> TuningWords:
    """Return the words of errors against the parameter of a learner, in the language of the session."""
    return TuningWords(
        validation=_("validation error"),
        training=_("training error"),
        fresh=_("on fresh data"),
        worth=_("the winner's scores, data sets: {sets}"),
        naive=_("own score"),
        nested=_("nested"),
        error=_("error"),
        sd=_("SD"),
        parameter=_(PARAMETERS[learner]),
        said=_("validation {validation}, training {training}, on fresh data {fresh}"),
    )
