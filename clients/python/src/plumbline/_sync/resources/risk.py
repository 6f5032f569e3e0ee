# Written by tools/write_sync.py from _async/resources/risk.py. Do not edit.
from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from typing_extensions import Unpack

from ... import _operations, models
from ..._answers import as_model
from ..._options import WriteOptions
from ..._requests import json_body
from ..io import raw
from .resource import Resource


class Risk(Resource):
    """Scenario parameters for visualizers and simulation teams."""

    def scenario_feed(
        self,
        request: models.ScenarioFeedRequest | Mapping[str, Any] | None = None,
        **options: Unpack[WriteOptions],
    ) -> models.ScenarioFeed:
        """The same request against the same fleet state gives the same feed."""
        return self._transport.send(
            _operations.CREATE_SCENARIO_FEED,
            as_model(models.ScenarioFeed),
            body=json_body(request or {}),
            options=options,
        )

    @cached_property
    def with_raw_response(self) -> RawRisk:
        """The same operations, giving the answers themselves: status, headers, bytes."""
        return RawRisk(self)


class RawRisk:
    def __init__(self, risk: Risk) -> None:
        self.scenario_feed = raw(risk.scenario_feed)
