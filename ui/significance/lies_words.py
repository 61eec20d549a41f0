"""What the laboratory says: its answer, the words of its figure, and the figure for who cannot see it."""

from __future__ import annotations

from evalcore.figures.significance.lies import LiesWords
from evalcore.significance import LABORATORY_TESTS
from evalcore.views.significance.lies import LiesView
from ui.shared.numbers import count, percent, share
from ui.shared.text import _
from ui.significance import lies_controls, results
from ui.significance.lies_controls import LEARNERS, Setting


def answer(view: LiesView) -> str:
    """Say how often the chosen test calls equal learners different, and what it had promised."""
    now, k = view.now, view.chosen
    values = {
        "test": lies_controls.short(LABORATORY_TESTS[k].name),
        "rate": percent(now.rate[k]),
        "low": percent(now.low[k]),
        "high": percent(now.high[k]),
        "alpha": percent(now.alpha),
    }
    if now.honesty(k) == "lies":
        return _(
            "**{test}** says “different” in **{rate}** [{low}, {high}] where nothing differs; promised: {alpha}.",
            **values,
        )
    if now.honesty(k) == "careful":
        return _(
            "**{test}** says “different” in {rate} [{low}, {high}] where nothing differs: fewer than the "
            "{alpha} it may, so it also misses more true differences.",
            **values,
        )
    return _(
        "**{test}** says “different” in {rate} [{low}, {high}] where nothing differs, as promised: {alpha}.",
        **values,
    )


def run_note(setting: Setting) -> str:
    """Say which replicates are shown."""
    values = {
        "learner": _(LEARNERS[setting.result.learner]),
        "n": count(setting.result.n),
        "replicates": count(setting.result.n_replicates),
    }
    if not setting.is_own:
        return _("{replicates} replicates that come with the page: {learner}, n = {n}.", **values)
    if setting.result.n_replicates < setting.wanted:
        return _(
            "Your run, stopped after {replicates} of {wanted} replicates: {learner}, n = {n}.",
            wanted=count(setting.wanted),
            **values,
        )
    return _("Your run: {replicates} replicates, {learner}, n = {n}.", **values)


def of_figure() -> LiesWords:
    """Return the words of the figure."""
    return LiesWords(
        tests=tuple(lies_controls.short(test.name) for test in LABORATORY_TESTS),
        rates=_("False alarms: equal learners called different"),
        rate=_("rejection rate, drawn as its root"),
        values=_("p-values of the shaded test"),
        few_values=_("p-values"),
        value=_("p"),
        running=_("Rejected so far"),
        replicates=_("replicates"),
        said=_("level {alpha}: {test} rejects {rate}"),
        alpha=_("level α: what the tests promise"),
    )


def alt(view: LiesView) -> str:
    """Describe the figure."""
    now = view.now
    rates = ", ".join(
        f"{lies_controls.short(test.name)} {share(rate)}" for test, rate in zip(LABORATORY_TESTS, now.rate, strict=True)
    )
    return _(
        "Rejection rates of ten tests at level {alpha} where nothing differs: {rates}. Histogram of the p-values of "
        "{test}, and its rejection rate after each replicate.",
        alpha=results.level(now.alpha),
        rates=rates,
        test=lies_controls.short(LABORATORY_TESTS[view.chosen].name),
    )
