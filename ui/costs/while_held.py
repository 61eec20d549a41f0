"""What the sentence says, and the bars show, while the costs or the prevalence are held: at the present threshold."""

from __future__ import annotations

import math
from collections.abc import Sequence

from evalcore.costs import RuleCosts
from evalcore.figures.costs.figure import CONDITION
from evalcore.figures.live.motion import Part, Piece
from evalcore.figures.parts.handle import step_value
from ui.costs import controls, figure, money, scores, words
from ui.costs.options import Options
from ui.costs.setting import CountedRows, Setting
from ui.live import beside, threshold
from ui.live.sentence import pieces, unbroken
from ui.session import memory
from ui.shared.text import language, speaking


def tell(chart: str, counted: CountedRows, setting: Setting, chosen: Options) -> None:
    """Tell the chart what its handle of the condition says at each step, for where the threshold stands now."""
    if not setting.is_known or not counted.counts.n_pos or not counted.counts.n_neg:
        return
    t = threshold.value(counted.written)
    of = (counted.key, setting, t, chosen, language())
    said, parts = memory.memo("said beside", *of, make=lambda: _told(counted, t, setting, chosen))
    beside.tell(chart, CONDITION, t, said, parts)


def _told(
    counted: CountedRows, t: float, setting: Setting, chosen: Options
) -> tuple[dict[str, list[Piece]], list[Part]]:
    values = [step_value(x) for x in figure.conditions_held(counted, t, setting, chosen).x.tolist()]
    # The last one is that of the figure, from which the bars differ.
    then = [*(controls.held(value, setting, by_prevalence=chosen.by_prevalence) for value in values), setting]
    rules = money.at_conditions(counted, t, then)
    # Some 100 sentences: each word would ask the session for its language again.
    with speaking(language()):
        said = at(then[:-1], rules[:-1], counted, chosen)
        drawn = [] if chosen.planes else bars(then, rules, counted, t)
        return {value: pieces(unbroken(one)) for value, one in zip(values, said, strict=True)}, drawn


def at(then: Sequence[Setting], rules: Sequence[RuleCosts | None], counted: CountedRows, chosen: Options) -> list[str]:
    """Return the sentence under each of many settings, for which the rules were found."""
    by_prevalence = chosen.by_prevalence
    return [
        words.at_both(one, found, counted, by_prevalence=by_prevalence) for one, found in zip(then, rules, strict=True)
    ]


def bars(then: Sequence[Setting], rules: Sequence[RuleCosts | None], counted: CountedRows, t: float) -> list[Part]:
    """Return what each setting changes of the bars of the last one.

    Nothing where one has nothing at stake, or where what the bars show at rest has an interval that was not found: it
    takes too long, or a right decision costs something by amount, too.
    """
    known = [one for one in rules if one is not None]
    if len(known) < len(then) or not _has_intervals(known[-1], money.rules(counted, t, then[-1])):
        return []
    return scores.held(counted, t, then, known)


def _has_intervals(found: RuleCosts, at_rest: RuleCosts) -> bool:
    """Whether every rule has an interval that has one at rest."""
    pairs = ((getattr(found, rule), getattr(at_rest, rule)) for rule in ("current", "best"))
    return not any(math.isnan(one.low) and not math.isnan(rest.low) for one, rest in pairs)
