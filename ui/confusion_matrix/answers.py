"""The class that the looked-at model answers with in each row, how high it scores it, and whether that is right."""

from __future__ import annotations

from evalcore.curves import TopClass, top_class
from ui.session import loaded, looked_at, memory


def top() -> TopClass:
    """Return them for a model with scores, found once a model."""
    predictions, model = looked_at.predictions(), loaded.model()

    def make() -> TopClass:
        return top_class(predictions.y_true, predictions.scores[model], predictions.classes)

    found: TopClass = memory.memo("top class", predictions.digest, model, make=make, most=1)
    return found
