"""Tables that the tests of the views and of the figures of regression share."""

import numpy as np
import pandas as pd

from evalcore.regression import PredictionTable, prediction_table
from ui.session.samples import FOLDER


def five() -> PredictionTable:
    frame = pd.read_csv(FOLDER / "five_values.csv")
    return prediction_table(frame, truth="y", models=["prediction"])


def regions() -> PredictionTable:
    frame = pd.read_csv(FOLDER / "two_regions.csv").drop(columns="id")
    return prediction_table(frame, truth="y", models=["even", "local"])


def many(n: int = 5_000) -> PredictionTable:
    rng = np.random.default_rng(0)
    truth = rng.normal(size=n)
    frame = pd.DataFrame({"y": truth, "a": truth + rng.normal(size=n)})
    return prediction_table(frame, truth="y", models=["a"])
