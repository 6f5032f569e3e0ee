from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TypeVar, cast

import httpx2

from .._answers import Answer, APIResponse, Decode, refusal_of, unexpected
from .._faults import fault_of
from .._log import logger, redacted
from .._operation import Operation
from .._options import RequestOptions, WriteOptions
from .._requests import Body, OutgoingRequest, QueryValue, outgoing_request
from .._retry import is_worth_repeating, wait_before_retry_s
from .._settings import Settings
from ..errors import APITimeoutError, PlumblineError, RequestCancelledError
from .io import AsyncPause, exchange, raw_wanted, send

T = TypeVar("T")


class AsyncTransport:
    """How calls go out: attempts, waits between them, and limits on both."""

    def __init__(self, settings: Settings, http_client: httpx2.AsyncClient | None) -> None:
        self.settings = settings
        self.is_closed = False
        self._pause = AsyncPause()
        self.sleep = self._pause.wait
        self._owns_http = http_client is None
        self._http = http_client or httpx2.AsyncClient()

    async def close(self) -> None:
        self.is_closed = True
        self._pause.end()
        if self._owns_http:
            await self._http.aclose()

    async def send(
        self,
        operation: Operation,
        decode: Decode[T],
        *,
        path: Mapping[str, str] | None = None,
        query: Mapping[str, QueryValue] | None = None,
        body: Body | None = None,
        options: RequestOptions | WriteOptions | None = None,
        also_answers: tuple[int, ...] = (),
    ) -> T:
        """The answer of one operation, after as many attempts as it takes; or one of the errors."""
        options = cast(WriteOptions, options or {})
        request = outgoing_request(
            operation, self.settings, path=path or {}, query=query or {}, body=body, options=options
        )
        is_raw = raw_wanted.get()
        allowed = (*also_answers, 304) if is_raw else also_answers
        answer = await self._attempt_until_answered(operation, request, options, allowed)
        # What `raw` promises in its type: the caller gets the answer instead of what it says.
        return cast(T, APIResponse(answer, decode)) if is_raw else decode(answer)

    async def open(
        self,
        operation: Operation,
        *,
        query: Mapping[str, QueryValue],
        headers: Mapping[str, str],
        options: RequestOptions,
        quiet_s: float,
    ) -> httpx2.Response:
        """The beginning of an answer without an end, of which nothing more than its head was read. In one attempt."""
        if self.is_closed:
            raise PlumblineError("The client is closed.")
        options = cast(
            WriteOptions, {**options, "extra_headers": {**options.get("extra_headers", {}), **headers}}
        )
        request = outgoing_request(operation, self.settings, path={}, query=query, body=None, options=options)
        where = f"{request.method} {request.url}"
        limit_s = options.get("timeout", self.settings.timeout_s)
        try:
            response = await send(self._http, request, httpx2.Timeout(limit_s, read=quiet_s))
            if response.status_code == 200 and response.headers.get("content-type", "").startswith(
                operation.media_types
            ):
                return response
            answer = Answer(operation, response.status_code, response.headers, await response.aread())
        except httpx2.RequestError as error:
            raise fault_of(error, where) from error
        if answer.status >= 400:
            raise refusal_of(answer)
        raise unexpected(answer, f"has status {answer.status} and is no stream of events")

    async def wait(self, seconds: float) -> None:
        await self.sleep(seconds)
        if self.is_closed:
            raise RequestCancelledError("The client was closed while the call waited for its next attempt.")

    async def _attempt_until_answered(
        self, operation: Operation, request: OutgoingRequest, options: WriteOptions, allowed: tuple[int, ...]
    ) -> Answer:
        retries = options.get("max_retries", self.settings.max_retries)
        total_s = options.get("total_timeout", self.settings.total_timeout_s)
        timeout_s = options.get("timeout", self.settings.timeout_s)
        ends_at = None if total_s is None else time.monotonic() + total_s
        for made in range(retries + 1):
            remaining_s = None if ends_at is None else max(0.0, ends_at - time.monotonic())
            try:
                return await self._attempt(operation, request, _shorter(timeout_s, remaining_s), allowed)
            except PlumblineError as error:
                if made == retries or not is_worth_repeating(error):
                    raise
                wait_s = wait_before_retry_s(made, error)
                if ends_at is not None and time.monotonic() + wait_s >= ends_at:
                    raise
                logger.info("%s: %s; again in %.2f s", operation.name, type(error).__name__, wait_s)
            await self.wait(wait_s)
        raise PlumblineError(f"max_retries is {retries}; it must be 0 or more.")

    async def _attempt(
        self, operation: Operation, request: OutgoingRequest, limit_s: float | None, allowed: tuple[int, ...]
    ) -> Answer:
        if self.is_closed:
            raise PlumblineError("The client is closed.")
        if limit_s is not None and limit_s <= 0:
            raise APITimeoutError(f"{operation.name}: no time is left for an attempt.")
        began = time.monotonic()
        logger.debug("%s %s %s", request.method, request.url, redacted(request.headers))
        status, headers, content = await exchange(self._http, request, limit_s)
        logger.debug(
            "%s answered %d, %d bytes in %.3f s, request %s",
            operation.name,
            status,
            len(content),
            time.monotonic() - began,
            headers.get("x-request-id"),
        )
        answer = Answer(operation, status, headers, content)
        if status >= 400 and status not in allowed:
            raise refusal_of(answer)
        if 300 <= status < 400 and status not in allowed:
            # The key would go along, and a POST would become a GET.
            raise unexpected(answer, f"has status {status}, and redirects are not followed")
        return answer


def _shorter(one: float | None, other: float | None) -> float | None:
    limits = [limit for limit in (one, other) if limit is not None]
    return min(limits) if limits else None
