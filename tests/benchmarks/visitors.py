"""Does anything break under visitors who do whatever comes to mind? `python -m tests.benchmarks.visitors [options]`.

`--seed 3 --minutes 30 --visitors 2 --until 0`. Each visitor has two tabs and draws acts by chance: pages, odd links and
choices, buttons, boxes, numbers, drags, keys, windows, languages, files, reloads, a lost connection. After each act
nothing may have gone wrong: no exception on the page, no error in the console, no traceback in the log, no request to
elsewhere, nothing of another visitor's file, and the readings are those of the four counts in the figure.

The same seed draws the same acts. They are printed as they are done; `--until N` ends behind act N, to look at it.
What was found ends the visit with the seed and the act, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

import numpy as np
from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, TimeoutError, sync_playwright

from evalcore import metrics
from evalcore.counts import ConfusionMatrix
from tests.benchmarks.machine import describe
from tests.browser.acts import CRASH, READING
from tests.browser.conftest import Watch
from tests.browser.driver import launch, running_app
from tests.browser.figure import counts
from tests.ui.shared import links  # noqa: F401 - registers what an address may ask for
from ui.session.choices import REGISTERED, Choice
from ui.session.samples import SAMPLES
from ui.shared.chapter import PAGES
from ui.shared.numbers import number

NAMES: Final = ("", "data", "glossary", *PAGES)
ODD: Final = ("", "nan", "1e309", "-1", "0", "×", "<b>x</b>", "../../etc/passwd", "9" * 40)
WINDOWS: Final = ((390, 844), (1280, 720), (1440, 900), (820, 1180))
KEYS: Final = ("Escape", "Tab", "Enter", "ArrowRight", "ArrowLeft", "PageDown", "PageUp", "h", "v", "?")
# A download needs no server, a way out of the app would leave it, and what is long is for another script.
BUTTONS: Final = "button:visible:enabled:not([data-testid=stBaseButton-elementToolbar]):not([role=combobox])"
BOXES: Final = ".react-aria-ComboBox button[aria-haspopup=listbox]:visible"
NUMBERS: Final = "[data-testid=stNumberInput] input:visible:enabled"
HANDLES: Final = ".live-grip:visible"
DONE: Final = "[data-test-script-state=notRunning]"
SHORT, LONG = 4_000, 60_000  # milliseconds: for what may not be there; for the app to be at rest
MOST_ROWS: Final = 400
READ: Final = (metrics.precision, metrics.recall, metrics.f1, metrics.accuracy)
LOOKS: Final = 40


class WrongError(Exception):
    """Raised where a page shows what it must not."""


@dataclass
class Visitor:
    """Somebody with two tabs and a file of their own."""

    name: str
    address: str
    context: BrowserContext
    rng: np.random.Generator
    folder: Path
    tabs: list[Page] = field(default_factory=list)

    @property
    def page(self) -> Page:
        """The tab that is looked at."""
        return self.tabs[0]

    def one(self, found: Locator) -> Locator | None:
        """Return any of some elements; the same number is drawn however many there are."""
        place, n = self.rng.random(), found.count()
        return found.nth(int(place * n)) if n else None

    def word(self, of: tuple[str, ...] | list[str]) -> str:
        """Return any of some words."""
        return of[int(self.rng.random() * len(of))]


def any_page(visitor: Visitor) -> str:
    """Open a page by its address."""
    name, sample = visitor.word(NAMES), visitor.word([*SAMPLES, "", "none"])
    visitor.page.goto(f"{visitor.address}/{name}?{urlencode({'sample': sample, **odd_choices(visitor)})}")
    return name or "home"


def odd_choices(visitor: Visitor) -> dict[str, str]:
    """Return choices of an address, some of which there are not."""
    found = {}
    for _ in range(int(visitor.rng.integers(4))):
        choice = REGISTERED[visitor.word(list(REGISTERED))]
        found[choice.key] = _value(visitor, choice) if visitor.rng.random() < 0.8 else visitor.word(ODD)
    return found


def _value(visitor: Visitor, choice: Choice) -> str:
    share = visitor.rng.random()
    if choice.is_flag:
        return "1" if share < 0.5 else "0"
    if choice.options:
        return choice.options[int(share * len(choice.options))]
    if np.isfinite(choice.low) and np.isfinite(choice.high):
        return f"{choice.low + share * (choice.high - choice.low):.3g}"
    return f"{share:.3g}"


def menu(visitor: Visitor) -> str:
    """Go to a page of the menu."""
    link = visitor.one(visitor.page.locator("[data-testid=stSidebarNavLink]:visible"))
    if link is None:
        return "no menu"
    link.click(timeout=SHORT)
    return "a page of the menu"


def press_button(visitor: Visitor) -> str:
    """Press any button."""
    button = visitor.one(visitor.page.locator(BUTTONS))
    if button is None:
        return "no button"
    said = (button.text_content(timeout=SHORT) or "").strip()[:40]
    button.click(timeout=SHORT)
    return f"button {said!r}"


def choose_option(visitor: Visitor) -> str:
    """Choose any option of any box."""
    box, place = visitor.one(visitor.page.locator(BOXES)), visitor.rng.random()
    if box is None:
        return "no box"
    box.click(timeout=SHORT)
    options = visitor.page.get_by_role("option")
    options.first.wait_for(timeout=SHORT)
    chosen = options.nth(int(place * options.count()))
    said = (chosen.text_content(timeout=SHORT) or "")[:40]
    chosen.click(timeout=SHORT)
    return f"option {said!r}"


def type_number(visitor: Visitor) -> str:
    """Type something into any field of numbers."""
    box, text = visitor.one(visitor.page.locator(NUMBERS)), visitor.word([*ODD[1:5], "0.5", "7", "100", "1e6"])
    if box is None:
        return "no field"
    box.click(click_count=3, timeout=SHORT)
    visitor.page.keyboard.type(text)
    visitor.page.keyboard.press("Enter")
    return f"types {text}"


def drag_handle(visitor: Visitor) -> str:
    """Drag any handle, and let it go somewhere."""
    grip, (dx, dy) = visitor.one(visitor.page.locator(HANDLES)), visitor.rng.integers(-300, 300, size=2).tolist()
    box = None if grip is None else grip.bounding_box(timeout=SHORT)
    if box is None:
        return "no handle"
    x, y, mouse = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, visitor.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + dx, y + dy / 4, steps=8)
    mouse.up()
    return f"drags by {dx}"


def press_key(visitor: Visitor) -> str:
    """Press a key."""
    key = visitor.word(KEYS)
    visitor.page.keyboard.press(key)
    return f"key {key}"


def size_window(visitor: Visitor) -> str:
    """Make the window another size."""
    width, height = WINDOWS[int(visitor.rng.random() * len(WINDOWS))]
    visitor.page.set_viewport_size({"width": width, "height": height})
    return f"window {width} x {height}"


def speak(visitor: Visitor) -> str:
    """Switch the language."""
    switch = visitor.one(visitor.page.locator(".st-key-lang label:visible"))
    if switch is None:
        return "no switch of languages"
    switch.click(timeout=SHORT)
    return "the other language"


def load_file(visitor: Visitor) -> str:
    """Load a file that has this visitor's name in a cell and in a column."""
    n, noise = int(visitor.rng.integers(20, MOST_ROWS)), visitor.rng.random(MOST_ROWS)
    rows = "".join(f"{int(noise[i] + i / n > 1)},{(i + 0.5) / n:.4f},{visitor.name}\n" for i in range(n))
    file = visitor.folder / f"{visitor.name}.csv"
    file.write_text(f"truth,score_of_{visitor.name},note\n{rows}", encoding="utf-8")
    visitor.page.goto(f"{visitor.address}/data")
    visitor.page.locator(DONE).wait_for(timeout=LONG)
    visitor.page.locator("input[type=file]").first.set_input_files(file, timeout=LONG)
    return f"a file of {n} rows"


def reload(visitor: Visitor) -> str:
    """Open the page anew."""
    visitor.page.reload()
    return "reload"


def back(visitor: Visitor) -> str:
    """Go back."""
    visitor.page.go_back()
    if not visitor.page.url.startswith(visitor.address):  # to where the tab was before the app
        visitor.page.goto(visitor.address)
    return "back"


def without_connection(visitor: Visitor) -> str:
    """Lose the connection for a moment."""
    visitor.context.set_offline(True)
    visitor.page.wait_for_timeout(500)
    visitor.context.set_offline(False)
    return "no connection for a moment"


def other_tab(visitor: Visitor) -> str:
    """Look at the other tab."""
    visitor.tabs.reverse()
    return "the other tab"


# How often each is drawn.
ACTS: Final[dict[Callable[[Visitor], str], int]] = {
    any_page: 10,
    menu: 8,
    press_button: 16,
    choose_option: 14,
    type_number: 10,
    drag_handle: 12,
    press_key: 5,
    size_window: 4,
    speak: 3,
    load_file: 4,
    reload: 2,
    back: 3,
    without_connection: 1,
    other_tab: 3,
}
_CHANCES: Final = np.array(list(ACTS.values())) / sum(ACTS.values())


def do_any(visitor: Visitor) -> str:
    """Do anything; what is in the way of it, such as an open list, is as good."""
    act = list(ACTS)[int(visitor.rng.choice(len(ACTS), p=_CHANCES))]
    try:
        return act(visitor)
    except TimeoutError:
        return f"{act.__name__}: something was in the way"
    except Error as problem:
        # A run has drawn anew what was about to be touched.
        if "detached" in problem.message or "not attached" in problem.message or "ERR_ABORTED" in problem.message:
            return f"{act.__name__}: it was drawn anew"
        raise


def judge(visitor: Visitor, others: list[str]) -> None:
    """Raise where the page shows an exception, something of another visitor, or numbers that do not agree."""
    page = visitor.page
    page.locator(DONE).wait_for(timeout=LONG)
    if page.locator(CRASH).count():
        raise WrongError(f"an exception: {page.locator(CRASH).first.text_content()}")
    text = page.locator("body").inner_text()
    for other in others:
        if other in text:
            raise WrongError(f"something of {other}")
    if "confusion_matrix" in page.url and page.locator(READING).count() == len(READ):
        _agree(page)


def _agree(page: Page) -> None:
    """Raise where the readings stay other than those of the counts in the figure, if both are there."""
    for _look in range(LOOKS):
        try:
            found, shown = counts(page), page.locator(READING).all_text_contents()
        except (AssertionError, ValueError, IndexError, Error):  # more classes than two, weights, another page by now
            return
        if len(shown) != len(READ):
            return
        cm = ConfusionMatrix.binary(**{name.lower(): n for name, n in found.items()})
        wanted = [number(float(of(cm))) for of in READ]
        if shown == wanted:
            return
        page.wait_for_timeout(250)
    raise WrongError(f"the readings of {found} are shown as {shown}, not as {wanted}")


def visit(
    browser: Browser, address: str, log: Path, *, seed: int, n_visitors: int, is_over: Callable[[int], bool]
) -> int:
    """Let visitors act in turn until it is over, and return how many acts they did."""
    watch, n_done, said = Watch(log), 0, ""
    with tempfile.TemporaryDirectory() as folder:
        visitors = []
        for k, rng in enumerate(np.random.default_rng(seed).spawn(n_visitors)):
            context = watch.follow(browser.new_context(viewport={"width": 1280, "height": 720}))
            visitor = Visitor(f"marker{k}of{seed}", address, context, rng, Path(folder))
            visitor.tabs = [context.new_page() for _tab in range(2)]
            for tab in visitor.tabs:
                tab.goto(address)
            visitors.append(visitor)
        while not is_over(n_done):
            visitor = visitors[n_done % n_visitors]
            said = do_any(visitor)
            n_done += 1
            print(f"{n_done:5} {visitor.name}: {said}", flush=True)
            try:
                judge(visitor, [other.name for other in visitors if other is not visitor])
                _check(watch)
            except (WrongError, AssertionError, TimeoutError) as found:
                raise WrongError(f"seed {seed}, act {n_done} ({said}) at {visitor.page.url}: {found}") from None
        for visitor in visitors:
            visitor.context.close()
    return n_done


def _check(watch: Watch) -> None:
    """Fail where something went wrong, but for what a lost connection and an odd address are known to bring."""
    known = ("ERR_INTERNET_DISCONNECTED", "ERR_NETWORK_CHANGED", "WebSocket connection to")
    watch.found = [one for one in watch.found if not any(part in one for part in known)]
    watch.check()


def main() -> int:
    """Let visitors in and print what they do."""
    options = argparse.ArgumentParser(prog="python -m tests.benchmarks.visitors")
    for name, usual in (("seed", 0), ("minutes", 5.0), ("visitors", 2), ("until", 0)):
        options.add_argument(f"--{name}", type=type(usual), default=usual)
    given = options.parse_args()
    print(describe())
    end = time.monotonic() + 60 * given.minutes
    most = given.until or sys.maxsize
    with (
        tempfile.NamedTemporaryFile(suffix=".log") as log,
        running_app(log.file) as address,  # type: ignore[arg-type] # it is a file
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        try:
            n_done = visit(
                browser,
                address,
                Path(log.name),
                seed=given.seed,
                n_visitors=given.visitors,
                is_over=lambda n: n >= most or time.monotonic() > end,
            )
        except WrongError as found:
            print(f"WRONG: {found}")
            return 1
    print(f"{n_done} acts, nothing went wrong")
    return 0


if __name__ == "__main__":
    sys.exit(main())
