"""A run of the laboratory in a process of its own: it can be watched and stopped, and what was done then stays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from evalcore.significance.laboratory import LaboratoryResult, nothing_yet
from evalcore.significance.laboratory_learners import Learner
from evalcore.support.apart import answers_apart
from evalcore.support.options import whole_number
from evalcore.support.runs import Run

_WORKER: Final = "evalcore.significance.worker"


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
        self.n_replicates = whole_number(n_replicates, "n_replicates", least=1)
        begun = nothing_yet(learner, n=n)
        asked = {"learner": learner, "n": begun.n, "n_replicates": self.n_replicates, "seed": seed}
        super().__init__(_gathered(begun, answers_apart(_WORKER, asked)))

    @property
    def progress(self) -> float:
        """How much is done, 0 to 1."""
        found = self.result
        return 0.0 if found is None else found.n_replicates / self.n_replicates


def _gathered(found: LaboratoryResult, steps: Iterator[dict[str, Any]]) -> Iterator[LaboratoryResult]:
    for answer in steps:
        found = found.joined(answer["pvalues"])
        yield found
