"""A session under test, and small files that a visitor might load."""

import contextlib
import itertools

import pandas as pd
import streamlit as st
from streamlit.testing.v1 import AppTest

from evalcore.predictions import from_frame
from ui.session import loaded


def _script(act):
    import streamlit as st  # noqa: PLC0415 - Streamlit runs this function's text alone

    try:
        st.session_state["found"] = act()
    except ValueError as refused:
        st.session_state["found"] = refused


class Session:
    """A session of its own, in which functions of `ui.session` are called run after run."""

    def __init__(self, query=None, **chosen):
        self.at = AppTest.from_function(_script, default_timeout=60)
        self.at.query_params.update(query or {})
        for key, value in chosen.items():
            self.at.session_state[key] = value

    def run(self, act):
        """Call a function in the next run of the session and return what it found."""
        self.at.kwargs = {"act": act}
        self.at.run()
        assert not self.at.exception
        found = self["found"]
        if isinstance(found, ValueError):
            raise found
        return found

    def __getitem__(self, key):
        kept = self.at.session_state
        return kept[key] if key in kept else None  # noqa: SIM401 - it has no get

    def __setitem__(self, key, value):
        self.at.session_state[key] = value

    @property
    def address(self):
        params = self.at.query_params
        return {name: values[0] if isinstance(values, list) else values for name, values in params.items()}


def own_file(frame, **columns):
    return loaded.Loaded(from_frame(frame, **columns), "my file.csv")


TWO = pd.DataFrame(
    {
        "y": list("abaab"),
        "s": [0.9, 0.2, 0.6, 0.4, 0.1],
        "other": [0.1, 0.2, 0.3, 0.4, 0.5],
        "m": list("aabba"),
        "w": [1.0, 2.0, 0.5, 0.0, 3.0],
    }
)
MANY = pd.DataFrame(
    {
        "y": list("abcab"),
        "p:a": [0.7, 0.1, 0.2, 0.5, 0.3],
        "p:b": [0.2, 0.8, 0.3, 0.1, 0.4],
        "p:c": [0.1, 0.1, 0.5, 0.4, 0.3],
        "m": list("abbac"),
    }
)
REGRESSION = pd.DataFrame({"y": [1.5, 2.25, 3.75, 8.5], "model": [1.4, 2.0, 4.1, 8.0]})


def two_classes(**more):
    return own_file(TWO, truth="y", scores=("s", "other"), labels=("m",), positive="a", **more)


def many_classes():
    return own_file(MANY, truth="y", scores=("p:a", "p:b", "p:c"), labels=("m",))


class BrokenOff(BaseException):
    """Another request has come in: Streamlit leaves a run so, wherever it looks into the session."""


class BreakingOff(dict):
    """A session's state that breaks a run off when it is looked into for the n-th time."""

    def __init__(self, state, left):
        super().__init__(state)
        self.left = left

    def _look(self):
        self.left -= 1
        if self.left == 0:
            raise BrokenOff

    def __getitem__(self, key):
        self._look()
        return super().__getitem__(key)

    def __setitem__(self, key, value):
        self._look()
        super().__setitem__(key, value)

    def __contains__(self, key):
        self._look()
        return super().__contains__(key)

    def get(self, key, default=None):
        self._look()
        return super().get(key, default)

    def setdefault(self, key, default=None):
        self._look()
        return super().setdefault(key, default)

    def pop(self, key, *default):
        self._look()
        return super().pop(key, *default)


def breaking_off_everywhere(monkeypatch, kept, act):
    """Begin with what is kept, break an act off at its first look into the session, at its second, and so on.

    Yield which look it was, and the session, in which the next run looks without being broken off.
    """
    for nth in itertools.count(1):
        state = BreakingOff(kept, nth)
        monkeypatch.setattr(st, "session_state", state)
        with contextlib.suppress(BrokenOff):
            act()
        if state.left > 0:
            return
        yield nth, state
