"""The part of the Compare tab that has all models: a sentence, a table to choose from, all pairs, two matrices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final, Literal

import pandas as pd
import streamlit as st

from evalcore.counts import SourcedView
from evalcore.decisions import Leading, ModelPairs, PairDifference
from evalcore.errors import Message
from evalcore.metrics import METRICS, Reading
from ui.confusion_matrix.models import beside, found, setting
from ui.confusion_matrix.models.found import Compared, Model
from ui.confusion_matrix.models.setting import Setting
from ui.frame.tabs import Tab
from ui.live import bridge, chosen_here
from ui.session import computed, files, loaded, looked_at, rescaled
from ui.shared import controls, several, tables
from ui.shared.numbers import count, interval, number, pvalue
from ui.shared.numbers import threshold as shown
from ui.shared.text import _, listed, paragraph, plain, remark, said_of, say, sentences, show_said, show_said_of

# So many models stand in the table without scrolling.
MOST_AT_ONCE: Final = 15
HERE: Final = "▸ "
_TABLE: Final = "models_table"
_TAKEN: Final = "models_taken"


def tab(t: float | None) -> list[Tab]:
    """Return the part, where there are several models."""
    return [Tab("compare", partial(_show, t), title=_("All models"))] if len(loaded.models()) > 1 else []


def _show(t: float | None) -> None:
    by = setting.ask(t)
    of = found.compared(by)
    if not of.models:
        paragraph(_("No model does what is wished."))
        _left_out(by.left_out)
        return
    paragraph(sentences(sentence(of, by), _on_other_scales(of, by), _favoured(t, by)))
    _table(of, by)
    several.show_picked(len(of.models))
    _minded(of, by)
    if of.pairs is not None:
        beside.show(of, by)
        all_pairs(of.pairs, _title(by))


def sentence(of: Compared, by: Setting) -> str:
    """Say which model leads, and than how many others that is shown."""
    readings = {one.rows.model: one.reading for one in of.models}
    lowest = METRICS[by.name].smaller_is_better
    return said_of_leading(of.leading, readings, _title(by), of.pairs, lowest=lowest)


def _on_other_scales(of: Compared, by: Setting) -> str | None:
    """Say that one threshold means another thing of recalibrated scores than of those they are made of."""
    names = [one.rows.model for one in of.models]
    mended_ones = [name for name in names if rescaled.made(name) is not None]
    if by.way != setting.ONE or not mended_ones or len(mended_ones) == len(names):
        return None
    return _(
        "But the scores of {models} are on a scale of their own: at one threshold for all they are not compared alike. "
        "*One wish* chooses for each model.",
        models=listed(plain(name) for name in mended_ones),
    )


def _favoured(t: float | None, by: Setting) -> str | None:
    """Say that the threshold at which all are compared was chosen for one of them on these same rows, if it was."""
    found = None if by.way == setting.WISH else chosen_here.favoured(looked_at.binary(), t)
    if found is None or t is None or found[0] not in by.models or by.at(found[0]) != t:
        return None
    return _(
        "But t = {t} was chosen for {model} on these same rows ({wish}), which favours it. Fairer is *One wish*, which "
        "chooses for each model; best is a test on new rows.",
        t=shown(t, computed.counts(looked_at.binary(found[0]))),
        model=plain(found[0]),
        wish=chosen_here.name(found[1]),
    )


def said_of_leading(
    led: Leading, readings: Mapping[str, Reading], metric: str, pairs: ModelPairs | None, *, lowest: bool = False
) -> str:
    """Say which model leads by a metric, and than how many others that is shown."""
    if led.model is None:
        return _("{metric} has no value for any model at these thresholds.", metric=metric)
    reading = readings[led.model]
    return several.said_of_best(
        led.model,
        metric,
        (reading.value, reading.low, reading.high),
        tied=led.tied,
        shown=None if pairs is None else led.shown,
        n_others=led.n_others,
        lowest=lowest,
    )


def _title(by: Setting) -> str:
    return setting.title(by.name)


def of_models(frame: pd.DataFrame, *, alt: str, key: str, on_select: Callable[[], None]) -> None:
    """Show a table of models, a line each, of which one can be taken; on a phone their cards, where none can."""
    if bridge.is_narrow():
        tables.show(frame, alt=alt, as_cards=True)
        return
    height: Literal["auto", "content"] = "content" if len(frame) <= MOST_AT_ONCE else "auto"
    tables.choose(frame, alt=alt, key=key, on_select=on_select, height=height, of_rows=False)


def _table(of: Compared, by: Setting) -> None:
    """Show all models, the best first; one that is taken is looked at on every page, at its threshold here."""
    frame = pd.DataFrame([_line(one, of, by) for one in of.models])
    names = [one.rows.model for one in of.models]
    key = f"{_TABLE}_{'_'.join(map(str, (by.way, by.name, loaded.model())))}"
    alt = _("All models at their thresholds, the best first")
    of_models(frame, alt=alt, key=key, on_select=partial(_selected, key, names, by))
    controls.seed(_TAKEN, None)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox(
            _("Show matrix, curves and costs"),
            names,
            index=None,
            key=_TAKEN,
            placeholder=_("of another model"),
            on_change=partial(_chosen, by),
            width=270,
            help=sentences(
                _("It becomes the model of every page, with its threshold here."),
                None if bridge.is_narrow() else _("So does a click on its row."),
            ),
        )
        about = {
            **files.about(looked_at.binary()),
            "compared_at": by.way,
            "wish": "" if by.wish is None else by.wish.write(),
        }
        about.pop("model")
        files.offer(_in_full(of, by).assign(**about), label=_("Models as CSV"), name="models")
        if of.pairs is not None:
            pairs = of.pairs.to_frame().assign(**about)
            files.offer(pairs, label=_("All pairs as CSV"), name="model_pairs")


def _line(one: Model, of: Compared, by: Setting) -> dict[str, str]:
    """Return what the table has of a model."""
    name, cm = one.rows.model, one.cm
    mark = HERE if name == loaded.model() else ""
    ahead = of.leading.differences.get(name)
    return {
        _("model"): f"{mark}{name}",
        _("t"): _threshold(one, by),
        _title(by): f"{number(one.reading.value)} {interval(one.reading.low, one.reading.high)}",
        **({} if of.pairs is None else less(ahead)),
        **{cell: count(getattr(cm, cell.lower())) for cell in ("TP", "FN", "FP", "TN")},
    }


def less(ahead: PairDifference | None) -> dict[str, str]:
    """Return by how much the model that leads is ahead, with the interval that holds for all pairs."""
    titles = _("the best less this one"), _("p (Holm)")
    if ahead is None:
        return dict.fromkeys(titles, "")
    return {titles[0]: f"{number(ahead.value)} {interval(ahead.low_all, ahead.high_all)}", titles[1]: _pvalue(ahead)}


def _pvalue(of: PairDifference) -> str:
    return pvalue(of.adjusted)


def _threshold(one: Model, by: Setting) -> str:
    """Write the threshold of a model, one of its own with as many digits as tell its scores apart."""
    if one.threshold is None:
        return _("labels")
    return shown(one.threshold, None if by.way == setting.ONE else computed.counts(one.rows))


def _in_full(of: Compared, by: Setting) -> pd.DataFrame:
    """Return all models with all digits."""
    return pd.DataFrame(
        [
            {
                "model": one.rows.model,
                "threshold": one.threshold,
                "metric": by.name,
                **{end: getattr(one.reading, end) for end in ("value", "low", "high")},
                **{cell: getattr(one.cm, cell) for cell in ("tp", "fn", "fp", "tn")},
                "note": " ".join(map(str, (one.reading.reason or "", *one.reading.warnings))).strip(),
            }
            for one in of.models
        ]
    )


def _selected(key: str, names: list[str], by: Setting) -> None:
    taken = st.session_state[key].selection.rows
    if taken:
        take(names[taken[0]], by)


def _chosen(by: Setting) -> None:
    name = st.session_state.pop(_TAKEN, None)
    if name is not None:
        take(name, by)


def take(name: str, by: Setting) -> None:
    """Look at a model on every page, at the threshold it has here."""
    beside.take_threshold(looked_at.binary(name), by)
    st.session_state["model"] = name
    looked_at.changed()


def _minded(of: Compared, by: Setting) -> None:
    """Say what is to be minded of what the table shows."""
    _left_out(by.left_out if of.pairs is None else tuple(of.pairs.left_out.items()))
    if of.pairs is None:
        show_said(of.why_none)
    else:
        several.show_rule(of.pairs.n_pairs)
        show_said(*of.pairs.warnings)
        _of_pairs(of)
    for one in of.models:
        for word in said_of(one.reading):
            st.caption(_("{model}: {why}", model=plain(one.rows.model), why=word))
    if isinstance(of.models[0].rows, SourcedView):
        remark("The matrices are those of the source's counts, exact at its thresholds.")


def _left_out(models: Iterable[tuple[str, Message]]) -> None:
    """Say which models are left out, and why."""
    for model, why in models:
        st.caption(_("Left out is {model}: {why}", model=plain(model), why=say(why)))


def _of_pairs(of: Compared) -> None:
    """Say what is to be minded of the differences from the model that leads."""
    show_said_of(*of.leading.differences.values())


def all_pairs(pairs: ModelPairs, metric: str) -> None:
    """Show the differences of all pairs."""
    st.header(_("All differences"), anchor=False)
    rows = [
        {
            _("models"): f"{one.first} – {one.second}",
            _("difference: {metric}", metric=metric): number(one.value),
            _("95% interval"): interval(one.low, one.high),
            _("of all pairs together"): interval(one.low_all, one.high_all),
            _("p"): pvalue(one.pvalue),
            _("p (Holm)"): _pvalue(one),
            _("rows apart"): count(one.n_apart),
        }
        for one in pairs.differences
    ]
    alt = _("Differences of all pairs of models")
    tables.show(pd.DataFrame(rows), alt=alt, height="auto", as_cards=bridge.is_narrow())
    show_said_of(*pairs.differences)
    remark(
        "The first less the second, on the same rows. p is McNemar's (mid-p) of shares of rows that are the same for "
        "both models, else by the standard error of the difference; by case as many rows count as vary so much."
    )
