"""The names of classes and rules in figures, and what a screen reader says of them."""

from __future__ import annotations

from typing import Literal

from evalcore.counts import ConfusionMatrix, SourcedView
from evalcore.figures import style
from evalcore.figures.style import letters
from evalcore.predictions import BinaryView
from evalcore.views.threshold import ThresholdView
from ui.session import asked_words, computed, loaded, looked_at, sides
from ui.shared.numbers import at_most, count, number, threshold
from ui.shared.text import _, plain, sentences

Cell = Literal["fn", "fp", "tp", "tn"]
SEVERAL = " / "  # between classes that are one
WORD = 3  # letters, as wide as half a Chinese character, of a class name that can stand in a sentence
SHORT = 14  # characters of a class name that fit the label of a field beside three others


def negative(rows: BinaryView) -> str:
    """Return the name of the negative class, which may stand for all the others."""
    return _("not {name}", name=rows.positive) if rows.negative is None else rows.negative


def classes(rows: BinaryView) -> tuple[str, str]:
    """Return the names of both classes, the positive one first."""
    return rows.positive, negative(rows)


def short(name: str, longest: int = SHORT) -> str:
    """Return a name as it fits a label: its beginning, where it is long."""
    return name if len(name) <= longest else name[: longest - 1].rstrip() + "…"


def decision(rows: BinaryView, cell: Cell, *, is_short: bool = False) -> str:
    """Say which decision a cell counts, a miss by the class it is about, for a label; one of three is short."""
    if cell == "fn" and is_short and not missed(rows):
        return _("A miss")
    if cell == "fn":
        # A number would read as a count, "a missed 1", and of "a missed p" nobody knows what p is.
        return _("A missed {name}", name=plain(missed(rows))) if missed(rows) else _("A missed positive")
    if cell == "fp":
        return _("A false alarm")
    return _("True positive") if cell == "tp" else _("True negative")


def is_word(name: str) -> bool:
    """Whether the name of a class can stand in a sentence behind a number, where "8 of 10 1" would read as one."""
    return letters(name) >= WORD and any(map(str.isalpha, name))


def of_classes(rows: BinaryView) -> tuple[str, str]:
    """Name the positives and the negatives behind a share of them, Markdown: by their classes where these are words."""
    if not is_word(rows.positive):
        return _("positives"), _("negatives")
    if rows.negative is None:
        return plain(rows.positive), _("the others")
    return plain(rows.positive), plain(rows.negative) if is_word(rows.negative) else _("negatives")


def missed(rows: BinaryView) -> str:
    """Return the name of the class that a miss is about, as a figure has it; none where it is no word."""
    return short(rows.positive) if is_word(rows.positive) else ""


def rules(rows: BinaryView) -> tuple[str, str]:
    """Name the rules that look at no score, never positive and always positive, as a figure has them: not escaped."""
    if rows.negative is not None and _is_sign(rows.positive) and _is_sign(rows.negative):
        return _("always negative"), _("always positive")
    positive = short(rows.positive)
    never = _("never {name}", name=positive) if rows.negative is None else _("always {name}", name=short(rows.negative))
    return never, _("always {name}", name=positive)


def _is_sign(name: str) -> bool:
    """Whether a class is called by a number or a letter, as 1 or p; several classes in one, as "3 / 5", are named."""
    return not is_word(name) and SEVERAL not in name


def source(rows: BinaryView) -> str:
    """Say which rows an exported figure is about."""
    now = loaded.current()
    name = _(now.name) if now.sample else now.name
    part = sides.names()[1] if loaded.has_half() else now.predictions.part
    said = _(
        "{file}: {model}, positive class {positive}, {n} rows.",
        file=", ".join(filter(None, [name if part is None else f"{name} ({part})", looked_at.title_of(rows)])),
        model=rows.model,
        positive=rows.positive,
        n=count(rows.n),
    )
    if not isinstance(rows, SourcedView):
        return said
    asked, auc = now.asked, rows.grouped.within[0]
    return sentences(
        said,
        None if asked is None else _("Asked of its source: {asked}", asked=asked_words.said(asked, str)),
        _("Exact at {n} thresholds; AUC within {auc}.", n=count(rows.grouped.n_thresholds), auc=at_most(auc)),
    )


def about_file(rows: BinaryView, t: float | None) -> str:
    """Say below the heading of an exported figure which rows, model and class it is of, and where its handle stood."""
    saved = None if t is None else _("Saved at t = {t}.", t=threshold(t, computed.counts(rows)))
    return sentences(source(rows), saved)


def export_title(figure: str, rows: BinaryView) -> str:
    """Return the heading of an exported figure: what it is, of which model, and of which class."""
    said = {"figure": figure, "model": rows.model, "positive": rows.positive}
    return _("{figure}: {model}, positive class {positive}", **said)


def labels_alt(cm: ConfusionMatrix) -> str:
    """Describe the matrix of predicted labels."""
    return _(
        "Confusion matrix of predicted labels: TP {tp}, FN {fn}, FP {fp}, TN {tn}.",
        tp=count(cm.tp),
        fn=count(cm.fn),
        fp=count(cm.fp),
        tn=count(cm.tn),
    )


def threshold_alt(view: ThresholdView, t: float) -> str:
    """Describe the linked figure at its present threshold."""
    steps = view.steps
    i = steps.nearest(t)
    return _(
        "Scores by true class, confusion matrix and metrics against the threshold. At threshold {t}: TP {tp}, FN {fn}, "
        "FP {fp}, TN {tn}, precision {precision}, recall {recall}.",
        t=style.threshold(steps.written[i], steps.digits[i]),
        tp=count(steps.tp[i]),
        fn=count(steps.fn[i]),
        fp=count(steps.fp[i]),
        tn=count(steps.tn[i]),
        precision=number(float(steps.metrics["precision"][i])),
        recall=number(float(steps.metrics["recall"][i])),
    )
