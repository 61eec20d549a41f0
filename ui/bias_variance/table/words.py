"""What the view of a table says: its answer in a sentence, and its figure for who cannot see it."""

from __future__ import annotations

from typing import Final

from evalcore.figures.bias_variance.said import table_parts
from evalcore.figures.bias_variance.table import COMPLEXITY
from evalcore.views.bias_variance.table import Dominant, TableView
from ui.bias_variance.squared import words as squared_words
from ui.bias_variance.table.setting import Setting
from ui.live.sentence import held
from ui.shared.numbers import count, percent
from ui.shared.text import N_, _, plain, say

DOMINANT: Final[dict[Dominant, str]] = {
    "bias_and_noise": N_(
        "With {at} the error is mostly **bias and noise** ({share} of {error}), which one table cannot tell apart."
    ),
    "variance": N_(
        "With {at} the error is mostly **variance** ({share} of {error}): more rows or the mean of many learners "
        "lower it."
    ),
    "none": N_("There is **no error** to take apart."),
}


def answer(view: TableView, active: int) -> str:
    """Say which part is the larger one, and what would lower it."""
    step = view.steps[active]
    if step.is_rounding:
        return _(squared_words.ROUNDING)
    return _(
        DOMINANT[step.dominant],
        at=held(step.shown, COMPLEXITY),
        share=percent(step.share, 0),
        error=table_parts(step)["error"],
    )


def alt(view: TableView, active: int, asked: Setting) -> str:
    """Describe the figure."""
    step = view.steps[active]
    said = table_parts(step)
    return _(
        "Error of {learner} on {rows} rows held out against flexibility, and its parts at {shown}: bias and noise "
        "{bias}, variance {variance}, error {error}. Trained on {sets} bootstrap sets of {n} rows to tell {target}.",
        learner=say(asked.family.title),
        rows=count(view.n_held_out),
        shown=step.shown,
        bias=said["bias_and_noise"],
        variance=said["variance"],
        error=said["error"],
        sets=count(view.n_sets),
        n=count(view.n),
        target=plain(asked.table.target),
    )
