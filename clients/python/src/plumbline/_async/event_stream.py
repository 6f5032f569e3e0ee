from __future__ import annotations

import json
import random
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from dataclasses import replace

import httpx2
from typing_extensions import Self

from .. import _operations, models
from .._answers import build
from .._events import Event, build_event
from .._faults import fault_of
from .._json import object_of
from .._log import logger
from .._options import RequestOptions
from .._queries import Query
from .._retry import is_worth_repeating
from ..errors import APIError, PlumblineError, UnexpectedAnswerError
from .transport import AsyncTransport

OnGap = Callable[[models.EventGap], object]

STREAM = replace(_operations.STREAM_EVENTS, media_types=("text/event-stream",))
# The service gives a sign of life far more often.
_QUIET_S = 90.0
_RECONNECT_S = 2.0
_LONGEST_PAUSE_S = 30.0


class AsyncEventStream:
    """
    Events as they come, until you stop. A connection that is lost is taken up where it was: nothing is missed or doubled.

    `position` is the id of the last event that was given out, or one behind it where nothing was for you. As `after` it
    goes on from there, in another process and on another day. Leaving a `with` statement closes the connection.
    """

    def __init__(
        self, transport: AsyncTransport, query: Query, options: RequestOptions, *, on_gap: OnGap | None
    ) -> None:
        self._transport = transport
        self._query = query
        self._options = options
        self._on_gap = on_gap
        self._events: AsyncGenerator[Event, None] | None = None
        self._was_connected = False
        self._failures = 0
        self._reconnect_s = _RECONNECT_S
        self.position: str | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._events is not None:
            await self._events.aclose()

    def __aiter__(self) -> AsyncIterator[Event]:
        self._events = self._without_end()
        return self._events

    async def _without_end(self) -> AsyncGenerator[Event, None]:
        while True:
            asked_s = 0.0
            try:
                response = await self._connect()
                try:
                    async for event in self._read(response):
                        yield event
                finally:
                    await response.aclose()
            except PlumblineError as error:
                if not self._goes_on(error):
                    raise
                logger.info("the stream of events broke off: %s", error)
                asked_s = (error.retry_after_s or 0.0) if isinstance(error, APIError) else 0.0
            await self._transport.wait(max(asked_s, self._pause_s()))

    async def _connect(self) -> httpx2.Response:
        response = await self._transport.open(
            STREAM,
            query=self._query,
            headers={} if self.position is None else {"Last-Event-ID": self.position},
            options=self._options,
            quiet_s=_QUIET_S,
        )
        self._was_connected = True
        return response

    async def _read(self, response: httpx2.Response) -> AsyncGenerator[Event, None]:
        try:
            async for sent in httpx2.EventSource(response):
                self._failures = 0
                self._follow(sent)
                if sent.event == "end":
                    return
                if sent.data and sent.event != "gap":
                    yield build_event(_members_of(sent, response))
        except httpx2.RequestError as error:
            raise fault_of(error, str(response.url)) from error

    def _follow(self, sent: httpx2.ServerSentEvent) -> None:
        if sent.retry is not None:
            self._reconnect_s = min(sent.retry / 1000, _LONGEST_PAUSE_S)
        if sent.id:
            self.position = sent.id
        if sent.event == "gap":
            gap: models.EventGap = build(models.EventGap, json.loads(sent.data))
            logger.warning("events were missed: %s", gap.detail)
            if self._on_gap is not None:
                self._on_gap(gap)

    def _goes_on(self, error: PlumblineError) -> bool:
        """Once it was connected it comes back for as long as it takes; before, only as any call does."""
        retries = self._options.get("max_retries", self._transport.settings.max_retries)
        self._failures += 1
        return is_worth_repeating(error) and (self._was_connected or self._failures <= retries)

    def _pause_s(self) -> float:
        base = min(_LONGEST_PAUSE_S, self._reconnect_s * 2.0 ** min(max(self._failures - 1, 0), 8))
        return base * (1 - 0.25 * random.random())


def _members_of(sent: httpx2.ServerSentEvent, response: httpx2.Response) -> dict[str, object]:
    try:
        members = object_of(json.loads(sent.data))
    except ValueError:
        members = None
    if members is None:
        raise UnexpectedAnswerError(
            "An event of the stream is not a JSON object.",
            status=response.status_code,
            headers=response.headers,
        )
    return members
