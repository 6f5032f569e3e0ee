# Written by tools/write_sync.py from _async/resources/resource.py. Do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from ..._answers import Answer, Decode
from ..._operation import Operation
from ..._options import RequestOptions
from ..._requests import QueryValue
from ..pages import ListOf, Page
from ..transport import Transport

T = TypeVar("T")


class Resource:
    """The operations of one subject."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _page(
        self,
        operation: Operation,
        read: Decode[ListOf[T]],
        query: Mapping[str, QueryValue],
        options: RequestOptions,
        *,
        place: str = "cursor",
        path: Mapping[str, str] | None = None,
    ) -> Page[T]:
        """`place` is the parameter that takes the cursor of the page before."""

        def follow(cursor: str) -> Page[T]:
            return self._page(operation, read, {**query, place: cursor}, options, place=place, path=path)

        def page(answer: Answer) -> Page[T]:
            return Page(read(answer), follow)

        return self._transport.send(operation, page, path=path, query=query, options=options)
