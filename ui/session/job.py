"""Long work that a visitor has started: it goes on beside the page, shows how far it is, and can be stopped."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from evalcore.errors import Message
from evalcore.support import runs
from evalcore.support.runs import Effort, Run
from ui.session import limits
from ui.shared.numbers import count
from ui.shared.text import _, show_said

_LOOK = "400ms"
_MOST_NOTED = 12  # runs whose notes are kept
# Seconds that a session may be without its tab: a connection is lost for a moment, and comes back.
PATIENCE: Final = 10.0
R = TypeVar("R", bound=Run[Any])


class Presence:
    """Whether a visitor is there, or was a moment ago.

    Parameters
    ----------
    is_there : callable
        Whether the visitor is there now.
    clock : callable, optional
        Seconds.
    """

    def __init__(self, is_there: Callable[[], bool], clock: Callable[[], float] = time.monotonic) -> None:
        self._is_there, self._clock = is_there, clock
        self._missed: float | None = None

    def lasts(self) -> bool:
        """Return False where the visitor was not there at any look of the last `PATIENCE` seconds."""
        if self._is_there():
            self._missed = None
            return True
        now = self._clock()
        if self._missed is None:
            self._missed = now
        return now - self._missed < PATIENCE


def of_this_session() -> Presence:
    """Return whether the visitor of this session is there; it may be asked in any thread.

    A tab that was closed leaves its session behind, which ends only minutes later.
    """
    context = get_script_run_ctx()
    session = "" if context is None else context.session_id
    return Presence(lambda: not runtime.exists() or runtime.get_instance().is_active_session(session))


@dataclass(frozen=True)
class Offer:
    """A run that is not begun: what it would take, or why this server does not begin it."""

    key: Hashable
    said: Message
    can_begin: bool


@dataclass(frozen=True)
class Job(Generic[R]):
    """A place in the session for one run of a kind, by the name of that kind.

    `take` is told of a run that has ended or was stopped, with what it has found until then; it is called in a run of
    the page, before what the page shows is made.
    """

    name: str
    take: Callable[[R], None]

    @property
    def _key(self) -> str:
        return f"{self.name}_run"

    @property
    def run(self) -> R | None:
        """The run that has not been taken over yet."""
        found: R | None = st.session_state.get(self._key)
        return found

    def may_begin(self, key: Hashable, effort: Effort, shared: Hashable = None) -> bool:
        """Whether a run may be begun; what takes long is offered first, and an earlier run is then stopped.

        An address alone never starts what takes longer than `LONG` seconds: somebody has agreed to it by a click, or
        it is shared and was begun for another visitor.
        """
        refused = limits.too_large(effort)
        said = refused or limits.before_it(effort)
        if refused is None and (said is None or runs.is_known(shared) or self.has_agreed(key)):
            return True
        assert said is not None
        self.cancel()
        st.session_state[self._offer_key] = Offer(key, said, refused is None)
        return False

    def agree(self, key: Hashable) -> None:
        """Have the run begun, however long it takes."""
        st.session_state[f"{self.name}_agreed"] = (key,)

    def has_agreed(self, key: Hashable) -> bool:
        """Whether the visitor has agreed to this run, and to none since."""
        return bool(st.session_state.get(f"{self.name}_agreed") == (key,))

    @property
    def _offer_key(self) -> str:
        return f"{self.name}_offer"

    @property
    def offer(self) -> Offer | None:
        """What `may_begin` has offered in this run of the page."""
        found: Offer | None = st.session_state.get(self._offer_key)
        return found

    def begin(self, run: R) -> None:
        """Keep a run that was just started; an earlier one is stopped. It ends soon after its visitor has left."""
        self.cancel()
        run.only_while(of_this_session().lasts)
        st.session_state[self._key] = run

    def cancel(self) -> None:
        """End the run, if there is one, and forget what it has found."""
        run: R | None = st.session_state.pop(self._key, None)
        if run is not None:
            run.stop()

    def take_ended(self) -> None:
        """Take over what the run has found, once it has ended; what was offered may not be wanted any more."""
        st.session_state.pop(self._offer_key, None)
        if self.run is not None and self.run.wait(0):
            self._take(self.run)

    def stop(self) -> None:
        """Stop the run; what was done until then is taken over."""
        if self.run is not None:
            self.run.stop()
            self._take(self.run)

    def _take(self, run: R) -> None:
        self.take(run)
        st.session_state[self._refusal_key] = run.refusal
        # Last, since another request may break this off anywhere above; the next run then takes it over again.
        st.session_state.pop(self._key, None)

    @property
    def _refusal_key(self) -> str:
        return f"{self.name}_run_refused"

    def refusal(self) -> Message | None:
        """Return why the last run could not go on, once."""
        found: Message | None = st.session_state.pop(self._refusal_key, None)
        return found

    def keep_notes(self, key: Hashable, run: R) -> None:
        """Keep what libraries warned of in a run, as of what was found under this key."""
        kept = self._notes()
        kept.pop(key, None)
        if run.warnings:
            kept[key] = run.warnings
        while len(kept) > _MOST_NOTED:
            del kept[next(iter(kept))]

    def with_notes(self, body: Callable[[], None], key: Hashable) -> Callable[[], None]:
        """Return what shows a body, and below it what libraries warned of in the run under this key."""

        def show() -> None:
            """Show the body, then its notes."""
            body()
            show_said(*self._notes().get(key, ()))

        return show

    def _notes(self) -> dict[Hashable, tuple[Message, ...]]:
        kept: dict[Hashable, tuple[Message, ...]] = st.session_state.setdefault(f"{self.name}_notes", {})
        return kept

    def watch(
        self,
        progress: Callable[[R], tuple[float, str]],
        has_grown: Callable[[R], bool] | None = None,
        *,
        width: int = 220,
    ) -> None:
        """Show how far the run is, by a share and a sentence so many pixels wide, with what stops it.

        At its end the page is drawn anew, and before it when `has_grown` says that there is more to be seen.
        """
        _watch(self, progress, has_grown, width)


@st.fragment(run_every=_LOOK)
def _watch(
    job: Job[R], progress: Callable[[R], tuple[float, str]], has_grown: Callable[[R], bool] | None, width: int
) -> None:
    run = job.run
    is_over = run is None or run.wait(0)  # stopped, or at its end: the run that follows takes it over
    if run is None or is_over or (has_grown is not None and has_grown(run)):
        st.rerun()
    share, said = progress(run)
    with st.container(horizontal=True, vertical_alignment="center", key=f"{job.name}_progress"):
        st.progress(share, text=_waiting(run.n_before) if run.is_waiting else said, width=width)
        st.button(_("Stop"), on_click=job.stop, key=f"stop_{job.name}", icon=":material/stop_circle:")


def _waiting(n_before: int) -> str:
    """Say which place a run has among those that wait."""
    return _("waits for another run: {n} before it", n=count(n_before)) if n_before else _("waits: the next to begin")
