from __future__ import annotations

from functools import cached_property

from typing_extensions import Unpack

from ... import _operations, models
from ..._answers import as_bytes, as_model
from ..._options import RequestOptions
from ..._queries import Names
from ..io import raw
from ..pages import AsyncPage
from .resource import AsyncResource


class AsyncScenarios(AsyncResource):
    """Scenarios that `risk.scenario_feed` made, kept under their ids."""

    async def list(
        self,
        *,
        type: Names = None,  # noqa: A002 -- the parameter's name in the contract
        vehicle_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncPage[models.ScenarioListItem]:
        """Latest made first; iterate over the page for those of the following pages, too."""
        query = {"type": type, "vehicle_id": vehicle_id, "limit": limit, "cursor": cursor}
        return await self._page(_operations.LIST_SCENARIOS, as_model(models.ScenarioList), query, options)

    async def get(self, scenario_id: str, **options: Unpack[RequestOptions]) -> models.ScenarioFeed:
        """The feed as it was answered when it was made."""
        return await self._transport.send(
            _operations.GET_SCENARIO,
            as_model(models.ScenarioFeed),
            path={"scenario_id": scenario_id},
            options=options,
        )

    async def export(self, scenario_id: str, export_format: str, **options: Unpack[RequestOptions]) -> bytes:
        """The scenario in another format, byte for byte: `opendrive/1.7`, `csv`, …"""
        return await self._transport.send(
            _operations.GET_SCENARIO_EXPORT,
            as_bytes,
            path={"scenario_id": scenario_id, "export_format": export_format},
            options=options,
        )

    async def delete(self, scenario_id: str, **options: Unpack[RequestOptions]) -> models.ScenarioDeletion:
        """The same request to make it gives it back, as long as the fleet is as it was."""
        return await self._transport.send(
            _operations.DELETE_SCENARIO,
            as_model(models.ScenarioDeletion),
            path={"scenario_id": scenario_id},
            options=options,
        )

    @cached_property
    def with_raw_response(self) -> AsyncRawScenarios:
        """The same operations, giving the answers themselves: status, headers, bytes."""
        return AsyncRawScenarios(self)


class AsyncRawScenarios:
    def __init__(self, scenarios: AsyncScenarios) -> None:
        self.list = raw(scenarios.list)
        self.get = raw(scenarios.get)
        self.export = raw(scenarios.export)
        self.delete = raw(scenarios.delete)
