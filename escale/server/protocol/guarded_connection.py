"""HTTP connections of the embedded server that do not wait for ever, and do not read endless headers.

A proxy does the same for its clients. Without a proxy, a client that sends half a header, or a body letter by
letter, would keep its connection and a thread for as long as it likes.
"""

from __future__ import annotations

import asyncio
import http

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MAX_HEADER_BYTES = 32 * 1024
#: How many seconds a client has to send all headers, from the connection or from the first byte of a request.
HEADER_SECONDS = 15.0
#: How many seconds a body may stop. Each byte that arrives extends the time, so slow clients can upload
#: files.
BODY_SECONDS = 30.0
MIN_BODY_BYTES_PER_SECOND = 1000
CHECK_SECONDS = 1.0


class GuardedConnection(HttpToolsProtocol):
    """A connection of uvicorn. It refuses long headers with 431, and closes slow requests with 408."""

    _deadline: float | None = None
    _timer: asyncio.TimerHandle | None = None
    _is_refused = False
    _has_all_headers = False
    _unfinished_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self._set_deadline(HEADER_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._deadline = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._is_refused:
            return
        super().data_received(data)
        # The parser reports a header when it is complete. So the bytes of an incomplete header are counted
        # here.
        if not self._has_all_headers:
            self._unfinished_bytes += len(data)
            if self._unfinished_bytes > MAX_HEADER_BYTES:
                self._refuse(http.HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._has_all_headers = False
        self._unfinished_bytes = 0
        self._set_deadline(HEADER_SECONDS)

    def on_headers_complete(self) -> None:
        self._has_all_headers = True
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if size > MAX_HEADER_BYTES:
            self._refuse(http.HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
            return
        self._set_deadline(BODY_SECONDS)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if self._is_refused:
            return
        if self._deadline is not None:
            extended = self._deadline + len(body) / MIN_BODY_BYTES_PER_SECOND
            self._deadline = min(extended, self.loop.time() + BODY_SECONDS)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._deadline = None
        if not self._is_refused:
            super().on_message_complete()

    def _set_deadline(self, seconds: float) -> None:
        self._deadline = self.loop.time() + seconds
        if self._timer is None:
            self._timer = self.loop.call_later(CHECK_SECONDS, self._check_deadline)

    def _check_deadline(self) -> None:
        self._timer = None
        if self._deadline is None:
            return
        if self.flow.read_paused:  # The server has paused reading, so the client is not slow.
            self._deadline += CHECK_SECONDS
        if self.loop.time() >= self._deadline:
            self._refuse(http.HTTPStatus.REQUEST_TIMEOUT)
            return
        self._timer = self.loop.call_later(CHECK_SECONDS, self._check_deadline)

    def _refuse(self, status: http.HTTPStatus) -> None:
        """Sends this status, if a request has begun and no response yet, and closes the connection."""
        self._is_refused = True
        self._deadline = None
        has_request = self.scope is not None  # Browsers open connections in advance.
        is_answering = self.cycle is not None and self.cycle.response_started
        if has_request and not is_answering:
            head = (
                f"HTTP/1.1 {status.value} {status.phrase}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
            )
            self.transport.write(head.encode("ascii"))
        self.transport.close()
