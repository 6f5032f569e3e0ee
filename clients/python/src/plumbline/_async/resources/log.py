from __future__ import annotations

from functools import cached_property

from typing_extensions import Unpack

from ... import _operations, models
from ..._answers import as_bytes, as_model, as_text
from ..._options import RequestOptions
from ..io import raw
from .resource import AsyncResource


class AsyncLog(AsyncResource):
    """The public transparency log that every signature of evidence is in. No key needed."""

    async def checkpoint(self, **options: Unpack[RequestOptions]) -> str:
        """The latest checkpoint, signed."""
        return await self._transport.send(_operations.GET_LOG_CHECKPOINT, as_text, options=options)

    async def policy(self, **options: Unpack[RequestOptions]) -> str:
        """Whose signatures a checkpoint should have."""
        return await self._transport.send(_operations.GET_LOG_POLICY, as_text, options=options)

    async def tile(self, tile_level: int, tile_index: str, **options: Unpack[RequestOptions]) -> bytes:
        """Hashes, as c2sp.org/tlog-tiles has them; the index in groups of three digits, as `x001/067`."""
        return await self._transport.send(
            _operations.GET_LOG_TILE,
            as_bytes,
            path={"tile_level": str(tile_level), "tile_index": tile_index},
            options=options,
        )

    async def entries(self, tile_index: str, **options: Unpack[RequestOptions]) -> bytes:
        """The entries of a tile."""
        return await self._transport.send(
            _operations.GET_LOG_ENTRIES, as_bytes, path={"tile_index": tile_index}, options=options
        )

    async def inclusion_proof(self, *, index: int, size: int, **options: Unpack[RequestOptions]) -> str:
        """That an entry is in the log of this size."""
        return await self._transport.send(
            _operations.GET_LOG_INCLUSION_PROOF,
            as_text,
            query={"index": index, "size": size},
            options=options,
        )

    async def consistency_proof(self, *, from_: int, to: int, **options: Unpack[RequestOptions]) -> str:
        """That the larger log goes on from the smaller."""
        return await self._transport.send(
            _operations.GET_LOG_CONSISTENCY_PROOF, as_text, query={"from": from_, "to": to}, options=options
        )

    async def recoveries(self, **options: Unpack[RequestOptions]) -> models.LogRecoveries:
        """What was lost before a backup was restored, signed."""
        return await self._transport.send(
            _operations.LIST_LOG_RECOVERIES, as_model(models.LogRecoveries), options=options
        )

    @cached_property
    def with_raw_response(self) -> AsyncRawLog:
        """The same operations, giving the answers themselves: status, headers, bytes."""
        return AsyncRawLog(self)


class AsyncRawLog:
    def __init__(self, log: AsyncLog) -> None:
        self.checkpoint = raw(log.checkpoint)
        self.policy = raw(log.policy)
        self.tile = raw(log.tile)
        self.entries = raw(log.entries)
        self.inclusion_proof = raw(log.inclusion_proof)
        self.consistency_proof = raw(log.consistency_proof)
        self.recoveries = raw(log.recoveries)
