"""What the question of one model says: its answer in a sentence, and the figure for who cannot see it."""

from __future__ import annotations

import math

from evalcore.significance import BinomialResult, TestResult, TResult
from evalcore.significance.results import rejects
from evalcore.views.significance.one_model import RATE, AgainstBar, against_bar, confidence
from ui.live import carrying, chosen_here
from ui.live.sentence import between, held
from ui.session import loaded
from ui.shared.numbers import count, interval, number
from ui.shared.text import _, plain, say, sentences
from ui.significance import pair, results, rows
from ui.significance.one.controls import BARS, Asked


def answer(test: TestResult, asked: Asked) -> str:
    """Say how far from the bar the error rate is, and whether chance alone could have done that."""
    if math.isnan(test.pvalue):
        return say(test.warnings[0])
    return said(against_bar(test, asked.bar), asked)


def said(found: AgainstBar, asked: Asked) -> str:
    """Say the same of what was found for what is asked: at each step of a handle, too."""
    return sentences(_effect(found, asked), _chance(found, asked), _of_bar(asked), _of_choice(found, asked))


def _of_bar(asked: Asked) -> str | None:
    """Say that the bar is the page's own, where rows that are not are held against it."""
    if not asked.is_loaded or asked.bar != BARS[asked.test].default:
        return None
    return _("The bar of {bar} is only a start: set your own.", bar=f"{asked.bar:.4g}")


def _effect(found: AgainstBar, asked: Asked) -> str:
    values = {
        "what": _("Error rate") if asked.test == "binomial" else _("Mean error rate"),
        "rate": between(number(found.rate), found.rate_low, found.rate, found.rate_high, level=confidence(asked.alpha)),
        "distance": number(found.distance),
        "bar": held(f"{asked.bar:.4g}", RATE),
        "interval": _other(found, asked),
    }
    if found.is_above:
        said = _("{what} {rate}, **{distance} above the bar** of {bar}{interval};", **values)
    elif found.is_below:
        said = _("{what} {rate}, **{distance} below the bar** of {bar}{interval};", **values)
    else:
        said = _("{what} {rate}, exactly **at the bar** of {bar}{interval};", **values)
    return said if rejects(found.pvalue, asked.alpha) else said.replace("**", "")  # only what the test shows is bold


def _other(found: AgainstBar, asked: Asked) -> str:
    """Write an interval that contradicts the test in numbers, with a word on why."""
    if not _is_told_apart(found):
        return ""
    why = results.other_method() if asked.side == "two-sided" else _("(two-sided)")
    return f" {interval(found.low, found.high)} {why}"


def _is_told_apart(found: AgainstBar) -> bool:
    """Whether the interval is written, since it contradicts the test."""
    return found.contradicts and found.is_sought


def looks_away(test: TestResult, asked: Asked) -> bool:
    """Whether the error rate lies on the side of the bar that the test does not look at."""
    return not math.isnan(test.pvalue) and _looks_away(against_bar(test, asked.bar), asked)


def _looks_away(found: AgainstBar, asked: Asked) -> bool:
    return not (found.is_sought or rejects(found.pvalue, asked.alpha))


def _chance(found: AgainstBar, asked: Asked) -> str:
    if _looks_away(found, asked):
        return _("the test looks at the other side of the bar only ({p}).", p=results.p_is(found.pvalue))
    is_one_sided = asked.side != "two-sided" and _is_told_apart(found)
    return results.chance_of(found.pvalue, asked.alpha, is_one_sided=is_one_sided)


def alt(test: TestResult, asked: Asked) -> str:
    """Describe the figure."""
    values = {
        "bar": f"{asked.bar:.4g}",
        "alpha": results.level(asked.alpha),
        "p": results.p_is(test.pvalue),
        "verdict": results.verdict(test, asked.alpha),
    }
    if isinstance(test, BinomialResult):
        return _(
            "{errors} of {n} rows are wrong: error rate {share}, interval {interval}. Bars of the number of errors if "
            "the error rate is {bar}; {low} to {high} errors are not rejected at level {alpha}. {p}: {verdict}.",
            errors=count(test.statistic),
            n=count(test.n),
            share=number(test.effect),
            interval=interval(test.low, test.high),
            low=count(test.not_rejected[0]),
            high=count(test.not_rejected[1]),
            **values,
        )
    return _(
        "Mean error rate {mean}, interval {interval}, against a bar of {bar}. Density of t with {df} degrees of "
        "freedom; t = {t}, rejected beyond {critical} at level {alpha}. {p}: {verdict}.",
        mean=number(test.effect),
        interval=interval(test.low, test.high),
        df=f"{test.df:g}" if isinstance(test, TResult) and isinstance(test.df, (int, float)) else "",
        t=number(test.statistic),
        critical=number(test.critical_value(asked.alpha)),
        **values,
    )


def reason(asked: Asked) -> str:
    """Say which test this is and why, and what the bar is."""
    if asked.test == "binomial":
        return _(
            "Binomial test: each row is right or wrong, independently, so the number of errors is binomial. The bar ε₀ "
            "is the error rate to compare with, chosen before looking at the rows."
        )
    return _(
        "t-test: several repetitions show by themselves how much an error rate varies. The bar ε₀ is the error rate to "
        "compare with, chosen beforehand."
    )


def source(asked: Asked) -> str | None:
    """Say which rows the errors are those of."""
    if not asked.is_loaded:
        return None
    one = loaded.binary()
    t = rows.at(one)
    values = {"model": plain(one.model), "positive": plain(one.positive)}
    if t is None:
        return _("Errors of {model}, predicted labels, positive class {positive}.", **values)
    written = pair.written(one.model, t)
    return _("Errors of {model} at t = {t}, positive class {positive}.", t=written, **values)


def about(asked: Asked) -> dict[str, str]:
    """Return what a file says of where the threshold was chosen."""
    if not asked.is_loaded:
        return {}
    one = loaded.binary()
    return {**chosen_here.about(one, rows.at(one)), **carrying.about(one, rows.at(one))}


def of_choice(test: TestResult, asked: Asked) -> str | None:
    """Say what a threshold that was chosen on these rows does to p; None where it was not, and was typed."""
    return _of_choice(against_bar(test, asked.bar), asked)


def _of_choice(found: AgainstBar, asked: Asked) -> str | None:
    one = loaded.binary() if asked.is_loaded else None
    t = None if one is None else rows.at(one)
    if one is None or t is None:
        return None
    of = chosen_here.origin(one, t)
    if of is None:
        moved = _("p may be off either way: t was chosen on these rows, then moved by hand.")
        return None if chosen_here.here(one, t) is None else moved
    if of.rows == "others":
        return None
    values = {"rows": _("these rows") if of.rows == "these" else _("some of these rows")}
    if of.model is not None:
        names = {"model": plain(one.model), "name": plain(of.model)}
        return _("p may be off either way: t of {model} was chosen for {name} on {rows}.", **names, **values)
    if found.is_below and asked.side != "greater":
        return _("p is too small: t was chosen on {rows}.", **values)
    return _("p is too large, if anything: t was chosen on {rows}, and new ones will be wrong more often.", **values)
