"""Exercises about the parts of the error: which shrinks, who has most bias, variance without noise, the gap."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Final, NamedTuple

from evalcore.bias_variance import Learner, NearestNeighbours, Polynomial, SquaredMean
from evalcore.errors import Message
from evalcore.views.bias_variance.derivation import optimism
from ui.bias_variance.cases import SETS, Case, said, simulated
from ui.exercises.kinds import Choice, Number, Several, Solution
from ui.shared.numbers import number
from ui.shared.text import N_


class Change(NamedTuple):
    """A learner and a problem before and after something is changed, and how that is put."""

    before: tuple[Case, int]
    after: tuple[Case, int]
    said: Message


PARTS: Final = {"bias2": N_("bias²"), "variance": N_("variance"), "noise": N_("noise")}
CHANGES: Final = (
    Change((Case(), 1), (Case(n=200), 1), Message("polynomials of degree 1 get 200 points instead of 25")),
    Change((Case(), 1), (Case(), 3), Message("polynomials have degree 3 instead of 1")),
    Change(
        (Case(), 1),
        (Case(sigma=0.1), 1),
        Message("polynomials of degree 1 see noise of standard deviation 0.1 instead of 0.3"),
    ),
    Change((Case("step"), 3), (Case("step", 200), 3), Message("polynomials of degree 3 get 200 points instead of 25")),
    Change((Case("step"), 3), (Case("step"), 9), Message("polynomials have degree 9 instead of 3")),
)


@lru_cache(maxsize=16)
def parts_of(shape: str, n: int, sigma: float, degree: int) -> SquaredMean:
    """Return the parts of the error of polynomials of a degree."""
    return simulated(Case(shape, n, sigma), Polynomial(degree)).squared().mean


def shrinking(change: Change) -> Solution:
    """Which parts of the error fall to less than half?"""
    before, after = (parts_of(*case, degree) for case, degree in (change.before, change.after))
    smaller = frozenset(name for name in PARTS if getattr(after, name) < getattr(before, name) / 2)
    values = {
        f"{name}_{when}": number(getattr(mean, name), 4)
        for name in PARTS
        for when, mean in (("before", before), ("after", after))
    }
    return Solution(
        smaller,
        Message(
            "Bias² goes from {bias2_before} to {bias2_after}, variance from {variance_before} to {variance_after}, "
            "noise from {noise_before} to {noise_after}. For polynomials of one degree more data lower variance, "
            "hardly bias; for a tree or a fixed number of neighbours they lower bias, too. A more flexible learner "
            "lowers bias and has more variance; with less noise in the targets the fits vary less, too, but what the "
            "learner cannot follow it still cannot.",
            values,
        ),
    )


def ask_shrinking(change: Change = CHANGES[0]) -> Several:
    """Ask which parts shrink; again, by another change."""
    return Several(
        key="shrinks",
        title=N_("Which part shrinks?"),
        prompt=Message(
            "Many training sets are drawn: {n} points of {truth} with noise of standard deviation σ = {sigma}. Now "
            "{change}. Which parts of the error fall to less than half?",
            {**said(change.before[0]), "change": change.said},
        ),
        options=PARTS,
        solve=partial(shrinking, change),
        again=lambda rng: ask_shrinking(CHANGES[int(rng.integers(len(CHANGES)))]),
    )


LEARNERS: Final[Mapping[str, tuple[Learner, str]]] = {
    "line": (Polynomial(1), N_("A straight line")),
    "five": (Polynomial(5), N_("A polynomial of degree 5")),
    "five_nearest": (NearestNeighbours(5), N_("The mean of the 5 nearest neighbours")),
    "nearest": (NearestNeighbours(1), N_("The nearest neighbour")),
}
EDGES: Final = (25, 41, 61)


@lru_cache(maxsize=8)
def most_bias(n: int) -> Solution:
    """Which learner has most bias right beside a step?"""
    place = n // 2 + 1
    found = {name: simulated(Case("step", n), learner).squared() for name, (learner, _said) in LEARNERS.items()}
    bias = {name: float(parts.bias2_corrected[place]) for name, parts in found.items()}
    return Solution(
        max(bias, key=lambda name: bias[name]),
        Message(
            "Bias² there is {line} for the line, {five} for degree 5, {five_nearest} for 5 neighbours and {nearest} "
            "for the nearest one. A line is the same line left and right of the step, so no amount of data lets it "
            "jump; neighbours only look as far as the next few points. The nearest one pays in variance: {variance} "
            "against {line_variance}.",
            {
                **{name: number(value) for name, value in bias.items()},
                "variance": number(float(found["nearest"].variance[place])),
                "line_variance": number(float(found["line"].variance[place])),
            },
        ),
    )


def ask_most_bias(n: int = EDGES[0]) -> Choice:
    """Ask for the learner with most bias at a step; again, with other numbers of points."""
    return Choice(
        key="step_bias",
        title=N_("In the middle of a step"),
        prompt=Message(
            "The truth jumps from −1 to 1 at x = 0.5. Training sets have {n} points in equal steps, noise of "
            "standard deviation 0.3. x₀ is the first point to the right of the middle one. Which learner has most bias "
            "there?",
            {"n": n},
        ),
        options={name: said for name, (_learner, said) in LEARNERS.items()},
        solve=partial(most_bias, n),
        again=lambda rng: ask_most_bias(EDGES[int(rng.integers(len(EDGES)))]),
    )


NOISELESS: Final = (1, 2, 3)


@lru_cache(maxsize=8)
def without_noise(degree: int) -> Solution:
    """Is there variance without noise?"""
    case = Case(sigma=0.0)
    fixed, random = (
        simulated(case, Polynomial(degree), design).squared().mean.variance for design in ("fixed", "random")
    )
    answer = {(False, False): "never", (False, True): "random", (True, True): "always"}
    return Solution(
        answer[fixed > 1e-12, random > 1e-12],
        Message(
            "With the same x in every set all sets are one and the same, and so are the fits: variance {fixed}. Where "
            "each set draws its own x, they still differ, as each fit is bent by where its points happen to lie: "
            "variance {random}, without any noise. Variance comes from the draw of D, and noise is but one thing that "
            "is drawn.",
            {"fixed": number(abs(fixed)), "random": number(random, 4)},
        ),
    )


def ask_without_noise(degree: int = NOISELESS[0]) -> Choice:
    """Ask whether there is variance without noise; again, of another degree."""
    return Choice(
        key="no_noise",
        title=N_("No noise at all"),
        prompt=Message(
            "σ = 0: each y is the truth itself, a sine. Polynomials of degree {degree} are fitted to {n} points, for "
            "many training sets. Can their test error still have variance?",
            {"degree": degree, "n": Case().n},
        ),
        options={
            "never": N_("No, never: without noise nothing varies."),
            "random": N_("Only where each set draws its own x."),
            "always": N_("Yes, always."),
        },
        solve=partial(without_noise, degree),
        again=lambda rng: ask_without_noise(NOISELESS[int(rng.integers(len(NOISELESS)))]),
    )


# Degree, points and noise; each gap is well away from 0.
GAPS: Final = ((5, 25, 0.3), (9, 25, 0.5), (3, 15, 0.5), (1, 10, 0.6), (12, 50, 0.6))


@lru_cache(maxsize=8)
def gap(degree: int, n: int, sigma: float) -> Solution:
    """How much lower is the error on the targets trained on?"""
    found = optimism(simulated(Case(n=n, sigma=sigma), Polynomial(degree)))
    return Solution(
        found.expected,
        Message(
            "2σ²(d + 1)/n = 2 · {noise} · {freedom}/{n} = {expected}. In {sets} simulated sets the error is {fresh} on "
            "fresh targets and {training} on those trained on. Each fit has followed its own targets with d + 1 "
            "coefficients, so noise and fit go together: that is 2 Cov($f, y_D$), and it is neither bias nor variance.",
            {
                "noise": number(found.noise, 2),
                "freedom": f"{found.degrees_of_freedom:.0f}",
                "n": n,
                "expected": number(found.expected, 4),
                "sets": SETS,
                "fresh": number(found.found.fresh_error),
                "training": number(found.found.training_error),
            },
        ),
    )


def ask_gap(degree: int = GAPS[0][0], n: int = GAPS[0][1], sigma: float = GAPS[0][2]) -> Number:
    """Ask for the gap between fresh and same targets; again, with other numbers."""
    return Number(
        key="optimism",
        title=N_("Fresh y against the y trained on"),
        prompt=Message(
            "Polynomials of degree {degree}, {n} points, noise of standard deviation σ = {sigma}. Take the mean "
            "error on fresh targets at the points trained on, and that on the very targets trained on. By how much is "
            "the second one lower?",
            {"degree": degree, "n": n, "sigma": f"{sigma:g}"},
        ),
        label=N_("fresh error − training error"),
        tolerance=0.01,
        solve=partial(gap, degree, n, sigma),
        again=lambda rng: ask_gap(*GAPS[int(rng.integers(len(GAPS)))]),
    )
