"""An arriving file is held in memory, whatever its size, and is let in as long as there is room."""

import anyio
import pytest
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.formparsers import MultiPartParser
from starlette.responses import Response
from starlette.routing import Route
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

from evalcore.support import memory
from ui.data import uploads
from ui.session import allowed, holding, limits
from ui.session.limits import Limits

HEAD = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
BODY = HEAD + b"1" * 3_000_000 + b"\r\n--x--\r\n"


@pytest.fixture
def spool(monkeypatch):
    """The parser's limit of today, put back afterwards."""
    monkeypatch.setattr(MultiPartParser, "spool_max_size", MultiPartParser.spool_max_size)


async def parsed():
    async def stream():
        yield BODY

    parser = MultiPartParser(Headers({"content-type": "multipart/form-data; boundary=x"}), stream())
    return (await parser.parse())["file"]


@pytest.mark.usefixtures("spool")
def test_nothing_is_written_to_disk():
    uploads.keep_in_memory()
    file = anyio.run(parsed)
    assert file._in_memory
    assert file.size == 3_000_000
    file.file.close()


@pytest.mark.usefixtures("spool")
def test_the_limit_is_that_of_an_upload():
    uploads.keep_in_memory()
    assert MultiPartParser.spool_max_size > 1024 << 20


class Server:
    """A server that takes files of one session and lets none of them end, behind what counts them."""

    def __init__(self):
        self.answers, self.bodies = [], []
        self.app = Starlette(
            routes=[Route("/lab/_stcore/upload_file/{session}/{file}", self.take, methods=["PUT", "DELETE"])],
            middleware=uploads.DOOR,
        )

    async def take(self, request):
        """Read a file to its end."""
        self.bodies.append(await request.body())
        return Response(status_code=204)

    async def ask(self, size, *messages, method="PUT", file="1", session="mine"):
        """Send a request with these messages behind its head, and keep the status."""
        left = list(messages)

        async def receive():
            if not left:
                await anyio.sleep_forever()
            return left.pop(0)

        async def send(message):
            if message["type"] == "http.response.start":
                self.answers.append(message["status"])

        headers = [] if size is None else [(b"content-length", str(size).encode())]
        path = f"/lab/_stcore/upload_file/{session}/{file}"
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "headers": headers,
            "query_string": b"",
            "root_path": "",
        }
        await self.app(scope, receive, send)


WHOLE = {"type": "http.request", "body": b"123", "more_body": False}
PART = {"type": "http.request", "body": b"1", "more_body": True}
CUT = {"type": "http.disconnect"}


@pytest.fixture
def server(monkeypatch):
    arrivals = holding.Arrivals(MemoryUploadedFileManager("/upload"))
    monkeypatch.setattr(holding, "arrivals", lambda: arrivals)
    monkeypatch.setattr(limits, "now", lambda: Limits(server_upload_mb=2, session_upload_mb=2))
    monkeypatch.setattr(uploads, "_address", {"mine": "ada@example.org", "theirs": ""}.get)
    return Server()


def test_a_file_is_let_in_only_as_long_as_there_is_room(server):
    async def visits():
        async with anyio.create_task_group() as group:
            group.start_soon(server.ask, 1_500_000, PART)  # it goes on arriving
            await anyio.sleep(0.05)
            await server.ask(1_500_000, WHOLE, session="theirs")
            group.cancel_scope.cancel()
        await server.ask(1_500_000, WHOLE)  # what has ended has given its room back

    anyio.run(visits)
    assert server.answers == [503, 204]
    assert server.bodies == [b"123"]


def test_a_file_is_let_in_only_where_memory_is_left_that_nobody_is_promised(server, monkeypatch):
    monkeypatch.setattr(holding, "free_memory", lambda: 2_000_000)
    with memory.promising(lambda _others: 1_000_000):
        anyio.run(server.ask, 1_500_000, WHOLE)
    anyio.run(server.ask, 1_500_000, WHOLE)
    assert server.answers == [503, 204]
    assert memory.promised() == 0


def test_a_file_of_who_may_not_load_is_not_let_in(server, monkeypatch):
    monkeypatch.setenv(allowed.LOOK, "*@example.org")
    for session in ("mine", "theirs"):
        anyio.run(lambda session=session: server.ask(3, WHOLE, session=session))
    assert server.answers == [204, 403]
    monkeypatch.setenv(allowed.LOAD, "bob@example.org")
    anyio.run(server.ask, 3, WHOLE)
    assert server.answers[2:] == [403]
    assert len(server.bodies) == 1


def test_a_file_says_how_large_it_is(server):
    for size in (None, -1, "many"):
        anyio.run(server.ask, size, WHOLE)
    assert server.answers == [411, 411, 411]


def test_what_is_no_file_of_a_session_is_the_servers_to_answer(server):
    anyio.run(lambda: server.ask(None, WHOLE, session="nobody"))
    anyio.run(lambda: server.ask(None, WHOLE, method="DELETE"))
    assert server.answers == [204, 204]


def test_a_file_that_is_broken_off_is_no_fault_and_gives_its_room_back(server):
    for _again in range(2):
        anyio.run(server.ask, 2_000_000, PART, CUT)
    assert server.answers == server.bodies == []
    anyio.run(server.ask, 2_000_000, WHOLE)
    assert server.answers == [204]


def test_a_browser_that_falls_silent_gives_its_room_back(server, monkeypatch):
    monkeypatch.setattr(uploads, "SILENCE", 0.05)
    anyio.run(server.ask, 2_000_000, PART)
    anyio.run(server.ask, 2_000_000, WHOLE)
    assert server.answers == [408, 204]
