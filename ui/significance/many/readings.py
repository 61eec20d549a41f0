"""Readings of several algorithms: statistics, mean ranks, pairs, comparisons with one, and what could be shown."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
import streamlit as st

from evalcore.significance import bonferroni_dunn
from evalcore.views.significance.pairs import needed_for, pair_readings, reach
from ui.frame.figure_tables import FigureTable, rows
from ui.shared import cards, tables
from ui.shared.numbers import UNDEFINED, count, number
from ui.shared.text import _, paragraph, remark, say, sentences, show_said
from ui.significance import results
from ui.significance.many.numbers import statistic
from ui.significance.many.setting import Setting


def show(setting: Setting) -> None:
    """Show effect, statistics and mean ranks, then what was assumed and what is wrong."""
    test = setting.test()
    left, right = st.columns([1, 3])
    with left:
        cards.card(
            _("Kendall's W"),
            number(test.effect),
            _("Agreement of the data sets: 0 none, 1 the same order on each."),
        )
    with right:
        tables.show(_statistics(setting), alt=_("Statistics of Friedman's test"))
    tables.show(_mean_ranks(setting), alt=_("Mean ranks"))
    results.warnings([test])
    results.grounds(test)
    show_said(test.reason)


def as_tables(setting: Setting) -> list[FigureTable]:
    """Return what the figure draws: the mean ranks, and the ranks on every data set."""
    ranks, columns = setting.test().ranks, setting.table.columns
    by_set = [(name, [f"{rank:g}" for rank in ranks[:, i].tolist()]) for i, name in enumerate(columns)]
    return [
        rows(_("Mean ranks"), _mean_ranks(setting)),
        FigureTable(_("Ranks on every data set"), [(_("data set"), list(map(str, setting.table.rows))), *by_set]),
    ]


def _statistics(setting: Setting) -> pd.DataFrame:
    test, alpha = setting.test(), setting.alpha
    df = [f"{one:g}" for one in test.df] if isinstance(test.df, tuple) else [UNDEFINED]
    lines = [
        (
            "χ² (2.34)",
            statistic(test.chi2),
            df[0],
            number(test.chi2_critical_value(alpha)),
            results.pvalue(test.chi2_pvalue),
        ),
        (
            "F (2.35)",
            statistic(test.f),
            ", ".join(df),
            number(test.critical_value(alpha)),
            results.pvalue(test.f_pvalue),
        ),
        (_("χ², all orders counted"), statistic(test.chi2), "", "", results.pvalue(test.exact_pvalue)),
    ]
    return pd.DataFrame(
        lines, columns=[_("test"), _("statistic"), _("degrees of freedom"), _("critical value"), _("p-value")]
    )


def _mean_ranks(setting: Setting) -> pd.DataFrame:
    view, columns = setting.view(), setting.table.columns
    return pd.DataFrame(
        {
            _("algorithm"): [columns[i] for i in view.order],
            _("mean rank"): [number(rank) for rank in view.ranks.tolist()],
            _("mean result"): [number(value) for value in setting.table.means[list(view.order)].tolist()],
        }
    )


def notes(setting: Setting) -> None:
    """Say below the figure which test this is and why, and what it does not show by itself."""
    why = _(
        "Friedman's test: results on different data sets are on scales of their own, so only ranks are compared; which "
        "pairs differ is asked afterwards."
    )
    if setting.groups == "holm":
        more = _("Groups come from pairwise tests, so there is no critical difference; a bar may pass over others.")
    else:
        more = _("Segments are one critical difference long: two overlap where their algorithms cannot be told apart.")
    st.caption(sentences(why, more))
    if not setting.standing().rejected:
        st.container(key="hides_standing").caption(
            _("Pairs are looked at after a rejection only: as long as there is none, read nothing into the groups.")
        )


def pairs(setting: Setting) -> None:
    """Show the p-values of all pairs by each method."""
    posthoc, columns = setting.by_wilcoxon(), setting.table.columns
    found = pair_readings(setting.test(), posthoc)
    by_ranks = setting.by_ranks()
    known = (*setting.test().warnings, *by_ranks.warnings)
    new = tuple(one for one in posthoc.warnings if one not in known)
    holm = "p (Wilcoxon–Holm)"
    tables.show(
        {
            _("pair"): [f"{columns[one.first]} – {columns[one.second]}" for one in found],
            _("difference of mean ranks"): [number(one.difference) for one in found],
            "p (Nemenyi)": [results.pvalue(one.nemenyi) for one in found],
            "p (Holm)": [results.pvalue(one.holm) for one in found],
            f"{holm} {results.WARNED}" if new else holm: [results.pvalue(one.wilcoxon_holm) for one in found],
            _("p (Wilcoxon, alone)"): [results.pvalue(one.wilcoxon) for one in found],
        },
        alt=_("p-values of all pairs"),
        height="auto",
    )
    for warning in new:
        st.caption(f"{results.WARNED} {say(warning)}")
    remark("All but the last column answer for all pairs together. Nemenyi and Holm compare mean ranks.")
    results.warnings([by_ranks], said=setting.test().warnings)
    results.assumed(by_ranks, posthoc)


def against_one(setting: Setting) -> None:
    """Show each algorithm against a control, by Bonferroni and Dunn."""
    columns = setting.table.columns
    key = "control"
    if st.session_state.get(key) not in columns:
        st.session_state[key] = columns[-1]
    control = st.selectbox(
        _("Control"),
        columns,
        key=key,
        persist_state="session",
        width=330,
        help=_("Choose it before looking at the ranks: the usual method that the others are to beat."),
    )
    found = bonferroni_dunn(
        setting.test().mean_ranks, len(setting.table.rows), control=columns.index(control), alpha=setting.alpha
    )
    others = [i for i, name in enumerate(columns) if name != control]
    tables.show(
        {
            _("algorithm"): [columns[i] for i in others],
            _("mean rank"): [number(float(found.mean_ranks[i])) for i in others],
            "z": [number(float(found.z[i])) for i in others],
            "p (Bonferroni–Dunn)": [results.pvalue(float(found.pvalues[i])) for i in others],
            _("verdict"): [verdict(float(found.pvalues[i]) < setting.alpha) for i in others],
        },
        alt=_("Each algorithm against the control"),
    )
    st.caption(
        _(
            "Critical difference {value}: that of Nemenyi, since there is only one pair.",
            value=number(found.critical_difference),
        )
        if len(others) == 1
        else _(
            "Critical difference {value}: shorter than Nemenyi's, since only {count} comparisons are made.",
            value=number(found.critical_difference),
            count=count(len(others)),
        )
    )
    results.warnings([found], said=setting.test().warnings)
    results.assumed(found)


def verdict(is_apart: bool) -> str:
    """Write the verdict about a pair; no rejection is no equality."""
    return _("told apart") if is_apart else _("cannot be told apart")


def how_sure(setting: Setting) -> None:
    """Say what so many data sets could have shown, and how many it takes for what was seen."""
    test, columns = setting.test(), setting.table.columns
    now, *others = reach(len(columns), len(setting.table.rows), alpha=setting.alpha)
    if now.is_possible:
        paragraph(
            "With {n} data sets mean ranks must be **{difference}** apart to be told from chance at level {alpha}; "
            "a true difference of that size is found about every second time only.",
            n=count(now.n),
            difference=number(now.critical_difference),
            alpha=results.level(setting.alpha),
        )
    else:
        paragraph("With {n} data sets no difference of mean ranks can be told from chance.", n=count(now.n))
    tables.show(
        {
            _("data sets"): [count(one.n) for one in others],
            _("smallest difference of mean ranks"): [
                number(one.critical_difference) if one.is_possible else UNDEFINED for one in others
            ],
        },
        alt=_("Smallest difference by number of data sets"),
    )
    order = setting.view().order
    lines = [
        (f"{columns[order[0]]} – {columns[i]}", needed_for(test, (order[0], i), alpha=setting.alpha)) for i in order[1:]
    ]
    tables.show(
        pd.DataFrame(
            [(pair, UNDEFINED if needed is None else count(needed)) for pair, needed in lines],
            columns=[_("pair"), _("data sets needed if these mean ranks are true")],
        ),
        alt=_("Data sets needed for each pair with the best"),
    )


def file_of(setting: Setting) -> Callable[[], pd.DataFrame]:
    """Return what makes the table of ranks for the file, with all digits."""
    rows, columns, ranks = setting.table.rows, setting.table.columns, setting.test().ranks

    def make() -> pd.DataFrame:
        return pd.DataFrame({"data set": rows, **{name: ranks[:, i] for i, name in enumerate(columns)}})

    return make
