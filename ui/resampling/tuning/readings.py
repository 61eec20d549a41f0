"""The numbers of the view of tuning: the winner, its scores, what was trained, and the final refit."""

from __future__ import annotations

import pandas as pd

from evalcore.views.resampling.tuning import TableTuningView, TuningView, WorthView
from ui.resampling.controls import data_sets
from ui.resampling.tuning.setting import PARAMETERS
from ui.shared import cards, tables
from ui.shared.numbers import count, number
from ui.shared.text import _, paragraph, remark


def show(view: TuningView, worth: WorthView) -> None:
    """Show this data set's winner with its three scores, then the settings."""
    parameter = _(PARAMETERS[view.plan.learner])
    fresh = (number(view.true_of_best), _("of the winner, trained on all rows"))
    paragraph("**The winner on this data set**")
    winner(view, parameter, n=view.plan.n, fresh=fresh)
    paragraph("**Every setting, on this data set**")
    tables.show(_settings(view, parameter), alt=_("Errors of every setting"), height="auto")
    remark(
        "Over {sets}, the winner's error on fresh data minus its own validation error is {gap} on average, minus the "
        "nested estimate {nested}.",
        sets=data_sets(worth.n_sets),
        gap=number(worth.gap.mean),
        nested=number(worth.nested_gap.mean),
    )


def winner(view: TuningView | TableTuningView, parameter: str, *, n: int, fresh: tuple[str, str]) -> None:
    """Show the winner of some settings with its scores, and say what is done with it.

    `n` rows are all there are; `fresh` is what is known of others, with a word about it.
    """
    found = view.found
    cards.row(
        (parameter, f"{view.settings[view.best]:g}", _("wins of {n} settings", n=count(len(view.settings)))),
        (_("least validation error"), number(found.naive_error), _("chosen for it: too good")),
        (_("nested"), number(found.error), _("rounds chose {all}", all=", ".join(f"{one:g}" for one in found.chosen))),
        (_("on fresh data"), *fresh),
        (_("models trained"), count(found.n_fits), _("the last is the model to use")),
    )
    paragraph(
        "**Final refit.** Folds only choose. The model handed over is trained once more on all {n} rows, with the "
        "setting that won; the nested estimate {nested} is for this whole procedure, choosing included.",
        n=count(n),
        nested=number(found.error),
    )


def _settings(view: TuningView, parameter: str) -> pd.DataFrame:
    return pd.DataFrame(
        {
            parameter: [f"{setting:g}" for setting in view.settings],
            _("validation error"): [number(value) for value in view.validation],
            _("training error"): [number(value) for value in view.training],
            _("on fresh data"): [number(value) for value in view.true_errors],
        }
    )


def how_sure(worth: WorthView) -> None:
    """Say what the number of data sets leaves open, and what validation is not."""
    paragraph(
        "- Fresh minus own validation error: **{gap}** ± {gap_error}; fresh minus nested: {nested} ± {nested_error} "
        "(Monte-Carlo standard errors of {sets}).\n"
        "- The validation set chooses, the test set judges. A score that something was chosen by is no test error "
        "any more, and the more settings compete the better the best one looks.\n"
        "- Nested estimates of single data sets vary with SD {sd}: they are right on average, not on yours.",
        gap=number(worth.gap.mean),
        gap_error=number(worth.gap.error),
        nested=number(worth.nested_gap.mean),
        nested_error=number(worth.nested_gap.error),
        sets=data_sets(worth.n_sets),
        sd=number(worth.nested.sd),
    )
