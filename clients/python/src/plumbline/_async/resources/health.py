from __future__ import annotations

from functools import cached_property

from typing_extensions import Unpack

from ... import _operations, models
from ..._answers import as_model
from ..._options import RequestOptions
from ..io import raw
from .resource import AsyncResource


class AsyncHealth(AsyncResource):
    """Whether the service lives and can keep frames. No key needed."""

    async def get(self, **options: Unpack[RequestOptions]) -> models.Health:
        """`status` is `unavailable` when the service answers but cannot keep frames."""
        return await self._transport.send(
            _operations.GET_HEALTH, as_model(models.Health), options=options, also_answers=(503,)
        )

    async def get_v1(self, **options: Unpack[RequestOptions]) -> models.Health:
        """The same below /v1."""
        return await self._transport.send(
            _operations.GET_HEALTH_V1, as_model(models.Health), options=options, also_answers=(503,)
        )

    async def liveness(self, **options: Unpack[RequestOptions]) -> models.Liveness:
        """Whether the process lives."""
        return await self._transport.send(
            _operations.GET_LIVENESS, as_model(models.Liveness), options=options
        )

    async def readiness(self, **options: Unpack[RequestOptions]) -> models.Health:
        """Whether frames can be taken now; refused with 503 when not."""
        return await self._transport.send(_operations.GET_READINESS, as_model(models.Health), options=options)

    @cached_property
    def with_raw_response(self) -> AsyncRawHealth:
        """The same operations, giving the answers themselves: status, headers, bytes."""
        return AsyncRawHealth(self)


class AsyncRawHealth:
    def __init__(self, health: AsyncHealth) -> None:
        self.get = raw(health.get)
        self.get_v1 = raw(health.get_v1)
        self.liveness = raw(health.liveness)
        self.readiness = raw(health.readiness)
