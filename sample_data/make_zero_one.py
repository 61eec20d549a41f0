"""Write the files below next to this script: `python -m sample_data.make_zero_one`, from the folder of the app.

They hold what learners predict that are trained on each of 100 sets of the noisy boundary, so that the view of the 0-1
loss is there at once: trees of depth 1 to 10, and the four learners of its comparison.
"""

from __future__ import annotations

from pathlib import Path

from evalcore.bias_variance import PlaneProblem
from evalcore.views.bias_variance.classifiers import CLASSIFIERS, FOUR
from evalcore.views.bias_variance.families import Family
from evalcore.views.bias_variance.kept import packed
from evalcore.views.bias_variance.zero_one import zero_one_sweep

FOLDER = Path(__file__).parent
FAMILIES: dict[Path, Family] = {FOLDER / "zero_one_trees.bin": CLASSIFIERS["tree"], FOLDER / "zero_one_four.bin": FOUR}
N, N_SETS, SEED = 100, 100, 0


def made(family: Family) -> bytes:
    """Return the file of a family; the same seed always makes the same."""
    *_, found = zero_one_sweep(PlaneProblem("boundary"), family, n=N, n_sets=N_SETS, seed=SEED)
    return packed(found)


if __name__ == "__main__":
    for path, family in FAMILIES.items():
        path.write_bytes(made(family))
