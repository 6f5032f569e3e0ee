# Written by tools/write_sync.py from _async/resources/scenarios.py. Do not edit.
from __future__ import annotations

from functools import cached_property

from typing_extensions import Unpack

from ... import _operations, models
from ..._answers import as_bytes, as_model
from ..._options import RequestOptions
from ..._queries import Names
from ..io import raw
from ..pages import Page
from .resource import Resource


class Scenarios(Resource):
    """Scenarios that `risk.scenario_feed` made, kept under their ids."""

    def list(
        self,
        *,
        type: Names = None,  # noqa: A002 -- the parameter's name in the contract
        vehicle_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[RequestOptions],
    ) -> Page[models.ScenarioListItem]:
        """Latest made first; iterate over the page for those of the following pages, too."""
        query = {"type": type, "vehicle_id": vehicle_id, "limit": limit, "cursor": cursor}
        return self._page(_operations.LIST_SCENARIOS, as_model(models.ScenarioList), query, options)

    def get(self, scenario_id: str, **options: Unpack[RequestOptions]) -> models.ScenarioFeed:
        """The feed as it was answered when it was made."""
        return self._transport.send(
            _operations.GET_SCENARIO,
            as_model(models.ScenarioFeed),
            path={"scenario_id": scenario_id},
            options=options,
        )

    def export(self, scenario_id: str, export_format: str, **options: Unpack[RequestOptions]) -> bytes:
        """The scenario in another format, byte for byte: `opendrive/1.7`, `csv`, …"""
        return self._transport.send(
            _operations.GET_SCENARIO_EXPORT,
            as_bytes,
            path={"scenario_id": scenario_id, "export_format": export_format},
            options=options,
        )

    def delete(self, scenario_id: str, **options: Unpack[RequestOptions]) -> models.ScenarioDeletion:
        """The same request to make it gives it back, as long as the fleet is as it was."""
        return self._transport.send(
            _operations.DELETE_SCENARIO,
            as_model(models.ScenarioDeletion),
            path={"scenario_id": scenario_id},
            options=options,
        )

    @cached_property
    def with_raw_response(self) -> RawScenarios:
        """The same operations, giving the answers themselves: status, headers, bytes."""
        return RawScenarios(self)


class RawScenarios:
    def __init__(self, scenarios: Scenarios) -> None:
        self.list = raw(scenarios.list)
        self.get = raw(scenarios.get)
        self.export = raw(scenarios.export)
        self.delete = raw(scenarios.delete)
