"""Learners of one family trained on the same sets, with what they predict along the whole curve."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evalcore.bias_variance import Learner, Simulation, Staged, Sweep, TrainingSets
from evalcore.bias_variance.simulation import sets_a_step
from evalcore.support.arrays import FloatArray, frozen

# Steps of x between 0 and 1 along which curves are drawn; the faint ones have every third.
STEPS: Final = 120
EVERY: Final = 3


def grid() -> FloatArray:
    """Return the x along which curves are drawn, (121,)."""
    return np.linspace(0, 1, STEPS + 1)


@dataclass(frozen=True, eq=False, kw_only=True)
class CurveSweep:
    """A sweep, and the predictions of each of its learners along the curve.

    Parameters
    ----------
    sweep : Sweep
    lines : tuple of (sets, 121) float32
        One a learner: what each set's learner predicts along `grid`, to be drawn.
    """

    sweep: Sweep
    lines: tuple[NDArray[np.float32], ...]

    @property
    def progress(self) -> float:
        """How much is done, 0 to 1."""
        return self.sweep.progress

    @property
    def sets(self) -> TrainingSets:
        """The training sets, once a learner is done."""
        return self.sweep.sets

    @property
    def n_done(self) -> int:
        """How many learners are done."""
        return self.sweep.n_done

    def first(self, n_sets: int) -> CurveSweep:
        """Return the same with the first sets only, as if no others had been drawn."""
        if n_sets == self.sets.n_sets:
            return self
        return CurveSweep(sweep=self.sweep.first(n_sets), lines=tuple(one[:n_sets] for one in self.lines))

    def after(self, before: CurveSweep, known: CurveSweep | None = None) -> CurveSweep:
        """Return the same of the sets of another sweep and then of these; see `Sweep.after`."""
        lines = () if known is None else known.lines
        for more in self.lines[len(lines) :]:
            lines += (frozen(np.concatenate([before.lines[len(lines)], more])),)
        return CurveSweep(sweep=self.sweep.after(before.sweep, None if known is None else known.sweep), lines=lines)

    def at_share(self, share: float) -> CurveSweep:
        """Return the same when so much of the next learner is done."""
        return replace(self, sweep=replace(self.sweep, share=share))

    def and_one(self, found: Simulation, line: NDArray[np.float32]) -> CurveSweep:
        """Return the same with the next learner done."""
        sweep = replace(self.sweep, simulations=(*self.sweep.simulations, found), share=0.0)
        return CurveSweep(sweep=sweep, lines=(*self.lines, line))


def curve_steps(sets: TrainingSets, learners: Sequence[Learner]) -> Iterator[CurveSweep]:
    """Yield what learners predict along the curve, learner by learner, and every few sets of a slow one.

    Parameters
    ----------
    sets : TrainingSets
        Of a problem of one feature, from 0 to 1.
    learners : sequence of Learner
        From rigid to flexible.

    Yields
    ------
    CurveSweep
        Of all learners so far; stages of one learner are trained together, and are done together.
    """
    if (whole := _whole(learners)) is not None:
        yield from _stages(sets, whole, learners)
        return
    found = CurveSweep(sweep=Sweep(simulations=(), n_learners=len(learners)), lines=())
    for learner in learners:
        for trained, line in _training(learner, sets):
            if trained.n_sets < sets.n_sets:
                yield found.at_share(trained.n_sets / sets.n_sets)
            else:
                found = found.and_one(trained, line)
                yield found


def _training(learner: Learner, sets: TrainingSets) -> Iterator[tuple[Simulation, NDArray[np.float32]]]:
    """Yield what `_trained` has found so far: of all sets at once, or of a few more each time."""
    size = sets_a_step(learner, sets)
    found, line = _trained(learner, sets.some(0, size) if size < sets.n_sets else sets)
    yield found, line
    while found.n_sets < sets.n_sets:
        more, line_of_more = _trained(learner, sets.some(found.n_sets, found.n_sets + size))
        found = found.joined(more, sets.some(0, found.n_sets + size))
        line = frozen(np.concatenate([line, line_of_more]))
        yield found, line


def _whole(learners: Sequence[Learner]) -> Staged | None:
    """Return the learner of which all others are stages, None where they are not."""
    staged = [one for one in learners if isinstance(one, Staged)]
    if len(staged) < len(learners) or len(learners) < 2:
        return None
    whole = max(staged, key=lambda one: one.members)
    return whole if all(whole.grown(one.members) == one for one in staged) else None


def _stages(sets: TrainingSets, whole: Staged, learners: Sequence[Learner]) -> Iterator[CurveSweep]:
    """Yield what stages of a learner predict along the curve: none of them until all are done, every few sets."""
    members = [one.members for one in learners if isinstance(one, Staged)]
    found = CurveSweep(sweep=Sweep(simulations=(), n_learners=len(learners)), lines=())
    known: list[tuple[Simulation, NDArray[np.float32]]] = []
    for first in range(0, sets.n_sets, whole.sets_a_step):
        last = min(first + whole.sets_a_step, sets.n_sets)
        some, upto = sets.some(first, last), sets.some(0, last)
        at = _points(some)
        every = whole.stages(some.x, some.y, np.concatenate(at, axis=-2), members)
        more = [_split(one, some, table, at) for one, table in zip(learners, every, strict=True)]
        known = [_joined(*pair, upto) for pair in zip(known, more, strict=True)] if known else more
        if last < sets.n_sets:
            yield found.at_share(len(learners) * last / sets.n_sets)
    for one, line in known:
        found = found.and_one(replace(one, sets=sets), line)
    yield found


_Trained = tuple[Simulation, NDArray[np.float32]]


def _joined(before: _Trained, more: _Trained, sets: TrainingSets) -> _Trained:
    return before[0].joined(more[0], sets), frozen(np.concatenate([before[1], more[1]]))


def _trained(learner: Learner, sets: TrainingSets) -> tuple[Simulation, NDArray[np.float32]]:
    """Train a learner once on every set; predict where it is judged, where it was trained, and along the curve."""
    wanted = _points(sets)
    return _split(learner, sets, learner.predict(sets.x, sets.y, np.concatenate(wanted, axis=-2)), wanted)


def _points(sets: TrainingSets) -> list[FloatArray]:
    """Return where learners predict: along the curve, where they are judged, where they were trained."""
    # With a fixed design learners are judged where they were trained.
    wanted = [grid()[:, None], sets.x] if sets.problem.is_fixed else [grid()[:, None], sets.at, sets.x]
    if not sets.problem.is_fixed:
        wanted = [np.broadcast_to(points, (sets.n_sets, *points.shape[-2:])) for points in wanted]
    return wanted


def _split(
    learner: Learner, sets: TrainingSets, every: FloatArray, wanted: Sequence[FloatArray]
) -> tuple[Simulation, NDArray[np.float32]]:
    """Return what was predicted at each kind of points."""
    line, judged, *rest = np.split(every, np.cumsum([one.shape[-2] for one in wanted])[:-1], axis=1)
    judged = frozen(judged.copy())
    fitted = frozen(rest[0].copy()) if rest else judged
    found = Simulation(sets=sets, learner=learner, predictions=judged, fitted=fitted)
    return found, frozen(line.astype(np.float32))


def with_more(n_sets: int, more: int, most: int) -> int:
    """Return how many sets there are with some more, of which there are `most` at most.

    >>> with_more(200, 1, 1000), with_more(950, 100, 1000)
    (201, 1000)
    """
    return min(n_sets + more, most)
