"""Do many visitors, each with rows of their own, see no others'? `python -m tests.benchmarks.crowd [visitors] [rows]`.

Visitors are connections that speak as Streamlit's client does. Each uploads a file with a name of its own and counts of
its own, then all go through the chapter's pages at once. Prints how long a file and a page take, and what the server
holds at last. Whatever any page says must be without another's name, and the readings must be those of the visitor's
own counts; else the visitor, the page and what it says instead are named, and the exit status is 1.
"""

from __future__ import annotations

import asyncio
import http.client
import os
import statistics
import sys
import time
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any, Final
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

from evalcore import metrics
from evalcore.counts import ConfusionMatrix
from tests.benchmarks.machine import describe
from tests.benchmarks.rounds import held
from tests.browser.driver import running_app
from ui.shared.chapter import PAGES
from ui.shared.numbers import number

LONGEST: Final = 900.0  # seconds
READ: Final = (metrics.precision, metrics.recall, metrics.f1, metrics.accuracy)
FIRST: Final = "confusion_matrix"
WORDS: Final = ("heading", "markdown", "alert", "text")
LONGEST_WORDS: Final = 2_000


class WrongError(Exception):
    """Raised where a visitor sees what is not theirs."""


@dataclass
class Visitor:
    """A connection, with what it was told by name."""

    place: int
    rows: int
    address: str
    socket: ClientConnection
    token: str
    known: dict[str, ForwardMsg] = field(default_factory=dict)
    waits: list[float] = field(default_factory=list)

    @property
    def name(self) -> str:
        """What stands in the visitor's file and in nobody else's."""
        return f"marker{self.place}x"

    @property
    def cm(self) -> ConfusionMatrix:
        """The counts of the visitor's file at 0.5."""
        tp = self.rows // 5 + 3 * self.place
        return ConfusionMatrix.binary(tp=tp, fn=self.rows // 10, fp=self.rows // 8 + self.place, tn=self.rows // 2)

    def file(self) -> bytes:
        """Return rows with these counts."""
        tp, fn, fp, tn = (round(float(n)) for n in (self.cm.tp, self.cm.fn, self.cm.fp, self.cm.tn))
        lines = [f"truth,score_of_{self.name}"]
        for truth, low, n in ((1, 0.5, tp), (1, 0.0, fn), (0, 0.5, fp), (0, 0.0, tn)):
            lines += [f"{truth},{low + 0.49 * (k + 0.5) / n:.6f}" for k in range(n)]
        return "\n".join(lines).encode()

    async def run(self, page: str, state: Any = None) -> list[ForwardMsg]:
        """Have a page run, and return all it says."""
        message = BackMsg()
        message.rerun_script.page_name, message.rerun_script.query_string = page, "lang=en&t=0.5"
        if state is not None:
            message.rerun_script.widget_states.widgets.append(state)
        await self.socket.send(message.SerializeToString())
        # One that another has cut short, as where a file is read by now, is followed by that other.
        said = await self.until("script_finished")
        while said[-1].script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN:
            said += await self.until("script_finished")
        return said

    async def until(self, kind: str) -> list[ForwardMsg]:
        """Take what the server says until something of a kind; what it says by its name alone was said before."""
        found: list[ForwardMsg] = []
        while not found or found[-1].WhichOneof("type") != kind:
            said = ForwardMsg.FromString(bytes(await self.socket.recv()))  # type: ignore[arg-type]
            if said.WhichOneof("type") == "ref_hash":
                said = self.known[said.ref_hash]
            elif said.hash:
                self.known[said.hash] = said
            found.append(said)
        return found

    async def load(self) -> float:
        """Upload the file and wait until it is read; return how long that took."""
        fields = (one.delta.new_element for one in await self.run("data"))
        return await self._load(
            next(one.file_uploader.id for one in fields if one.WhichOneof("type") == "file_uploader")
        )

    async def _load(self, field_id: str) -> float:
        data, start = self.file(), time.perf_counter()
        asked, name = BackMsg(), f"{self.name}.csv"
        asked.file_urls_request.request_id, asked.file_urls_request.file_names[:] = "one", [name]
        await self.socket.send(asked.SerializeToString())
        (urls,) = (await self.until("file_urls_response"))[-1].file_urls_response.file_urls
        await asyncio.to_thread(self._put, urls.upload_url, name, data)
        message = BackMsg()
        state = message.rerun_script.widget_states.widgets.add(id=field_id)
        state.file_uploader_state_value.uploaded_file_info.add(
            file_id=urls.file_id, name=name, size=len(data), file_urls=urls
        )
        said = await self.run("data", state)
        while f"score_of_{self.name}" not in text(said):
            if time.perf_counter() - start > LONGEST:
                raise TimeoutError(f"the file of {self.name} was not read")
            await asyncio.sleep(0.5)
            said = await self.run("data", state)
        return time.perf_counter() - start

    def _put(self, path: str, name: str, data: bytes) -> None:
        border = "of-this-benchmark"
        head = f'--{border}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
        body = head.encode() + data + f"\r\n--{border}--\r\n".encode()
        server = http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=LONGEST)
        headers = {
            "Content-Type": f"multipart/form-data; boundary={border}",
            "Cookie": f"_streamlit_xsrf={self.token}",
            "X-Xsrftoken": self.token,
        }
        server.request("PUT", path, body=body, headers=headers)
        reply = server.getresponse()
        if reply.status >= 300:
            raise WrongError(f"the file of {self.name} was answered by {reply.status} {reply.read()[:200]!r}")
        server.close()

    async def look(self, n: int) -> None:
        """Go through all pages, each visitor from another one on, and judge what each says."""
        pages = list(PAGES)
        turn = self.place % len(pages)
        for page in [*pages[turn:], *pages[:turn]]:
            start = time.perf_counter()
            said = await self.run(page)
            self.waits.append(time.perf_counter() - start)
            self.judge(page, said, n)

    def judge(self, page: str, said: list[ForwardMsg], n: int) -> None:
        """Raise where something of another visitor, an exception, or numbers of something else are shown."""
        shown = text(said)
        if not any(one.WhichOneof("type") == "logo" for one in said):
            raise WrongError(f"{self.name} sees {page} without the app's frame")
        for other in range(n):
            if other != self.place and f"marker{other}x" in shown:
                raise WrongError(f"{self.name} sees something of marker{other}x on {page}")
        if any(one.delta.new_element.WhichOneof("type") == "exception" for one in said):
            raise WrongError(f"{self.name} sees an exception on {page}")
        if page == FIRST:
            if self.name not in shown:
                raise WrongError(f"{self.name} does not see their own rows")
            cards = [e.metric.body for one in said if (e := one.delta.new_element).WhichOneof("type") == "metric"]
            wanted = [number(float(of(self.cm))) for of in READ]
            if cards[: len(wanted)] != wanted:
                raise WrongError(f"{self.name} reads {cards[: len(wanted)]}, not {wanted}; {told(said)}")


def text(said: list[ForwardMsg]) -> str:
    """Return all that some messages say."""
    return "\n".join(str(one) for one in said)


def told(said: list[ForwardMsg]) -> str:
    """Return which runs some messages are of and how these ended, then what a reader is told, without styles."""
    runs = [
        f"run {one.metadata.run.script_run_id[:6]} {one.WhichOneof('type')}"
        for one in said
        if one.metadata.run.script_run_id
    ]
    elements = [one.delta.new_element for one in said if one.WhichOneof("type") == "delta"]
    words = [getattr(one, kind).body for one in elements if (kind := one.WhichOneof("type")) in WORDS]
    return " | ".join([*runs, *(word for word in words if not word.startswith("<style>"))])[:LONGEST_WORDS]


async def arrive(place: int, rows: int, address: str) -> Visitor:
    """Open a session."""
    server = http.client.HTTPConnection(urlsplit(address).netloc, timeout=LONGEST)
    server.request("GET", "/_stcore/health")
    token = SimpleCookie(server.getresponse().headers["Set-Cookie"])["_streamlit_xsrf"].value
    server.close()
    stream, protocols = address.replace("http", "ws") + "/_stcore/stream", ["streamlit", token]
    cookie = {"Cookie": f"_streamlit_xsrf={token}"}
    socket = await connect(stream, subprotocols=protocols, additional_headers=cookie, max_size=None, ping_timeout=None)  # type: ignore[arg-type]
    return Visitor(place, rows, address, socket, token)


async def crowd(address: str, n: int, rows: int) -> None:
    """Have so many visitors load and look at once."""
    visitors = [await arrive(place, rows, address) for place in range(n)]
    try:
        loads = await asyncio.gather(*(one.load() for one in visitors))
        print(f"a file: median {statistics.median(loads):.1f} s, the last after {max(loads):.1f} s", flush=True)
        start = time.perf_counter()
        await asyncio.gather(*(one.look(n) for one in visitors))
        taken, waits = time.perf_counter() - start, [wait for one in visitors for wait in one.waits]
        print(
            f"{len(waits)} pages in {taken:.0f} s: median {statistics.median(waits):.1f} s, longest {max(waits):.1f} s"
        )
        print(f"the server holds {held(address):.0f} MB", flush=True)
    finally:
        await asyncio.gather(*(one.socket.close() for one in visitors))


def main(n: int = 50, rows: int = 1_000) -> int:
    """Print how it went."""
    print(f"{describe()}, load {os.getloadavg()[0]:.1f}; {n} visitors with about {rows:,} rows each")
    with running_app() as address:
        try:
            asyncio.run(crowd(address, n, rows))
        except WrongError as found:
            print(f"WRONG: {found}")
            return 1
    print("nobody saw anything of another")
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
