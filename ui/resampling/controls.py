"""What the page asks first, which view; and what several views ask for."""

from __future__ import annotations

from typing import Final

from ui.frame.steps import Lessons
from ui.session import fields
from ui.session.choices import Choice, Group
from ui.shared.numbers import count
from ui.shared.text import N_, _

VIEWS: Final = {
    "spread": N_("Estimators"),
    "bootstrap": N_("Bootstrap: 36.8%"),
    "tuning": N_("Parameter tuning"),
    "leaks": N_("Leak hunt"),
    "table": N_("Real data, my table"),
}
CHOICES: Final = Group()
VIEW: Final = CHOICES.add(Choice("ev_view", default="spread", options=tuple(VIEWS), stays=True))
LESSONS: Final = Lessons(VIEW, VIEWS)
SEED: Final = CHOICES.add(Choice("ev_seed", default=0, low=0, high=999_999, stays=True))
LEARNERS: Final = {
    "3-nn": N_("3 nearest neighbours"),
    "1-nn": N_("Nearest neighbour"),
    "lda": N_("Linear discriminant"),
    "naive bayes": N_("Naive Bayes"),
    "tree": N_("Tree"),
    "majority": N_("Majority rule"),
    "memoriser": N_("Memoriser"),
}


def view() -> str:
    """Ask which view is open."""
    return fields.one_of(VIEW, VIEWS, _("View"), _("What is looked at."), width=152)


def seed() -> int:
    """Ask for the seed."""
    return fields.whole(SEED, _("seed"), _("With the same seed the same data sets are drawn."))


def data_sets(number: int) -> str:
    """Say how many data sets there are; a run that was stopped may have one."""
    return _("1 data set") if number == 1 else _("{n} data sets", n=count(number))
