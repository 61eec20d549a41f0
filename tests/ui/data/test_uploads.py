"""An arriving file is held in memory, whatever its size."""

import anyio
import pytest
from starlette.datastructures import Headers
from starlette.formparsers import MultiPartParser

from ui.data import uploads

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
