"""What the view of the estimators says: its answer, its figure for who cannot see it, its words."""

from __future__ import annotations

from typing import Final

from evalcore.figures.resampling.words import SpreadWords
from evalcore.views.resampling.plan import Kind
from evalcore.views.resampling.rounds import RoundsStep, RoundsView, Shown
from evalcore.views.resampling.spread import SpreadView
from ui.resampling.controls import LEARNERS, data_sets
from ui.resampling.spread.setting import METHODS
from ui.shared.numbers import count, number, percent
from ui.shared.text import N_, _

NAMES: Final[dict[Kind, str]] = {
    "training": N_("training error"),
    "holdout": N_("hold-out {setting}"),
    "repeated": N_("20 × hold-out"),
    "kfold": N_("{setting}-fold"),
    "loo": N_("leave-one-out"),
    "oob": N_("out-of-bag"),
    "632": N_(".632"),
    "632plus": N_(".632+"),
}
SETTING: Final[dict[Shown, tuple[str, str]]] = {
    "holdout": (N_("share that is held out"), N_("{setting} held out")),
    "kfold": (N_("folds k"), N_("k = {setting}")),
}


def figure(shown: Shown) -> SpreadWords:
    """Return the words of the figure in the language of the session."""
    setting, value = SETTING.get(shown, SETTING["kfold"])
    return SpreadWords(
        samples=_("{drawn} of {n}"),
        trained=_("trained on"),
        judged=_("judged"),
        times=_("times judged: {low} to {high}"),
        times_hover=_("judged %{y} times"),
        rounds=_("error of each round"),
        spread=_("data sets: {sets}, an estimate each; line: mean true error"),
        estimate=_("estimate {value}"),
        error=_("error"),
        bias=_("bias"),
        sd=_("SD"),
        fits=_("fits"),
        setting=_(setting),
        shown=_(value),
        said=_("{shown}: rounds from {low} to {high}, estimate {estimate}"),
        names={kind: _(name) for kind, name in NAMES.items()},
    )


def name(kind: Kind, setting: float) -> str:
    """Return what an estimator is called, with its setting."""
    return _(NAMES[kind], setting=percent(setting, 0) if kind == "holdout" else count(setting))


def answer(view: RoundsView, step: RoundsStep) -> str:
    """Say how much the rounds of one data set differ, and what would be true."""
    values = {"low": number(step.low), "high": number(step.high), "true": number(view.true_error)}
    if view.shown == "holdout":
        return _(
            "Hold-out varied between **{low}** and **{high}** on the same rows; here the true error is {true}.",
            **values,
        )
    estimate = number(step.found.error)
    if view.shown == "kfold":
        return _(
            "{k}-fold says **{estimate}**, its rounds {low} to {high}; here the true error is {true}.",
            k=count(step.setting),
            estimate=estimate,
            **values,
        )
    if view.shown == "bootstrap":
        return _(
            "Out-of-bag **{oob}**, .632 {mixed}, .632+ {plus}; here the true error is {true}.",
            oob=number(step.found.out_of_bag),
            mixed=number(step.found.point632),
            plus=number(step.found.point632_plus),
            true=values["true"],
        )
    if view.shown == "loo":
        return _(
            "Leave-one-out says **{estimate}** after {fits} fits; here the true error is {true}.",
            estimate=estimate,
            fits=count(step.found.n_fits),
            true=values["true"],
        )
    return _(
        "The training error is **{estimate}**; here the true error is {true}.", estimate=estimate, true=values["true"]
    )


def alt(found: SpreadView, view: RoundsView, step: RoundsStep) -> str:
    """Describe the figure."""
    return _(
        "Rounds of {method} on one data set of {n} rows: which samples are trained on and which judged, and the error "
        "of each round, from {low} to {high}; estimate {estimate}, true error {true}. Beside it, for {learner}, what "
        "each estimator says of {sets}, around the mean true error {mean}.",
        method=_(METHODS[view.shown]),
        n=count(view.rows.n),
        low=number(step.low),
        high=number(step.high),
        estimate=number(step.found.error),
        true=number(view.true_error),
        learner=_(LEARNERS[found.plan.learner]),
        sets=data_sets(found.n_sets),
        mean=number(found.true_error),
    )
