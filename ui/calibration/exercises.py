"""Exercises of the page of probabilities."""

from __future__ import annotations

from functools import partial
from typing import Final

from scipy import special

from evalcore.calibration import calibration, calibration_line
from evalcore.costs import net_benefit, theoretical_threshold
from evalcore.counts import ThresholdCounts
from evalcore.curves import gains_at, kolmogorov_smirnov, roc_curve
from evalcore.errors import Message
from ui.exercises import tables
from ui.exercises.kinds import Choice, Exercise, Seen, Several, Solution
from ui.shared.numbers import number, percent
from ui.shared.text import N_

# How many false alarms a miss is as bad as, and with which T a score of .9 is recalibrated.
RATIO: Final = 4
RATIOS: Final = (3, 9)
TEMPERATURE: Final = 2.0
TEMPERATURES: Final = (0.5, 3.0, 4.0)
PREVALENCE: Final = 0.3
PREVALENCES: Final = (0.1, 0.2, 0.4)
SCORE: Final = 0.9


def squared() -> Solution:
    """What changes when all scores are squared?"""
    before, after = tables.sample("melon-20"), tables.squared("melon-20")
    place = 0.2
    changed = {
        "auc": roc_curve(before).auc != roc_curve(after).auc,
        "gain": gains_at(before, rows=0.5).gain.value != gains_at(after, rows=0.5).gain.value,
        "ks": kolmogorov_smirnov(before).statistic != kolmogorov_smirnov(after).statistic,
        "slope": calibration_line(before).slope.value != calibration_line(after).slope.value,
        "benefit": net_benefit(before, place) != net_benefit(after, place),
    }
    return Solution(
        frozenset(name for name, moved in changed.items() if moved),
        Message(
            "The order stays, and with it AUC {auc}, the gain of any share of the rows, and K-S {ks}. What the scores "
            "say changes: the slope from {slope} to {new_slope}, and net benefit at p_t = {place} from {benefit} to "
            "{new_benefit}.",
            {
                "auc": number(roc_curve(after).auc),
                "ks": number(kolmogorov_smirnov(after).statistic),
                "slope": number(calibration_line(before).slope.value),
                "new_slope": number(calibration_line(after).slope.value),
                "place": f"{place:g}",
                "benefit": number(net_benefit(before, place)),
                "new_benefit": number(net_benefit(after, place)),
            },
        ),
        Seen("calibration", 0.6),
    )


def from_where(ratio: int = RATIO) -> Solution:
    """From which probability on does acting pay?"""
    p = theoretical_threshold(cost_fn=ratio, cost_fp=1)
    return Solution(
        percent(p, 0),
        Message(
            "p_t = 1 / (1 + {ratio}) = {p}: below it false alarms cost more than the positives among such rows are "
            "worth.",
            {"ratio": ratio, "p": number(p)},
        ),
    )


def ask_from_where(ratio: int = RATIO) -> Choice:
    """Ask from which probability on to act; again, with other costs."""
    p = theoretical_threshold(cost_fn=ratio, cost_fp=1)
    options = dict.fromkeys(percent(one, 0) for one in sorted({p, 1 - p, 0.5, 1 / ratio}))
    return Choice(
        key="from_where",
        title=N_("From which probability on?"),
        prompt=Message(
            "A missed positive is as bad as {ratio} false alarms, and the scores are probabilities. From which score "
            "on should one act?",
            {"ratio": ratio},
        ),
        options={one: one for one in options},
        solve=partial(from_where, ratio),
        again=lambda rng: ask_from_where(int(rng.choice(RATIOS))),
    )


def constant(prevalence: float = PREVALENCE) -> Solution:
    """What is the Brier score of giving all rows the share of positives?"""
    positive = round(100 * prevalence)
    found = calibration(ThresholdCounts.from_grouped([prevalence], [positive], [100 - positive]))
    return Solution(
        number(found.brier, 2),
        Message(
            "{p} × (1 − {p}) = {brier}: all of it uncertainty. Reliability is {reliability}, so these scores are "
            "calibrated, and resolution is {resolution}, so they tell nothing apart.",
            {
                "p": f"{prevalence:g}",
                "brier": number(found.brier, 2),
                "reliability": number(found.reliability),
                "resolution": number(found.resolution),
            },
        ),
    )


def ask_constant(prevalence: float = PREVALENCE) -> Choice:
    """Ask for the Brier score of one score for all; again, with another share of positives."""
    values = {prevalence * (1 - prevalence), prevalence**2, prevalence, 1 - prevalence}
    return Choice(
        key="constant",
        title=N_("One probability for all"),
        prompt=Message(
            "{share} of the rows are positive, and a model gives every row the score {p}. What is its Brier score?",
            {"share": percent(prevalence, 0), "p": f"{prevalence:g}"},
        ),
        options={number(one, 2): number(one, 2) for one in sorted(values)},
        solve=partial(constant, prevalence),
        again=lambda rng: ask_constant(float(rng.choice(PREVALENCES))),
    )


def cooled(temperature: float = TEMPERATURE) -> Solution:
    """What does a temperature make of a score?"""
    p = float(special.expit(special.logit(SCORE) / temperature))
    odds = SCORE / (1 - SCORE)
    return Solution(
        number(p, 2),
        Message(
            "The odds {odds} to 1 become their power 1 / {t}, {new} to 1: probability {p}. T above 1 draws all scores "
            "towards 0.5, T below 1 away from it; 0.5 stays.",
            {"odds": f"{odds:.3g}", "t": f"{temperature:g}", "new": f"{odds ** (1 / temperature):.3g}", "p": number(p)},
        ),
    )


def ask_cooled(temperature: float = TEMPERATURE) -> Choice:
    """Ask what a temperature makes of a score; again, with another temperature."""
    p = float(special.expit(special.logit(SCORE) / temperature))
    values = {round(p, 2), round(1 - p, 2), SCORE, round(min(SCORE / temperature, 0.99), 2)}
    return Choice(
        key="cooled",
        title=N_("A temperature"),
        prompt=Message(
            "Recalibration finds the temperature T = {t}. Which probability does a score of {score} become?",
            {"t": f"{temperature:g}", "score": f"{SCORE:g}"},
        ),
        options={number(one, 2): number(one, 2) for one in sorted(values)},
        solve=partial(cooled, temperature),
        again=lambda rng: ask_cooled(float(rng.choice(TEMPERATURES))),
    )


EXERCISES: Final[tuple[Exercise, ...]] = (
    Several(
        key="squared",
        title=N_("All scores are squared"),
        prompt=Message("The scores of the melons are all squared. What changes?"),
        options={
            "auc": N_("AUC"),
            "gain": N_("what the highest half of the rows holds"),
            "ks": N_("K-S"),
            "slope": N_("the calibration slope"),
            "benefit": N_("net benefit at p_t = 0.2"),
        },
        solve=squared,
    ),
    ask_from_where(),
    ask_constant(),
    ask_cooled(),
)
