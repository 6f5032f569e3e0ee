from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from typing_extensions import Self

from .._frames import FrameLike
from .._json import encode_json
from .._writer.frame_queue import FrameQueue
from .._writer.outcome import (
    BatchOutcome,
    Rejection,
    halves,
    is_passing,
    joined,
    outcome_of,
    rejected,
)
from .._writer.policy import MAX_FRAME_BYTES, Drop, DropReason, WriterPolicy, WriterStats
from ..errors import APIError, PayloadTooLargeError, PlumblineError, WriterError
from .io import AsyncBackground, AsyncTurn, aside

if TYPE_CHECKING:
    from .resources.telemetry import AsyncTelemetry

logger = logging.getLogger("plumbline.writer")

_FIRST_PAUSE_S = 0.5
_LONGEST_PAUSE_S = 30.0
_LONGEST_ASKED_PAUSE_S = 900.0
_PAUSE_WHILE_CLOSING_S = 1.0


class AsyncTelemetryWriter:
    """
    Takes frames one by one, and sends them in groups beside the work that writes them, in order, until the service has
    acknowledged each. What goes wrong for a while (no network, an overloaded service) is waited out.

    Use it in a `with` statement: leaving that sends what waits.
    """

    def __init__(
        self, telemetry: AsyncTelemetry, open_queue: Callable[[], FrameQueue], policy: WriterPolicy
    ) -> None:
        self._telemetry = telemetry
        self._open_queue = open_queue
        self._policy = policy
        self._stats = WriterStats()
        self._queue: FrameQueue | None = None
        self._error: PlumblineError | None = None
        self._closing = False
        self._ended = False
        self._flush_to = 0
        self._waits_since = 0.0

    @property
    def stats(self) -> WriterStats:
        return self._stats

    async def __aenter__(self) -> Self:
        if self._queue is not None:
            raise WriterError("A writer is opened once; make another.")
        self._queue = self._open_queue()
        self._stats.recovered = self._queue.frames
        self._turn = AsyncTurn()
        self._background = AsyncBackground(self._send_all)
        await self._background.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def write(self, frame: FrameLike) -> None:
        """
        Takes a frame. With a spool it is in its file when this returns. When the buffer is full this waits for room,
        unless `when_full` says otherwise. Raises WriterError when the writer takes no more.
        """
        line = encode_json(frame)
        if len(line) > MAX_FRAME_BYTES:
            raise WriterError(
                f"The frame has {len(line)} bytes; the service takes at most {MAX_FRAME_BYTES}."
            )
        dropped: list[bytes] = []
        queue = self._opened()
        async with self._turn:
            if await self._makes_room(queue, line, dropped):
                await self._append(queue, line)
            else:
                self._stats.written += 1
                dropped.append(line)
            self._stats.dropped += len(dropped)
            if dropped:
                self._turn.announce()
        self._tell(dropped, "full")

    async def flush(self, timeout: float | None = None) -> None:
        """Comes back when all that was written before is acknowledged, rejected or dropped."""
        ends_at = None if timeout is None else time.monotonic() + timeout
        self._opened()
        async with self._turn:
            goal = self._stats.settled + self._stats.waiting
            self._flush_to = max(self._flush_to, goal)
            self._turn.announce()
            while self._stats.settled < goal:
                self._raise_error()
                remaining_s = None if ends_at is None else ends_at - time.monotonic()
                if remaining_s is not None and remaining_s <= 0:
                    raise WriterError(f"{self._stats.waiting} frames still wait after {timeout} s.")
                await self._turn.change(remaining_s)

    async def close(self) -> None:
        """
        Sends what waits, for at most `close_timeout` seconds. What waits even then stays in the spool for the next
        writer; without a spool it is dropped, and WriterError says so.
        """
        if self._queue is None or self._closing:
            return
        self._closing = True
        try:
            await self._wait_for_the_rest()
        finally:
            async with self._turn:
                self._ended = True
                left = self._queue.leave()
                self._stats.dropped += len(left)
                self._turn.announce()
            self._tell(left, "closed")
        self._say_what_is_left(len(left))

    async def _wait_for_the_rest(self) -> None:
        async with self._turn:
            self._turn.announce()
        await self._background.end(self._policy.close_timeout_s)

    def _say_what_is_left(self, lost: int) -> None:
        if lost > 0 or self._error is not None:
            raise WriterError(
                f"{lost + self._stats.waiting} frames were not sent, of which {lost} are lost."
            ) from self._error
        if self._stats.waiting > 0:
            logger.warning("%d frames stay in the spool until it is opened again", self._stats.waiting)

    def _opened(self) -> FrameQueue:
        if self._queue is None:
            raise WriterError("Open the writer with a `with` statement.")
        if self._closing:
            raise WriterError("The writer is closed.")
        return self._queue

    def _raise_error(self) -> None:
        if self._error is not None:
            raise WriterError(f"The service does not take frames: {self._error}") from self._error

    async def _append(self, queue: FrameQueue, line: bytes) -> None:
        if queue.frames == 0:
            self._waits_since = time.monotonic()
        if queue.waits_for_disk:
            await aside(lambda: queue.append(line))
        else:
            queue.append(line)
        self._stats.written += 1
        # The first frame gives the sender a time to look at; one that makes a group whole is its sign to send.
        if queue.frames == 1 or self._is_group(queue):
            self._turn.announce()

    async def _makes_room(self, queue: FrameQueue, line: bytes, dropped: list[bytes]) -> bool:
        """False when the line itself has to go. What is dropped for it is added to the list."""
        while True:
            self._raise_error()
            if self._closing:
                raise WriterError("The writer is closed.")
            if self._has_room(queue, line):
                return True
            match self._policy.when_full:
                case "wait":
                    await self._turn.change()
                case "raise":
                    raise WriterError(f"{queue.frames} frames wait; the buffer is full.")
                case "drop_newest":
                    return False
                case "drop_oldest":
                    oldest = queue.drop_oldest()
                    dropped.extend(oldest)
                    if not oldest:
                        return False

    def _has_room(self, queue: FrameQueue, line: bytes) -> bool:
        policy = self._policy
        if queue.frames == 0:
            return True
        return queue.frames < policy.max_frames and queue.size_bytes + len(line) < policy.max_bytes

    def _is_group(self, queue: FrameQueue) -> bool:
        return queue.frames >= self._policy.flush_frames or queue.size_bytes >= self._policy.flush_bytes

    async def _send_all(self) -> None:
        try:
            while not self._ended:
                lines = await self._next_batch()
                if not lines:
                    return
                await self._deliver(lines)
        except PlumblineError as error:
            logger.error("the writer stops: %s", error)
            async with self._turn:
                self._error = error
                self._turn.announce()

    async def _next_batch(self) -> Sequence[bytes]:
        """Empty when the writer closes and nothing waits."""
        async with self._turn:
            while not self._ended and self._queue is not None:
                if self._queue.frames > 0:
                    due_in_s = self._due_in_s(self._queue)
                    if due_in_s <= 0:
                        self._waits_since = time.monotonic()
                        return self._queue.take()
                    await self._turn.change(due_in_s)
                elif self._closing:
                    break
                else:
                    await self._turn.change()
        return []

    def _due_in_s(self, queue: FrameQueue) -> float:
        is_awaited = self._closing or self._flush_to > self._stats.settled
        if is_awaited or self._is_group(queue):
            return 0.0
        return self._waits_since + self._policy.flush_interval_s - time.monotonic()

    async def _deliver(self, lines: Sequence[bytes]) -> None:
        outcome = await self._send_until_settled(lines)
        if outcome is None:
            return
        async with self._turn:
            if self._ended or self._queue is None:
                return
            self._queue.done()
            self._stats.accepted += outcome.accepted
            self._stats.duplicate += outcome.duplicate
            self._stats.rejected += len(lines) - outcome.accepted - outcome.duplicate
            self._turn.announce()
        for rejection in outcome.rejections:
            self._tell([rejection.line], "rejected", rejection)

    async def _send_until_settled(self, lines: Sequence[bytes]) -> BatchOutcome | None:
        """None when the writer ended before."""
        pause_s = _FIRST_PAUSE_S
        while not self._ended:
            try:
                return await self._send(lines)
            except PlumblineError as error:
                if not is_passing(error):
                    raise
                asked_s = error.retry_after_s if isinstance(error, APIError) else None
                logger.warning("%d frames wait: %s", self._stats.waiting, error)
                await self._pause(max(pause_s, min(asked_s or 0.0, _LONGEST_ASKED_PAUSE_S)))
                pause_s = min(_LONGEST_PAUSE_S, pause_s * 2)
        return None

    async def _pause(self, seconds: float) -> None:
        ends_at = time.monotonic() + seconds
        async with self._turn:
            while not self._ended:
                if self._closing:
                    ends_at = min(ends_at, time.monotonic() + _PAUSE_WHILE_CLOSING_S)
                remaining_s = ends_at - time.monotonic()
                if remaining_s <= 0:
                    return
                await self._turn.change(remaining_s)

    async def _send(self, lines: Sequence[bytes]) -> BatchOutcome:
        try:
            result = await self._telemetry.ingest_lines(joined(lines), max_retries=0)
        except PayloadTooLargeError:
            if len(lines) == 1:
                return rejected(lines)
            parts = [await self._send(part) for part in halves(lines)]
            return BatchOutcome(0, sum(part.duplicate for part in parts), []).with_rejections_of(parts)
        outcome = outcome_of(lines, result)
        if outcome.is_complete or len(lines) == 1:
            return outcome
        # The service names the first hundred only: smaller groups name the others.
        return outcome.with_rejections_of([await self._send(part) for part in halves(lines)])

    def _tell(self, lines: Sequence[bytes], reason: DropReason, rejection: Rejection | None = None) -> None:
        if self._policy.on_drop is None:
            return
        for line in lines:
            try:
                self._policy.on_drop(Drop(line, reason, rejection.fault if rejection else None))
            except Exception:
                logger.exception("on_drop failed")
