# Written by tools/write_sync.py from _async/resources/events.py. Do not edit.
from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Literal

from typing_extensions import Unpack

from ... import _operations
from ..._events import Event, event_page
from ..._options import RequestOptions
from ..._queries import Names
from ..event_stream import EventStream, OnGap
from ..io import raw
from ..pages import Page
from .resource import Resource

_LIST = replace(_operations.STREAM_EVENTS, media_types=("application/json",))


class Events(Resource):
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
    ) -> EventStream:
        """
        Events as they come, to be iterated over; see the class for how it goes on after a lost connection. `after` is
        the id of the last event you know, `on_gap` is told when events went by before they could be read.
        """
        query = {
            "type": type,
            "vehicle_id": vehicle_id,
            "fleet_id": fleet_id,
            "tier": tier,
            "after": after,
            "start": start,
        }
        return EventStream(self._transport, query, options, on_gap=on_gap)

    def list(
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
    ) -> Page[Event]:
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
        return self._page(_LIST, event_page, query, options, place="after")

    @cached_property
    def with_raw_response(self) -> RawEvents:
        """The same operations, giving the answers themselves: status, headers, bytes."""
        return RawEvents(self)


class RawEvents:
    def __init__(self, events: Events) -> None:
        self.list = raw(events.list)
