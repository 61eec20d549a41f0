"""Words of the figures of bias and variance; the page hands them over in the language of the session."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SquaredWords:
    """Every word of the figure of squared loss."""

    fits: str = "{fits} of {sets} fits · bold: their mean · dashed: truth"
    parts: str = "bias² + variance + noise at each x"
    probe: str = "at x₀"
    sweep: str = "error against flexibility"
    bar: str = "sum of the parts = error measured on fresh targets (line)"
    bias: str = "bias²"
    variance: str = "variance"
    noise: str = "noise σ²"
    error: str = "sum"
    median: str = "median"
    measured: str = "measured"
    training: str = "training"
    sample: str = "sample (dots): training error {training}, on fresh targets {test}"
    complexity: str = "degree d"
    x0: str = "x₀"
    said: str = "{shown}: bias² {bias}, variance {variance}, noise σ² {noise}, error {error}"
    bias_at: str = "bias {value}"
    spread_at: str = "spread {value}"
    noise_at: str = "σ {value}"
    squares: str = "area sum {value}"
