"""Small real tables that come with scikit-learn, which is imported when the first is asked for."""

from __future__ import annotations

from typing import Final

import pandas as pd

from evalcore.support.checks import option

# By name the column that is learned.
EXAMPLES: Final = {"diabetes": "progression", "breast_cancer": "diagnosis", "wine": "grower"}


def example_table(name: str) -> pd.DataFrame:
    """Which table comes with scikit-learn by this name?

    Parameters
    ----------
    name : "diabetes", "breast_cancer" or "wine"

    Returns
    -------
    DataFrame
        442 patients and how far their disease had progressed a year later; 569 tumours and whether they were malignant;
        178 wines of three growers. What is learned is the last column.

    References
    ----------
    Efron, Hastie, Johnstone and Tibshirani (2004), https://doi.org/10.1214/009053604000000067; Street, Wolberg and
    Mangasarian (1993), https://doi.org/10.1117/12.148698; Aeberhard and Forina (1991), https://doi.org/10.24432/C5PC7J

    Examples
    --------
    >>> example_table("diabetes").shape
    (442, 11)
    """
    from sklearn import datasets  # noqa: PLC0415 - takes a second to import

    option(name, "name", EXAMPLES)
    if name == "diabetes":
        frame: pd.DataFrame = datasets.load_diabetes(as_frame=True, scaled=False).frame
        return frame.rename(columns={"target": EXAMPLES[name]})
    loaded = (datasets.load_breast_cancer if name == "breast_cancer" else datasets.load_wine)(as_frame=True)
    classes = [str(label) for label in loaded.target_names]
    features: pd.DataFrame = loaded.data
    return features.assign(**{EXAMPLES[name]: [classes[place] for place in loaded.target]})
