"""What blocking code does otherwise than `_async` says; its counterpart is `_async/io.py`."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from typing import TypeVar, cast

import httpx2
from typing_extensions import ParamSpec

from .._answers import MAX_ANSWER_BYTES, APIResponse
from .._faults import fault_of, out_of_time
from .._requests import OutgoingRequest
from ..errors import UnexpectedAnswerError

P = ParamSpec("P")
T = TypeVar("T")

raw_wanted: ContextVar[bool] = ContextVar("raw_wanted", default=False)


def raw(method: Callable[P, T]) -> Callable[P, APIResponse[T]]:
    """The method, giving the answer itself."""

    def answer(*args: P.args, **kwargs: P.kwargs) -> APIResponse[T]:
        token = raw_wanted.set(True)
        try:
            return cast("APIResponse[T]", method(*args, **kwargs))
        finally:
            raw_wanted.reset(token)

    return answer


def exchange(
    http: httpx2.Client, request: OutgoingRequest, limit_s: float | None
) -> tuple[int, httpx2.Headers, bytes]:
    """
    Sends the request and reads the whole answer, within this time. It is looked at whenever a piece of the answer
    comes; a connection on which nothing comes ends by the timeout of the socket, which is as long.
    """
    where = f"{request.method} {request.url}"
    ends_at = None if limit_s is None else time.monotonic() + limit_s
    try:
        response = send(http, request, httpx2.Timeout(limit_s))
        try:
            content = _read(response, ends_at)
        finally:
            response.close()
    except httpx2.RequestError as error:
        raise fault_of(error, where) from error
    if content is None:
        raise out_of_time(where)
    return response.status_code, response.headers, content


def send(http: httpx2.Client, request: OutgoingRequest, timeout: httpx2.Timeout) -> httpx2.Response:
    built = http.build_request(
        request.method, request.url, headers=request.headers, content=request.content, timeout=timeout
    )
    return http.send(built, stream=True, follow_redirects=False)


def _read(response: httpx2.Response, ends_at: float | None) -> bytes | None:
    """None when the time is over."""
    content = bytearray()
    for piece in response.iter_bytes():
        content += piece
        if ends_at is not None and time.monotonic() > ends_at:
            return None
        if len(content) > MAX_ANSWER_BYTES:
            raise UnexpectedAnswerError(
                "The answer is too long.", status=response.status_code, headers=response.headers
            )
    return bytes(content)


class Pause:
    """A wait that can be ended from elsewhere."""

    def __init__(self) -> None:
        self._end = threading.Event()

    def wait(self, seconds: float) -> None:
        self._end.wait(seconds)

    def end(self) -> None:
        self._end.set()


def each(source: Iterable[T]) -> Iterable[T]:
    return source


def aside(work: Callable[[], T]) -> T:
    return work()


class Turn:
    """A lock whose holders can wait for a change that another holder announces."""

    def __init__(self) -> None:
        self._condition = threading.Condition()

    def __enter__(self) -> None:
        self._condition.acquire()

    def __exit__(self, *_: object) -> None:
        self._condition.release()

    def announce(self) -> None:
        self._condition.notify_all()

    def change(self, within_s: float | None = None) -> None:
        """Comes back after an announcement, or after this time."""
        self._condition.wait(within_s)


class Background:
    """One piece of work beside the one that started it."""

    def __init__(self, work: Callable[[], None]) -> None:
        # A thread that hangs in a request must not keep the program from ending.
        self._thread = threading.Thread(target=work, name="plumbline-writer", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def end(self, within_s: float) -> None:
        """Waits for its end for so long."""
        self._thread.join(within_s)
