"""What asynchronous code does otherwise than the rest of this folder says; its counterpart is in `_sync/io.py`."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from contextvars import ContextVar
from typing import Any, TypeVar, cast

import anyio
import httpx2
from typing_extensions import ParamSpec

from .._answers import MAX_ANSWER_BYTES, APIResponse
from .._faults import fault_of, out_of_time
from .._requests import OutgoingRequest
from ..errors import UnexpectedAnswerError

P = ParamSpec("P")
T = TypeVar("T")

raw_wanted: ContextVar[bool] = ContextVar("raw_wanted", default=False)


def raw(method: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[APIResponse[T]]]:
    """The method, giving the answer itself."""

    async def answer(*args: P.args, **kwargs: P.kwargs) -> APIResponse[T]:
        token = raw_wanted.set(True)
        try:
            return cast("APIResponse[T]", await method(*args, **kwargs))
        finally:
            raw_wanted.reset(token)

    return answer


async def exchange(
    http: httpx2.AsyncClient, request: OutgoingRequest, limit_s: float | None
) -> tuple[int, httpx2.Headers, bytes]:
    """Sends the request and reads the whole answer, within this time."""
    where = f"{request.method} {request.url}"
    try:
        with anyio.fail_after(limit_s):
            response = await send(http, request, httpx2.Timeout(None))
            try:
                return response.status_code, response.headers, await _read(response)
            finally:
                await response.aclose()
    except TimeoutError:
        raise out_of_time(where) from None
    except httpx2.RequestError as error:
        raise fault_of(error, where) from error


async def send(
    http: httpx2.AsyncClient, request: OutgoingRequest, timeout: httpx2.Timeout
) -> httpx2.Response:
    built = http.build_request(
        request.method, request.url, headers=request.headers, content=request.content, timeout=timeout
    )
    return await http.send(built, stream=True, follow_redirects=False)


async def _read(response: httpx2.Response) -> bytes:
    content = bytearray()
    async for piece in response.aiter_bytes():
        content += piece
        if len(content) > MAX_ANSWER_BYTES:
            raise UnexpectedAnswerError(
                "The answer is too long.", status=response.status_code, headers=response.headers
            )
    return bytes(content)


class AsyncPause:
    """A wait that can be ended from elsewhere."""

    def __init__(self) -> None:
        self._end: anyio.Event | None = None

    async def wait(self, seconds: float) -> None:
        self._end = self._end or anyio.Event()
        with anyio.move_on_after(seconds):
            await self._end.wait()

    def end(self) -> None:
        if self._end is not None:
            self._end.set()


async def each(source: Iterable[T] | AsyncIterable[T]) -> AsyncIterator[T]:
    if isinstance(source, AsyncIterable):
        async for item in source:
            yield item
        return
    for item in source:
        yield item


async def aside(work: Callable[[], T]) -> T:
    """Runs what may wait for a disk where nobody else has to wait with it."""
    return await anyio.to_thread.run_sync(work)


class AsyncTurn:
    """A lock whose holders can wait for a change that another holder announces."""

    def __init__(self) -> None:
        self._condition = anyio.Condition()

    async def __aenter__(self) -> None:
        # Nobody holds it for long; a task that is being cancelled has to be able to leave things in order.
        with anyio.CancelScope(shield=True):
            await self._condition.acquire()

    async def __aexit__(self, *_: object) -> None:
        self._condition.release()

    def announce(self) -> None:
        self._condition.notify_all()

    async def change(self, within_s: float | None = None) -> None:
        """Comes back after an announcement, or after this time."""
        with anyio.move_on_after(within_s):
            await self._condition.wait()


class AsyncBackground:
    """One piece of work beside the one that started it."""

    def __init__(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._work = work
        self._group = anyio.create_task_group()

    async def start(self) -> None:
        await self._group.__aenter__()
        self._group.start_soon(self._work)

    async def end(self, within_s: float) -> None:
        """Waits for its end for so long, then ends it."""
        self._group.cancel_scope.deadline = anyio.current_time() + within_s
        await self._group.__aexit__(None, None, None)
