"""What the page of the confusion matrix answers, in one sentence."""

from __future__ import annotations

import math
from collections.abc import Sequence

from evalcore import metrics
from evalcore.counts import ConfusionMatrix
from evalcore.figures.live.motion import THRESHOLD
from evalcore.metrics import Mistake, ShownClasses
from evalcore.predictions import BinaryView
from evalcore.views.answers import MatrixAnswer, matrix_answer
from ui.frame import groups
from ui.live.sentence import between, held
from ui.live.words import is_word
from ui.session import computed, loaded
from ui.shared.numbers import UNDEFINED, count, interval, number, percent
from ui.shared.numbers import threshold as shown
from ui.shared.text import _, in_row, plain

MOST_NAMED = 12  # classes of a row that stands for several


def answer(rows: BinaryView, cm: ConfusionMatrix, t: float | None) -> str:
    """Say how many positives are found and how many alarms are false; without a threshold, of the labels."""
    said = matrix_answer(cm)
    parts = {"found": _found(rows, said), "alarms": _alarms(said)}
    if t is None:
        return _("These labels: {found}, {alarms}.", **parts)
    return _("At t = {t}: {found}, {alarms}.", t=held(shown(t, computed.counts(rows)), THRESHOLD), **parts)


def _found(rows: BinaryView, said: MatrixAnswer) -> str:
    name = plain(rows.positive) if is_word(rows.positive) else _("positives")
    if math.isnan(said.recall):
        return _("finds {dash} (no row is {name})", dash=UNDEFINED, name=name)
    if said.weighted:
        return _("finds **{share}** of {name} by weight", share=percent(said.recall), name=name)
    found = _("{found} of {all} {name}", found=count(said.found), all=count(said.positives), name=name)
    low, high = said.recall_ends
    return _("finds {share}", share=between(found, low, said.recall, high))


def _alarms(said: MatrixAnswer) -> str:
    if math.isnan(said.false_share):
        return _("raises no alarm")
    if said.weighted:
        return _("**{share}** of the alarms are false by weight", share=percent(said.false_share))
    low, high = said.false_ends
    share = _("{false} of {alarms}", false=count(said.false), alarms=count(said.alarms))
    return _("{share} alarms are false", share=between(share, low, said.false_share, high))


def of_all_classes(cm: ConfusionMatrix) -> str:
    """Say how many rows are right, and which class is most often taken for which."""
    accuracy = metrics.readings(cm, names=("accuracy",))[0]
    ends = "" if math.isnan(accuracy.low) else f" {plain(interval(accuracy.low, accuracy.high))}"
    parts = {"accuracy": f"{number(accuracy.value)}{ends}", "mistake": _mistake(cm)}
    if cm.weighted:
        return _("**Accuracy {accuracy}** by weight; {mistake}.", **parts)
    right, n = count(accuracy.successes or 0), count(accuracy.trials or 0)
    return _("**{right} of {n}** right (accuracy {accuracy}); {mistake}.", right=right, n=n, **parts)


def _mistake(cm: ConfusionMatrix) -> str:
    worst = metrics.most_common_mistakes(cm)
    if not worst:
        return _("none is wrong")
    rows, pairs = worst[0].rows, _pairs(worst)
    if cm.weighted:
        return _("most often {pairs} (weight {weight})", pairs=pairs, weight=count(rows))
    if rows == 1:
        return _("no mistake was made twice; once {pairs}", pairs=pairs)
    if len(worst) > 1:
        return _("most often {pairs}: **{times} times** each", pairs=pairs, times=count(rows))
    return _("most often {pairs}: **{times} times**", pairs=pairs, times=count(rows))


def _pairs(worst: Sequence[Mistake]) -> str:
    """Name the mistakes that are equally frequent: two at most, of more the first and how many there are besides."""
    said = [_("{truth} is called {predicted}", truth=plain(m.truth), predicted=plain(m.predicted)) for m in worst]
    first, *others = said
    if not others:
        return first
    if len(others) == 1:
        return _("{one} and {other}", one=first, other=others[0])
    return _("{one} (and {n} other pairs as often)", one=first, n=count(len(others)))


def of_other(drawn: ShownClasses) -> str:
    """Say which classes are one row together, and how many of its rows are mistakes among these."""
    first, more = in_row(map(plain, drawn.other[:MOST_NAMED])), len(drawn.other[MOST_NAMED:])
    names = _("{names} and {n} more", names=first, n=count(more)) if more else first
    parts = {"n": count(len(drawn.other)), "names": names, "wrong": count(drawn.mistaken_within)}
    said = _("**other**: the {n} classes with the fewest mistakes ({names})", **parts)
    if drawn.mistaken_within:
        return _("{said}. In its last cell {wrong} are taken for another of these.", said=said, **parts)
    return _("{said}. None of these is taken for another of them.", said=said)


def model_of_all_classes() -> str:
    """Say which model all classes are of, and what is to be known of it."""
    return " · ".join([_("Model: **{name}**", name=plain(loaded.model())), about_all_classes()])


def about_all_classes() -> str:
    """Say which class is predicted where there is no threshold, and which rows these are."""
    predictions = loaded.current().predictions
    labels = loaded.labels_of(loaded.model()) is not None
    said = [_("The labels decide.") if labels else _("The highest score decides.")]
    if predictions.split is not None:
        part = _("all parts together") if predictions.part is None else plain(predictions.part)
        said.append(_("Rows: **{part}**", part=part))
    return " · ".join([*said, *groups.line()])
