from __future__ import annotations

from functools import cached_property

from typing_extensions import Unpack

from ... import _operations, models
from ..._answers import as_model
from ..._options import RequestOptions
from ..io import raw
from .resource import AsyncResource


class AsyncLimits(AsyncResource):
    """What the organisation of the key may have, and has."""

    async def get(self, **options: Unpack[RequestOptions]) -> models.Limits:
        """Every limit of the service, and what is used of it."""
        return await self._transport.send(_operations.GET_LIMITS, as_model(models.Limits), options=options)

    @cached_property
    def with_raw_response(self) -> AsyncRawLimits:
        """The same operations, giving the answers themselves: status, headers, bytes."""
        return AsyncRawLimits(self)


class AsyncRawLimits:
    def __init__(self, limits: AsyncLimits) -> None:
        self.get = raw(limits.get)
