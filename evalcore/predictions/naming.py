"""What names say: which columns name the model of each row."""

from __future__ import annotations

import re
from collections.abc import Collection

from evalcore.predictions.vocabulary import LEARNER_PARTS, LEARNER_WORDS, MODEL_NAMES


def bare(name: str) -> str:
    """Return a name without case and separators.

    >>> bare("CV-Repeat")
    'cvrepeat'
    """
    return re.sub(r"[\W_]+", "", name.casefold())


def names_models(column: str, values: Collection[str] = ()) -> bool:
    """Tell whether a column names the model of each row, by its own name or by that of each of its values.

    >>> names_models("Model name"), names_models("model_a"), names_models("name", ["SVM", "random forest"])
    (True, False, True)
    """
    return bare(column) in MODEL_NAMES or (len(values) > 1 and all(map(_is_learner, values)))


def _is_learner(value: str) -> bool:
    words = [word for word in re.split(r"[\W_\d]+", value.casefold()) if word]
    return bool(LEARNER_WORDS & set(words)) or any(part in "".join(words) for part in LEARNER_PARTS)
