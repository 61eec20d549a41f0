"""The runs of the laboratory that come with the workbench."""

import numpy as np

from ui.significance.laboratory.runs import precomputed


def test_both_learners_are_there_at_once():
    runs = precomputed()
    assert [(learner, run.n, run.n_replicates, run.alpha) for learner, run in runs.items()] == [
        ("lda", 300, 1_000, 0.05),
        ("1-nn", 200, 1_000, 0.05),
    ]
    assert precomputed() is runs


def test_nobody_can_change_them_for_others():
    for run in precomputed().values():
        assert not run.pvalues.flags.writeable
        assert not run.differing.flags.writeable
        assert not np.isnan(run.pvalues).any()
