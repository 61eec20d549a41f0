"""The samples as cards: a picture of the scores, what is in the file and what it teaches; a click anywhere opens it."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import streamlit as st

from evalcore.counts import threshold_counts
from evalcore.predictions import one_vs_rest
from evalcore.views.threshold import default_threshold
from ui.session import incoming, samples
from ui.shared import navigation, tiles
from ui.shared.numbers import count
from ui.shared.score_picture import HEIGHT, WIDTH, score_picture
from ui.shared.text import _, remark


@dataclass(frozen=True)
class Glance:
    """What a card shows of a file before it is opened; the picture is SVG in base64."""

    rows: int
    classes: int
    models: int
    picture: str


@lru_cache(maxsize=len(samples.SAMPLES))
def glance(key: str) -> Glance:
    """Return what a bundled sample's card shows: its first model's scores, for the class that is looked at first."""
    sample, content = samples.SAMPLES[key], samples.bundled(key)
    looked_for = content.positive or sample.first or content.classes[0]
    rows = one_vs_rest(content, looked_for, model=next(iter(content.scores)))
    if rows.score is None:
        raise ValueError("a sample has a score")
    at = default_threshold(threshold_counts(rows.y_true, rows.score))
    return Glance(
        rows=content.n,
        classes=len(content.classes),
        models=len({*content.scores, *content.labels}),
        picture=b64encode(score_picture(rows.y_true, rows.score, at).encode()).decode(),
    )


def show() -> None:
    """Show the samples in their groups; the one that is clicked is loaded, and its page opens."""
    for group, title in samples.GROUPS.items():
        st.header(_(title), anchor=False)
        with tiles.row(group):
            for sample in samples.SAMPLES.values():
                if sample.group == group:
                    _card(sample)
    remark(
        "The small pictures show the scores: positive rows upwards, negative ones downwards; blue is predicted "
        "positive, orange is not."
    )


def _card(sample: samples.Sample) -> None:
    seen = glance(sample.key)
    with tiles.tile(sample.key):
        st.html(f'<img src="data:image/svg+xml;base64,{seen.picture}" width="{WIDTH}" height="{HEIGHT}" alt="">')
        button(sample.key, _(sample.title), key=f"sample_{sample.key}", type="tertiary")
        st.caption(" · ".join(_size(seen)))
        remark(sample.lesson)


def _size(seen: Glance) -> list[str]:
    """Say how much is in a file; that it has one model goes without saying."""
    size = _("{rows} rows · {classes} classes", rows=count(seen.rows), classes=seen.classes)
    return [size] if seen.models == 1 else [size, _("{n} models", n=seen.models)]


def button(sample_key: str, label: str, **looks: Any) -> None:
    """Show a button that loads a sample and opens the page that teaches it best."""
    st.button(label, on_click=_open, args=(sample_key,), **looks)


def _open(sample_key: str) -> None:
    sample = samples.SAMPLES[sample_key]
    navigation.go_to(sample.page)
    incoming.take_sample(sample_key, told=True)
    st.session_state.update(dict.fromkeys(sample.opens_with, True))
