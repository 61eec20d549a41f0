"""Write zero_one_trees.bin next to this script: `python -m sample_data.make_zero_one`, from the folder of the app.

It holds what trees of depth 1 to 10 predict that are trained on each of 100 sets of the noisy boundary, so that the
view of the 0-1 loss is there at once.
"""

from __future__ import annotations

from pathlib import Path

from evalcore.bias_variance import PlaneProblem
from evalcore.views.bias_variance.classifiers import CLASSIFIERS
from evalcore.views.bias_variance.kept import packed
from evalcore.views.bias_variance.zero_one import zero_one_sweep

FILE = Path(__file__).parent / "zero_one_trees.bin"
N, N_SETS, SEED = 100, 100, 0


def trees() -> bytes:
    """Return the file; the same seed always makes the same."""
    *_, found = zero_one_sweep(PlaneProblem("boundary"), CLASSIFIERS["tree"], n=N, n_sets=N_SETS, seed=SEED)
    return packed(found)


if __name__ == "__main__":
    FILE.write_bytes(trees())
