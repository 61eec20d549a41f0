"""Every word of the figures of evaluation methods; a page passes translated ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from evalcore.views.resampling.plan import Kind

NAMES: Mapping[Kind, str] = {
    "training": "training error",
    "holdout": "hold-out {setting}",
    "repeated": "20 × hold-out",
    "kfold": "{setting}-fold",
    "loo": "leave-one-out",
    "oob": "out-of-bag",
    "632": ".632",
    "632plus": ".632+",
}


@dataclass(frozen=True)
class SpreadWords:
    """Of the rounds of a method and the estimators over many data sets."""

    samples: str = "{drawn} of {n}"
    trained: str = "trained on"
    judged: str = "judged"
    times: str = "times judged: {low} to {high}"
    times_hover: str = "judged %{y} times"
    rounds: str = "error of each round"
    spread: str = "data sets: {sets}, an estimate each; line: mean true error"
    estimate: str = "estimate {value}"
    error: str = "error"
    bias: str = "bias"
    sd: str = "SD"
    fits: str = "fits"
    setting: str = "folds k"
    shown: str = "k = {setting}"
    said: str = "{shown}: rounds from {low} to {high}, estimate {estimate}"
    names: Mapping[Kind, str] = field(default_factory=lambda: NAMES)
