"""What is said of each step of curves built row after row."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evalcore.figures.style import number, signed
from evalcore.views.row_steps import RowSteps


@dataclass(frozen=True)
class BuildWords:
    """Every word of the figure; a page passes translated ones. `start`, `up`, `right` and `tie` say what a step was."""

    roc_title: str = "ROC curve"
    pr_title: str = "P-R curve"
    fpr: str = "false positive rate"
    tpr: str = "true positive rate"
    precision: str = "precision"
    recall: str = "recall"
    row: str = "row"
    score: str = "t = score"
    steps: str = "step"
    start: str = "Step 0: t lies above all scores, nothing is predicted positive.<br>Start at (0, 0)."
    up: str = "Step {step}: row {rows}, score {score}, positive.<br>Up: y + {up}."
    right: str = "Step {step}: row {rows}, score {score}, negative.<br>To the right: x + {right}."
    tie: str = "Step {step}: rows {rows} are tied at {score}.<br>Both at once: x + {right}, y + {up}."
    place: str = "FPR {fpr}, TPR = recall {tpr}<br>Precision {precision}"


def said(steps: RowSteps, step: int, words: BuildWords) -> str:
    """Say what a step is, which rows it reaches, and where it leads."""
    if step == 0:
        return words.start
    up, right = (int(count[step] - count[step - 1]) for count in (steps.tp, steps.fp))
    sentence = words.tie if up and right else words.up if up else words.right
    return sentence.format(
        step=step,
        rows=", ".join(str(row) for row in steps.reached(step)),
        score=scores(steps)[int(np.searchsorted(steps.step, step))],
        up=f"{up}/{steps.n_pos}",
        right=f"{right}/{steps.n_neg}",
    )


def place(steps: RowSteps, step: int, words: BuildWords) -> str:
    """Say where both curves stand after a step, as quotients of whole rows."""
    tp, fp = int(steps.tp[step]), int(steps.fp[step])
    return words.place.format(
        fpr=_quotient(fp, steps.n_neg), tpr=_quotient(tp, steps.n_pos), precision=_quotient(tp, tp + fp)
    )


def spoken(steps: RowSteps, words: BuildWords) -> list[str]:
    """Return what is said of each step, for who cannot see the figure: without its marks."""
    texts = (f"{said(steps, k, words)} {place(steps, k, words)}" for k in range(steps.last + 1))
    return [text.replace("<br>", " ") for text in texts]


def scores(steps: RowSteps) -> list[str]:
    """Return the scores in order, with the same number of digits after the point where that is readable."""
    texts = [f"{value:.6g}" for value in steps.score.tolist()]
    if any("e" in text for text in texts):
        return [signed(text) for text in texts]
    digits = max(len(text.partition(".")[2]) for text in texts)
    return [signed(f"{value:.{digits}f}") for value in steps.score.tolist()]


def _quotient(part: int, whole: int) -> str:
    return f"{part}/{whole} = {number(part / whole if whole else float('nan'))}"
