"""Every view of every page that shows a figure, as an address; a new view is in it by itself."""

from __future__ import annotations

from ui.bias_variance import controls as bias_variance
from ui.calibration import controls as calibration
from ui.confusion_matrix import controls as confusion_matrix
from ui.curves import controls as curves
from ui.hypotheses import controls as hypotheses
from ui.regression import controls as regression
from ui.resampling import controls as resampling
from ui.significance import controls as significance
from ui.significance.folds.data import KINDS
from ui.significance.one.controls import TESTS

# One group with the others in outline, and a threshold chosen on other rows with these in outline.
_GROUP, _HALF = "groups_by=fold&group=1", "chosen_on=half~3&chosen=f1"
# What a view shows besides its first form, and what pages show of other samples.
FURTHER = {
    "confusion_matrix": (
        *("sample=melon-20", "sample=rare-class", "sample=breast-cancer&groups_by=fold"),
        *(f"sample=breast-cancer&{more}" for more in (_GROUP, _HALF)),
    ),
    "curves": (
        "sample=two-models&curves_area=1&curves_equal_error=1&curves_break_even=1&curves_hull=1",
        *(f"sample=breast-cancer&{more}" for more in (_GROUP, _HALF)),
    ),
    "costs": (
        *(f"sample={key}{more}" for key in ("lecture-20", "card-fraud", "digits") for more in ("", "&cost_planes=1")),
        *(f"sample=breast-cancer&cost_planes=1&{more}" for more in (_GROUP, _HALF)),
    ),
    "calibration": (
        "sample=breast-cancer&pb_view=decision&pb_gain=model:random_forest",
        "sample=melon-20&pb_view=ranking",
    ),
    "significance": (
        *(f"question=one&one_test={test}" for test in TESTS),
        *(f"question=folds&folds_kind={kind}" for kind in KINDS),
    ),
    "hypotheses": ("ml_seen=2",),
    "resampling": ("ev_method=kfold", "ev_method=training"),
    "bias_variance": ("bv_polynomial=1", "bv_show=learning", "bv_show=all"),
    "regression": ("re_data=five_values",),
}
_VIEWS = {
    "confusion_matrix": [f"sample=digits&view={view}" for view in confusion_matrix.VIEWS],
    "curves": [f"sample=melon-20&curves_show={view}" for view in curves.VIEWS],
    "costs": [],
    "calibration": [
        f"sample=miscalibrated&model=model_b&chosen_on=half~0&pb_view={view}" for view in calibration.VIEWS
    ],
    "significance": [f"question={view}" for view in significance.QUESTIONS],
    "hypotheses": [f"ml_view={view}" for view in hypotheses.VIEWS],
    "resampling": [f"ev_view={view}" for view in resampling.VIEWS],
    "bias_variance": [f"bv_view={view}" for view in bias_variance.VIEWS],
    "regression": [f"re_view={view}" for view in regression.VIEWS],
}
EVERY = {page: tuple(dict.fromkeys([*views, *FURTHER[page]])) for page, views in _VIEWS.items()}
