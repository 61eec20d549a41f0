"""One colour and one dash for each part of the error, in every figure of bias and variance."""

from __future__ import annotations

from evalcore.figures.style import INK, METRIC, MODELS, RULE

BIAS = METRIC["f1"][0]
VARIANCE = METRIC["precision"][0]
NOISE = RULE
TRAINING = MODELS[0][0]
# What was drawn from one training set.
SAMPLE = MODELS[1][0]
LINES = {
    "bias": {"color": BIAS, "dash": "dash", "width": 2},
    "variance": {"color": VARIANCE, "dash": "solid", "width": 2},
    "noise": {"color": NOISE, "dash": "dot", "width": 2},
    "error": {"color": INK, "dash": "solid", "width": 3},
    "median": {"color": INK, "dash": "dot", "width": 1.5},
    "training": {"color": TRAINING, "dash": "dashdot", "width": 2},
}
