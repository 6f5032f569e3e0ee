# Written by tools/write_sync.py from _async/resources/score.py. Do not edit.
from __future__ import annotations

from functools import cached_property

from typing_extensions import Unpack

from ... import _operations, models
from ..._answers import as_model
from ..._frames import FrameLike
from ..._options import WriteOptions
from ..._requests import json_body
from ..io import raw
from .resource import Resource


class Score(Resource):
    """The verdict on one frame."""

    def residual(self, frame: FrameLike, **options: Unpack[WriteOptions]) -> models.ResidualScore:
        """Takes one frame and says what it shows: residuals, change, tier, and what to do."""
        return self._transport.send(
            _operations.SCORE_RESIDUAL, as_model(models.ResidualScore), body=json_body(frame), options=options
        )

    @cached_property
    def with_raw_response(self) -> RawScore:
        """The same operations, giving the answers themselves: status, headers, bytes."""
        return RawScore(self)


class RawScore:
    def __init__(self, score: Score) -> None:
        self.residual = raw(score.residual)
