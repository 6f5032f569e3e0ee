from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from typing_extensions import Unpack

from ... import _operations, models
from ..._answers import as_model
from ..._options import RequestOptions, WriteOptions
from ..._queries import Names, Query, Time, VehicleOrder
from ..._requests import json_body
from ..io import raw
from ..pages import AsyncPage
from .resource import AsyncResource


class AsyncVehicles(AsyncResource):
    """State, history and baseline of each vehicle."""

    async def list(
        self,
        *,
        tier: Names = None,
        fleet_id: Names = None,
        region: Names = None,
        attribute: Names = None,
        fault_source: Names = None,
        silent: bool | None = None,
        q: str | None = None,
        sort: VehicleOrder | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncPage[models.VehicleListItem]:
        """
        The vehicles that fit the filter; iterate over the page for those of the following pages, too. `attribute` is
        written `name:value`; `q` is found anywhere in id, fleet or region.
        """
        query: Query = {
            "tier": tier,
            "fleet_id": fleet_id,
            "region": region,
            "attribute": attribute,
            "fault_source": fault_source,
            "silent": silent,
            "q": q,
            "sort": sort,
            "limit": limit,
            "cursor": cursor,
        }
        return await self._page(_operations.LIST_VEHICLES, as_model(models.VehicleList), query, options)

    async def get(self, vehicle_id: str, **options: Unpack[RequestOptions]) -> models.VehicleDetail:
        """State, live extrinsics, baseline and history of one vehicle."""
        return await self._transport.send(
            _operations.GET_VEHICLE,
            as_model(models.VehicleDetail),
            path={"vehicle_id": vehicle_id},
            options=options,
        )

    async def series(
        self,
        vehicle_id: str,
        *,
        from_: Time = None,
        to: Time = None,
        points: int | None = None,
        cursor: str | None = None,
        **options: Unpack[RequestOptions],
    ) -> models.VehicleSeries:
        """
        Residuals, statistics and limits over time, down-sampled to at most this many points. `cursor` asks for what is
        new since the series that gave it.
        """
        return await self._transport.send(
            _operations.GET_VEHICLE_SERIES,
            as_model(models.VehicleSeries),
            path={"vehicle_id": vehicle_id},
            query={"from": from_, "to": to, "points": points, "cursor": cursor},
            options=options,
        )

    async def command_baseline(
        self,
        vehicle_id: str,
        command: models.BaselineCommand | Mapping[str, Any],
        **options: Unpack[WriteOptions],
    ) -> models.BaselineResult:
        """Learns a vehicle anew after a repair, or freezes what was learnt."""
        return await self._transport.send(
            _operations.COMMAND_BASELINE,
            as_model(models.BaselineResult),
            path={"vehicle_id": vehicle_id},
            body=json_body(command),
            options=options,
        )

    async def request_evidence(
        self,
        vehicle_id: str,
        request: models.EvidenceRequest | Mapping[str, Any],
        **options: Unpack[WriteOptions],
    ) -> models.EvidenceRequestResult:
        """A signed bundle of its open breach up to its newest frame; a ``ConflictError`` where no breach is open."""
        return await self._transport.send(
            _operations.REQUEST_EVIDENCE,
            as_model(models.EvidenceRequestResult),
            path={"vehicle_id": vehicle_id},
            body=json_body(request),
            options=options,
        )

    async def request_statement(
        self,
        vehicle_id: str,
        request: models.StatementRequest | Mapping[str, Any],
        **options: Unpack[WriteOptions],
    ) -> models.StateStatement:
        """A signed statement of how it was judged at a moment; ``evidence.statement`` has it with its proof."""
        return await self._transport.send(
            _operations.REQUEST_STATEMENT,
            as_model(models.StateStatement),
            path={"vehicle_id": vehicle_id},
            body=json_body(request),
            options=options,
        )

    async def statements(
        self,
        vehicle_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncPage[models.StateStatement]:
        """The statements issued about it, newest first; iterate over the page for those of the following pages, too."""
        return await self._page(
            _operations.LIST_STATEMENTS,
            as_model(models.StateStatementList),
            {"limit": limit, "cursor": cursor},
            options,
            path={"vehicle_id": vehicle_id},
        )

    async def work(
        self,
        vehicle_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[RequestOptions],
    ) -> models.VehicleWork:
        """
        Who has seen it, who is to do it, whether its newest repair restored it; and a page of what was done, latest first.
        """
        return await self._transport.send(
            _operations.GET_VEHICLE_WORK,
            as_model(models.VehicleWork),
            path={"vehicle_id": vehicle_id},
            query={"limit": limit, "cursor": cursor},
            options=options,
        )

    async def command_work(
        self,
        vehicle_id: str,
        command: models.WorkCommand | Mapping[str, Any],
        *,
        version: int | None = None,
        **options: Unpack[WriteOptions],
    ) -> models.WorkResult:
        """
        Acknowledges, assigns, snoozes, comments, reports as repaired, reopens, closes or takes back. With the `version` it is
        meant for, PreconditionFailedError is raised where somebody was quicker.
        """
        if version is not None:
            options["extra_headers"] = {"If-Match": f'"{version}"', **options.get("extra_headers", {})}
        return await self._transport.send(
            _operations.COMMAND_WORK,
            as_model(models.WorkResult),
            path={"vehicle_id": vehicle_id},
            body=json_body(command),
            options=options,
        )

    async def register_reference(
        self,
        vehicle_id: str,
        reference: models.ReferenceExtrinsics | Mapping[str, Any],
        **options: Unpack[RequestOptions],
    ) -> models.ReferenceResult:
        """The extrinsics that a calibration gave."""
        return await self._transport.send(
            _operations.REGISTER_REFERENCE,
            as_model(models.ReferenceResult),
            path={"vehicle_id": vehicle_id},
            body=json_body(reference),
            options=options,
        )

    @cached_property
    def with_raw_response(self) -> AsyncRawVehicles:
        """The same operations, giving the answers themselves: status, headers, bytes."""
        return AsyncRawVehicles(self)


class AsyncRawVehicles:
    def __init__(self, vehicles: AsyncVehicles) -> None:
        self.list = raw(vehicles.list)
        self.get = raw(vehicles.get)
        self.series = raw(vehicles.series)
        self.command_baseline = raw(vehicles.command_baseline)
        self.request_evidence = raw(vehicles.request_evidence)
        self.request_statement = raw(vehicles.request_statement)
        self.statements = raw(vehicles.statements)
        self.work = raw(vehicles.work)
        self.command_work = raw(vehicles.command_work)
        self.register_reference = raw(vehicles.register_reference)
