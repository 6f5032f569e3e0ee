from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Protocol

MAX_BATCH_FRAMES = 5_000
MAX_BATCH_BYTES = 4 * 1024 * 1024


class FrameQueue(Protocol):
    """Lines that wait to be sent, oldest first. What was taken stays until it is done with."""

    @property
    def frames(self) -> int: ...
    @property
    def size_bytes(self) -> int: ...

    @property
    def waits_for_disk(self) -> bool: ...

    def append(self, line: bytes) -> None: ...

    def take(self) -> Sequence[bytes]:
        """The oldest lines, as many as fit one request; the same ones until `done`. Empty when none wait."""
        ...

    def done(self) -> None:
        """Forgets what was taken."""
        ...

    def drop_oldest(self) -> Sequence[bytes]:
        """Forgets the oldest lines that were not taken; empty when there are none."""
        ...

    def leave(self) -> Sequence[bytes]:
        """Ends the queue, and gives the lines that are lost with it."""
        ...


class MemoryQueue:
    """What waits is lost with the process."""

    waits_for_disk = False

    def __init__(self) -> None:
        self._lines: deque[bytes] = deque()
        self._taken: list[bytes] = []
        self.size_bytes = 0

    @property
    def frames(self) -> int:
        return len(self._lines) + len(self._taken)

    def append(self, line: bytes) -> None:
        self._lines.append(line)
        self.size_bytes += len(line) + 1

    def take(self) -> Sequence[bytes]:
        size = 0
        while not self._is_full(size) and self._lines and not (size == 0 and self._taken):
            self._taken.append(self._lines.popleft())
            size += len(self._taken[-1]) + 1
        return self._taken

    def _is_full(self, size: int) -> bool:
        return len(self._taken) >= MAX_BATCH_FRAMES or size >= MAX_BATCH_BYTES

    def done(self) -> None:
        self.size_bytes -= sum(len(line) + 1 for line in self._taken)
        self._taken = []

    def drop_oldest(self) -> Sequence[bytes]:
        if not self._lines:
            return []
        line = self._lines.popleft()
        self.size_bytes -= len(line) + 1
        return [line]

    def leave(self) -> Sequence[bytes]:
        return [*self._taken, *self._lines]
