"""Gunicorn's workers, made patient only so long, and taught to refuse in the words of this API.

`GeventWorker` serves clients directly: a slow one costs a greenlet. `ThreadWorker` is for behind a proxy that buffers,
where every client is quick: there a round that takes long does not hold up the others of its process.
"""

from __future__ import annotations

import errno
import os
import time
import uuid
from http import HTTPStatus
from typing import Any, Final

import gunicorn.http.wsgi
from gunicorn import util
from gunicorn.http import errors
from gunicorn.workers.ggevent import GeventWorker as BaseGeventWorker
from gunicorn.workers.gthread import ThreadWorker as BaseThreadWorker

import calculator_api

from .api import CORS, SECURITY
from .problems import RAISED, TYPE_OF_PROBLEMS, Problem, document
from .strictjson import encode

READ_TIMEOUT: Final = float(os.environ.get("READ_TIMEOUT", "10"))
WRITE_TIMEOUT: Final = float(os.environ.get("WRITE_TIMEOUT", "30"))
# Whoever asks learns what is served, not by which program.
NAME: Final = "mahjong-score"
gunicorn.http.wsgi.SERVER = NAME


class Patient:
    """A connection on which a whole request has to come within READ_TIMEOUT, and a response to go within WRITE_TIMEOUT.

    A client that is slower is taken for one that has hung up. Head and body of a response go out together, so that a
    process that is killed has sent all of it or nothing, and a proxy may ask another one.
    """

    def __init__(self, sock: Any) -> None:
        self._sock = sock
        self._asked: float | None = None
        self._holds: bytes | None = None
        self.renew()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sock, name)

    def renew(self) -> None:
        """A new request may come: the time starts anew."""
        self._until = time.monotonic() + READ_TIMEOUT

    def settimeout(self, seconds: float | None) -> None:
        self._asked = seconds
        self._sock.settimeout(seconds)

    def setblocking(self, flag: bool) -> None:
        self.settimeout(None if flag else 0.0)

    def recv(self, *args: Any) -> bytes:
        left = self._until - time.monotonic()
        if left <= 0:
            return b""
        self._sock.settimeout(left if self._asked is None else min(left, self._asked))
        try:
            received: bytes = self._sock.recv(*args)
        except TimeoutError:
            if self._asked is not None:
                raise
            return b""
        return received

    def hold(self) -> None:
        """What is sent next waits for what is sent after it."""
        self._holds = b""

    def flush(self) -> None:
        """Sends what still waits: a head without a body."""
        waiting, self._holds = self._holds, None
        if waiting:
            self.sendall(waiting)

    def sendall(self, data: bytes) -> None:
        if self._holds == b"":
            self._holds = data
            return
        data, self._holds = (self._holds or b"") + data, None
        self._sock.settimeout(WRITE_TIMEOUT)
        try:
            self._sock.sendall(data)
        except TimeoutError as error:
            raise BrokenPipeError(errno.EPIPE, "the client does not read") from error


class Refusing:
    """Answers what is no proper HTTP with a problem document, and logs neither what was sent nor who sent it."""

    log: Any

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Called by gunicorn for every error outside the application."""
        problem = refusal(exc)
        if problem.status == HTTPStatus.INTERNAL_SERVER_ERROR:
            self.log.error("a request failed outside the application", exc_info=exc)
        else:
            self.log.info("refused: %s", type(exc).__name__)
        try:
            client.sendall(response(problem))
        except OSError:
            self.log.debug("the client did not wait for the refusal")


def refusal(error: BaseException) -> Problem:
    """What is wrong with a request that gunicorn could not read."""
    match error:
        case errors.LimitRequestLine():
            return Problem(414, *RAISED[414])
        case errors.LimitRequestHeaders():
            return Problem(431, *RAISED[431])
        case errors.UnsupportedTransferCoding():
            return Problem(411, "length_required", "需要 Content-Length", "a Content-Length is needed")
        case errors.ExpectationFailed():
            return Problem(417, "expectation_failed", "不支持这种 Expect", "this Expect is not supported")
        case errors.ConfigurationProblem():
            return Problem(500, *RAISED[500])
        case errors.ParseException() | errors.NoMoreData():
            return Problem(400, "malformed_request", "不是合法的 HTTP 请求", "this is no proper HTTP request")
    return Problem(500, *RAISED[500])


def response(problem: Problem) -> bytes:
    """The problem as the bytes of a response, after which the connection is closed."""
    request_id = uuid.uuid4().hex
    body = encode(document(problem, request_id)).encode()
    headers = {
        "Server": NAME,
        "Date": util.http_date(),
        "Connection": "close",
        "Content-Type": TYPE_OF_PROBLEMS,
        "Content-Length": str(len(body)),
        "Cache-Control": "no-store",
        "X-Request-Id": request_id,
        "X-Engine-Version": calculator_api.__version__,
        **CORS,
        **SECURITY,
    }
    head = f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}\r\n"
    return (head + "".join(f"{name}: {value}\r\n" for name, value in headers.items()) + "\r\n").encode() + body


class GeventWorker(Refusing, BaseGeventWorker):  # type: ignore[misc]
    """For clients that come as they are, quick and slow."""

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        super().handle(listener, Closing(client), addr)

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> None:
        sock.hold()
        try:
            super().handle_request(listener_name, req, sock, addr)
        finally:
            sock.flush()
            sock.renew()


class Closing(Patient):
    """Closes without cutting off a refusal that the client, still sending, has not read yet."""

    def close(self) -> None:
        util.close_graceful(self._sock, timeout=1.0)


class ThreadWorker(Refusing, BaseThreadWorker):  # type: ignore[misc]
    """For clients behind a proxy that hands over whole requests."""

    def enqueue_req(self, conn: Any) -> None:
        if isinstance(conn.sock, Patient):
            conn.sock.renew()
        else:
            conn.sock = Patient(conn.sock)
        super().enqueue_req(conn)

    def handle_request(self, req: Any, conn: Any) -> Any:
        conn.sock.hold()
        try:
            return super().handle_request(req, conn)
        finally:
            conn.sock.flush()
