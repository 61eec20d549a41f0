"""What a page says of itself: its sections, each made for the present threshold, and what stands in them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import pandas as pd
import plotly.graph_objects as go

from evalcore.counts import ThresholdCounts
from evalcore.errors import Message
from evalcore.predictions import BinaryView
from ui.exercises.kinds import Exercise
from ui.frame.figure_tables import FigureTable
from ui.frame.tabs import Body, Tab
from ui.live import bridge, threshold
from ui.live.sentence import Says
from ui.session import computed, incoming
from ui.session.choices import Choice
from ui.session.job import Job
from ui.shared.downloads import Export, Table
from ui.shared.marks import Mark
from ui.shared.text import _, literal, say

# A threshold; None on a page that has none.
At: TypeAlias = float | None


@dataclass(frozen=True)
class Button:
    """What the reader may do about an answer; `is_advised` where the answer says that it is worth it."""

    label: str
    on_click: Callable[..., None]
    args: tuple[Any, ...] = ()
    key: str = "answer_button"
    disabled: bool = False
    is_advised: bool = True


@dataclass(frozen=True)
class Answer:
    """What the page says in one sentence, Markdown, with the button at its right."""

    sentence: str
    button: Button | None = None


@dataclass(frozen=True)
class Figure:
    """The figure of a page: where it hangs, what it says to who cannot see it, and notes right below it.

    `alt` of a figure with a threshold is made for the present one, also where its handle was let go since it was drawn.
    `within` stands with the chart, without a gap between them: what listens to it and has no height of its own.
    `beside` stands at its right, on a page without room for that below it. It is made for the present threshold, which
    a figure whose handle was let go is not drawn for anew.
    """

    key: str
    figure: go.Figure
    alt: str | Callable[[At], str]
    notes: Body | None = None
    within: Body | None = None
    beside: Callable[[At], None] | None = None


@dataclass(frozen=True)
class Picture:
    """A figure whose file says what it says on the page: where it hangs, what draws it, its alt text, and notes below.

    The file has a name and a heading; its button says whether the figure has none, one or several `handles`. `draw`
    must hold all it needs but the language and the look.
    """

    key: str
    draw: Callable[..., go.Figure]
    alt: str
    name: str
    title: str
    handles: int = 2
    notes: Body | None = None

    def figure(self, _t: At) -> Figure:
        """Return it as it stands on the page."""
        return Figure(self.key, self.draw(look=bridge.look()), self.alt, notes=self.notes)

    def export(self, _t: At) -> Export:
        """Return it as a file."""
        several = _("Figure as HTML, its handles included")
        labels = {0: _("Figure as HTML"), 1: _("Figure as HTML, its handle included")}
        return Export(labels.get(self.handles, several), self.name, self.title, literal(self.alt), self.draw)


@dataclass(frozen=True)
class LiveThreshold:
    """The session's threshold on this page: the rows whose score it is a threshold of."""

    rows: BinaryView

    @property
    def table(self) -> ThresholdCounts:
        """The table of the score."""
        return computed.counts(self.rows)


def needed(t: At) -> float:
    """Return the threshold of a page that has one."""
    if t is None:
        raise ValueError("this page belongs to a score, which has a threshold")
    return t


def _no_tabs(_t: At) -> Sequence[Tab]:
    return ()


@dataclass(frozen=True)
class Sections:
    """What stands in the sections of a page as its controls are set; each is made for the present threshold.

    `of` is all the figure depends on besides threshold, language and size of the window: where it changes the figure is
    drawn anew, where it does not a handle let go leaves it alone. `options` is the body of the drawer beside the
    figure. `handles` tells of those a figure has besides that of the threshold, and `picks` of its points that can be
    clicked besides those with a threshold, see `threshold.listen`. `export` and
    `table` are the files at the right of the title. `next_row` is a selector of what is built row after row in the tab
    to learn from. Without `of_loaded` nothing of what is loaded is shown, so model and positive class are not to be
    chosen; `takes_loaded` says that the page's own table is what is loaded now. Without a figure, one that
    `waits` for its own shows the last, dimmed, if that was `of` the same kind.
    `scenes` are what a step of the path of lessons may show alone before an audience instead of the figure, by name.
    `stages` says in how many stages a scene is built up where rows or settings decide it, the figure's own included.
    `mark` says that the numbers are nobody's own; what is loaded for all pages has its own mark. `instead` says why
    what is loaded cannot be shown here. A `picture` stands for both `figure` and `export`.
    `typed` has by the name of a handle what is told the text that was typed on its number in the sentence.
    `says` is the answer, or its beginning, at any step of a handle, by its name: quickly made, for the browser shows it
    while the handle is held. One that stays the same is told, too (`still`): where none is told the page's is dimmed.
    `about` names the data and the learners of a scene whose rows are not what is loaded.
    `condition` says what its numbers hold under, where only fields say so on the page: in a picture or report.
    `sure` is the line of a picture below its sentence: how sure its numbers are, or which decisions they are of.
    `moving` has by the title of a table in a tab what makes it at any threshold, always with
    the same rows and columns: in a report it moves. `beside_threshold` stands behind what chooses it.
    `figure_tables` have what is drawn for who cannot see it, read off exact curves, never off those that are thinned.
    `last` has no height: what the browser needs no sooner than something is held is made when all else has been sent.
    """

    figure: Callable[[At], Figure] | None = None
    of: tuple[Hashable, ...] = ()
    answer: Callable[[At], Answer | None] | None = None
    tabs: Callable[[At], Sequence[Tab]] = _no_tabs
    options: Body | None = None
    handles: Mapping[str, Callable[[str], None]] = field(default_factory=dict)
    typed: Mapping[str, Callable[[str], None]] = field(default_factory=dict)
    picks: Mapping[str, threshold.Pick] = field(default_factory=dict)
    export: Callable[[At], Export] | None = None
    table: Callable[[At], Table] | None = None
    next_row: str | None = None
    of_loaded: bool = True
    takes_loaded: bool = False
    waits: bool = False
    mark: Mark | None = None
    instead: str | None = None
    scenes: Mapping[str, Body] = field(default_factory=dict)
    stages: Mapping[str, int] = field(default_factory=dict)
    picture: Picture | None = None
    says: Says = field(default_factory=dict)
    about: Sequence[str] = ()
    condition: str | None = None
    moving: Mapping[str, Callable[[float], pd.DataFrame]] = field(default_factory=dict)
    sure: Callable[[At], str] | None = None
    beside_threshold: Callable[[float], None] | None = None
    figure_tables: Callable[[At], Sequence[FigureTable]] | None = None
    last: Body | None = None

    def __post_init__(self) -> None:
        """Have the picture be the figure and its file."""
        if self.picture is not None:
            object.__setattr__(self, "figure", self.picture.figure)
            object.__setattr__(self, "export", self.picture.export)

    @property
    def shown_as(self) -> Mark | None:
        """What marks what is shown as nobody's own: the page's mark, else that of what is loaded."""
        return self.mark if self.mark is not None or not self.of_loaded else incoming.mark()


@dataclass(frozen=True)
class Page:
    """A page: what it is called and teaches, whose rows it shows, and what stands in its sections.

    `sections` is called in the row of the controls: it draws them there and returns what their state makes of the page.
    `note` stands below the title, beside the positive class of `rows`. `choices` are those of the page's own that the
    address repeats; those whose default depends on the rows a page writes itself. Without `of_loaded` the page is not
    about what is loaded, and the lesson of a sample does not stand on it; one that `takes_loaded` shows that too, and
    waits for it where it is in no memory any more.
    """

    topic: str
    title: str
    exercises: Sequence[Exercise]
    sections: Callable[[], Sections]
    rows: BinaryView | None = None
    threshold: LiveThreshold | None = None
    note: str | None = None
    choices: Sequence[Choice] = ()
    of_loaded: bool = True
    takes_loaded: bool = False


def refused(message: Message) -> Sections:
    """Return the sections of a view with nothing of its own to show that say why."""
    return Sections(of_loaded=False, answer=lambda _t: Answer(say(message)))


def offered(job: Job[Any]) -> Answer | None:
    """Say what a run would take that is not begun, with what begins it; None where none is offered."""
    offer = job.offer
    if offer is None:
        return None
    start = Button(_("Start"), job.agree, (offer.key,))
    return Answer(say(offer.said), start if offer.can_begin else None)
