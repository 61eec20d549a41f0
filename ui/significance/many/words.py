"""What the question of several algorithms answers, and what a screen reader says of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from evalcore.views.significance.many import Standing
from ui.shared.numbers import count, number
from ui.shared.text import _, in_row, plain, sentences
from ui.significance import results
from ui.significance.many.numbers import names
from ui.significance.many.setting import Setting

# Of more algorithms than these the answer says how many there are.
MOST_NAMED: Final = 2


def answer(setting: Setting) -> str:
    """Say whether the ranks differ by more than chance, and whom the best algorithm is ahead of."""
    return at_level(setting, setting.standing(), setting.alpha)


def at_level(setting: Setting, now: Standing, alpha: float) -> str:
    """Say the same at a step of the handle."""
    columns, view = setting.table.columns, setting.view()
    p = results.against(setting.pvalue(), alpha)
    values = {"p": p, "low": number(float(view.ranks[0])), "high": number(float(view.ranks[-1]))}
    if not now.rejected:
        return _(
            "Mean ranks {low}–{high}; chance alone could do that ({p}): none is shown to be ahead, and none to be "
            "equal.",
            **values,
        )
    said = _("Mean ranks {low}–{high}; chance alone would hardly do that ({p}).", **values)
    best = columns[now.best]
    ahead, together = ([columns[i] for i in found] for found in (now.ahead_of, now.not_apart))
    if ahead and together:
        more = _(
            "{best} is ahead of {others}, not told apart from {group}.",
            best=names([best]),
            others=names(ahead),
            group=_group(together),
        )
    elif ahead:
        more = _("{best} is ahead of {others}.", best=names([best]), others=names(ahead))
    elif now.pairs_apart:
        more = _("{best} has the best mean rank and cannot be told apart from any other.", best=plain(best))
    else:
        more = _("Which ones differ these data do not show: no pair can be told apart.")
    return sentences(said, more)


def _group(together: Sequence[str]) -> str:
    """Name those that cannot be told apart from the best; of many, say only how many they are."""
    return names(together) if len(together) <= MOST_NAMED else _("the other {n}", n=count(len(together)))


def alt(setting: Setting) -> str:
    """Describe the figure to a screen reader: mean ranks, critical difference, verdict."""
    test, columns = setting.test(), setting.table.columns
    ranks = in_row(f"{name} {number(rank)}" for name, rank in zip(columns, test.mean_ranks.tolist(), strict=True))
    said = _(
        "Critical-difference diagram of {k} algorithms on {n} data sets, level {alpha}: mean ranks {ranks}; {p}.",
        k=count(len(columns)),
        n=count(len(setting.table.rows)),
        alpha=results.level(setting.alpha),
        ranks=ranks,
        p=results.p_is(setting.pvalue()),
    )
    if setting.groups == "holm":
        more = _("Groups by Wilcoxon tests with Holm.")
    else:
        more = _("Critical difference {value}.", value=number(setting.by_ranks().critical_difference))
    return sentences(said, more)
