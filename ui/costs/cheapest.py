"""Which model is the cheapest, what it saves, and whether that is shown: below the figure and in the comparison."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from typing import Final

import numpy as np

from evalcore import costs
from evalcore.costs import CostDifference, ShownCheaper
from evalcore.counts import SourcedView
from evalcore.significance.results import level_of_each
from evalcore.views.cost_answers import headline_digits, saved_by
from evalcore.views.significance.two_models import called_positive
from ui.costs import figure as drawn
from ui.costs.setting import CASES, CountedRows, Setting
from ui.live import progress
from ui.session import computed, memory
from ui.shared.numbers import count, interval, number
from ui.shared.text import N_, _, in_row, plain

LEVEL: Final = 0.95
# Of more rows it takes seconds to find out whether a model is shown to be cheaper: the comparison asks for it.
AT_ONCE: Final = 2_000


def why_no_interval(counted: CountedRows) -> str | None:
    """Say why the difference of two models has no interval; None where it has one."""
    rows = counted.binary
    if isinstance(rows, SourcedView):
        return _("without an interval, which rows in a source do not have")
    if rows.weight is not None:
        return _("without an interval, which weighted rows do not have")
    if counted.amounts is not None and not rows.rows_alone:
        return _("without an interval, since amounts have none by case")
    return None


def difference(first: CountedRows, second: CountedRows, setting: Setting, n_pairs: int) -> CostDifference:
    """Return what the cases cost more with one model than with another, each at its best threshold."""

    def make() -> CostDifference:
        called = (called_positive(one.binary, drawn.best(one, setting).threshold) for one in (first, second))
        level, rows = level_of_each(LEVEL, n_pairs), first.binary
        options = {**setting.drawn_options, "confidence_level": level}
        if first.amounts is not None:
            return costs.amount_cost_difference(first.amounts, *called, **options)
        return costs.model_cost_difference(rows.y_true, *called, case=rows.cases, **options)

    key = (first.key, second.key, setting, n_pairs)
    return memory.memo("cost difference", *key, make=make, most=100).times(CASES)


def shown(first: CountedRows, second: CountedRows, n_pairs: int) -> ShownCheaper:
    """Return where one of two models is shown to be cheaper, whatever the costs are."""

    def make() -> ShownCheaper:
        names = (first.binary.model, second.binary.model)
        rng, level = np.random.default_rng(progress.SEED), level_of_each(LEVEL, n_pairs)
        scores = (computed.score(model.binary) for model in (first, second))
        return costs.shown_cheaper(first.binary.y_true, *scores, names=names, rng=rng, confidence_level=level)

    return memory.memo("shown cheaper", first.key, second.key, n_pairs, make=make, most=100)


def other(models: list[CountedRows], now: CountedRows, setting: Setting) -> str | None:
    """Return the name of the cheapest of several models where that is another one than is chosen."""
    known = [one for one in models if setting.is_known and drawn.best(one, setting).reason is None]
    if len(known) < 2:
        return None
    least = min(known, key=partial(_cost, setting))
    # Of some that cost the same none is the one to take.
    costs_less = now.key in [one.key for one in known] and _cost(setting, least) < _cost(setting, now)
    return least.binary.model if costs_less else None


def sentence(models: list[CountedRows], now: CountedRows, setting: Setting) -> str:
    """Name the cheapest of several models, with the interval of what it saves, and say whether that is shown."""
    if len(models) < 2 or not setting.is_known:
        return ""
    by_cost = sorted((one for one in models if drawn.best(one, setting).reason is None), key=partial(_cost, setting))
    if len(by_cost) < 2:
        return ""
    is_now = by_cost[0].key == now.key
    cheap, dear = by_cost[0], by_cost[1] if is_now else now
    if dear.key not in [one.key for one in by_cost]:
        return ""
    pairs = list(combinations(models, 2))
    parts = {"k": count(len(models)), "model": plain(cheap.binary.model), "other": plain(dear.binary.model)}
    saved = _saved(cheap, dear, setting, pairs) if why_no_interval(now) is None else None
    parts["saved"] = _without_interval(cheap, dear, setting) if saved is None else _said(saved)
    if _cost(setting, cheap) == _cost(setting, dear) if saved is None else saved.is_none:
        alike = [plain(one.binary.model) for one in by_cost if _cost(setting, one) == _cost(setting, cheap)]
        if len(alike) > 2:
            return _(
                "{models} are the cheapest of {k} models, each at its best threshold, and cost the same.",
                models=in_row(alike),
                **parts,
            )
        return _(
            "{model} and {other} are the cheapest of {k} models, each at its best threshold, and cost the same.",
            **parts,
        )
    if is_now:
        said = N_("Cheapest of {k} models, each at its best threshold: **{model}**, by {saved}")
    else:
        said = N_("Cheapest of {k} models, each at its best threshold: **{model}**, saves {saved} against {other}")
    first = _(said, **parts)
    return _("{first} ({shown}).", first=first, shown=_whether(cheap, dear, setting, pairs))


def verdict(models: list[CountedRows], setting: Setting) -> str | None:
    """Say which model costs least under the condition that is set, and against which others that is shown."""
    known = [one for one in models if setting.is_known and drawn.best(one, setting).reason is None]
    if len(known) < 2:
        return None
    cheap, *others = sorted(known, key=partial(_cost, setting))
    alike = [one for one in others if _cost(setting, one) == _cost(setting, cheap)]
    if alike:
        names = in_row(plain(one.binary.model) for one in (cheap, *alike))
        return _("{models} cost least on these rows, and the same.", models=names)
    shown = _against(cheap, others, setting, list(combinations(models, 2)))
    return _("**{model}** costs least on these rows; {shown}.", model=plain(cheap.binary.model), shown=shown)


def _against(
    cheap: CountedRows, others: list[CountedRows], setting: Setting, pairs: list[tuple[CountedRows, CountedRows]]
) -> str:
    """Say against which others the cheapest model is shown to cost less, with thresholds chosen on each resample.

    By amount and by case thresholds are those of these rows: such an interval is too narrow, and what even it holds to
    be chance may be.
    """
    unknown = _("whether that is more than chance is not known here")
    if why_no_interval(cheap) is not None:
        return unknown
    if cheap.amounts is not None or not cheap.binary.rows_alone:
        by_chance = all(_saved(cheap, one, setting, pairs).low <= 0 for one in others)
        return _("that may be chance") if by_chance else unknown
    better = [one for one in others if _is_shown(cheap, one, setting, pairs)]
    if not better:
        return _("that may be chance")
    which = in_row(plain(one.binary.model) for one in better)
    rest = in_row(plain(one.binary.model) for one in others if one not in better)
    if not rest:
        return _("that is shown against {which}", which=which)
    return _("that is shown against {which}, not against {others}", which=which, others=rest)


def _is_shown(
    cheap: CountedRows, dear: CountedRows, setting: Setting, pairs: list[tuple[CountedRows, CountedRows]]
) -> bool:
    """Whether the cheap one is shown to be cheaper under the condition that is set."""
    first, second = (cheap, dear) if _ordered(cheap, dear, pairs) else (dear, cheap)
    winner = shown(first, second, len(pairs)).at(setting.condition)
    return winner == ("first" if first.key == cheap.key else "second")


def _cost(setting: Setting, one: CountedRows) -> float:
    return drawn.best(one, setting).cost


def _ordered(cheap: CountedRows, dear: CountedRows, pairs: list[tuple[CountedRows, CountedRows]]) -> bool:
    """Whether the cheap one is the first of their pair."""
    return any(first.key == cheap.key and second.key == dear.key for first, second in pairs)


def _saved(
    cheap: CountedRows, dear: CountedRows, setting: Setting, pairs: list[tuple[CountedRows, CountedRows]]
) -> CostDifference:
    """Return what the dear one costs more; each pair is compared once, in the order of the models."""
    if _ordered(cheap, dear, pairs):
        return difference(cheap, dear, setting, len(pairs)).turned()
    return difference(dear, cheap, setting, len(pairs))


def _without_interval(cheap: CountedRows, dear: CountedRows, setting: Setting) -> str:
    saved = saved_by(drawn.best(cheap, setting), drawn.best(dear, setting), cases=CASES)
    return f"**{number(saved, headline_digits(saved))}**"


def _said(saved: CostDifference) -> str:
    digits = headline_digits(saved.difference)
    return f"**{number(saved.difference, digits)}** {plain(interval(saved.low, saved.high, digits))}"


def _whether(
    cheap: CountedRows, dear: CountedRows, setting: Setting, pairs: list[tuple[CountedRows, CountedRows]]
) -> str:
    """Say whether it is shown that the model is cheaper, with thresholds chosen on each resample."""
    if (why := why_no_interval(cheap)) is not None:
        return why
    if cheap.amounts is not None:
        return _("by amount, with the thresholds of these rows")
    if not cheap.binary.rows_alone:
        return _("by case, with the thresholds of these rows")
    first, second = (cheap, dear) if _ordered(cheap, dear, pairs) else (dear, cheap)
    known = memory.known("shown cheaper", first.key, second.key, len(pairs))
    if known is None and cheap.binary.n > AT_ONCE:
        return _("whether by more than chance: see Compare")
    return _("shown to be cheaper") if _is_shown(cheap, dear, setting, pairs) else _("may be chance")
