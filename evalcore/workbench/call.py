"""The one call: arrays, models, estimators or a source to the workbench of their task."""

from __future__ import annotations

from typing import Any

from evalcore.workbench.base import Workbench, groups_of
from evalcore.workbench.binary import BinaryWorkbench
from evalcore.workbench.given import given


def workbench(
    y_true: Any,
    scores: Any = None,
    *,
    pos_label: Any = None,
    sample_weight: Any = None,
    case: Any = None,
    groups: Any = None,
    X: Any = None,  # noqa: N803 - as scikit-learn calls it
    name: str | None = None,
    truth: str | None = None,
) -> Workbench:
    found = given(y_true, scores, pos_label=pos_label, sample_weight=sample_weight, case=case, features=X, name=name)
    named = groups_of(groups, found.predictions.n_rows_read)
    return BinaryWorkbench(found.predictions, decides_at=found.decides_at, groups=named)
