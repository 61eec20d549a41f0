"""What the sentence says while the costs or the prevalence are held: with what the present threshold costs there."""

from __future__ import annotations

from collections.abc import Sequence

from evalcore.figures.costs.figure import CONDITION
from evalcore.figures.live.motion import Piece
from evalcore.figures.parts.handle import step_value
from ui.costs import controls, figure, money, words
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
    beside.tell(chart, CONDITION, t, memory.memo("said beside", *of, make=lambda: _said(counted, t, setting, chosen)))


def _said(counted: CountedRows, t: float, setting: Setting, chosen: Options) -> dict[str, list[Piece]]:
    values = [step_value(x) for x in figure.conditions_held(counted, t, setting, chosen).x.tolist()]
    # Some 100 sentences: each word would ask the session for its language again.
    with speaking(language()):
        said = at(values, counted, t, setting, chosen)
        return {value: pieces(unbroken(one)) for value, one in zip(values, said, strict=True)}


def at(values: Sequence[str], counted: CountedRows, t: float, setting: Setting, chosen: Options) -> list[str]:
    """Return the sentence at each step of the condition, told by its exact value."""
    by = chosen.by_prevalence
    then = [controls.held(value, setting, by_prevalence=by) for value in values]
    rules = money.at_conditions(counted, t, then)
    return [words.at_both(one, found, counted, by_prevalence=by) for one, found in zip(then, rules, strict=True)]
