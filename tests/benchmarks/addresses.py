"""Does an address alone hold the server up? `python -m tests.benchmarks.addresses [--seed 0] [--each 40] [page ...]`.

Opens each page by addresses that ask for its choices by chance, numbers mostly for the most they take, with every tab
closed as a visitor finds them. Prints how much of a core the page's own thread takes, in the median and for the slowest
addresses: all other visitors wait so long. What is offered with a button, or goes on in a process of its own, is not
among it; a run that an address begins is ended at once.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import urlencode

import numpy as np
from streamlit.testing.v1 import AppTest

from tests.benchmarks.machine import describe
from tests.sources import ROOT
from tests.ui.shared import links  # noqa: F401 - registers what an address may ask for
from ui.session.choices import REGISTERED, Choice
from ui.session.job import Job
from ui.session.samples import SAMPLES
from ui.shared.chapter import PAGES

SHOWN: Final = 3
LONGEST: Final = 300  # seconds
# What the choices of a page begin with, where no other page has them.
OF_PAGE: Final = {
    "hypotheses": ("ml_",),
    "resampling": ("ev_",),
    "regression": ("re_",),
    "confusion_matrix": (
        "groups_",
        "models_",
        "rows",
        "view",
        "shares",
        "classes_",
        "beta",
        "cell_",
        "group",
        "chosen",
    ),
    "curves": ("curves_", "groups_"),
    "costs": ("cost_", "span_", "way_", "amounts", "class_costs", "weight_", "condition_", "factor", "prevalence"),
    "calibration": ("pb_", "groups_"),
    "significance": ("two_", "folds_", "one_", "lies_", "many_", "rank_", "question", "alpha", "better", "ties"),
    "bias_variance": ("bv_", "bv01_"),
}


def drawn(page: str, rng: np.random.Generator) -> dict[str, str]:
    """Return what an address asks for: a sample, and most of the page's choices."""
    found = {"sample": str(rng.choice(list(SAMPLES)))}
    for key, choice in REGISTERED.items():
        if key.startswith(OF_PAGE[page]) and rng.random() < 0.7 and (value := _value(choice, rng)) is not None:
            found[key] = value
    return found


def _value(choice: Choice, rng: np.random.Generator) -> str | None:
    if choice.is_flag:
        return str(rng.integers(2))
    if choice.options:
        return str(rng.choice(choice.options))
    if not np.isfinite([choice.low, choice.high]).all():
        return None
    share = 1.0 if rng.random() < 0.6 else rng.random()
    value = choice.low + share * (choice.high - choice.low)
    return f"{round(value) if choice.high > 1 else value:.10g}"


@contextmanager
def ended_at_once() -> Iterator[None]:
    """End each run as it begins: only the page's thread is measured."""
    begin = Job.begin

    def end(job: Job[Any], run: Any) -> None:
        begin(job, run)
        run.stop()
        run.wait(LONGEST)

    Job.begin = end  # type: ignore[method-assign]
    try:
        yield
    finally:
        Job.begin = begin  # type: ignore[method-assign]


def opened(page: str, asked: dict[str, str]) -> tuple[float, str | None]:
    """Open a page by an address; return how much of a core that takes, and the error that it ends in."""
    at = AppTest.from_file(str(ROOT / "pages" / f"{page}.py"), default_timeout=LONGEST)
    for key, value in asked.items():
        at.query_params[key] = value
    start = time.process_time()
    at.run()
    taken = time.process_time() - start
    return taken, f"{page}?{urlencode(asked)}: {at.exception[0].value}" if at.exception else None


def main() -> int:
    """Print a line a page, and its slowest addresses; return 1 where a page ended in an error."""
    options = argparse.ArgumentParser(prog="python -m tests.benchmarks.addresses")
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--each", type=int, default=40)
    options.add_argument("pages", nargs="*", default=list(PAGES))
    given = options.parse_args()
    print(describe())
    n_wrong = 0
    with ended_at_once():
        for page in given.pages:
            rng = np.random.default_rng(given.seed)
            opened(page, {})  # what is imported and drawn for all
            found = []
            for _ in range(given.each):
                asked = drawn(page, rng)
                taken, wrong = opened(page, asked)
                found.append((taken, urlencode(asked)))
                if wrong is not None:
                    n_wrong += 1
                    print(f"WRONG: seed {given.seed}: {wrong}", flush=True)
            found.sort(reverse=True)
            print(f"{page:17} median {statistics.median(taken for taken, _ in found):.2f} s of a core", flush=True)
            for taken, address in found[:SHOWN]:
                print(f"  {taken:6.2f} s  {page}?{address}", flush=True)
    return min(n_wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
