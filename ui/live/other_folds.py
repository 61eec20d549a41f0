"""What a wish is worth where each fold is decided by the threshold that fulfils it on the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd

from evalcore.counts import ConfusionMatrix, SourcedView
from evalcore.decisions import NestedChoice, Wish, grouped, nested_choice
from evalcore.errors import InputError, Message
from evalcore.metrics import METRICS
from evalcore.predictions import BinaryView, random_folds
from ui.live.chosen_by import title
from ui.session import chosen_on, computed, looked_at, memory, sides
from ui.session.chosen_on import FOLDS
from ui.shared import tables
from ui.shared.numbers import UNDEFINED, count, interval, number
from ui.shared.numbers import threshold as shown
from ui.shared.text import _, listed, paragraph, say, show_said, show_said_of

_COLUMN: Final = "on_new_rows_by"  # of a file


@dataclass(frozen=True, eq=False)
class OtherFolds:
    """What was found fold by fold, or why it could not be."""

    found: NestedChoice | None
    refused: Message | None = None

    @property
    def new(self) -> ConfusionMatrix | None:
        """What all folds together decide, each by the threshold of the others."""
        return None if self.found is None or self.found.reason is not None else self.found.confusion


def of(rows: BinaryView, wish: Wish) -> OtherFolds | None:
    """Return what a wish is worth on the folds left out; None where these are not asked for."""
    on = chosen_on.asked()
    if on.kind != FOLDS or isinstance(rows, SourcedView) or not rows.has_score:
        return None

    def make() -> OtherFolds:
        try:
            return OtherFolds(_found(rows, wish))
        except InputError as error:
            return OtherFolds(None, error.message)

    return memory.memo("other folds", rows.key, wish, on, make=make)


def _found(rows: BinaryView, wish: Wish) -> NestedChoice:
    fold = _folds()
    # A row without a fold has a part in none.
    known = fold.codes >= 0
    return nested_choice(
        rows.y_true[known],
        computed.score(rows)[known],
        grouped(fold[known]),
        wish,
        sample_weight=None if rows.weight is None else rows.weight[known],
        case=None if rows.cases is None else rows.cases.of(known),
        names=tuple(METRICS),
    )


def _folds() -> Any:
    """Return the fold of each row: that of the file, or one drawn at random."""
    on, predictions = chosen_on.asked(), looked_at.predictions()
    if predictions.folds is not None and not on.k and sides.has_folds():
        labels = pd.CategoricalDtype(list(predictions.folds.labels))
        return pd.Categorical.from_codes(predictions.folds.codes, dtype=labels)
    k = on.k or sides.K
    drawn = random_folds(predictions, k, np.random.default_rng(on.seed))
    return pd.Categorical.from_codes(drawn, dtype=pd.CategoricalDtype([str(fold + 1) for fold in range(k)]))


def which() -> str:
    """Say whose folds they are, as a file says it."""
    on, folds = chosen_on.asked(), looked_at.predictions().folds
    if folds is not None and not on.k and sides.has_folds():
        return f"other folds of {folds.column}"
    return f"other folds of {on.k or sides.K} at random (seed {on.seed})"


def about(one: OtherFolds | None) -> dict[str, str]:
    """Return what a file says of how the values on new rows were found, to be a column."""
    return {} if one is None or one.new is None else {_COLUMN: which()}


def sentence(one: OtherFolds, wish: Wish) -> str:
    """Say between which thresholds the folds chose, and how far what was wished varies; or why they chose none."""
    if one.refused is not None:
        return say(one.refused)
    found = one.found
    if found is None or found.reason is not None:
        return "" if found is None or found.reason is None else say(found.reason)
    chosen = found.threshold[~np.isnan(found.threshold)]
    table = computed.counts(looked_at.binary())
    varies = [_("{metric} {sd}", metric=title(name), sd=number(found.spread(_listed(name)))) for name in _metrics(wish)]
    return _(
        "Chosen on the other folds each time, t lies from {low} to {high}; standard deviation over the {n} folds: "
        "{varies}.",
        low=shown(float(chosen.min()), table),
        high=shown(float(chosen.max()), table),
        n=count(len(found.folds)),
        varies=listed(varies),
    )


def show(one: OtherFolds, wish: Wish) -> None:
    """Show fold by fold which threshold the others chose and what was decided by it, and all folds together."""
    found = one.found
    if found is None:
        show_said(one.refused)
        return
    paragraph(
        "The rows are dealt into parts, the folds. Each part is judged at the threshold that was chosen on all the "
        "others: no row has a say in its own threshold."
    )
    table, names = computed.counts(looked_at.binary()), _metrics(wish)
    each = [
        (
            str(fold),
            UNDEFINED if np.isnan(t) else shown(float(t), table),
            count(cm.n),
            *(number(float(found.values[_listed(name)][k])) for name in names),
        )
        for k, (fold, t, cm) in enumerate(zip(found.folds, found.threshold, found.matrices, strict=True))
    ]
    read = {reading.name: reading for reading in found.readings}
    whole = (read[_listed(name)] for name in names)
    together = [f"{number(one.value)} {interval(one.low, one.high)}" for one in whole]
    rows = [*each, (_("all folds"), "", count(found.confusion.n), *together)]
    titles = [_("fold"), _("threshold"), _("rows"), *(title(name) for name in names)]
    tables.show(pd.DataFrame(rows, columns=titles), alt=_("Each fold by the threshold of the others"), height="auto")
    show_said(found.reason, *found.warnings)
    show_said_of(*(read[_listed(name)] for name in names))


def _metrics(wish: Wish) -> tuple[str, ...]:
    """Return what is read of a wish; of costs, which have no metric, both kinds of mistakes."""
    return wish.metrics or ("recall", "fpr")


def _listed(name: str) -> str:
    return name if METRICS[name].listed else "f_beta"
