"""The first picture of the page of costs: scores, and what 1,000 cases cost by four rules; no plane."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import plotly.graph_objects as go

from evalcore.costs import RuleCost, RuleCosts
from evalcore.figures.costs.bars import CostBar
from evalcore.figures.costs.condition import Held
from evalcore.figures.costs.scores import held_bars, held_parts, interval_line, scores_figure
from evalcore.figures.live.motion import THRESHOLD, Part
from evalcore.views.cost_answers import cost_answer
from ui.costs import controls, money, options
from ui.costs import figure as planes
from ui.costs.options import Options
from ui.costs.setting import CountedRows, Setting
from ui.live import found, threshold
from ui.live import words as live_words
from ui.session import loaded, memory, screen
from ui.shared.text import plain, remark, say_in_figure


def figure(
    counted: CountedRows, t: float, setting: Setting, *, held: Options | None = None
) -> Callable[..., go.Figure]:
    """Return what draws scores and bars: all it needs but the language is gathered, as for the planes.

    On the page the condition is `held`, too, as its options say: by the number of the sentence.
    """
    view, of_rules = planes.view_at(counted, t), money.rules(counted, t, setting)
    _now, *others = money.with_bars(counted, of_rules, setting)
    at, meant = None, tuple[Held, ...]()
    if held is not None and setting.is_known:
        at = planes.conditions_held(counted, t, setting, held)
        meant = controls.meant(at.x.tolist(), setting, counted.binary, by_prevalence=held.by_prevalence)
    return partial(
        scores_figure,
        view,
        [CostBar(name, rule.cost, rule.low, rule.high) for name, rule in others],
        along(counted, t, setting),
        threshold=t,
        at=at,
        meant=meant,
        condition=setting.condition,
        classes=live_words.classes(counted.binary),
        # As many digits as in the answer and the table.
        digits=cost_answer(of_rules).digits,
        elsewhere=not setting.sampled,
        by_amount=setting.replaces,
        of=_of(counted, setting),
        say=say_in_figure,
    )


def tell_interval(chart: str, counted: CountedRows, setting: Setting) -> None:
    """Tell the chart the interval of what the present threshold costs, where its steps do not carry theirs.

    Of amounts and of cases it takes too long for each step; for the sentence it is known once the handle rests.
    """
    if has_each(counted):
        return
    t = threshold.value(counted.written)
    now = money.rules(counted, t, setting).current
    line = interval_line(now.cost, now.low, now.high)
    found.tell(chart, THRESHOLD, t, line, of=_of(counted, setting))


def has_each(counted: CountedRows) -> bool:
    """Whether every step of the handle has its interval at once."""
    return counted.amounts is None and counted.binary.rows_alone


def _of(counted: CountedRows, setting: Setting) -> str:
    """Return by what a figure knows that an interval is of its costs."""
    return " ".join((*counted.key, repr(setting)))


def along(counted: CountedRows, t: float, setting: Setting) -> list[RuleCost]:
    """Return what the cases cost at each step of the handle."""
    steps, of_rules = planes.view_at(counted, t).steps.threshold, money.rules(counted, t, setting)
    return memory.memo(
        "costs along",
        counted.key,
        setting,
        # Of the others only the present step has one.
        None if has_each(counted) else t,
        steps.tobytes(),
        make=lambda: of_rules.along(counted.drawn_from, steps, **setting.drawn_options),
    )


def held(counted: CountedRows, t: float, then: Sequence[Setting], rules: Sequence[RuleCosts]) -> list[Part]:
    """Return what settings change of the bars, each with its rules; the last one is that of the figure."""
    found = zip(
        then, rules, money.along_conditions(counted, planes.view_at(counted, t).steps.threshold, then), strict=True
    )
    *others, now = (
        held_bars(
            [CostBar(name, one.cost, one.low, one.high) for name, one in money.named(counted, of_rules, setting)],
            along,
            cost_answer(of_rules).digits,
        )
        for setting, of_rules, along in found
    )
    return held_parts(others, now)


def below(counted: CountedRows, setting: Setting, chosen: Options) -> None:
    """Ask below the picture whether the planes are wanted, and say what of them is not drawn."""
    if not screen.is_embedded():
        options.ask_planes()
        _say_where_pairs_are(counted)
    if chosen.planes:
        planes.notes(counted, setting, chosen)


def _say_where_pairs_are(counted: CountedRows) -> None:
    """Of many classes, say that the fields price one against the rest, and where each pair has a cost of its own."""
    if loaded.current().predictions.task == "multiclass":
        remark(
            "The costs above are of {name} against the rest. What each class costs that is taken for another is typed "
            "in *Compare*.",
            name=plain(counted.binary.positive),
        )
