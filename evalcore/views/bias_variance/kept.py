"""A sweep of classifiers as a small file, so that a page has something to show before anything is trained."""

from __future__ import annotations

import zlib

import numpy as np

from evalcore.bias_variance import PlaneProblem, Simulation, Sweep
from evalcore.support.arrays import frozen
from evalcore.views.bias_variance.families import Family
from evalcore.views.bias_variance.zero_one import zero_one_sets


def packed(found: Sweep) -> bytes:
    """Return what the learners of a sweep predict: a bit each, and of all but the first what differs from the last one.

    Parameters
    ----------
    found : Sweep
        Of two classes, whole.
    """
    bits = np.stack([np.concatenate([one.predictions, one.fitted], axis=1) for one in found.simulations])
    bits[1:] ^= bits[:-1]
    return zlib.compress(np.packbits(bits).tobytes(), 9)


def unpacked(data: bytes, problem: PlaneProblem, family: Family, *, n: int, n_sets: int, seed: int) -> Sweep:
    """Return the sweep again, without training: its sets are drawn anew from the seed.

    Parameters
    ----------
    data : bytes
        What `packed` made of it.
    problem, family, n, n_sets, seed
        As in `zero_one_sweep`.
    """
    sets, learners = zero_one_sets(problem, n=n, n_sets=n_sets, seed=seed), family.make(n)
    judged = len(sets.at)
    shape = (len(learners), n_sets, judged + n)
    bits = np.unpackbits(np.frombuffer(zlib.decompress(data), np.uint8), count=int(np.prod(shape))).reshape(shape)
    every = np.bitwise_xor.accumulate(bits, axis=0).astype(np.bool_)
    simulations = tuple(
        Simulation(sets=sets, learner=learner, predictions=frozen(one.copy()), fitted=frozen(other.copy()))
        for learner, one, other in zip(learners, every[:, :, :judged], every[:, :, judged:], strict=True)
    )
    return Sweep(simulations=simulations, n_learners=len(learners))
