"""Exercises of regression error: what one outlier does, and where a model is used."""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

from evalcore.errors import Message
from evalcore.regression import mae, mse, r2
from ui.exercises.kinds import Choice, Exercise, Number, Solution
from ui.regression.pair_exercises import ask_larger_rmse, ask_same_mse
from ui.shared.numbers import number
from ui.shared.text import N_

# The lecture's five values; the last error is the one that becomes an outlier.
TRUTH: Final = (3.0, 5.0, 2.5, 7.0, 4.0)
PREDICTED: Final = (2.5, 5.0, 4.0, 8.0, 4.5)
OUTLIERS: Final = (5.0, 3.0, 8.0)


def _five(error: float) -> tuple[float, ...]:
    """Return the predictions with the last one off by so much."""
    return (*PREDICTED[:-1], TRUTH[-1] + error)


def outlier(error: float) -> Solution:
    """Which share of the sum of squares comes from one error?"""
    moved = _five(error)
    before, after = mse(TRUTH, PREDICTED), mse(TRUTH, moved)
    first, second = mae(TRUTH, PREDICTED), mae(TRUTH, moved)
    rows = len(TRUTH)
    share, part = error**2 / (rows * after), error / (rows * second)
    return Solution(
        share,
        Message(
            "It has {share} of the sum of squares, but {part} of the sum of absolute errors. The MSE goes from "
            "{before} to {after}, the MAE from {first} to {second}: squares count an outlier most.",
            {
                "share": number(share),
                "part": number(part),
                "before": number(before),
                "after": number(after),
                "first": number(first),
                "second": number(second),
            },
        ),
    )


def ask_outlier(error: float = OUTLIERS[0]) -> Number:
    """Ask what one outlier does; again, with another one."""
    return Number(
        key="outlier",
        title=N_("One outlier"),
        prompt=Message(
            "The errors are −0.5, 0, 1.5, 1 and 0.5: MSE {mse}, MAE {mae}. Now the last one becomes {error}. Which "
            "share of the new MSE comes from it alone?",
            {"mse": number(mse(TRUTH, PREDICTED)), "mae": number(mae(TRUTH, PREDICTED)), "error": f"{error:g}"},
        ),
        label=N_("share of the MSE"),
        tolerance=0.05,
        solve=partial(outlier, error),
        again=lambda rng: ask_outlier(OUTLIERS[int(rng.integers(len(OUTLIERS)))]),
    )


class Regions(NamedTuple):
    """MSE of model A at small and at large x; that of model B is the same everywhere."""

    left: float
    right: float
    even: float


REGIONS: Final = (Regions(1, 9, 6), Regions(2, 8, 3), Regions(1, 5, 4))


def flip(regions: Regions) -> Solution:
    """From which share of use at large x is the other model better?"""
    share = (regions.even - regions.left) / (regions.right - regions.left)
    return Solution(
        share,
        Message(
            "With share p of use at large x the MSE of A is (1 − p) · {left} + p · {right}, which is {even} at p = "
            "{share}. (2.3) weights every error by how often such an x comes: which model is better is no property of "
            "the models alone.",
            {
                "left": f"{regions.left:g}",
                "right": f"{regions.right:g}",
                "even": f"{regions.even:g}",
                "share": number(share),
            },
        ),
    )


def ask_flip(regions: Regions = REGIONS[0]) -> Number:
    """Ask where another model becomes the better one; again, with other errors."""
    return Number(
        key="flip",
        title=N_("Where it is used decides"),
        prompt=Message(
            "Model A has MSE {left} at small x and {right} at large x, model B {even} everywhere. From which share of "
            "use at large x on is B the better one?",
            {"left": f"{regions.left:g}", "right": f"{regions.right:g}", "even": f"{regions.even:g}"},
        ),
        label=N_("share of use at large x"),
        tolerance=0.05,
        solve=partial(flip, regions),
        again=lambda rng: ask_flip(REGIONS[int(rng.integers(len(REGIONS)))]),
    )


CONSTANTS: Final = (4.0, 2.0, 7.0)
TEST: Final = (1.0, 2.0, 3.0)


def r_squared(constant: float) -> Solution:
    """What is R² of a constant on test data?"""
    value = r2(TEST, [constant] * len(TEST))
    answer = "negative" if value < 0 else "zero" if value == 0 else "within"
    return Solution(
        answer,
        Message(
            "R² = 1 − Σ(y − f)² / Σ(y − mean)², with the mean of these true values, 2: here it is {value}. On data not "
            "trained on it has no least value; 0 is what this mean itself would have.",
            {"value": number(value)},
        ),
    )


def ask_r_squared(constant: float = CONSTANTS[0]) -> Choice:
    """Ask for R² on test data; again, of another constant."""
    return Choice(
        key="r_squared",
        title=N_("R² on test data"),
        prompt=Message(
            "A model predicts {constant} for three test rows whose true values are 1, 2 and 3. Its R² is",
            {"constant": f"{constant:g}"},
        ),
        options={
            "negative": N_("negative"),
            "zero": N_("0"),
            "within": N_("between 0 and 1"),
            "undefined": N_("undefined: the prediction does not vary"),
        },
        solve=partial(r_squared, constant),
        again=lambda rng: ask_r_squared(CONSTANTS[int(rng.integers(len(CONSTANTS)))]),
    )


FACTORS: Final = (1000, 100, 10)


def units(factor: int) -> Solution:
    """What becomes of the MSE in another unit?"""
    scaled = [[value * factor for value in values] for values in (TRUTH, PREDICTED)]
    ratio = mse(*scaled) / mse(TRUTH, PREDICTED)
    return Solution(
        "squared" if round(ratio) == factor**2 else "same",
        Message(
            "The MSE has squared units, so that it is {ratio} times as large; RMSE and MAE grow {factor} times, and R² "
            "stays {r2}. An MSE without its unit says nothing.",
            {"ratio": f"{round(ratio):,}", "factor": f"{factor:,}", "r2": number(r2(*scaled))},
        ),
    )


def ask_units(factor: int = FACTORS[0]) -> Choice:
    """Ask what another unit does; again, with another one."""
    return Choice(
        key="units",
        title=N_("Another unit"),
        prompt=Message(
            "All true and predicted numbers are written in a unit {factor} times smaller, so that each number is "
            "{factor} times larger. The MSE",
            {"factor": f"{factor:,}"},
        ),
        options={
            "same": N_("stays as it is"),
            "once": N_("grows as the numbers do"),
            "squared": N_("grows by the square of that"),
        },
        solve=partial(units, factor),
        again=lambda rng: ask_units(FACTORS[int(rng.integers(len(FACTORS)))]),
    )


EXERCISES: Final[tuple[Exercise, ...]] = (
    ask_outlier(),
    ask_same_mse(),
    ask_flip(),
    ask_r_squared(),
    ask_larger_rmse(),
    ask_units(),
)
