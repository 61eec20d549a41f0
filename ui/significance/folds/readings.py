"""The numbers of the question about folds: effect and interval first, then the tests, and all of them side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pandas as pd
import streamlit as st

from evalcore.significance import PosteriorResult, TestResult, bayesian_correlated_t
from evalcore.views.significance.five_by_two import HALVES_RATIO, FiveByTwoView, five_by_two_tests
from evalcore.views.significance.folds import FoldsView, paired_tests, powers, smallest_found
from ui.frame.figure_tables import FigureTable
from ui.shared import cards, tables
from ui.shared.numbers import count, interval, number, percent, share
from ui.shared.text import N_, _, paragraph, plain, remark, say
from ui.significance import results
from ui.significance.folds import data
from ui.significance.folds.data import Setting

FORMS: Final = {
    "5x2-first": N_("5×2 t, first difference (Dietterich)"),
    "5x2-mean": N_("5×2 t, mean of the first two (2.32)"),
    "5x2-scaled-mean": N_("5×2 t, √2 × mean of the first two"),
}


def paired(view: FoldsView, setting: Setting) -> None:
    """Show the difference with both intervals, then both tests."""
    a, b = map(plain, setting.names)
    level = _("level 1 − {alpha}", alpha=results.level(setting.alpha))
    cards.row(
        (_("mean difference {a} − {b}", a=a, b=b), number(view.plain.effect)),
        (_("interval, corrected"), interval(*view.now.corrected), level),
        (_("interval, plain"), interval(*view.now.plain), _("as if the folds were independent")),
    )
    for test in (view.corrected, view.plain):
        results.figures(test, setting.alpha)
        results.notes(test, setting.alpha)


def by_fold(view: FoldsView, setting: Setting) -> FigureTable:
    """Return what both algorithms have in every fold, and the difference."""
    a, b = setting.names
    columns = [
        (_("fold"), [count(k) for k, _a in enumerate(view.a, start=1)]),
        (a, list(map(number, view.a.tolist()))),
        (b, list(map(number, view.b.tolist()))),
        (_("difference {a} − {b}", a=a, b=b), list(map(number, view.differences.tolist()))),
    ]
    return FigureTable(_("Results fold by fold"), columns)


def by_repetition(view: FiveByTwoView, setting: Setting) -> FigureTable:
    """Return the ten differences."""
    a, b = setting.names
    folds = {_("fold {j}", j=j): list(map(number, of.tolist())) for j, of in enumerate(view.differences.T, start=1)}
    repetitions = [count(k) for k, _row in enumerate(view.differences, start=1)]
    return FigureTable(_("Differences {a} − {b}", a=a, b=b), {_("repetition"): repetitions, **folds})


def five_by_two(view: FiveByTwoView, setting: Setting) -> None:
    """Show the mean of the ten differences, the F-test, and the t-test with the chosen numerator."""
    a, b = map(plain, setting.names)
    name = data.numerator_name(setting.numerator)
    chosen = view.chosen
    cards.row(
        (_("mean of the ten differences {a} − {b}", a=a, b=b), number(view.f.effect)),
        (_("chosen numerator"), number(chosen.effect), interval(chosen.low, chosen.high), name),
    )
    for test in (view.f, view.chosen):
        results.figures(test, setting.alpha)
        results.notes(test, setting.alpha)


def power(view: FoldsView, setting: Setting) -> None:
    """Show how large a true difference must be to be found."""
    found = smallest_found(view)
    if found is None:
        paragraph("The differences do not vary, so there is no telling which difference would have been found.")
        return
    paragraph(
        "With {k} folds that vary as these do, the corrected test at level {alpha} finds a true difference of "
        "**{corrected}** four times in five; the plain one would claim {plain}.",
        k=count(len(view.winners)),
        alpha=results.level(setting.alpha),
        corrected=number(found.corrected),
        plain=number(found.plain),
    )
    frame = pd.DataFrame(
        [
            {
                _("true difference"): number(one.difference, 4),
                _("found, corrected"): percent(one.corrected),
                _("found, plain"): percent(one.plain),
            }
            for one in powers(view)
        ]
    )
    tables.show(frame, alt=_("How often a true difference would be found"))
    remark(
        "The difference that was seen, {seen}, has no row: how often it would be found says only what its p-value "
        "says. More folds of the same rows do not help much: the training sets overlap all the more. More rows, or "
        "more data sets, do.",
        seen=number(found.difference),
    )


def compare_paired(view: FoldsView, setting: Setting) -> None:
    """Show what every test makes of the same folds."""
    results.side_by_side(_named(paired_tests(view)), setting.alpha)
    differences = view.differences
    _bayes(bayesian_correlated_t(differences, test_train_ratio=setting.ratio, rope=data.rope()), setting)


def compare_5x2(view: FiveByTwoView, setting: Setting) -> None:
    """Show what every test makes of the same ten differences."""
    results.side_by_side(_named(five_by_two_tests(view)), setting.alpha)
    remark(
        "{count} of {total} single numerators would be rejected. Who may choose one after seeing them can have "
        "either verdict; the F-test leaves nothing to choose.",
        count=view.now.rejected,
        total=len(view.now.rejects),
    )
    ten = view.differences.ravel()
    _bayes(bayesian_correlated_t(ten, test_train_ratio=HALVES_RATIO, rope=data.rope()), setting)


def _named(tests: Mapping[str, TestResult]) -> list[tuple[str, TestResult]]:
    return [(_(FORMS[name]) if name in FORMS else results.method(test), test) for name, test in tests.items()]


def _bayes(found: PosteriorResult, setting: Setting) -> None:
    """Show how probable it is that one is better, or that both are practically equal."""
    a, b = map(plain, setting.names)
    paragraph("**Bayesian correlated t-test**")
    better_a, better_b = (found.left, found.right) if setting.lower_is_better else (found.right, found.left)
    cards.row(
        (_("{name} is better", name=a), share(better_a)),
        (_("practically equal"), share(found.rope), _("within ±{region}", region=number(found.region))),
        (_("{name} is better", name=b), share(better_b)),
    )
    st.markdown(say(found.verdict()))
    results.warnings([found])
    if found.assumptions:
        results.assumed(found)


def paired_frame(view: FoldsView) -> pd.DataFrame:
    """Return the tests of paired folds with all their digits."""
    return results.frame(paired_tests(view), view.now.alpha)


def five_by_two_frame(view: FiveByTwoView) -> pd.DataFrame:
    """Return the tests of the ten differences with all their digits."""
    return results.frame(five_by_two_tests(view), view.now.alpha)
