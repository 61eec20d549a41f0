"""Parts of an error as they are written beside their sum: what is written adds up."""

from __future__ import annotations

from collections.abc import Mapping

from evalcore.figures.parts.numbers import written, written_sum
from evalcore.figures.style import number
from evalcore.support.rounding import RoundedSum
from evalcore.views.bias_variance.squared import SquaredStep
from evalcore.views.bias_variance.table import TableStep
from evalcore.views.bias_variance.zero_one import ZeroOneStep


def squared_parts(step: SquaredStep) -> dict[str, str]:
    """Return how bias squared, variance, noise and their sum are written."""
    return _named(step.rounded)


def corrected_parts(step: SquaredStep) -> dict[str, str]:
    """Return the same of the parts without what a finite number of sets moves from variance to bias."""
    return _named(step.rounded_corrected)


def _named(found: RoundedSum) -> dict[str, str]:
    said = written_sum(found)
    # A part far below a wild sum is still not called 0.
    parts = [written(part) if part and text == "0" else text for part, text in zip(found.given, said[:-1], strict=True)]
    return dict(zip(("bias", "variance", "noise", "error"), (*parts, said[-1]), strict=True))


def table_parts(step: TableStep) -> dict[str, str]:
    """Return how the parts of a step of a table are written; what variance takes off is written without its sign."""
    bias, variance, error = written_sum(step.rounded)
    _bias, unbiased, biased, _error = written_sum(step.rounded_variance)
    two = {"variance_unbiased": unbiased, "variance_biased": biased.removeprefix("−")}
    return {"bias_and_noise": bias, "variance": variance, "error": error, **two}


def domingos_parts(step: ZeroOneStep) -> dict[str, str]:
    """Return how the parts of the 0-1 loss are written."""
    return numbers(step.domingos)


def numbers(values: Mapping[str, float]) -> dict[str, str]:
    """Return numbers that were rounded together as they are written."""
    return {name: number(value) for name, value in values.items()}
