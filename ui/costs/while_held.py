"""What the sentence says, and the bars show, while the costs or the prevalence are held: at the present threshold."""

from __future__ import annotations

from collections.abc import Sequence

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
    # Some 100 sentences: each word would ask the session for its language again.
    with speaking(language()):
        said = at(values, counted, t, setting, chosen)
        drawn = [] if chosen.planes else bars(values, counted, t, setting, chosen)
        return {value: pieces(unbroken(one)) for value, one in zip(values, said, strict=True)}, drawn


def at(values: Sequence[str], counted: CountedRows, t: float, setting: Setting, chosen: Options) -> list[str]:
    """Return the sentence at each step of the condition, told by its exact value."""
    then = _settings(values, setting, chosen)
    found = zip(then, money.at_conditions(counted, t, then), strict=True)
    return [words.at_both(one, rules, counted, by_prevalence=chosen.by_prevalence) for one, rules in found]


def bars(values: Sequence[str], counted: CountedRows, t: float, setting: Setting, chosen: Options) -> list[Part]:
    """Return what each step of the condition changes of the bars; nothing where that takes too long to be found."""
    then = [*_settings(values, setting, chosen), setting]
    rules = [one for one in money.at_conditions(counted, t, then) if one is not None]
    if not scores.has_each(counted) or len(rules) < len(then):
        return []
    return scores.held(counted, t, then, rules)


def _settings(values: Sequence[str], setting: Setting, chosen: Options) -> list[Setting]:
    return [controls.held(value, setting, by_prevalence=chosen.by_prevalence) for value in values]
