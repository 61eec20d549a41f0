"""Two of several algorithms by other tests, the same two in another pool, and Cochran's test of right and wrong."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from evalcore.significance import (
    SignedRankPosterior,
    SignResult,
    WilcoxonResult,
    bayesian_signed_rank,
    cochran_q,
    sign_test,
    wilcoxon,
)
from evalcore.significance.results import rejects
from evalcore.views.significance.pairs import pool_verdicts, verdict_changes
from ui.session.memory import memo
from ui.shared import controls, tables
from ui.shared.numbers import UNDEFINED, count, interval, number
from ui.shared.text import _, paragraph, remark, show_said
from ui.significance import results
from ui.significance.many.numbers import names, statistic
from ui.significance.many.readings import verdict
from ui.significance.many.setting import Setting

SEED = 0
_PAIR = ("pair_first", "pair_second")
_ROPE = "rope"


def pair(setting: Setting) -> tuple[int, int] | None:
    """Return the chosen two by their columns; None where the same one is chosen twice."""
    first, second = (setting.table.columns.index(str(st.session_state[key])) for key in _PAIR)
    return None if first == second else (first, second)


def ask_pair(setting: Setting) -> tuple[int, int] | None:
    """Ask for two algorithms; the two best ones until others are chosen."""
    columns, order = setting.table.columns, setting.view().order
    labels = (_("First"), _("Second"))
    with st.container(horizontal=True, gap="small"):
        for key, label, usual in zip(_PAIR, labels, order[:2], strict=True):
            if st.session_state.get(key) not in columns:
                st.session_state[key] = columns[usual]
            st.selectbox(
                label,
                columns,
                key=key,
                persist_state="session",
                width=260,
                help=_("The tests below compare these two."),
            )
    chosen = pair(setting)
    if chosen is None:
        st.info(_("Choose two different algorithms."), icon=":material/edit:")
    return chosen


def show(setting: Setting) -> None:
    """Show sign test, Wilcoxon's and the Bayesian signed-rank test of two algorithms."""
    chosen = ask_pair(setting)
    if chosen is None:
        return
    a, b = (setting.table.values[:, i] for i in chosen)
    signs, ranks = sign_test(a, b), wilcoxon(a, b)
    _both(setting, ranks, signs)
    remark(
        "Effect: for Wilcoxon's test the median difference, first less second; for the sign test the share of data "
        "sets on which the first has the larger value."
    )
    results.warnings([ranks, signs])
    results.grounds(ranks)
    results.grounds(signs)
    _bayesian(setting, chosen)


def _both(setting: Setting, ranks: WilcoxonResult, signs: SignResult) -> None:
    """Show both tests side by side."""
    tables.show(
        pd.DataFrame(
            [
                (
                    _("Wilcoxon signed ranks"),
                    number(ranks.effect),
                    interval(ranks.low, ranks.high),
                    f"R⁺ {number(ranks.r_plus)}, R⁻ {number(ranks.r_minus)}",
                    statistic(ranks.critical_value(setting.alpha)),
                    results.pvalue(ranks.pvalue),
                    verdict(rejects(ranks.pvalue, setting.alpha)),
                ),
                (
                    _("sign test"),
                    number(signs.effect),
                    interval(signs.low, signs.high),
                    _("{wins} larger, {losses} smaller, {ties} equal", **_counts(signs.wins, signs.losses, signs.ties)),
                    UNDEFINED,
                    results.pvalue(signs.pvalue),
                    verdict(rejects(signs.pvalue, setting.alpha)),
                ),
            ],
            columns=[
                _("test"),
                _("effect"),
                _("95% interval"),
                _("statistic"),
                _("critical value"),
                _("p-value"),
                _("verdict"),
            ],
        ),
        alt=_("Two algorithms by other tests"),
    )


def _counts(wins: int, losses: int, ties: int) -> dict[str, str]:
    return {"wins": count(wins), "losses": count(losses), "ties": count(ties)}


def _bayesian(setting: Setting, chosen: tuple[int, int]) -> None:
    """Show how probable it is that either is better in practice."""
    controls.seed(_ROPE, 0.01)
    rope = float(
        st.number_input(
            _("Differences that do not matter, up to"),
            min_value=0.0,
            step=0.005,
            format="%.4g",
            key=_ROPE,
            persist_state="session",
            width=260,
            help=_("Region of practical equivalence: half its width, in the unit of the table."),
        )
    )
    found = _posterior(setting, chosen, rope)
    better, worse = (found.right, found.left) if setting.higher else (found.left, found.right)
    first, second = (setting.table.columns[i] for i in chosen)
    tables.show(
        {
            _("Bayesian signed-rank test"): [
                _("{name} is better in practice", name=first),
                _("practically equivalent"),
                _("{name} is better in practice", name=second),
            ],
            _("probability"): [number(value) for value in (better, found.rope, worse)],
        },
        alt=_("Bayesian signed-rank test"),
    )
    remark(
        "{n} draws, seed {seed}: each probability is known to about ±{error}.",
        n=count(len(found.shares)),
        seed=SEED,
        error=number(found.standard_error, 4),
    )
    results.warnings([found])
    results.assumed(found)


def _posterior(setting: Setting, chosen: tuple[int, int], rope: float) -> SignedRankPosterior:
    def make() -> SignedRankPosterior:
        differences = setting.table.differences(*chosen)
        return bayesian_signed_rank(differences, rope=rope, rng=np.random.default_rng(SEED))

    return memo("signed ranks", *setting.key, *chosen, rope, make=make)


def pool(setting: Setting) -> None:
    """Show the verdict about the same two with each of the others left out."""
    chosen, columns = pair(setting), setting.table.columns
    if chosen is None:
        return
    if not setting.table.spare:
        remark("Only two algorithms are in the table: there is none to leave out.")
        return
    found = pool_verdicts(setting.table.values, chosen, higher_is_better=setting.higher, alpha=setting.alpha)
    two = names([columns[i] for i in chosen])
    changes = verdict_changes(found)
    if changes:
        paragraph("Leave out {others}, and the verdict about {two} changes.", others=_either(columns, changes), two=two)
    else:
        paragraph("Whichever one is left out, the verdict about {two} stays at this level.", two=two)
    tables.show(
        {
            _("left out"): [_("none") if one.without is None else columns[one.without] for one in found],
            _("difference of mean ranks"): [number(one.difference) for one in found],
            _("critical difference"): [number(one.critical_difference) for one in found],
            "p (Nemenyi)": [results.pvalue(one.pvalue) for one in found],
            _("verdict"): [verdict(one.is_apart) for one in found],
        },
        alt=_("The same two algorithms in other pools"),
    )
    alone = wilcoxon(*(setting.table.values[:, i] for i in chosen)).pvalue
    remark(
        "Not one number of these two has changed: mean ranks count the others that stand between them. Wilcoxon's "
        "test looks at the two alone, whoever else is in the table: {p}.",
        p=results.p_is(alone),
    )


def _either(columns: tuple[str, ...], found: tuple[int, ...]) -> str:
    written = [names([columns[i]]) for i in found]
    if len(written) < 2:
        return "".join(written)
    return _("{first} or {last}", first=_(", ").join(written[:-1]), last=written[-1])


def cochran(setting: Setting) -> None:
    """Show Cochran's test: the table holds nothing but right and wrong, a row a case."""
    found = cochran_q(setting.table.values == 1)
    tables.show(
        {
            _("algorithm"): list(setting.table.columns),
            _("share of 1"): [number(value) for value in setting.table.means.tolist()],
        },
        alt=_("Share of 1 by algorithm"),
    )
    paragraph(
        "Q = {q}, {df} degrees of freedom, {p}; with all arrangements counted {exact}.",
        q=statistic(found.statistic),
        df=results.freedom(found),
        p=results.p_is(found.pvalue),
        exact=results.p_is(found.exact_pvalue),
    )
    results.warnings([found])
    results.grounds(found)
    show_said(found.reason)
