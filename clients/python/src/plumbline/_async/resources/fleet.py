from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from typing_extensions import Unpack

from ... import _operations, models
from ..._answers import as_model
from ..._options import RequestOptions, WriteOptions
from ..._queries import AgeUnit, AnalyticsStep, GroupBy, Names, Time
from ..._requests import json_body
from ..io import raw
from .resource import AsyncResource


class AsyncFleet(AsyncResource):
    """Counts over the fleet, and what to do next."""

    async def health_summary(
        self,
        *,
        fleet_id: Names = None,
        region: Names = None,
        group_by: GroupBy | None = None,
        silent_after_s: int | None = None,
        **options: Unpack[RequestOptions],
    ) -> models.FleetHealthSummary:
        """How many vehicles are in each tier, and the worst of them."""
        return await self._transport.send(
            _operations.GET_FLEET_HEALTH_SUMMARY,
            as_model(models.FleetHealthSummary),
            query={
                "fleet_id": fleet_id,
                "region": region,
                "group_by": group_by,
                "silent_after_s": silent_after_s,
            },
            options=options,
        )

    async def queue(
        self,
        *,
        fleet_id: Names = None,
        state: Names = None,
        assignee: str | None = None,
        limit: int | None = None,
        **options: Unpack[RequestOptions],
    ) -> models.WorkQueue:
        """What to do with which vehicle next, and why; snoozed ones only where `state` asks for them."""
        return await self._transport.send(
            _operations.GET_WORK_QUEUE,
            as_model(models.WorkQueue),
            query={"fleet_id": fleet_id, "state": state, "assignee": assignee, "limit": limit},
            options=options,
        )

    async def analytics(
        self,
        *,
        from_: Time = None,
        to: Time = None,
        step: AnalyticsStep | None = None,
        group_by: str | None = None,
        against: AgeUnit | None = None,
        fleet_id: Names = None,
        region: Names = None,
        attribute: Names = None,
        **options: Unpack[RequestOptions],
    ) -> models.FleetAnalytics:
        """
        Tiers, breaches, repairs, drift, delays and frames over time, breaches by month and first breaches by age
        (`against`); in all, and by `fleet`, `region` or `attribute:name` (`group_by`).
        """
        return await self._transport.send(
            _operations.GET_FLEET_ANALYTICS,
            as_model(models.FleetAnalytics),
            query={
                "from": from_,
                "to": to,
                "step": step,
                "group_by": group_by,
                "against": against,
                "fleet_id": fleet_id,
                "region": region,
                "attribute": attribute,
            },
            options=options,
        )

    async def shared(
        self,
        *,
        tier: Names = None,
        attribute: Names = None,
        fleet_id: Names = None,
        region: Names = None,
        limit: int | None = None,
        **options: Unpack[RequestOptions],
    ) -> models.FleetShared:
        """What vehicles of some tier have more often than the others, corrected for the number of comparisons."""
        return await self._transport.send(
            _operations.GET_FLEET_SHARED,
            as_model(models.FleetShared),
            query={
                "tier": tier,
                "attribute": attribute,
                "fleet_id": fleet_id,
                "region": region,
                "limit": limit,
            },
            options=options,
        )

    async def attributes(
        self, *, fleet_id: Names = None, region: Names = None, **options: Unpack[RequestOptions]
    ) -> models.FleetAttributes:
        """The attributes that the vehicles' frames gave, each with its most common values."""
        return await self._transport.send(
            _operations.GET_FLEET_ATTRIBUTES,
            as_model(models.FleetAttributes),
            query={"fleet_id": fleet_id, "region": region},
            options=options,
        )

    async def positions(
        self,
        *,
        tier: Names = None,
        fleet_id: Names = None,
        region: Names = None,
        attribute: Names = None,
        fault_source: Names = None,
        silent: bool | None = None,
        q: str | None = None,
        **options: Unpack[RequestOptions],
    ) -> models.FleetPositions:
        """Positions and tiers of the vehicles, in columns. `attribute` is written `name:value`."""
        return await self._transport.send(
            _operations.GET_FLEET_POSITIONS,
            as_model(models.FleetPositions),
            query={
                "tier": tier,
                "fleet_id": fleet_id,
                "region": region,
                "attribute": attribute,
                "fault_source": fault_source,
                "silent": silent,
                "q": q,
            },
            options=options,
        )

    async def rescore(
        self, request: models.FleetRescoreRequest | Mapping[str, Any], **options: Unpack[WriteOptions]
    ) -> models.FleetRescore:
        """What stored frames would have led to under other settings; nothing changes."""
        return await self._transport.send(
            _operations.RESCORE_FLEET, as_model(models.FleetRescore), body=json_body(request), options=options
        )

    @cached_property
    def with_raw_response(self) -> AsyncRawFleet:
        """The same operations, giving the answers themselves: status, headers, bytes."""
        return AsyncRawFleet(self)


class AsyncRawFleet:
    def __init__(self, fleet: AsyncFleet) -> None:
        self.health_summary = raw(fleet.health_summary)
        self.queue = raw(fleet.queue)
        self.analytics = raw(fleet.analytics)
        self.shared = raw(fleet.shared)
        self.attributes = raw(fleet.attributes)
        self.positions = raw(fleet.positions)
        self.rescore = raw(fleet.rescore)
