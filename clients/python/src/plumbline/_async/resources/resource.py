from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from ..._answers import Answer, Decode
from ..._operation import Operation
from ..._options import RequestOptions
from ..._requests import QueryValue
from ..pages import AsyncPage, ListOf
from ..transport import AsyncTransport

T = TypeVar("T")


class AsyncResource:
    """The operations of one subject."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def _page(
        self,
        operation: Operation,
        read: Decode[ListOf[T]],
        query: Mapping[str, QueryValue],
        options: RequestOptions,
        *,
        place: str = "cursor",
        path: Mapping[str, str] | None = None,
    ) -> AsyncPage[T]:
        """`place` is the parameter that takes the cursor of the page before."""

        async def follow(cursor: str) -> AsyncPage[T]:
            return await self._page(
                operation, read, {**query, place: cursor}, options, place=place, path=path
            )

        def page(answer: Answer) -> AsyncPage[T]:
            return AsyncPage(read(answer), follow)

        return await self._transport.send(operation, page, path=path, query=query, options=options)
