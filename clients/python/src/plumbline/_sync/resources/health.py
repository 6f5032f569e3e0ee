# Written by tools/write_sync.py from _async/resources/health.py. Do not edit.
from __future__ import annotations

from functools import cached_property

from typing_extensions import Unpack

from ... import _operations, models
from ..._answers import as_model
from ..._options import RequestOptions
from ..io import raw
from .resource import Resource


class Health(Resource):
    """Whether the service lives and can keep frames. No key needed."""

    def get(self, **options: Unpack[RequestOptions]) -> models.Health:
        """`status` is `unavailable` when the service answers but cannot keep frames."""
        return self._transport.send(
            _operations.GET_HEALTH, as_model(models.Health), options=options, also_answers=(503,)
        )

    def get_v1(self, **options: Unpack[RequestOptions]) -> models.Health:
        """The same below /v1."""
        return self._transport.send(
            _operations.GET_HEALTH_V1, as_model(models.Health), options=options, also_answers=(503,)
        )

    def liveness(self, **options: Unpack[RequestOptions]) -> models.Liveness:
        """Whether the process lives."""
        return self._transport.send(_operations.GET_LIVENESS, as_model(models.Liveness), options=options)

    def readiness(self, **options: Unpack[RequestOptions]) -> models.Health:
        """Whether frames can be taken now; refused with 503 when not."""
        return self._transport.send(_operations.GET_READINESS, as_model(models.Health), options=options)

    @cached_property
    def with_raw_response(self) -> RawHealth:
        """The same operations, giving the answers themselves: status, headers, bytes."""
        return RawHealth(self)


class RawHealth:
    def __init__(self, health: Health) -> None:
        self.get = raw(health.get)
        self.get_v1 = raw(health.get_v1)
        self.liveness = raw(health.liveness)
        self.readiness = raw(health.readiness)
