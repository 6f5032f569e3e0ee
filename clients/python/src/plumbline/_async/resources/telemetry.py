from __future__ import annotations

from collections.abc import AsyncIterable, Callable, Iterable, Mapping, Sequence
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Literal

from typing_extensions import Unpack

from ... import _operations, models
from ..._answers import as_model, build
from ..._frames import FrameLike
from ..._ingest_groups import GROUP_FRAMES, Group, IngestProgress, StreamTally, line_of
from ..._options import RequestOptions, WriteOptions
from ..._requests import Body, QueryValue, json_body, lines_body
from ..._writer.frame_queue import MemoryQueue
from ..._writer.policy import OnDrop, WhenFull, WriterPolicy
from ..._writer.spool import Spool
from ...errors import UnprocessableEntityError
from ..io import each, raw
from ..writer import AsyncTelemetryWriter
from .resource import AsyncResource


class AsyncTelemetry(AsyncResource):
    """Frames in: one by one, in batches, as a stream. A frame counts once, so sending again is always safe."""

    async def ingest(
        self, frame: FrameLike, *, strict: bool | None = None, **options: Unpack[WriteOptions]
    ) -> models.IngestResult:
        """One frame. An answer means: durable on disk.

        A reading that its sensor cannot have is left out, and named in `dropped_readings`; `strict=True` refuses the
        frame instead."""
        return await self._transport.send(
            _operations.INGEST_TELEMETRY,
            as_model(models.IngestResult),
            query={"strict": strict},
            body=json_body(frame),
            options=options,
        )

    async def ingest_batch(
        self,
        frames: Sequence[FrameLike],
        *,
        on_error: Literal["continue", "abort"] | None = None,
        strict: bool | None = None,
        **options: Unpack[WriteOptions],
    ) -> models.BatchIngestResult:
        """At most 10,000 frames. With `on_error="abort"` all are taken or none is."""
        query = {"on_error": on_error, "strict": strict}
        return await self._batch(json_body({"frames": frames}), query, options)

    async def ingest_lines(
        self,
        ndjson: bytes,
        *,
        on_error: Literal["continue", "abort"] | None = None,
        strict: bool | None = None,
        **options: Unpack[WriteOptions],
    ) -> models.BatchIngestResult:
        """One frame a line, of any number. A batch of which nothing is taken is a result here, no error."""
        try:
            query = {"on_error": on_error, "strict": strict}
            return await self._batch(lines_body(ndjson), query, options)
        except UnprocessableEntityError as error:
            if error.code != "batch_rejected":
                raise
            result: models.BatchIngestResult = build(models.BatchIngestResult, error.problem)
            return result

    async def ingest_stream(
        self,
        source: Iterable[FrameLike | str | bytes] | AsyncIterable[FrameLike | str | bytes],
        *,
        group_frames: int = GROUP_FRAMES,
        skip_lines: int = 0,
        on_progress: Callable[[IngestProgress], object] | None = None,
        strict: bool | None = None,
        **options: Unpack[RequestOptions],
    ) -> IngestProgress:
        """
        Any number of frames or lines of NDJSON, in groups, one after another, because frames fold in the order in which
        they come. Rejected frames do not stop the others. `on_progress` is called after each acknowledged group.
        """
        tally = StreamTally(group_frames=group_frames, skip_lines=skip_lines)

        async def send(group: Group | None) -> None:
            if group is None:
                return
            result = (
                await self.ingest_lines(group.ndjson(), strict=strict, **options) if group.frames else None
            )
            tally.count(group, result)
            if on_progress is not None:
                on_progress(tally.progress)

        async for item in each(source):
            await send(tally.add(line_of(item)))
        await send(tally.rest())
        return tally.progress

    def writer(
        self,
        *,
        spool: str | PathLike[str] | None = None,
        sync_spool: bool = False,
        when_full: WhenFull = "wait",
        max_frames: int = 50_000,
        max_bytes: int = 64 * 1024 * 1024,
        flush_frames: int = 1_000,
        flush_bytes: int = 1024 * 1024,
        flush_interval: float = 1.0,
        close_timeout: float = 30.0,
        on_drop: OnDrop | None = None,
    ) -> AsyncTelemetryWriter:
        """
        Takes frames one by one and sends them in groups beside your work; use it in a `with` statement.

        `spool` names a folder in which frames wait, so that they outlive this process, even when it is killed: the next
        writer of the same folder sends them. `sync_spool` makes each wait for the disk, so that they outlive a power
        cut as well. `on_drop` is called with each frame that is given up, and why.
        """
        policy = WriterPolicy(
            when_full=when_full,
            max_frames=max_frames,
            max_bytes=max_bytes,
            flush_frames=min(flush_frames, max_frames),
            flush_bytes=min(flush_bytes, max_bytes),
            flush_interval_s=flush_interval,
            close_timeout_s=close_timeout,
            on_drop=on_drop,
        )
        return AsyncTelemetryWriter(
            self, lambda: MemoryQueue() if spool is None else Spool(Path(spool), sync=sync_spool), policy
        )

    async def _batch(
        self, body: Body, query: Mapping[str, QueryValue], options: WriteOptions
    ) -> models.BatchIngestResult:
        return await self._transport.send(
            _operations.INGEST_TELEMETRY,
            as_model(models.BatchIngestResult),
            query=query,
            body=body,
            options=options,
        )

    @cached_property
    def with_raw_response(self) -> AsyncRawTelemetry:
        """The same operations, giving the answers themselves: status, headers, bytes."""
        return AsyncRawTelemetry(self)


class AsyncRawTelemetry:
    def __init__(self, telemetry: AsyncTelemetry) -> None:
        self.ingest = raw(telemetry.ingest)
        self.ingest_batch = raw(telemetry.ingest_batch)
        self.ingest_lines = raw(telemetry.ingest_lines)
