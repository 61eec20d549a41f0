"""The sentence a figure carries for each step of the threshold is the one the page says there."""

import json
import math
import re

import pytest
from streamlit.testing.v1 import AppTest

from ui.live.sentence import pieces
from ui.session import samples

pytestmark = pytest.mark.slow

PAGES = samples.FOLDER.parent / "pages"


def opened(page, **state):
    at = AppTest.from_file(str(PAGES / f"{page}.py"), default_timeout=60)
    at.query_params["sample"] = "lecture-20"
    for key, value in state.items():
        at.session_state[key] = value
    at.run()
    assert not at.exception
    return at


def carried(at):
    """Return what the figure carries for each exact threshold."""
    live = json.loads(json.loads(at.get("plotly_chart")[0].proto.spec)["layout"]["meta"]["live"])
    handle = next(one for one in live["handles"] if one["name"] == "threshold")
    assert len(handle["sentences"]) == len(handle["values"])
    return dict(zip(handle["values"], handle["sentences"], strict=True))


def sentence(at):
    """Return the answer of the page, behind the badge of a sample."""
    said = next(one.value for one in at.markdown if "t = " in one.value)
    return "".join(pieces(re.sub(r"^:\w+-badge\[.*?\] ", "", said)))


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("page", ["confusion_matrix", "costs"])
def test_each_step_says_what_the_page_says_there(page, lang):
    known = carried(opened(page, lang=lang))
    for value, held in list(known.items())[:: math.ceil(len(known) / 12)]:
        said, whole = sentence(opened(page, lang=lang, t=float(value))), "".join(held)
        # What costs save on new rows is drawn once the handle is let go; the best threshold is said to be that then.
        is_best = page == "costs" and not said.startswith(whole)
        assert not is_best or ("least" if lang == "en" else "最低") in said, (said, whole)
        assert said.startswith(re.split("[;；]", whole)[0] if is_best else whole)
        assert page == "costs" or said == whole


# A view and its handle; each answers from numbers that it has.
OTHERS = (
    ("resampling", {"ev_view": "bootstrap"}, "size"),
    ("regression", {"re_view": "errors"}, "tolerance"),
    ("resampling", {"ev_view": "spread"}, "setting"),
    ("hypotheses", {"ml_view": "space"}, "seen"),
    ("hypotheses", {"ml_view": "space", "ml_search": "up", "ml_tried": "2"}, "tried"),
    ("hypotheses", {"ml_view": "bias"}, "seen"),
    ("hypotheses", {"ml_view": "lunch", "ml_tilt": "0.3"}, "tilt"),
    ("hypotheses", {"ml_view": "occam"}, "wiggle"),
    ("hypotheses", {"ml_view": "occam"}, "truth"),
    ("bias_variance", {"bv_view": "zero_one"}, "flexibility"),
    ("bias_variance", {"bv_view": "squared"}, "complexity"),
    ("bias_variance", {"bv_show": "learning"}, "points"),
)


@pytest.mark.parametrize(("page", "asked", "handle"), OTHERS)
def test_other_handles_say_it_too(page, asked, handle):
    at = AppTest.from_file(str(PAGES / f"{page}.py"), default_timeout=60)
    for key, value in asked.items():
        at.query_params[key] = value
    at.run()
    assert not at.exception
    live = json.loads(json.loads(at.get("plotly_chart")[0].proto.spec)["layout"]["meta"]["live"])
    found = next(one for one in live["handles"] if one["name"] == handle)
    said = {"".join(one) for one in found["sentences"]}
    plain = [
        re.sub(r"^:\w+-badge\[.*?\] ", "", one.value) for one in at.markdown if not re.search(r"[`$]|\]\(", one.value)
    ]
    shown = {"".join(pieces(one)) for one in plain}
    assert len(said) > 1
    assert "".join(found["sentences"][found["active"]]) in shown
