"""What the page of curves answers in one sentence, and what it says of its figure to who cannot see it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from evalcore import curves, metrics
from evalcore.counts import ConfusionMatrix
from evalcore.curves.delong import WEIGHTED
from evalcore.figures.curves.figure import View
from evalcore.figures.live.motion import THRESHOLD
from evalcore.figures.style import plain as plain_in_figure
from evalcore.predictions import BinaryView
from evalcore.views.answers import (
    HUNDRED,
    BestOfModels,
    best_of_models,
    pairs_in_order,
    rate_answers,
)
from evalcore.views.curves import ModelCurves
from ui.curves import comparison
from ui.curves.controls import Options
from ui.frame import two_models
from ui.live.sentence import between
from ui.live.sentence import held as hold
from ui.live.words import of_classes
from ui.session import computed, rescaled
from ui.session.source_compared import why_unknown
from ui.shared.numbers import count, interval, number
from ui.shared.numbers import threshold as shown
from ui.shared.text import _, plain, say, sentences

# The rates that place the operating point in each view.
RATES: Final[Mapping[View, tuple[str, str]]] = {"roc_pr": ("recall", "fpr"), "det": ("fnr", "fpr")}


def alt(rows: BinaryView, t: float, chosen: Options, drawn: ModelCurves, others: Sequence[ModelCurves] = ()) -> str:
    """Describe the figure at a threshold, with the areas and points of what is drawn."""
    if chosen.show == "det":
        said = [_det_alt(rows, t, drawn)]
        return sentences(*said, *(_det_other(one) for one in others))
    said = [_curves_alt(rows, t, chosen, drawn)]
    if chosen.equal_error:
        said.append(_("Equal error rate {rate}.", rate=number(drawn.equal_error_rate)))
    if chosen.break_even:
        said.append(_("Break-even point {value}.", value=number(drawn.break_even_point)))
    return sentences(*said, *(_other(one) for one in others))


def _other(one: ModelCurves) -> str:
    return _(
        "{model}: AUC {auc}, average precision {ap}.",
        model=one.name,
        auc=number(one.auc.value),
        ap=number(one.average_precision.value),
    )


def _det_other(one: ModelCurves) -> str:
    return _("{model}: equal error rate {rate}.", model=one.name, rate=number(one.equal_error_rate))


def _curves_alt(rows: BinaryView, t: float, chosen: Options, drawn: ModelCurves) -> str:
    values = {
        "t": shown(t, computed.counts(rows)),
        "model": rows.model,
        "auc": number(drawn.auc.value),
        "ap": number(drawn.average_precision.value),
    }
    if chosen.prevalence is None:
        return _(
            "ROC and P-R curves with the operating point at threshold {t}. {model}: AUC {auc}, average precision {ap}.",
            **values,
        )
    return _(
        "ROC and P-R curves with the operating point at threshold {t}. {model}: AUC {auc}, average precision {ap} at a "
        "prevalence of {prevalence}.",
        prevalence=f"{chosen.prevalence:.4g}",
        **values,
    )


def _det_alt(rows: BinaryView, t: float, drawn: ModelCurves) -> str:
    table = computed.counts(rows)
    cm = table.at(t)
    return _(
        "DET curve with the operating point at threshold {t}: false negative rate {fnr}, false positive rate "
        "{fpr}. {model}: equal error rate {rate}.",
        t=shown(t, table),
        fnr=number(float(metrics.fnr(cm))),
        fpr=number(float(metrics.fpr(cm))),
        model=rows.model,
        rate=number(drawn.equal_error_rate),
    )


@dataclass(frozen=True)
class Ranking:
    """What is said of how models rank; of two the operating point is that of one, which is then `named`."""

    said: str
    named: bool = False


def ranking(models: list[BinaryView], chosen: str | None = None) -> Ranking:
    """Say how well one model ranks, or which of two ranks better, and whether the rows can tell.

    Of more it is said how the `chosen` one ranks, against the best one or, where it is that, the next: in one line.
    """
    best = _compared(models, chosen)
    if best is None:
        first, *further = rank_apart(models, chosen)
        other = next((one for one in models if one.model != first.model), None)
        alike = None if further or other is None else two_models.rank_alike(other.model, first.model)
        return Ranking(sentences(_one(first), alike), named=len(models) > 1)
    if best.reason is None and best.n_pairs > 1:
        return Ranking(_of_many(best, next(one for one in models if one.model == (chosen or best.first))))
    return Ranking(_best(best), named=True)


def rank_apart(models: list[BinaryView], chosen: str | None) -> list[BinaryView]:
    """Return the models without those that are another one recalibrated: beside the `chosen` one that is no model."""
    kept = rescaled.rank_apart((one.model for one in models), () if chosen is None else (chosen,))
    return [one for one in models if one.model in kept]


def answer(found: Ranking, rows: BinaryView, t: float, show: View) -> str:
    """Say how models rank, and where the operating point of one of them is."""
    return sentences(found.said, at_point(rows, t, show, named=found.named))


def corrected(models: list[BinaryView], chosen: str) -> str | None:
    """Return by how much the two areas of the answer differ, corrected for all pairs; None of two models, or fewer."""
    best = _compared(models, chosen)
    if best is None or best.reason is not None or best.n_pairs == 1:
        return None
    return _("Difference of AUC: {difference}.", difference=_difference(best, plain))


def at_point(rows: BinaryView, t: float, show: View, *, named: bool = False) -> str:
    """Say how much of each class is found or missed, and raises a false alarm, and where it is `named` by which model.

    These are the rates of the operating point, with their intervals as bars; the axes of the plane have their names.
    """
    table = computed.counts(rows)
    rates = rate_answers(table.at(t), RATES[show])
    first, fpr = (between(number(value), low, value, high) for value, low, high in rates.values())
    name, other = of_classes(rows)
    if rows.weight is not None:
        name, other = (_("{name} by weight", name=one) for one in (name, other))
    said = {"t": hold(shown(t, table), THRESHOLD), "name": name, "other": other, "first": first, "fpr": fpr}
    if named and show == "det":
        return _(
            "At t = {t}, {model} misses {first} of {name}; {fpr} of {other} are false alarms.",
            model=plain(rows.model),
            **said,
        )
    if named:
        return _(
            "At t = {t}, {model} finds {first} of {name}; {fpr} of {other} are false alarms.",
            model=plain(rows.model),
            **said,
        )
    if show == "det":
        return _("At t = {t} it misses {first} of {name}; {fpr} of {other} are false alarms.", **said)
    return _("At t = {t} it finds {first} of {name}; {fpr} of {other} are false alarms.", **said)


def told(models: list[BinaryView], chosen: str) -> str:
    """Return the difference of the same two areas as a figure says it; nothing of one, or where there is none."""
    best = _compared(models, chosen)
    return "" if best is None or best.reason is not None else _difference(best, plain_in_figure)


def to_test(models: list[BinaryView], chosen: str) -> tuple[str, str] | None:
    """Return the model that ranks best and the chosen one, or where that is the same the next; None without a test.

    Weighted rows have no test of areas; rows of cases have one.
    """
    best = None if models[0].weight is not None else _compared(models, chosen)
    return None if best is None else (best.first, best.second)


def _compared(models: list[BinaryView], chosen: str | None) -> BestOfModels | None:
    """Return which model ranks best, beside the chosen one, or where it is that the next, or one not told from it.

    None of one model, of which others may be recalibrated ones, and of an undefined area.
    """
    models = rank_apart(models, chosen)
    auc = {one.model: computed.auc(one) for one in models}
    if len(models) == 1 or any(math.isnan(value) for value in auc.values()):
        return None
    weighted = models[0].weight is not None
    reason = WEIGHTED if weighted else why_unknown(models[0])
    compared = partial(best_of_models, auc, None if weighted else comparison.differences(models), reason=reason)
    best = compared(chosen=chosen)
    # The difference that decides whether it ranks best is not that to the next one where that one is told from it.
    decides = chosen in (None, best.first) and best.apart and best.not_below
    return compared(chosen=best.not_below[0]) if decides else best


def _best(best: BestOfModels) -> str:
    """Say which of two models is better, or of more why the rows cannot tell."""
    values = {
        "first": plain(best.first),
        "second": plain(best.second),
        "auc_first": number(best.auc_first),
        "auc_second": number(best.auc_second),
    }
    if best.reason is not None and best.auc_first == best.auc_second:
        return _(
            "{first} and {second} have the same AUC, {auc_first}; interval of the difference: —. {why}",
            why=say(best.reason),
            **values,
        )
    if best.reason is not None:
        return _(
            "{first} has the larger AUC, {auc_first} against {auc_second} of {second}; interval of the "
            "difference: —. {why}",
            why=say(best.reason),
            **values,
        )
    values["difference"] = _difference(best, plain)
    if best.apart:
        return _(
            "**{first}** ranks better than {second}: AUC {auc_first} against {auc_second}, {difference}.",
            **values,
        )
    return _(
        "{first} and {second} cannot be told apart on these rows: AUC {auc_first} and {auc_second}, {difference}.",
        **values,
    )


def _of_many(best: BestOfModels, rows: BinaryView) -> str:
    """Say whether one of more than two models ranks best, or below which; of the difference that decides it, nothing.

    It ranks best for sure where it is told from all others: the next one may be less close than one farther off. That
    difference stands below the figure, see `corrected`, and the areas of all in it.
    """
    found = computed.of_counts(rows, curves.auc_interval_from_counts)
    auc = between(number(found.auc), found.robust_low, found.auc, found.robust_high)
    if rows.model == best.first:
        if not best.not_below:
            return _("**{first}** ranks best: AUC {auc}.", first=plain(best.first), auc=auc)
        if best.not_below == (best.second,) and not best.is_next:
            other = plain(best.second)
            return _(
                "{first} ranks best, but above {other} perhaps by chance: AUC {auc}.",
                first=plain(best.first),
                other=other,
                auc=auc,
            )
        return _("{first} ranks best, perhaps by chance: AUC {auc}.", first=plain(best.first), auc=auc)
    values = {"model": plain(rows.model), "first": plain(best.first), "auc": auc}
    if best.apart:
        return _("{model} ranks below **{first}**: AUC {auc}.", **values)
    return _("{model} ranks below {first}, perhaps by chance: AUC {auc}.", **values)


def _mark(best: BestOfModels) -> str:
    """Return the mark of a warning: what is wrong stands beside the test, in the tab where models are compared."""
    return f" {comparison.WARNED}" if best.warnings else ""


def _difference(best: BestOfModels, written: Callable[[str], str]) -> str:
    """Return the difference of two areas with its interval; `written` is how a name is shown where it stands."""
    sides = {"a": written(best.first), "b": written(best.second), "gap": number(best.difference), "mark": _mark(best)}
    sides["interval"] = interval(best.low, best.high)
    if best.n_pairs > 1:
        # How both are corrected stands where models are compared.
        return _(
            "{a} − {b} = {gap} {interval}, p {p} (for {n} pairs){mark}",
            **sides,
            p=comparison.pvalue(best.pvalue),
            n=count(best.n_pairs),
        )
    return _("{a} − {b} = {gap} {interval}{mark}", **sides)


def _one(rows: BinaryView) -> str:
    found = computed.of_counts(rows, curves.auc_interval_from_counts)
    if math.isnan(found.auc):
        return _(
            "{model}: AUC — {why}", model=plain(rows.model), why=say(found.reason) if found.reason is not None else ""
        )
    right, of = computed.of_counts(rows, pairs_in_order)
    said = {
        "model": plain(rows.model),
        "n": f"{right:g}",
        "auc": between(number(found.auc), found.robust_low, found.auc, found.robust_high),
        "interval": interval(found.robust_low, found.robust_high),
    }
    if of < HUNDRED:
        return _(
            "**{model}** ranks a positive above a negative in **{n} of the {pairs}** pairs (ties half): AUC {auc} "
            "{interval}.",
            pairs=count(of),
            **said,
        )
    return _(
        "**{model}** ranks a positive above a negative in **{n} of 100** pairs (ties half): AUC {auc} {interval}.",
        **said,
    )


def of_labels(rows: BinaryView, cm: ConfusionMatrix) -> str:
    """Say where a model of predicted labels stands in the planes of the curves, or why not in that of ROC."""
    reason = metrics.undefined_reason("recall", cm) or metrics.undefined_reason("fpr", cm)
    if reason is not None:
        return _("**{model}** is no point in the ROC plane: {why}", model=plain(rows.model), why=say(reason))
    name, other = of_classes(rows)
    return _(
        "**{model}** finds **{tpr}** of {name}; **{fpr}** of {other} are false alarms: a point, not a curve",
        model=plain(rows.model),
        name=name,
        other=other,
        tpr=number(float(metrics.recall(cm))),
        fpr=number(float(metrics.fpr(cm))),
    )
