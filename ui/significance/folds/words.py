"""What the question about folds says: its answer, and the figures for who cannot see them."""

from __future__ import annotations

import math

from evalcore.significance import Layout, TestResult
from evalcore.views.significance.five_by_two import FiveByTwoStep, FiveByTwoView
from evalcore.views.significance.folds import FoldsView, Step, winner
from ui.shared.numbers import count, interval, number
from ui.shared.text import _, plain, say, sentences
from ui.significance import results
from ui.significance.folds import loaded
from ui.significance.folds.data import Setting


def answer(view: FoldsView, setting: Setting) -> str:
    """Say who is ahead by how much, and whether chance alone could do that."""
    return at_step(view.now, setting)


def at_step(step: Step, setting: Setting) -> str:
    """Say the same at a step of a handle."""
    test = step.test
    difference = number(test.effect)
    if not math.isnan(step.corrected[0]):
        difference = results.difference(test.effect, *step.corrected, step.level)
    said = _ahead(test, difference, setting, rejects=step.corrected_rejects)
    if math.isnan(test.statistic):
        return sentences(_("{said}.", said=said), *map(say, test.warnings))
    p = results.against(test.adjusted, step.alpha, n_tests=test.n_tests)
    if not step.corrected_rejects and step.plain_rejects:
        return _(
            "{ahead}; chance alone could do that ({p}): the plain test forgets that the training sets overlap.",
            ahead=said,
            p=p,
        )
    if not step.corrected_rejects:
        return _("{ahead}; chance alone could do that ({p}).", ahead=said, p=p)
    if not step.ratio > 0:
        return _("{ahead}; chance alone would hardly do that ({p}), if the folds were independent.", ahead=said, p=p)
    return _(
        "{ahead}; chance alone would hardly do that ({p}, corrected for overlapping training sets).", ahead=said, p=p
    )


def _ahead(test: TestResult, difference: str, setting: Setting, *, rejects: bool) -> str:
    """Say who is better if the test rejects, else that no difference is shown; in the direction of the figure."""
    a, b = map(plain, setting.names)
    who = winner(test.effect, lower_is_better=setting.lower_is_better)
    values = {"a": a, "b": b, "difference": difference}
    if who == "none":
        return _("{a} and {b} are level: {a} − {b} = {difference}", **values)
    if not rejects:
        return _("No difference beyond chance shown: {a} − {b} = {difference}", **values)
    model = a if who == "a" else b
    return _("**{model} is better**: {a} − {b} = {difference}", model=model, **values)


def answer_5x2(view: FiveByTwoView, setting: Setting) -> str:
    """Say who is ahead, what the F-test makes of it, and what another choice of the numerator would have said."""
    return at_step_5x2(view, view.now, setting)


def at_step_5x2(view: FiveByTwoView, step: FiveByTwoStep, setting: Setting) -> str:
    """Say the same at a step of the handle."""
    said = _ahead(view.f, number(view.f.effect), setting, rejects=step.f_rejects)
    if math.isnan(view.f.statistic):
        return sentences(_("{said}.", said=said), *map(say, view.f.warnings))
    values = {
        "ahead": said,
        "p": results.against(view.f.adjusted, step.alpha, n_tests=view.f.n_tests),
        "count": step.rejected,
        "total": len(step.rejects),
    }
    if step.f_rejects:
        return _(
            "{ahead} (F: no interval); chance alone would hardly do that ({p}); {count} of {total} numerators reject.",
            **values,
        )
    if not step.rejected:
        return _(
            "{ahead} (F: no interval); chance alone could do that ({p}), and none of {total} numerators rejects.",
            **values,
        )
    return _(
        "{ahead} (F: no interval); chance alone could do that ({p}), yet {count} of {total} numerators reject.",
        **values,
    )


def reason(setting: Setting) -> str:
    """Say which test this is and why, and why its answer has no interval if it has none."""
    if setting.kind == "folds":
        return _(
            "Paired t-test: both algorithms had the same folds, so the differences fold by fold count; it is corrected "
            "(Nadeau and Bengio), since the training sets overlap."
        )
    return _(
        "5×2 F-test: the two training sets of a repetition share no row. F weighs all ten differences at once, so no "
        "numerator has to be chosen, and it gives their mean no interval."
    )


def notes(setting: Setting) -> list[str]:
    """Say what the results are taken for: of which folds, and how many repetitions of them."""
    if setting.loaded is not None:
        return loaded.said(setting.loaded)
    hint = loaded.hint()
    taken = [] if setting.layout is None else [_taken(setting.layout, len(setting.table.rows))]
    return [*taken, *([] if hint is None else [hint])]


def _taken(layout: Layout, n_rows: int) -> str:
    """Say how many repetitions of how many folds a table is taken for."""
    values = {"folds": count(layout.folds), "ratio": number(layout.ratio)}
    if layout.repeats == 1:
        return _(
            "{folds} rows, taken for the folds of one cross validation, {ratio} test rows per training row. The "
            "options can change both.",
            **values,
        )
    return _(
        "{rows} rows, taken for {repeats} × {folds}: {repeats} repetitions of {folds} folds, {ratio} test rows "
        "per training row. The options can change both.",
        **values,
        rows=count(n_rows),
        repeats=count(layout.repeats),
    )


def result(setting: Setting) -> str:
    """Return what was measured in each fold."""
    if setting.loaded is not None:
        return setting.loaded.title
    return _("error rate") if setting.lower_is_better else _("result")


def alt(view: FoldsView, setting: Setting) -> str:
    """Describe the figure of paired folds."""
    a, b = setting.names
    return _(
        "Results of {a} and {b} in {k} folds, their differences with mean {mean}, plain interval {plain}, corrected "
        "interval {corrected}; Student's density with t = {t} (plain) and {t_corrected} (corrected), critical value "
        "{critical} at level {alpha}.",
        a=a,
        b=b,
        k=len(view.winners),
        mean=number(view.plain.effect),
        plain=interval(*view.now.plain),
        corrected=interval(*view.now.corrected),
        t=number(view.plain.statistic),
        t_corrected=number(view.corrected.statistic),
        critical=number(view.now.critical),
        alpha=results.level(view.now.alpha),
    )


def alt_5x2(view: FiveByTwoView, setting: Setting) -> str:
    """Describe the figure of 5x2 cross validation."""
    a, b = setting.names
    return _(
        "Ten differences {a} − {b} of five times two-fold cross validation; of the ten t-values {count} lie beyond the "
        "critical value {critical} at level {alpha}; F = {f} with critical value {critical_f}.",
        a=a,
        b=b,
        count=view.now.rejected,
        critical=number(view.now.critical),
        alpha=results.level(view.now.alpha),
        f=number(view.f.statistic),
        critical_f=number(view.now.critical_f),
    )
