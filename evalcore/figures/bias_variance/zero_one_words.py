"""Words of the figure of 0-1 loss; the page hands them over in the language of the session."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ZeroOneWords:
    """Every word of the figure of 0-1 loss."""

    plane: str = "share of {sets} sets that predict positive"
    bars: str = "sum of the parts at {shown}; line: loss {loss}"
    main: str = "main prediction"
    best: str = "best boundary"
    biased: str = "B = 1: most sets are wrong"
    helped: str = "and variance helps"
    sample: str = "first training set"
    complexity: str = "depth"
    share_here: str = "{share} of the sets predict positive<br>best label: {best}"
    positive: str = "positive"
    negative: str = "negative"
    noise_term: str = "c₁N"
    bias: str = "B"
    variance_unbiased: str = "V where unbiased"
    variance_term: str = "c₂V"
    bias2: str = "bias²"
    variance: str = "variance"
    noise: str = "noise"
    loss: str = "loss"
    rows: tuple[str, str, str, str] = (
        "N + B + V: not the loss",
        "c₁N + B + V where unbiased",
        "− V where biased",
        "Kohavi–Wolpert: the loss",
    )
    said: str = "{shown}: loss {loss} = noise {noise} + bias {bias} + variance {unbiased} − {biased}"
