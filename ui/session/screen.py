"""What is seen of a page besides its numbers, each in the address: the open tab, the drawer, presenter mode."""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qs

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from ui.session import address, loaded
from ui.session.choices import Choice, register

TABS: Final = ("groups", "readings", "rows", "sure", "compare", "formulas", "learn", "exercises")
TAB: Final = register(Choice("tab", default="readings", options=TABS, of_reader=True))
PRESENT: Final = register(Choice("present", default="0", options=("0", "1"), of_reader=True))
HIDDEN: Final = register(Choice("hidden", default="0", options=("0", "1"), of_reader=True))
# The drawer of options beside the figure.
DRAWER: Final = register(Choice("drawer_open", default=False, is_flag=True, of_reader=True))
# The lesson of the sample, which the next sample brings back.
LESSON: Final = register(Choice("lesson", default="1", options=("0", "1")))
# The step of the path of lessons; any name, which who has the steps looks up.
PATH: Final = register(Choice("path", is_name=True, of_reader=True))
# How far the scene of a step is built up.
STAGE: Final = register(Choice("stage", default=0.0, low=0.0, high=20.0, of_reader=True))
# The course whose step that is: the name of one that is built in, or a teacher's own, packed.
COURSE: Final = register(Choice("course", is_name=True, of_reader=True))
# How much larger everything is in presenter mode; and in a frame, from so many pixels of its width on.
SCALE: Final = 1.6
SCALES_OF_A_FRAME: Final = ((1280, SCALE), (960, 1.2), (0, 1.0))
_BEGUN, _EMBEDDED = "pages_begun", "is_embedded"
# Whether the figure of the page stands alone, and how many stages the scene has.
_ALONE, _STAGES = "figure_alone", "scene_stages"


def is_embedded() -> bool:
    """Whether the page stands in another one, a slide: `embed=1` in the address, or Streamlit's own `embed=true`.

    Streamlit keeps that word to itself: no choice can have it, and it stays in the address whatever is written there.
    """
    if _EMBEDDED not in st.session_state:
        context = get_script_run_ctx()
        asked = parse_qs(context.query_string if context is not None else "").get("embed", [""])[-1]
        st.session_state[_EMBEDDED] = asked.lower() in ("1", "true")
    return bool(st.session_state[_EMBEDDED])


def scales() -> tuple[tuple[int, float], ...]:
    """Return how much larger everything is that is presented, from so many pixels of the window's width on."""
    return SCALES_OF_A_FRAME if is_embedded() else ((0, SCALE),)


def is_on(choice: Choice) -> bool:
    """Whether a choice of 0 and 1 is at 1; what is embedded is presented."""
    if choice is PRESENT and is_embedded():
        return True
    return bool(st.session_state.get(choice.key, choice.default) == "1")


def switch(choice: Choice) -> None:
    """Turn a choice of 0 and 1 over; called from a button or a key."""
    st.session_state[choice.key] = "0" if is_on(choice) else "1"


def anew() -> None:
    """Forget what was opened and hidden on a page: another one is shown from its beginning."""
    for choice in (TAB, HIDDEN, DRAWER, STAGE):
        st.session_state.pop(choice.key, None)
    st.session_state[_BEGUN] = begun() + 1


def stand_alone(stages: int, *, is_figure: bool) -> None:
    """Say in how many stages a scene is built up, and whether it is the figure of the page."""
    st.session_state[_STAGES], st.session_state[_ALONE] = stages, is_figure


def stand_among_others() -> None:
    """Say that no scene is shown alone."""
    stand_alone(0, is_figure=False)


def is_alone() -> bool:
    """Whether the figure of the page stands alone."""
    return bool(st.session_state.get(_ALONE, False))


def built() -> int | None:
    """Return how far the scene that stands alone is built up, None where it is not built up in stages."""
    return min(stage(), stages()) if stages() else None


def stages() -> int:
    """Return in how many stages the scene that stands alone is built up, 0 where there is none."""
    return int(st.session_state.get(_STAGES, 0))


def stage() -> int:
    """Return how far the scene of a step is built up."""
    return int(st.session_state.get(STAGE.key, 0))


def begun() -> int:
    """Return how many times a page was begun anew: what the browser remembers of one does not hold for the next."""
    times: int = st.session_state.get(_BEGUN, 0)
    return times


def opened() -> str | None:
    """Return the key of the tab a reader has opened, None where nobody has."""
    chosen: str | None = st.session_state.get(TAB.key)
    return chosen


def write() -> None:
    """Repeat all of it in the address bar; without a sample there is no lesson."""
    for choice in (TAB, PRESENT, HIDDEN, DRAWER, PATH, STAGE):
        address.write_choice(choice)
    if loaded.current().sample is not None:
        address.write_choice(LESSON)
