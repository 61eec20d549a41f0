"""A run of the laboratory beside everything else: it can be watched and stopped, and what was done until then stays."""

from __future__ import annotations

import numpy as np

from evalcore.significance.laboratory import LaboratoryResult, laboratory_steps
from evalcore.significance.laboratory_learners import Learner
from evalcore.support.runs import Run


class LaboratoryRun(Run[LaboratoryResult]):
    """A run that is under way; forgetting it stops it.

    Parameters
    ----------
    learner, n, n_replicates
        As for `run_laboratory`.
    seed : int

    Raises
    ------
    InputError
        Where the laboratory refuses the numbers.
    """

    def __init__(self, learner: Learner, *, n: int, n_replicates: int, seed: int) -> None:
        self.n_replicates = n_replicates
        super().__init__(laboratory_steps(learner, n=n, n_replicates=n_replicates, rng=np.random.default_rng(seed)))

    @property
    def progress(self) -> float:
        """How much is done, 0 to 1."""
        found = self.result
        return 0.0 if found is None else found.n_replicates / self.n_replicates
