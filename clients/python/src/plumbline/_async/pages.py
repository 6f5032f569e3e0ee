from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from .._model import Model
from ..tables import to_pandas

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped]  # pyright: ignore[reportMissingTypeStubs]

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class ListOf(Protocol[T_co]):
    """A list of the contract."""

    @property
    def data(self) -> Sequence[T_co]: ...
    @property
    def has_more(self) -> bool: ...
    @property
    def next_cursor(self) -> str | None: ...


class FetchPage(Protocol[T]):
    async def __call__(self, cursor: str) -> AsyncPage[T]: ...


class AsyncPage(Generic[T]):
    """
    A page of a list. Iterating over it goes on into the following pages, which are fetched when they are reached;
    `data` holds what is on this page alone.
    """

    def __init__(self, answer: ListOf[T], fetch: FetchPage[T]) -> None:
        self.answer = answer
        """What the service said, with every member of it."""
        self._fetch = fetch

    @property
    def data(self) -> Sequence[T]:
        return self.answer.data

    @property
    def has_more(self) -> bool:
        return self.next_cursor is not None and self.answer.has_more

    @property
    def next_cursor(self) -> str | None:
        return self.answer.next_cursor

    def to_pandas(self) -> pd.DataFrame:
        """What is on this page alone as a DataFrame, as `plumbline.tables.to_pandas` makes it of any number of items."""
        return to_pandas(item for item in self.data if isinstance(item, Model))

    async def next_page(self) -> AsyncPage[T] | None:
        """None when this is the last."""
        if self.next_cursor is None or not self.has_more:
            return None
        return await self._fetch(self.next_cursor)

    async def __aiter__(self) -> AsyncIterator[T]:
        page: AsyncPage[T] | None = self
        while page is not None:
            for item in page.data:
                yield item
            page = await page.next_page()
