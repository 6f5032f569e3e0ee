from __future__ import annotations

from functools import cached_property

from typing_extensions import Unpack

from ... import _operations, models
from ..._answers import as_model
from ..._frames import FrameLike
from ..._options import WriteOptions
from ..._requests import json_body
from ..io import raw
from .resource import AsyncResource


class AsyncScore(AsyncResource):
    """The verdict on one frame."""

    async def residual(
        self, frame: FrameLike, *, strict: bool | None = None, **options: Unpack[WriteOptions]
    ) -> models.ResidualScore:
        """Takes one frame and says what it shows: residuals, change, tier, and what to do.

        A reading that its sensor cannot have is left out, and named in `dropped_readings`; `strict=True` refuses the
        frame instead."""
        return await self._transport.send(
            _operations.SCORE_RESIDUAL,
            as_model(models.ResidualScore),
            query={"strict": strict},
            body=json_body(frame),
            options=options,
        )

    @cached_property
    def with_raw_response(self) -> AsyncRawScore:
        """The same operations, giving the answers themselves: status, headers, bytes."""
        return AsyncRawScore(self)


class AsyncRawScore:
    def __init__(self, score: AsyncScore) -> None:
        self.residual = raw(score.residual)
