from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import httpx2
from typing_extensions import Self

from .._log import follow_environment
from .._settings import (
    DEFAULT_MAX_RETRIES,
    DEFAULT_TIMEOUT_S,
    DEFAULT_TOTAL_TIMEOUT_S,
    read_settings,
)
from .resources.audit import AsyncAudit
from .resources.events import AsyncEvents
from .resources.evidence import AsyncEvidence
from .resources.fleet import AsyncFleet
from .resources.health import AsyncHealth
from .resources.keys import AsyncKeys
from .resources.limits import AsyncLimits
from .resources.log import AsyncLog
from .resources.risk import AsyncRisk
from .resources.scenarios import AsyncScenarios
from .resources.score import AsyncScore
from .resources.telemetry import AsyncTelemetry
from .resources.vehicles import AsyncVehicles
from .resources.webhooks import AsyncWebhooks
from .transport import AsyncTransport


class AsyncPlumbline:
    """
    The v1 contract of a Plumbline service, a resource for each of its subjects.

    The key comes from `NADIR_API_KEY` and the address from `NADIR_BASE_URL` unless they are given.
    """

    def __init__(
        self,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        timeout: float | None = DEFAULT_TIMEOUT_S,
        total_timeout: float | None = DEFAULT_TOTAL_TIMEOUT_S,
        max_retries: int = DEFAULT_MAX_RETRIES,
        default_headers: Mapping[str, str] | None = None,
        http_client: httpx2.AsyncClient | None = None,
    ) -> None:
        settings = read_settings(
            api_key=api_key,
            base_url=base_url,
            timeout=timeout,
            total_timeout=total_timeout,
            max_retries=max_retries,
            default_headers=default_headers,
        )
        follow_environment()
        self._transport = AsyncTransport(settings, http_client)

    @cached_property
    def telemetry(self) -> AsyncTelemetry:
        return AsyncTelemetry(self._transport)

    @cached_property
    def score(self) -> AsyncScore:
        return AsyncScore(self._transport)

    @cached_property
    def evidence(self) -> AsyncEvidence:
        return AsyncEvidence(self._transport)

    @cached_property
    def fleet(self) -> AsyncFleet:
        return AsyncFleet(self._transport)

    @cached_property
    def vehicles(self) -> AsyncVehicles:
        return AsyncVehicles(self._transport)

    @cached_property
    def risk(self) -> AsyncRisk:
        return AsyncRisk(self._transport)

    @cached_property
    def scenarios(self) -> AsyncScenarios:
        return AsyncScenarios(self._transport)

    @cached_property
    def events(self) -> AsyncEvents:
        return AsyncEvents(self._transport)

    @cached_property
    def keys(self) -> AsyncKeys:
        return AsyncKeys(self._transport)

    @cached_property
    def webhooks(self) -> AsyncWebhooks:
        return AsyncWebhooks(self._transport)

    @cached_property
    def audit(self) -> AsyncAudit:
        return AsyncAudit(self._transport)

    @cached_property
    def limits(self) -> AsyncLimits:
        return AsyncLimits(self._transport)

    @cached_property
    def health(self) -> AsyncHealth:
        return AsyncHealth(self._transport)

    @cached_property
    def log(self) -> AsyncLog:
        return AsyncLog(self._transport)

    @property
    def base_url(self) -> str:
        return self._transport.settings.base_url

    async def close(self) -> None:
        """Ends calls that wait for their next attempt. An `http_client` that was given stays open."""
        await self._transport.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
