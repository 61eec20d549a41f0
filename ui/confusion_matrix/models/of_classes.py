"""All models of many classes: whose answers are right most often, and by how much that is more than those of others."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

import pandas as pd
import streamlit as st

from evalcore import metrics
from evalcore.counts import class_matrix
from evalcore.decisions import Leading, ModelPairs, leading, pair_differences
from evalcore.metrics import Reading
from evalcore.views.models import right_of
from ui.confusion_matrix.models import found, sections
from ui.frame.tabs import Tab
from ui.session import files, loaded, looked_at, memory
from ui.shared import several
from ui.shared.numbers import count, interval, number
from ui.shared.text import _, paragraph, show_said, show_said_of

_NAME: Final = "accuracy"


@dataclass(frozen=True, eq=False)
class Accuracies:
    """The accuracy of each model, the differences of all pairs where there are some, and who leads."""

    readings: dict[str, Reading]
    pairs: ModelPairs | None
    leading: Leading


def tab() -> list[Tab]:
    """Return the part, where there are several models."""
    return [Tab("compare", _show, title=_("All models"))] if len(loaded.models()) > 1 else []


def _accuracies() -> Accuracies:
    predictions = looked_at.predictions()

    def make() -> Accuracies:
        read = {name: _reading(name) for name in loaded.models()}
        cases = None if predictions.cases is None else predictions.cases.several
        pairs = None
        if predictions.weight is None:
            pairs = pair_differences(right_of(predictions), names=(_NAME,), case=cases)
        return Accuracies(read, pairs, leading({name: of.value for name, of in read.items()}, pairs, _NAME))

    made: Accuracies = memory.memo("accuracies", predictions.digest, *loaded.models(), make=make, most=2)
    return made


def _reading(name: str) -> Reading:
    labels = loaded.labels_of(name)
    given = {"model": name} if labels is None else {"labels": labels}
    return metrics.readings(class_matrix(looked_at.predictions(), **given), names=(_NAME,))[0]


def _show() -> None:
    of = _accuracies()
    paragraph(sections.said_of_leading(of.leading, of.readings, _("accuracy"), of.pairs))
    _table(of)
    several.show_picked(len(of.readings))
    if of.pairs is None:
        show_said(found.WEIGHTED)
    else:
        several.show_rule(of.pairs.n_pairs)
        sections.all_pairs(of.pairs, _("accuracy"))
    show_said_of(*of.readings.values())


def _table(of: Accuracies) -> None:
    """Show all models, the best first; one that is taken is looked at on every page."""
    names = sorted(of.readings, key=lambda name: -of.readings[name].value)
    key = f"classes_models_{loaded.model()}"
    frame, alt = pd.DataFrame([_line(name, of) for name in names]), _("All models, the best first")
    sections.of_models(frame, alt=alt, key=key, on_select=partial(_selected, key, names))
    if of.pairs is not None:
        files.offer(of.pairs.to_frame(), label=_("All pairs as CSV"), name="model_pairs")


def _line(name: str, of: Accuracies) -> dict[str, str]:
    reading = of.readings[name]
    mark = sections.HERE if name == loaded.model() else ""
    return {
        _("model"): f"{mark}{name}",
        _("accuracy"): f"{number(reading.value)} {interval(reading.low, reading.high)}",
        **({} if of.pairs is None else sections.less(of.leading.differences.get(name))),
        _("rows right"): count(reading.successes or 0),
    }


def _selected(key: str, names: list[str]) -> None:
    taken = st.session_state[key].selection.rows
    if taken:
        st.session_state["model"] = names[taken[0]]
        looked_at.changed()
