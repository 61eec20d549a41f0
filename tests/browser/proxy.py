"""A proxy between Chromium and the app that can be cut: a laptop asleep, wifi that is gone, another version started."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
from collections.abc import Iterator
from typing import Final

from tests.browser.driver import free_port

_BLOCK: Final = 1 << 16


class Proxy:
    """Hands bytes on between a port of its own and that of the app, as long as it is not cut."""

    def __init__(self, target: int) -> None:
        self.port = free_port()
        self._target = target
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()
        self._listening: socket.socket | None = None
        self._slow: int | None = None
        self._flows = threading.Event()
        self._flows.set()
        self.resume()

    @property
    def address(self) -> str:
        """Where the app is reached through it."""
        return f"http://localhost:{self.port}"

    def resume(self) -> None:
        """Take connections on, again."""
        listening = socket.create_server(("127.0.0.1", self.port))
        self._listening = listening
        threading.Thread(target=self._accept, args=(listening,), daemon=True).start()

    def cut(self) -> None:
        """End all connections, and refuse new ones until it is resumed."""
        if self._listening is not None:
            # Whoever waits for a connection in another thread goes on waiting after a mere close.
            with contextlib.suppress(OSError):
                self._listening.shutdown(socket.SHUT_RDWR)
            self._listening.close()
            self._listening = None
        with self._lock:
            ends, self._open = self._open, set()
        for end in ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def hold(self) -> None:
        """Hand nothing on, without a word to either end, until it flows again."""
        self._flows.clear()

    def flow(self) -> None:
        """Hand on what was held, and what comes."""
        self._flows.set()

    def cut_after(self, count: int) -> None:
        """Cut as soon as one more connection has sent so many bytes: in the middle of an upload."""
        self._slow = count

    def _accept(self, listening: socket.socket) -> None:
        while True:
            try:
                client, _from = listening.accept()
                server = socket.create_connection(("127.0.0.1", self._target))
            except OSError:
                if self._listening is not listening:
                    return
                client.close()
                continue
            with self._lock:
                self._open |= {client, server}
            threading.Thread(target=self._pump, args=(client, server), daemon=True).start()

    def _pump(self, client: socket.socket, server: socket.socket) -> None:
        sent = 0
        with selectors.DefaultSelector() as either, contextlib.suppress(OSError):
            either.register(client, selectors.EVENT_READ, server)
            either.register(server, selectors.EVENT_READ, client)
            while True:
                for key, _events in either.select():
                    block = key.fileobj.recv(_BLOCK)  # type: ignore[union-attr]
                    self._flows.wait()
                    if not block:
                        raise OSError("the other end has closed")
                    key.data.sendall(block)
                    sent += len(block) if key.data is server else 0
                    if self._slow is not None and sent > self._slow:
                        self._slow = None
                        self.cut()
        with self._lock:
            self._open -= {client, server}
        client.close()
        server.close()


@contextlib.contextmanager
def through_proxy(address: str) -> Iterator[Proxy]:
    """Yield a proxy of the app at an address."""
    proxy = Proxy(int(address.rsplit(":", 1)[1]))
    try:
        yield proxy
    finally:
        proxy.flow()
        proxy.cut()
