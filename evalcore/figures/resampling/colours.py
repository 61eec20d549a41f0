"""What is trained on and what is judged, and the estimators: none of them is a decision."""

from __future__ import annotations

from evalcore.figures.style import METRIC, MODELS, RULE, rgba

TRAINED, JUDGED = MODELS[0][0], METRIC["f1"][0]
DOTS, CHOSEN, BIAS = RULE, MODELS[0][0], METRIC["f1"][0]
# From out of a round over trained on once, twice, more often, to judged: the shades of a grid.
SCALE = (
    (0.0, "rgba(0,0,0,0)"),
    (0.26, rgba(TRAINED, 0.3)),
    (0.52, rgba(TRAINED, 0.62)),
    (0.76, rgba(TRAINED, 0.95)),
    (1.0, rgba(JUDGED, 0.95)),
)
