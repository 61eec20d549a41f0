"""What is asked of several algorithms: the table, which end is better, and how ranks are tested and grouped."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

import pandas as pd
import streamlit as st

from evalcore.figures.significance.many import Drawn
from evalcore.reading import read_table
from evalcore.significance import (
    FriedmanResult,
    NemenyiResult,
    WilcoxonHolmResult,
    friedman,
    nemenyi,
    wilcoxon_holm,
)
from evalcore.significance.many_learners import Ties
from evalcore.significance.result_table import MOST_COLUMNS, ResultTable, result_table
from evalcore.significance.results import rejects
from evalcore.views.significance.many import (
    ManyView,
    PostHoc,
    Standing,
    Statistic,
    many_view,
    pvalue,
    standing,
    standings,
)
from ui.session import fields, samples, screen
from ui.session.choices import Choice, register
from ui.session.memory import memo
from ui.session.page_table import Example
from ui.shared import controls
from ui.shared.text import N_, _
from ui.significance import results, table
from ui.significance.many.numbers import statistic
from ui.significance.table import Wanted

BETTER: Final = {"lower": N_("lower"), "higher": N_("higher")}
GROUPS: Final[dict[PostHoc, str]] = {"nemenyi": N_("Nemenyi"), "holm": N_("Wilcoxon with Holm")}
TIES: Final[dict[Ties, str]] = {"corrected": N_("corrected"), "textbook": N_("as in the book")}
STATISTICS: Final[dict[Statistic, str]] = {"exact": N_("exact"), "f": N_("F"), "chi2": N_("χ²")}
LECTURE: Final = {"A": (1.0, 1.0, 1.0, 1.0), "B": (2.0, 2.5, 2.0, 2.0), "C": (3.0, 2.5, 3.0, 3.0)}
ERRORS: Final = "cross_validated_errors.csv"
_TABLE = register(
    Choice("many_table", default="lecture", options=("lecture", "errors"), stays=True, called=N_("Table"))
)
_BETTER = register(Choice("better", default="lower", options=tuple(BETTER), stays=True))
_GROUPS = register(Choice("groups", default="nemenyi", options=tuple(GROUPS), stays=True))
_TIES = register(Choice("ties", default="corrected", options=tuple(TIES), stays=True))
_STATISTIC = register(Choice("rank_test", default="exact", options=tuple(STATISTICS), stays=True))
_BARS = register(Choice("rank_bars", default=True, is_flag=True, stays=True))
# In the address those left out are places of columns, since names are of any kind.
_LEFT_OUT_PLACES = register(
    Choice(
        "many_left_out",
        default=(),
        low=1,
        high=MOST_COLUMNS,
        stays=True,
        most=MOST_COLUMNS,
        called=N_("Algorithms left out"),
    )
)
CHOICES = (_TABLE, _BETTER, _GROUPS, _TIES, _STATISTIC, _BARS, _LEFT_OUT_PLACES)
_LEFT_OUT = "left_out"


@dataclass(frozen=True)
class Setting:
    """The table that is compared, all columns of it and those that are kept, and how it is tested."""

    whole: ResultTable
    table: ResultTable
    higher: bool
    alpha: float
    ties: Ties
    statistic: Statistic
    groups: PostHoc
    bars: bool

    @property
    def key(self) -> tuple[Hashable, ...]:
        """What the ranks depend on."""
        return (*self.table.key, self.higher, self.ties)

    def test(self, ties: Ties | None = None) -> FriedmanResult:
        """Return Friedman's test, with ties as they are asked for or as named."""
        asked = ties or self.ties

        def make() -> FriedmanResult:
            return friedman(self.table.values, higher_is_better=self.higher, ties=asked)

        return memo("friedman", *self.key, asked, make=make)

    def by_wilcoxon(self) -> WilcoxonHolmResult:
        """Return each pair by Wilcoxon's test."""

        def make() -> WilcoxonHolmResult:
            return wilcoxon_holm(self.table.values, alpha=self.alpha, higher_is_better=self.higher)

        return memo("pairs by Wilcoxon", *self.key, self.alpha, make=make)

    def by_ranks(self) -> NemenyiResult:
        """Return each pair by the difference of its mean ranks."""
        return nemenyi(self.test().mean_ranks, len(self.table.rows), alpha=self.alpha)

    def posthoc(self) -> NemenyiResult | WilcoxonHolmResult:
        """Return where the groups come from."""
        return self.by_wilcoxon() if self.groups == "holm" else self.by_ranks()

    def pvalue(self) -> float:
        """Return the p-value that is the verdict."""
        return pvalue(self.test(), self.statistic)

    def standing(self) -> Standing:
        """Return what can be said of the best algorithm."""
        return standing(self.test(), self.posthoc(), rejected=rejects(self.pvalue(), self.alpha))

    def standings(self) -> dict[float, Standing]:
        """Return the same at each level of the figure."""
        posthoc = self.by_wilcoxon() if self.groups == "holm" else None
        return standings(self.test(), posthoc, self.view())

    def view(self) -> ManyView:
        """Return what the figure shows."""

        def make() -> ManyView:
            posthoc = self.by_wilcoxon() if self.groups == "holm" else None
            return many_view(self.test(), posthoc, alpha=self.alpha, statistic=self.statistic)

        return memo("mean ranks at every level", *self.key, self.groups, self.alpha, self.statistic, make=make)

    def drawn(self) -> Drawn:
        """Return what of the table is written into the figure."""
        return Drawn(
            self.table.rows,
            self.table.columns,
            self.table.values.tolist(),
            results.p_is(self.pvalue()),
            bars=self.bars,
            told=self._told(),
        )

    def _told(self) -> list[str]:
        """Say what the statistics are, those that were asked for first, then those with the other rule for ties."""
        rules: list[Ties] = ["textbook", "corrected"] if self.ties == "textbook" else ["corrected", "textbook"]
        found = [(ties, self.test(ties)) for ties in rules]
        # Without ties both rules are one.
        shown = found[:1] if found[0][1].chi2 == found[1][1].chi2 else found
        titles: dict[Ties, str] = {"textbook": _("The book, (2.34) and (2.35)"), "corrected": _("Corrected for ties")}
        return [
            line
            for ties, test in shown
            for line in (f"<b>{titles[ties]}</b>", f"χ² = {statistic(test.chi2)}   F = {statistic(test.f)}")
        ]


def _lecture() -> ResultTable:
    return result_table(pd.DataFrame({table.ROW_NAMES: ["D1", "D2", "D3", "D4"], **LECTURE}))


def _errors() -> ResultTable:
    return result_table(read_table(samples.FOLDER.joinpath(ERRORS)))


TABLE: Final = Wanted(
    "table_many",
    row=N_("data set"),
    help=N_("A row for each data set, a column for each algorithm: its mean result there."),
    choice=_TABLE,
    examples={
        "lecture": Example(N_("The book's ranks on four data sets"), _lecture),
        "errors": Example(N_("Errors of six algorithms on twelve data sets"), _errors),
    },
    buttons="table_many_example_",
    made=result_table,
    typed=result_table,
)


def ask(alpha: float) -> Setting:
    """Ask for the table and which end of it is better, and take the rest from the drawer."""
    state = st.session_state
    if screen.is_on(screen.PRESENT):  # in front of a class the row has room for the table only
        controls.seed(_BETTER.key, _BETTER.default)
    else:
        fields.pick(
            _BETTER,
            BETTER,
            _("Better"),
            _("Rank 1 goes to the best: the smallest error, or the largest accuracy."),
            term="average-rank",
        )
    whole = table.ask(TABLE)
    kept = [name for name in whole.columns if name not in _left_out(whole)]
    return Setting(
        whole=whole,
        table=whole.of(kept),
        higher=state[_BETTER.key] == "higher",
        alpha=alpha,
        ties=state.get(_TIES.key, _TIES.default),
        statistic=state.get(_STATISTIC.key, _STATISTIC.default),
        groups=state.get(_GROUPS.key, _GROUPS.default),
        bars=state.get(_BARS.key, _BARS.default),
    )


def _left_out(whole: ResultTable) -> list[str]:
    """Return the algorithms that are left out: those of this table, and never so many that fewer than two are kept."""
    state, places = st.session_state, {float(place): name for place, name in enumerate(whole.columns, start=1)}
    if _LEFT_OUT not in state:
        state[_LEFT_OUT] = [places[place] for place in state.get(_LEFT_OUT_PLACES.key, ()) if place in places]
    chosen = [name for name in state[_LEFT_OUT] if name in whole.columns][: whole.spare]
    # A link opens an example, in which the places of another table mean nothing.
    told = chosen if _TABLE.key in state else []
    state[_LEFT_OUT_PLACES.key] = tuple(place for place, name in places.items() if name in told)
    return chosen


def options(whole: ResultTable) -> None:
    """Show what is in the drawer: groups, bars, ties, statistic, algorithms left out."""
    groups = fields.pick(
        _GROUPS,
        GROUPS,
        _("Groups by"),
        _("Nemenyi compares mean ranks; Wilcoxon with Holm compares each two algorithms on their own."),
        term="post-hoc",
    )
    fields.flag(
        _BARS,
        _("Bars over groups"),
        _("A bar joins algorithms that cannot be told apart. Groups by Wilcoxon's test have nothing else to show."),
        disabled=groups == "holm",
    )
    fields.pick(
        _TIES,
        TIES,
        _("Ties"),
        _("The book's χ² takes all ranks to differ; corrected, it allows for algorithms that share a rank."),
        term="friedman",
    )
    fields.pick(
        _STATISTIC,
        STATISTICS,
        _("p-value by"),
        _("Exact: the share of all possible orders whose mean ranks differ as much. It is counted for small tables."),
    )
    st.session_state[_LEFT_OUT] = _left_out(whole)
    st.multiselect(
        _("Leave out"),
        list(whole.columns),
        key=_LEFT_OUT,
        persist_state="session",
        max_selections=whole.spare or None,
        disabled=not whole.spare,
        placeholder=_("no algorithm"),
        help=_("Mean ranks depend on the whole table: leave one algorithm out and watch the others."),
    )
