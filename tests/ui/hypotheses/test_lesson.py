"""Numbers of the lesson of model learning, found again; every link leads to what it promises."""

import re
from operator import eq
from urllib.parse import parse_qsl, urlsplit

import pytest

from evalcore.hypotheses import (
    DIRECTIONS,
    FEWER_MELONS,
    MELON_EXAMPLES,
    MELONS,
    NEW_MELON,
    count,
    search,
    typed_examples,
    version_space,
)
from evalcore.views.hypotheses.lunch import cells_of, lunch_view
from evalcore.views.hypotheses.occam import LECTURE, occam_view
from tests.languages import WHOLE
from ui.hypotheses import occam
from ui.session import choices
from ui.shared import tex, text


@pytest.fixture(params=WHOLE)
def lesson(request):
    return (text.HERE / "hypotheses" / f"lesson.{request.param}.md").read_text(encoding="utf-8")


def paragraph(lesson, *words):
    """Return the paragraph that holds all of these."""
    (found,) = [one for one in lesson.split("\n\n") if one.startswith("✗") and all(word in one for word in words)]
    return found


def lunch(tilt=0.0, training="1"):
    return lunch_view(3, cells_of(training), "nearest", "opposite", tilt=tilt)


def test_a_prior_that_is_partly_smooth(lesson):
    said = paragraph(lesson, "ml_tilt=0.15")
    assert all(f"{float(error):.3f}" in said for error in lunch(0.15).errors)
    assert lunch(0.15).parts[1] == pytest.approx(0.3)


def test_one_function(lesson):
    said = paragraph(lesson, "ml_tilt=1&" if "lang=zh" in lesson else "ml_tilt=1)")
    of_a, of_b = lunch(1.0).errors
    assert of_a == 0
    assert f"{float(of_b):.3f}" in said
    assert said.count(str(lunch().found.total)) == 2


def test_two_cells_seen(lesson):
    assert str(lunch(training="12").found.total) in paragraph(lesson, "ml_training=12")


def test_the_razor(lesson):
    said = paragraph(lesson, "ml_truth=1")
    view = occam_view(wiggle=occam.FAR.default, truth=0, swings=int(occam.SWINGS.default))
    assert f"{view.errors[1]:.3f}" in said


def test_the_lecture_s_curve(lesson):
    said = paragraph(lesson, "ml_xy=")
    typed = re.search(r"ml_xy=([\d_]+)", said).group(1)
    points = list(map(float, typed.split("_")))
    assert tuple(zip(points[::2], points[1::2], strict=True)) == LECTURE
    view = occam_view(wiggle=occam.FAR.default, truth=0, swings=2, points=LECTURE)
    assert view.now.equation == (-1, 6, 1)
    assert tex.parabola(view.now.equation).removeprefix("y = ") in said


def test_members_of_the_version_space_disagree(lesson):
    found = version_space(MELONS, MELON_EXAMPLES)
    assert len(found.remaining) == 3
    assert found.votes(NEW_MELON).numerator == 1
    said = paragraph(lesson, "ml_examples=")
    (link,) = [one for one in re.findall(r"\((/[^)]+)\)", said) if "ml_examples" in one]
    asked = dict(parse_qsl(urlsplit(link).query))
    assert not version_space(MELONS, typed_examples(MELONS, asked["ml_examples"])).remaining


def test_both_ways_of_search_keep_the_same(lesson):
    said = paragraph(lesson, "ml_search=down")
    down, up = (search(MELONS, MELON_EXAMPLES, direction=way) for way in DIRECTIONS)
    assert set(down.kept) == set(up.kept)
    plain = re.sub(r"\(\[[^)]*\)\)|（\[[^)]*\)）", "", said)
    numbers = [len(MELONS.hypotheses), len(down.tries), len(up.tries), len(up.kept)]
    assert list(map(int, re.findall(r"\d+", plain))) == numbers
    # Each link shows the last step of its search.
    for way, found in (("down", down), ("up", up)):
        assert re.search(rf"ml_search={way}&ml_tried={len(found.tries) + 1}\b", said)


def test_the_fourth_melon_strikes_out_nothing(lesson):
    found = version_space(MELONS, MELON_EXAMPLES)
    assert found.remaining_after(3) == found.remaining_after(4) == 3
    of_learning, of_the_space = (one for one in lesson.split("\n\n") if "ml_seen=4" in one)
    assert "$E$" in of_learning
    assert "3" in of_the_space


def test_misprints(lesson):
    """Errata 35 and 45."""
    assert str(count(FEWER_MELONS.shape)) in paragraph(lesson, "ml_space=fewer")
    assert str(count(MELONS.shape)) in paragraph(lesson, "=65$")
    assert (4 * 3 + 1, 4 * 3 * 3 + 1) == (13, 37)


def test_a_power_that_takes_a_number_from_a_set(lesson):
    said, found = paragraph(lesson, r"2^{|\mathcal{X}-1|}"), lunch().found
    assert str(found.total) in said
    whole = len(found.targets) * sum(found.density[cell] for cell in found.unseen)
    assert str(whole) in said
    assert r"2^3\cdot\tfrac23" in said
    assert len(found.targets) == 2**3


def test_errors_of_one_target_are_not_equal(lesson):
    said, view = paragraph(lesson, "mathfrak{L}_b"), lunch()
    a, b = (view.found.learners[name].errors for name in (view.a, view.b))
    assert re.search(f"err alike for {sum(map(eq, a, b))};|只对其中{sum(map(eq, a, b))}个", said)
    assert re.search(f"{len(a)} targets|{len(a)}个目标", said)
    all_positive = view.found.targets.index((True, True, True))
    assert (a[all_positive], str(b[all_positive])) == (0, "2/3")
    assert "2/3" in said
    assert sum(a) == sum(b)


def test_every_link_leads_to_what_there_is(lesson):
    links = re.findall(r"\((/[^)]+)\)", lesson)
    assert len(links) >= 10
    for link in links:
        asked = dict(parse_qsl(urlsplit(link).query))
        asked.pop("lang", None)
        assert urlsplit(link).path == "/hypotheses"
        for key, value in asked.items():
            assert choices.REGISTERED[key].read(value) is not None, (key, value)
