"""What the question of two models says: its answer in a sentence, and the figure for who cannot see it."""

from __future__ import annotations

import math

from evalcore.significance import CaseMcnemarResult, McnemarResult
from evalcore.significance.contradictions import contradicts
from evalcore.views.significance.folds import winner
from ui.live import carrying, chosen_here
from ui.session import loaded
from ui.shared.numbers import count, interval, number
from ui.shared.text import _, plain, sentences
from ui.significance import pair, results
from ui.significance.two.controls import Asked


def answer(test: McnemarResult, asked: Asked) -> str:
    """Say which model is better by how much, and whether chance alone could have done that."""
    if math.isnan(test.difference):
        return _("There are no rows, so nothing could have been seen.")
    return sentences(_effect(test, asked, _interval(test)), results.chance(test, asked.alpha), of_choice(test, asked))


def about(asked: Asked) -> dict[str, str]:
    """Return what a file says of where the threshold of the chosen model was chosen."""
    name = loaded.model()
    if not asked.is_loaded or name not in asked.names:
        return {}
    one, t = loaded.binary(name), asked.thresholds[asked.names.index(name)]
    return {**chosen_here.about(one, t), **carrying.about(one, t)}


def of_choice(test: McnemarResult | CaseMcnemarResult, asked: Asked) -> str | None:
    """Say what a threshold that was chosen on these rows does to p; None where none was."""
    name = loaded.model()
    if not asked.is_loaded or name not in asked.names:
        return None
    place = asked.names.index(name)
    if chosen_here.here(loaded.binary(name), asked.thresholds[place]) is None:
        return None
    if winner(test.difference, lower_is_better=True) == "ab"[place]:
        return _("p may be too small: t of {model} was chosen on these rows.", model=plain(name))
    return _("p may be too large: t of {model} was chosen on these rows.", model=plain(name))


def answer_by_case(test: CaseMcnemarResult, asked: Asked) -> str:
    """Say which model is better by how much, as far as the cases tell."""
    ends = interval(test.low, test.high)
    if contradicts(test.pvalue, test.low, test.high, value=0, confidence_level=test.confidence_level):
        ends = f"{ends} {results.other_method()}"
    return sentences(_effect(test, asked, ends), results.chance(test, asked.alpha), of_choice(test, asked))


def reason_by_case() -> str:
    """Say which test this is and why."""
    return _(
        "McNemar's test by case: rows of one case are not independent, so each case speaks once, by how many more of "
        "its rows one model gets wrong."
    )


def alt_by_case(test: CaseMcnemarResult, asked: Asked) -> str:
    """Describe the figure."""
    return _(
        "{n} rows of {cases} cases. Difference of the error rates of {a} and {b} {difference}, interval {interval}. "
        "{method}: statistic {statistic}, {p}, {verdict} at level {alpha}.",
        n=count(test.n),
        cases=count(test.n_cases),
        a=plain(asked.names[0]),
        b=plain(asked.names[1]),
        difference=number(test.difference),
        interval=interval(test.low, test.high),
        method=results.method(test),
        statistic=number(test.statistic),
        p=results.p_of(test),
        verdict=results.verdict(test, asked.alpha),
        alpha=results.level(asked.alpha),
    )


def _effect(test: McnemarResult | CaseMcnemarResult, asked: Asked, ends: str) -> str:
    who = winner(test.difference, lower_is_better=True)
    a, b = (plain(name) for name in asked.names)
    values = {"a": a, "b": b, "difference": number(test.difference), "interval": ends}
    if who == "none":
        return _("{a} and {b} err on as many rows: {a} − {b} = {difference} {interval};", **values)
    if not test.reject(asked.alpha):
        return _("No difference beyond chance shown: error rate {a} − {b} = {difference} {interval};", **values)
    return _(
        "**{model}'s error rate is lower**: {a} − {b} = {difference} {interval};",
        model=a if who == "a" else b,
        **values,
    )


def _interval(test: McnemarResult) -> str:
    """Write the interval of the difference; one that contradicts the test says why."""
    low, high = test.difference_low, test.difference_high
    written = interval(low, high)
    if contradicts(test.pvalue, low, high, value=0, confidence_level=test.confidence_level):
        return f"{written} {results.other_method()}"
    return written


def reason() -> str:
    """Say which test this is and why."""
    return _(
        "McNemar's test: both models predicted the same rows, so only the rows that just one of them gets wrong tell "
        "them apart."
    )


def alt(test: McnemarResult, asked: Asked) -> str:
    """Describe the figure."""
    e00, e01, e10, e11 = (count(cell) for cell in asked.table)
    return _(
        "Table of {n} rows: both right {e00}, only {a} wrong {e01}, only {b} wrong {e10}, both wrong {e11}. "
        "Difference of the error rates {difference}, interval {interval}. {method}: statistic {statistic}, {p}, "
        "{verdict} at level {alpha}.",
        n=count(asked.n),
        e00=e00,
        e01=e01,
        e10=e10,
        e11=e11,
        a=plain(asked.names[0]),
        b=plain(asked.names[1]),
        difference=number(test.difference),
        interval=interval(test.difference_low, test.difference_high),
        method=results.method(test),
        statistic=number(test.statistic),
        p=results.p_of(test),
        verdict=results.verdict(test, asked.alpha),
        alpha=results.level(asked.alpha),
    )


def source(asked: Asked) -> str | None:
    """Say which decisions of which models are compared."""
    if not asked.is_loaded:
        return None
    return pair.said(asked.names, asked.thresholds)
