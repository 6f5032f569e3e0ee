from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Literal

from typing_extensions import Unpack

from ... import _operations
from ..._events import Event, event_page
from ..._options import RequestOptions
from ..._queries import Names
from ..event_stream import AsyncEventStream, OnGap
from ..io import raw
from ..pages import AsyncPage
from .resource import AsyncResource

_LIST = replace(_operations.STREAM_EVENTS, media_types=("application/json",))


class AsyncEvents(AsyncResource):
    """What happened: tiers, breaches, evidence, silence, baselines, keys."""

    def stream(
        self,
        *,
        type: Names = None,  # noqa: A002 -- the parameter's name in the contract
        vehicle_id: Names = None,
        fleet_id: Names = None,
        tier: Names = None,
        after: str | None = None,
        start: Literal["oldest", "now"] | None = None,
        on_gap: OnGap | None = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncEventStream:
        """
        Events as they come, to be iterated over; see the class for how it goes on after a lost connection. `after` is
        the id of the last event you know, `on_gap` is called when events expired before they could be read.
        """
        query = {
            "type": type,
            "vehicle_id": vehicle_id,
            "fleet_id": fleet_id,
            "tier": tier,
            "after": after,
            "start": start,
        }
        return AsyncEventStream(self._transport, query, options, on_gap=on_gap)

    async def list(
        self,
        *,
        type: Names = None,  # noqa: A002
        vehicle_id: Names = None,
        fleet_id: Names = None,
        tier: Names = None,
        after: str | None = None,
        start: Literal["oldest", "now"] | None = None,
        limit: int | None = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncPage[Event]:
        """The events since a position, oldest first. `next_cursor` of the last page goes on from there later."""
        query = {
            "type": type,
            "vehicle_id": vehicle_id,
            "fleet_id": fleet_id,
            "tier": tier,
            "after": after,
            "start": start,
            "limit": limit,
        }
        return await self._page(_LIST, event_page, query, options, place="after")

    @cached_property
    def with_raw_response(self) -> AsyncRawEvents:
        """The same operations, giving the answers themselves: status, headers, bytes."""
        return AsyncRawEvents(self)


class AsyncRawEvents:
    def __init__(self, events: AsyncEvents) -> None:
        self.list = raw(events.list)
