"""Parts of the 0-1 loss, rounded to three digits after the point so that they add up as they are printed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from evalcore.bias_variance import DrawnLabelParts, KohaviWolpertMean, ZeroOneMean
from evalcore.support.rounding import adding_up

DIGITS: Final = 3


def domingos_parts(parts: ZeroOneMean) -> dict[str, float]:
    """Return the parts of Domingos: the loss is noise + bias + unbiased - biased, which is `before` - biased."""
    values = {
        "noise_term": parts.noise_term,
        "bias": parts.bias,
        "variance_unbiased": parts.variance_unbiased,
        "variance_biased": -parts.variance_biased,
    }
    found = _adding_up(values, parts.loss)
    before = found["noise_term"] + found["bias"] + found["variance_unbiased"]
    term = found["variance_unbiased"] + found["variance_biased"]
    biased = -found["variance_biased"]
    return {**found, "variance_biased": biased, "variance_term": term, "before": before, "loss": parts.loss}


def naive_parts(parts: ZeroOneMean) -> dict[str, float]:
    """Return the parts that do not add up to the loss: they add up to their own sum."""
    values = {"noise": parts.noise, "bias": parts.bias, "variance": parts.variance}
    return {**_adding_up(values, parts.naive_sum), "sum": parts.naive_sum}


def kohavi_wolpert_parts(sums: KohaviWolpertMean) -> dict[str, float]:
    """Return the parts of Kohavi and Wolpert."""
    values = {"noise": sums.noise, "bias2": sums.bias2, "variance": sums.variance}
    return {**_adding_up(values, sums.loss), "loss": sums.loss}


def drawn_label_sums(drawn: DrawnLabelParts) -> dict[str, float]:
    """Return the parts of one drawn label a point, and by how much their sum misses the loss."""
    values = _adding_up({"bias": drawn.bias, "variance": drawn.variance}, drawn.sum)
    whole, loss = round(drawn.sum, DIGITS), round(drawn.loss, DIGITS)
    return {**values, "sum": whole, "loss": loss, "gap": whole - loss}


def without_variance(*, now: float, falls: float, rises: float, main: float) -> dict[str, float]:
    """Return what taking variance away does: the loss falls and rises to that of the main prediction."""
    now, main = round(now, DIGITS), round(main, DIGITS)
    moved = _adding_up({"falls": -falls, "rises": rises}, main - now)
    return {"now": now, "falls": -moved["falls"], "rises": moved["rises"], "main": main}


def _adding_up(values: Mapping[str, float], total: float) -> dict[str, float]:
    if not all(map(math.isfinite, (*values.values(), total))):  # one set has no variance
        return dict(values)
    return dict(zip(values, adding_up(list(values.values()), total, DIGITS), strict=True))
