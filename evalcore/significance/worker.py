"""What the process of a run of the laboratory does: it draws replicates, and answers with their p-values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from evalcore.significance.laboratory import STEP, laboratory_steps


def answers(asked: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the p-values of a few replicates each time; see `laboratory_run`, which asks."""
    rng = np.random.default_rng(asked["seed"])
    steps = laboratory_steps(asked["learner"], n=asked["n"], n_replicates=asked["n_replicates"], rng=rng)
    for at, found in enumerate(steps):
        yield {"pvalues": found.pvalues[:, at * STEP :]}
