"""What the question of two models says: its answer in a sentence, and the figure for who cannot see it."""

from __future__ import annotations

import math
from dataclasses import replace

from evalcore.significance import CaseMcnemarResult, McnemarResult
from evalcore.views.significance.folds import winner
from evalcore.views.significance.two_models import McnemarStep
from ui.frame import two_models
from ui.live import carrying, chosen_here
from ui.live.chosen_here import Origin
from ui.session import loaded
from ui.shared.numbers import count, interval, number
from ui.shared.text import _, plain, sentences
from ui.significance import pair, results
from ui.significance.two.controls import Asked


def answer(test: McnemarResult, asked: Asked) -> str:
    """Say which model is better by how much, and whether chance alone could have done that."""
    return _answer(test, asked, (test.difference_low, test.difference_high))


def at_step(step: McnemarStep, asked: Asked) -> str:
    """Say the same at a step of a handle, by case or not."""
    return _answer(step.test, replace(asked, table=step.table, alpha=step.alpha), (step.low, step.high))


def _answer(test: McnemarResult | CaseMcnemarResult, asked: Asked, ends: tuple[float, float]) -> str:
    if math.isnan(test.difference):
        return _("There are no rows, so nothing could have been seen.")
    return sentences(_effect(test, asked, ends), results.chance(test, asked.alpha), of_thresholds(test, asked))


def about(asked: Asked) -> dict[str, str]:
    """Return what a file says of where the threshold of the chosen model was chosen."""
    name = loaded.model()
    if not asked.is_loaded or name not in asked.names:
        return {}
    one, t = loaded.binary(name), asked.thresholds[asked.names.index(name)]
    return {**chosen_here.about(one, t), **carrying.about(one, t)}


def of_thresholds(test: McnemarResult | CaseMcnemarResult, asked: Asked) -> str:
    """Say what a threshold that was chosen on these rows does to p, and where only one of both is still the default.

    Of a model and its own scores recalibrated thresholds are all that tells them apart.
    """
    if not asked.is_loaded:
        return ""
    unlike, said = pair.unlike(asked.names, asked.thresholds), two_models.rescaled(*asked.names)
    cut = _("{said}: the same order of rows, so only their thresholds tell them apart.", said=said)
    return sentences(_of_choice(test, asked), unlike, None if said is None else cut)


def _of_choice(test: McnemarResult | CaseMcnemarResult, asked: Asked) -> str | None:
    name = loaded.model()
    if not asked.is_loaded or name not in asked.names:
        return None
    place = asked.names.index(name)
    t = asked.thresholds[place]
    of = None if t is None else pair.origin(name, t)
    if not isinstance(of, Origin) or of.rows == "others":
        return None
    values = {"model": plain(name), "rows": _("these rows") if of.rows == "these" else _("some of these rows")}
    if of.model is not None:
        return _(
            "p may be off either way: t of {model} was chosen for {name} on {rows}.", name=plain(of.model), **values
        )
    if winner(test.difference, lower_is_better=True) == "ab"[place]:
        return _("p may be too small: t of {model} was chosen on {rows}.", **values)
    return _("p may be too large: t of {model} was chosen on {rows}.", **values)


def answer_by_case(test: CaseMcnemarResult, asked: Asked) -> str:
    """Say which model is better by how much, as far as the cases tell."""
    return _answer(test, asked, (test.low, test.high))


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


def _effect(test: McnemarResult | CaseMcnemarResult, asked: Asked, ends: tuple[float, float]) -> str:
    who = winner(test.difference, lower_is_better=True)
    a, b = (plain(name) for name in asked.names)
    values = {"a": a, "b": b, "difference": results.difference(test.difference, *ends, test.confidence_level)}
    values["difference"] += results.against_interval(test, *ends, asked.alpha)
    if who == "none":
        return _("{a} and {b} err on as many rows: {a} − {b} = {difference};", **values)
    if not test.reject(asked.alpha):
        return _("No difference beyond chance shown: error rate {a} − {b} = {difference};", **values)
    return _(
        "**{model}'s error rate is lower**: {a} − {b} = {difference};",
        model=a if who == "a" else b,
        **values,
    )


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
