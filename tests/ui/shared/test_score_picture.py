"""The small picture of a score: every row is in it, on its side, in the colour of its decision."""

from xml.etree import ElementTree as ET

import numpy as np
import pytest

from evalcore.figures.style import NEGATIVE, POSITIVE
from evalcore.views.score_picture import MOST_DOTS
from ui.shared.score_picture import HEIGHT, WIDTH, score_picture

SVG = "{http://www.w3.org/2000/svg}"


def drawn(y_true, score, threshold, kind):
    picture = ET.fromstring(score_picture(np.array(y_true), np.array(score, dtype=float), threshold))
    assert (picture.get("width"), picture.get("height")) == (str(WIDTH), str(HEIGHT))
    return [one.attrib for one in picture.iter(SVG + kind)]


def test_few_rows_are_a_dot_each():
    dots = drawn([True, True, False, False], [0.9, 0.3, 0.6, 0.1], 0.5, "circle")
    assert [dot["stroke"] for dot in dots] == [POSITIVE, NEGATIVE, POSITIVE, NEGATIVE]
    assert [dot["fill"] != "none" for dot in dots] == [True, True, False, False]
    assert [float(dot["cy"]) < HEIGHT / 2 for dot in dots] == [True, True, False, False]
    across = [float(dot["cx"]) for dot in dots]
    assert across[0] > across[2] > across[1] > across[3]


def test_a_score_at_the_threshold_is_predicted_positive():
    (dot,) = drawn([True], [0.5], 0.5, "circle")
    assert dot["stroke"] == POSITIVE


@pytest.mark.parametrize("kind", ["circle", "rect"])
def test_everything_stays_inside(kind):
    rng = np.random.default_rng(0)
    rows = MOST_DOTS if kind == "circle" else 5_000
    # All of a class on one score: the highest stack and the highest bar.
    score = np.where(rng.random(rows) < 0.5, 0.2, rng.random(rows))
    shapes = drawn(rng.random(rows) < 0.3, score, 0.5, kind)
    assert len(shapes) == rows if kind == "circle" else shapes
    for shape in shapes:
        if kind == "circle":
            radius = float(shape["r"])
            box = [float(shape[at]) + way * radius for at in ("cx", "cy") for way in (-1, 1)]
        else:
            x, y, width, height = (float(shape[name]) for name in ("x", "y", "width", "height"))
            box = [x, x + width, y, y + height]
        assert box[0] >= 0
        assert box[1] <= WIDTH
        assert box[2] >= 0
        assert box[3] <= HEIGHT


def test_many_rows_are_bars_and_a_single_one_is_seen():
    y_true = np.array([True] + [False] * 5_000)
    score = np.array([0.9] + [0.1] * 5_000)
    bars = drawn(y_true, score, 0.5, "rect")
    assert [(bar["stroke"], bar["fill"] == "none") for bar in bars] == [(POSITIVE, False), (NEGATIVE, True)]
    assert min(float(bar["height"]) for bar in bars) >= 2


@pytest.mark.parametrize("score", [[0.5] * 3, [7.0] * 3, [-1e9, 0.0, 1e9]])
def test_scores_of_any_range(score):
    assert len(drawn([True, False, True], score, 0.5, "circle")) == 3
