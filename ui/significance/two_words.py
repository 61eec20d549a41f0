"""What the question of two models says: its answer in a sentence, the figure for who cannot see it, its words."""

from __future__ import annotations

import math

from evalcore.figures.significance.words import TwoWords
from evalcore.significance import McnemarResult
from evalcore.views.significance.two_models import better
from ui.shared.numbers import count, interval, number
from ui.shared.text import _, plain
from ui.significance import pair
from ui.significance.results import level, method, p_is, verdict
from ui.significance.two_controls import Asked


def figure(asked: Asked) -> TwoWords:
    """Return the words of the figure in the language of the session."""
    return TwoWords(
        rejected=_("p = {p}: rejected at level {alpha}"),
        kept=_("p = {p}: cannot reject at level {alpha}"),
        tiny=_("p < 0.0001: rejected at level {alpha}"),
        alpha=_("level α"),
        error_rate=_("error rate"),
        nothing=_("no count is rejected"),
        from_count=_("rejected: from {high} on (size {size})"),
        to_count=_("rejected: up to {low} (size {size})"),
        outside=_("rejected: up to {low}, from {high} on (size {size})"),
        a=asked.names[0],
        b=asked.names[1],
        right=_("{name} right"),
        wrong=_("{name} wrong"),
        estimate=_("{n} rows, {a} wrong on {wrong_a}, {b} on {wrong_b}: difference {difference} {interval}"),
        brief=_("wrong: {a} {wrong_a}, {b} {wrong_b} of {n}; {difference} {interval}"),
        better=_("{name} better"),
        only_a=_("e₀₁ only {name} wrong"),
        only_b=_("e₁₀ only {name} wrong"),
        count_title=_("P(e₀₁), {n} discordant rows"),
        chi_title=_("density of χ² (1 df)"),
        chi_rejected=_("χ² = {statistic}; rejected beyond {critical}"),
        same=_("no discordant row"),
    )


def answer(test: McnemarResult, asked: Asked) -> str:
    """Say which model is better by how much, and whether chance alone could have done that."""
    return f"{_effect(test, asked)} {_chance(test, asked)}"


def _effect(test: McnemarResult, asked: Asked) -> str:
    if math.isnan(test.difference):
        return _("There are no rows;")
    found = better(test.difference, test.difference_low, test.difference_high)
    a, b = (plain(name) for name in asked.names)
    values = {"difference": number(found.difference), "interval": interval(found.low, found.high)}
    if not (found.is_a or found.is_b):
        return _("{a} and {b} err on as many rows, difference {difference} {interval};", a=a, b=b, **values)
    return _("{model} is **{difference} better** {interval};", model=a if found.is_a else b, **values)


def _chance(test: McnemarResult, asked: Asked) -> str:
    if test.reject(asked.alpha):
        return _("chance alone would hardly do that ({p}).", p=p_is(test.pvalue))
    return _("chance alone could do that ({p}).", p=p_is(test.pvalue))


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
        method=method(test),
        statistic=number(test.statistic),
        p=p_is(test.pvalue),
        verdict=verdict(test, asked.alpha),
        alpha=level(asked.alpha),
    )


def source(asked: Asked) -> str | None:
    """Say which decisions of which models are compared."""
    if not asked.is_loaded:
        return None
    return pair.said(asked.names, asked.thresholds)
