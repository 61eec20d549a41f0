"""What the page of curves says of its figure to who cannot see it."""

from __future__ import annotations

from evalcore import metrics
from evalcore.predictions import BinaryView
from evalcore.views.curves import ModelCurves
from ui.curves.controls import Options
from ui.session import computed
from ui.shared.numbers import number
from ui.shared.numbers import threshold as shown
from ui.shared.text import _


def alt(rows: BinaryView, t: float, chosen: Options, drawn: ModelCurves) -> str:
    """Describe the figure at a threshold, with the areas of what is drawn."""
    if chosen.show == "det":
        return _det_alt(rows, t, drawn)
    values = {
        "t": shown(t),
        "model": rows.model,
        "auc": number(drawn.auc.value),
        "ap": number(drawn.average_precision.value),
    }
    if chosen.prevalence is None:
        return _(
            "ROC and P-R curves with the operating point at threshold {t}. {model}: AUC {auc}, average precision {ap}.",
            **values,
        )
    return _(
        "ROC and P-R curves with the operating point at threshold {t}. {model}: AUC {auc}, average precision {ap} at a "
        "prevalence of {prevalence}.",
        prevalence=f"{chosen.prevalence:.4g}",
        **values,
    )


def _det_alt(rows: BinaryView, t: float, drawn: ModelCurves) -> str:
    cm = computed.counts(rows).at(t)
    return _(
        "DET curve with the operating point at threshold {t}: false negative rate {fnr}, false positive rate "
        "{fpr}. {model}: equal error rate {rate}.",
        t=shown(t),
        fnr=number(float(metrics.fnr(cm))),
        fpr=number(float(metrics.fpr(cm))),
        model=rows.model,
        rate=number(drawn.equal_error_rate),
    )
