# Written by tools/write_sync.py from _async/client.py. Do not edit.
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
from .resources.audit import Audit
from .resources.events import Events
from .resources.evidence import Evidence
from .resources.fleet import Fleet
from .resources.health import Health
from .resources.keys import Keys
from .resources.limits import Limits
from .resources.log import Log
from .resources.risk import Risk
from .resources.scenarios import Scenarios
from .resources.score import Score
from .resources.telemetry import Telemetry
from .resources.vehicles import Vehicles
from .resources.webhooks import Webhooks
from .transport import Transport


class Plumbline:
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
        http_client: httpx2.Client | None = None,
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
        self._transport = Transport(settings, http_client)

    @cached_property
    def telemetry(self) -> Telemetry:
        return Telemetry(self._transport)

    @cached_property
    def score(self) -> Score:
        return Score(self._transport)

    @cached_property
    def evidence(self) -> Evidence:
        return Evidence(self._transport)

    @cached_property
    def fleet(self) -> Fleet:
        return Fleet(self._transport)

    @cached_property
    def vehicles(self) -> Vehicles:
        return Vehicles(self._transport)

    @cached_property
    def risk(self) -> Risk:
        return Risk(self._transport)

    @cached_property
    def scenarios(self) -> Scenarios:
        return Scenarios(self._transport)

    @cached_property
    def events(self) -> Events:
        return Events(self._transport)

    @cached_property
    def keys(self) -> Keys:
        return Keys(self._transport)

    @cached_property
    def webhooks(self) -> Webhooks:
        return Webhooks(self._transport)

    @cached_property
    def audit(self) -> Audit:
        return Audit(self._transport)

    @cached_property
    def limits(self) -> Limits:
        return Limits(self._transport)

    @cached_property
    def health(self) -> Health:
        return Health(self._transport)

    @cached_property
    def log(self) -> Log:
        return Log(self._transport)

    @property
    def base_url(self) -> str:
        return self._transport.settings.base_url

    def close(self) -> None:
        """Ends calls that wait for their next attempt. An `http_client` that was given stays open."""
        self._transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
