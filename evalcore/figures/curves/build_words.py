"""What is said of each step of curves built row after row."""

from __future__ import annotations

import numpy as np

from evalcore.errors import Say, message
from evalcore.figures.style import number, signed
from evalcore.views.row_steps import RowSteps


def told(steps: RowSteps, say: Say) -> list[str]:
    """Return what is told of each step, in four lines: what it is in two, and where both curves stand in two."""
    written = scores(steps)
    return [f"{_what(steps, k, written, say)}<br>{_where(steps, k, say)}" for k in range(steps.last + 1)]


def _what(steps: RowSteps, step: int, written: list[str], say: Say) -> str:
    """Say what a step is, which rows it reaches, and where it leads."""
    if step == 0:
        return say(message("Step 0: t lies above all scores, nothing is predicted positive.<br>Start at (0, 0)."))
    up, right = (int(count[step] - count[step - 1]) for count in (steps.tp, steps.fp))
    rows, score = ", ".join(map(str, steps.reached(step))), written[int(np.searchsorted(steps.step, step))]
    of = {"step": step, "rows": rows, "score": score, "up": f"{up}/{steps.n_pos}", "right": f"{right}/{steps.n_neg}"}
    if up and right:
        return say(
            message("Step {step}: rows {rows} are tied at {score}.<br>Both at once: x + {right}, y + {up}.", **of)
        )
    if up:
        return say(message("Step {step}: row {rows}, score {score}, positive.<br>Up: y + {up}.", **of))
    return say(message("Step {step}: row {rows}, score {score}, negative.<br>To the right: x + {right}.", **of))


def _where(steps: RowSteps, step: int, say: Say) -> str:
    """Say where both curves stand after a step, as quotients of whole rows."""
    tp, fp = int(steps.tp[step]), int(steps.fp[step])
    return say(
        message(
            "FPR {fpr}, TPR = recall {tpr}<br>Precision {precision}",
            fpr=_quotient(fp, steps.n_neg),
            tpr=_quotient(tp, steps.n_pos),
            precision=_quotient(tp, tp + fp),
        )
    )


def spoken(steps: RowSteps, *, say: Say = str) -> list[str]:
    """Return what is said of each step, for who cannot see the figure: without its marks."""
    return [text.replace("<br>", " ") for text in told(steps, say)]


def scores(steps: RowSteps) -> list[str]:
    """Return the scores in order, with the same number of digits after the point where that is readable."""
    texts = [f"{value:.6g}" for value in steps.score.tolist()]
    if any("e" in text for text in texts):
        return [signed(text) for text in texts]
    digits = max(len(text.partition(".")[2]) for text in texts)
    return [signed(f"{value:.{digits}f}") for value in steps.score.tolist()]


def _quotient(part: int, whole: int) -> str:
    return f"{part}/{whole} = {number(part / whole if whole else float('nan'))}"
