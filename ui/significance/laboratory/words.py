"""What the laboratory says: its answer, and the figure for who cannot see it."""

from __future__ import annotations

from collections.abc import Sequence

from evalcore.figures.significance.lies import ALPHA
from evalcore.significance import LABORATORY_TESTS, LaboratoryResult
from evalcore.views.significance.lies import LiesStep, LiesView, failing, keeping
from ui.live.sentence import between, held
from ui.shared.numbers import count, number, percent, share
from ui.shared.text import _, in_row, sentences
from ui.significance import results
from ui.significance.laboratory import controls
from ui.significance.laboratory.controls import LEARNERS, Setting


def answer(view: LiesView) -> str:
    """Say how often the chosen test calls equal learners different, what it had promised, and what it finds."""
    return at_step(view, view.now)


def at_step(view: LiesView, step: LiesStep) -> str:
    """Say the same at a step of the handle."""
    return sentences(_false_alarms(view, step), _finds(view, step))


def _finds(view: LiesView, step: LiesStep) -> str:
    k = view.chosen
    return _(
        "Where one is better by {difference}, it finds that in {power}.",
        difference=number(view.result.difference, 2),
        power=between(percent(step.power[k]), step.power_low[k], step.power[k], step.power_high[k]),
    )


def _false_alarms(view: LiesView, step: LiesStep) -> str:
    k = view.chosen
    values = {
        "test": controls.short(LABORATORY_TESTS[k].name),
        "rate": between(percent(step.rate[k]), step.low[k], step.rate[k], step.high[k]),
        "alpha": held(results.level(step.alpha), ALPHA),
    }
    if step.honesty(k) == "lies":
        return _("**{test}** says “different” in {rate} where nothing differs; promised: α = {alpha}.", **values)
    if step.honesty(k) == "careful":
        return _(
            "**{test}** says “different” in {rate} where nothing differs: fewer than the α = {alpha} it may.", **values
        )
    return _("**{test}** says “different” in {rate} where nothing differs, as promised: α = {alpha}.", **values)


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


def of_five_by_two(run: LaboratoryResult) -> str | None:
    """Say that the forms of 5x2 call equal learners different too often in a run, if they do."""
    fail = failing(run)
    rates = [
        rate
        for test, rate in zip(LABORATORY_TESTS, run.rate.tolist(), strict=True)
        if test.name in fail and test.name.startswith("5x2")
    ]
    if not rates:
        return None
    return _(
        "**5 × 2 fails with the {learner} here** (n = {n}) in {count} of its four forms: they call equal learners "
        "different in {low} to {high} of the replicates, where {alpha} is promised.",
        learner=_(LEARNERS[run.learner]),
        n=count(run.n),
        count=count(len(rates)),
        low=share(min(rates)),
        high=share(max(rates)),
        alpha=results.level(run.alpha),
    )


def of_kept(runs: Sequence[LaboratoryResult]) -> str:
    """Say of which tests no run has shown that they break their level."""
    kept = [controls.short(name) for name in keeping(runs)]
    if not kept:
        return _("Of every test more false alarms than promised were shown in a run, or fewer in both.")
    return _(
        "In neither run were more false alarms than promised shown, nor fewer in both: {tests}.",
        tests=_(", ").join(kept),
    )


def alt(view: LiesView) -> str:
    """Describe the figure."""
    now = view.now
    rates = in_row(
        f"{controls.short(test.name)} {share(rate)}" for test, rate in zip(LABORATORY_TESTS, now.rate, strict=True)
    )
    powers = in_row(
        f"{controls.short(test.name)} {share(power)}" for test, power in zip(LABORATORY_TESTS, now.power, strict=True)
    )
    return _(
        "Rejection rates of {count} tests at level {alpha} where nothing differs: {rates}. Their power where one "
        "learner is better by {difference}: {powers}. Histogram of the p-values of {test}, and its rejection rate "
        "after each replicate.",
        count=count(len(LABORATORY_TESTS)),
        difference=number(view.result.difference, 2),
        powers=powers,
        alpha=results.level(now.alpha),
        rates=rates,
        test=controls.short(LABORATORY_TESTS[view.chosen].name),
    )
