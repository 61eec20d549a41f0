"""Do sixty phones vote at once? `python -m tests.benchmarks.classroom [phones]`.

Phones are connections that speak as Streamlit's client does: they open the class, look every two seconds, answer, and
read the counts. So the server is measured, not sixty browsers on one machine. Prints how long the slowest phone waits
for its question, for its answer to be taken and for the counts, beside the same of a phone alone, and the votes.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.async_api import async_playwright
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

from tests.benchmarks.machine import describe
from tests.browser.driver import ARGUMENTS, installed, running_app

LONGEST = 120.0
ANSWERS = 3
COUNTED = "No threshold comes between"


@dataclass
class Phone:
    """A connection with what its page shows."""

    socket: ClientConnection
    query: str
    buttons: dict[str, str] = field(default_factory=dict)
    fragment: str = ""
    every: float = 0.0
    texts: str = ""

    async def hear(self) -> None:
        """Take what the server sends, until the connection ends."""
        async for data in self.socket:
            message = ForwardMsg.FromString(bytes(data))  # type: ignore[arg-type]
            if message.WhichOneof("type") == "auto_rerun":
                self.every, self.fragment = message.auto_rerun.interval, message.auto_rerun.fragment_id
            element = message.delta.new_element
            if element.WhichOneof("type") == "button":
                # The class of an answer ends with its place.
                self.buttons[element.button.id.rsplit("_", 1)[-1]] = element.button.type + " " + element.button.id
            elif element.WhichOneof("type") == "markdown":
                self.texts += element.markdown.body

    async def look(self) -> None:
        """Ask for what is new as often as the page says."""
        while True:
            await asyncio.sleep(self.every or 1.0)
            if self.fragment:
                await self.ask()

    async def ask(self, pressed: str | None = None) -> None:
        """Have the page run, with a button pressed or none."""
        message = BackMsg()
        state = message.rerun_script
        state.query_string, state.page_name, state.fragment_id = self.query, "answer", self.fragment
        if pressed is not None:
            state.widget_states.widgets.add(id=pressed, trigger_value=True)
        await self.socket.send(message.SerializeToString())

    def has(self, place: int, kind: str = "") -> bool:
        """Whether the answer is there, and chosen where that is asked for."""
        return str(place) in self.buttons and self.buttons[str(place)].startswith(kind)


async def until(phones: Sequence[Phone], seen: Callable[[int, Phone], bool]) -> float:
    """Return how long it takes until every phone has seen something."""
    start = time.perf_counter()
    while not all(seen(place, phone) for place, phone in enumerate(phones)):
        if time.perf_counter() - start > LONGEST:
            raise TimeoutError("a phone has not seen it")
        await asyncio.sleep(0.01)
    return time.perf_counter() - start


async def lesson(address: str, n: int) -> str:
    """Have so many phones answer one question of a teacher in Chromium."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=installed(), args=ARGUMENTS)
        front = await browser.new_page()
        await front.goto(f"{address}/curves?sample=ties&path=ties&present=1")
        await front.locator("body[data-presenting]").wait_for(state="attached", timeout=120_000)
        await front.keyboard.press("v")
        code = await front.locator(".st-key-class_code [data-testid=stText]").inner_text(timeout=60_000)
        query, stream = urlsplit(code).query, f"ws://{urlsplit(address).netloc}/_stcore/stream"
        phones = [Phone(await connect(stream, subprotocols=["streamlit"], max_size=None), query) for _ in range(n)]  # type: ignore[list-item]
        tasks = [asyncio.create_task(act) for phone in phones for act in (phone.hear(), phone.look())]
        start = time.perf_counter()
        await asyncio.gather(*(phone.ask() for phone in phones))
        await until(phones, lambda place, phone: phone.has(place % ANSWERS))
        asked = time.perf_counter() - start
        pressed = [phone.buttons[str(place % ANSWERS)].split(" ", 1)[1] for place, phone in enumerate(phones)]
        start = time.perf_counter()
        await asyncio.gather(*(phone.ask(button) for phone, button in zip(phones, pressed, strict=True)))
        await until(phones, lambda place, phone: phone.has(place % ANSWERS, "primary"))
        answered = time.perf_counter() - start
        await front.locator(".st-key-class_shown", has_text=f"{n} of {n}").wait_for(timeout=60_000)
        await front.locator(".st-key-class_reveal button").first.click()
        counted = await until(phones, lambda _place, phone: COUNTED in phone.texts)
        bars = front.locator(".st-key-class_shown [data-testid=stProgress] strong:last-child")
        await bars.first.wait_for()
        votes = await bars.all_inner_texts()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*(phone.socket.close() for phone in phones))
        await browser.close()
    return f"{asked:>8.2f} s {answered:>6.2f} s {counted:>6.2f} s  {' + '.join(votes)}"


def main(n: int = 60) -> None:
    """Have a class of one phone, and of so many, answer a question."""
    print(describe())
    print(f"{'phones':>8} {'question':>10} {'answer':>8} {'counts':>8}  votes")
    with running_app() as address:
        for phones in (1, n):
            print(f"{phones:>8} {asyncio.run(lesson(address, phones))}", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
