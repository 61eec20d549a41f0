"""The tables of results: a row a data set, a column an algorithm. `make_samples` writes them with all other files."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from sklearn import datasets
from sklearn.base import ClassifierMixin
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

Rows = tuple[np.ndarray, np.ndarray]
SEED = 0


def algorithms() -> dict[str, ClassifierMixin]:
    """Return the algorithms as they are compared, each with its defaults."""
    return {
        "random forest": RandomForestClassifier(n_estimators=100, random_state=SEED),
        "SVM (RBF)": make_pipeline(StandardScaler(), SVC()),
        "5-NN": make_pipeline(StandardScaler(), KNeighborsClassifier(5)),
        "logistic regression": make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)),
        "naive Bayes": GaussianNB(),
        "decision tree": DecisionTreeClassifier(random_state=SEED),
    }


def data_sets() -> dict[str, Rows]:
    """Return the data sets: those scikit-learn ships with classes, and those it draws."""
    diabetes, target = datasets.load_diabetes(return_X_y=True)
    return {
        "iris": datasets.load_iris(return_X_y=True),
        "wine": datasets.load_wine(return_X_y=True),
        "breast cancer": datasets.load_breast_cancer(return_X_y=True),
        "digits": datasets.load_digits(return_X_y=True),
        # Made a classification: is the disease above its median?
        "diabetes": (diabetes, target > np.median(target)),
        "moons": datasets.make_moons(400, noise=0.3, random_state=SEED),
        "circles": datasets.make_circles(400, noise=0.15, factor=0.6, random_state=SEED),
        "blobs": datasets.make_blobs(400, centers=4, cluster_std=2.2, random_state=SEED)[:2],
        "Hastie": datasets.make_hastie_10_2(600, random_state=SEED),
        "quantiles": datasets.make_gaussian_quantiles(n_samples=400, n_features=4, n_classes=3, random_state=SEED),
        "two of twenty": datasets.make_classification(400, 20, n_informative=2, flip_y=0.05, random_state=SEED),
        "four clusters": datasets.make_classification(
            400, 10, n_informative=4, n_classes=4, n_clusters_per_class=1, class_sep=0.8, random_state=SEED
        ),
    }


def cross_validated_errors(*names: str) -> str:
    """Error rates of ten-fold cross validation, of all data sets or those named: the same folds for every algorithm."""
    folds = StratifiedKFold(10, shuffle=True, random_state=SEED)
    lines = [",".join(["data set", *algorithms()])]
    for name, (features, target) in data_sets().items():
        if names and name not in names:
            continue
        accuracies = (cross_val_score(one, features, target, cv=folds).mean() for one in algorithms().values())
        lines.append(",".join([name, *(f"{1 - accuracy:.4f}" for accuracy in accuracies)]))
    return "\n".join(lines) + "\n"


TABLES: dict[str, Callable[[], str]] = {"cross_validated_errors.csv": cross_validated_errors}
