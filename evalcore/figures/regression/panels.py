"""What figures of regression share: the height of a heading, and the keys of the models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from evalcore.figures.parts.marks import Axes, line, texts
from evalcore.figures.style import MODELS, OF_LINE, Trace, coloured, plain

HEAD: Final = 20


def model_keys(axes: Axes, ends: tuple[float, float], heights: Sequence[float], models: Sequence[str]) -> list[Trace]:
    """Return a piece of each model's line beside its name: without hue only the dash tells them apart."""
    styles = [{"color": colour, "dash": dash, "width": 2} for colour, dash in MODELS]
    keys = enumerate(zip(heights, models, strict=False))
    return [line(axes, ends, [up, up], line=styles[k % len(styles)]) | of_model(model) for k, (up, model) in keys]


def of_model(name: str) -> Trace:
    """Return what says that a mark is of a model, whose name leaves its lines alone when it is clicked."""
    return {OF_LINE: f"model {name}"}


def model_names(axes: Axes, at: float, heights: Sequence[float], models: Sequence[str], side: str) -> Trace:
    """Return the names of models, each in its colour and in the line of its key; a click leaves its lines alone."""
    shown = list(models)[: len(heights)]
    names = [coloured(plain(name), MODELS[k % len(MODELS)][0]) for k, name in enumerate(shown)]
    more = {OF_LINE: [of_model(name)[OF_LINE] for name in shown], "textfont": {"size": 13}}
    return texts(axes, [at] * len(shown), heights, names, side, **more)
