"""The pages of the chapter in the lecture's order: what each answers, and a good example of it.

A page is shown in the menu, on the map and on the path of lessons as soon as there is a script of its name in `pages`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from ui.shared.text import N_


@dataclass(frozen=True)
class ChapterPage:
    """A page: title, icon and question, the sections of the book, and what its address asks for in a good example.

    `former` is the address it had before: links that were given out still lead to it.
    """

    key: str
    title: str
    icon: str
    part: str
    sections: str
    question: str
    example: Mapping[str, str] = field(default_factory=dict)
    former: str = ""


# The parts of the menu.
PARTS: Final = {
    "learning": N_("Learning and testing"),
    "measures": N_("Performance measures"),
    "comparison": N_("Comparison and error"),
}
_IN_ORDER: Final = (
    ChapterPage(
        key="hypotheses",
        title=N_("Model learning"),
        icon=":material/account_tree:",
        part="learning",
        sections="1.3-1.4",
        question=N_("What can be learned from examples, and why can no learner do without a preference?"),
        example={"ml_view": "space"},
        former="model_learning",
    ),
    ChapterPage(
        key="resampling",
        title=N_("Evaluation methods"),
        icon=":material/call_split:",
        part="learning",
        sections="2.1-2.2",
        question=N_("How large is the error on new data, when there is only one data set to tell it from?"),
        example={"ev_view": "spread"},
        former="evaluation_methods",
    ),
    ChapterPage(
        key="regression",
        title=N_("Regression error"),
        icon=":material/scatter_plot:",
        part="measures",
        sections="2.3",
        question=N_("How far off are predictions of a number, and which measure says so?"),
        example={"re_view": "errors"},
        former="regression_error",
    ),
    ChapterPage(
        key="confusion_matrix",
        title=N_("Confusion matrix"),
        icon=":material/grid_view:",
        part="measures",
        sections="2.3.1-2.3.2",
        question=N_("At one threshold: how many are found, and how many of the alarms are false?"),
        example={"sample": "lecture-20", "t": "0.5"},
    ),
    ChapterPage(
        key="curves",
        title=N_("ROC and P-R curves"),
        icon=":material/show_chart:",
        part="measures",
        sections="2.3.2-2.3.3",
        question=N_("At all thresholds at once: which model ranks better, and how sure is that?"),
        example={"sample": "breast-cancer"},
    ),
    ChapterPage(
        key="costs",
        title=N_("Costs"),
        icon=":material/payments:",
        part="measures",
        sections="2.3.4",
        question=N_("Which threshold is best if a miss costs more than a false alarm?"),
        example={"sample": "breast-cancer", "cost_fn": "10", "cost_fp": "1"},
    ),
    ChapterPage(
        key="calibration",
        title=N_("Probabilities"),
        icon=":material/percent:",
        part="measures",
        sections="2.3.4",
        question=N_("Do scores come true as often as they say, and what is acting on them worth?"),
        example={"sample": "miscalibrated", "model": "model_b", "pb_view": "reliability"},
    ),
    ChapterPage(
        key="significance",
        title=N_("Significance tests"),
        icon=":material/balance:",
        part="comparison",
        sections="2.4",
        question=N_("Is one model better than another, or could chance alone do that?"),
        example={"sample": "two-models", "question": "two", "two_data": "loaded"},
    ),
    ChapterPage(
        key="bias_variance",
        title=N_("Bias and variance"),
        icon=":material/area_chart:",
        part="comparison",
        sections="2.5",
        question=N_("What is an error made of: bias, variance or noise, and what would lower it?"),
        example={"bv_view": "squared", "bv_learner": "polynomial"},
    ),
)
PAGES: Final = {page.key: page for page in _IN_ORDER}


def of_part(part: str) -> list[ChapterPage]:
    """Return the pages of one part of the menu."""
    return [page for page in PAGES.values() if page.part == part]
