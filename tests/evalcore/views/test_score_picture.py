"""Where the marks of the small picture of a score stand."""

import numpy as np
import pytest

from evalcore.views.score_picture import HEIGHT, MIDDLE, MOST_DOTS, WIDTH, score_picture

RNG = np.random.default_rng(3)


def test_each_of_few_rows_has_its_dot_on_its_side():
    truth, score = RNG.random(MOST_DOTS) < 0.4, RNG.random(MOST_DOTS)
    picture = score_picture(truth, score, 0.5)
    assert picture.are_dots
    assert [mark.is_positive for mark in picture.marks] == truth.tolist()
    assert [mark.is_called for mark in picture.marks] == (score >= 0.5).tolist()
    assert [mark.y < MIDDLE for mark in picture.marks] == truth.tolist()
    assert [mark.x > picture.at for mark in picture.marks] == (score >= 0.5).tolist()


def test_bars_are_as_high_as_the_root_of_the_share_and_lie_on_one_side_of_the_threshold():
    truth = np.repeat([True, False], [100, 1000])
    score = np.concatenate([np.repeat([0.9, 0.1], [64, 36]), np.repeat([0.9, 0.1], [10, 990])])
    picture = score_picture(truth, score, 0.5)
    assert not picture.are_dots
    tall = {(mark.is_positive, mark.is_called): mark.height for mark in picture.marks}
    assert tall[True, True] / tall[True, False] == pytest.approx(np.sqrt(64 / 36))
    assert tall[True, True] / tall[False, False] == pytest.approx(np.sqrt(0.64 / 0.99))
    for mark in picture.marks:
        assert mark.x >= picture.at if mark.is_called else mark.x + mark.width <= picture.at
        assert 0 <= mark.x <= mark.x + mark.width <= WIDTH
        assert 0 <= mark.y <= mark.y + mark.height <= HEIGHT
