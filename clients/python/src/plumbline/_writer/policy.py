from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from ..models import FrameFault

WhenFull = Literal["wait", "raise", "drop_oldest", "drop_newest"]

DropReason = Literal["rejected", "full", "closed"]

# The service takes no longer line.
MAX_FRAME_BYTES = 64 * 1024


@dataclass(frozen=True)
class Drop:
    """A frame that the writer gives up."""

    line: bytes
    """The frame as JSON."""
    reason: DropReason
    """`rejected` by the service, the buffer was `full`, or the writer was `closed` before it could be sent."""
    fault: FrameFault | None = None
    """Why it was rejected."""


OnDrop = Callable[[Drop], None]


@dataclass
class WriterStats:
    """What became of the frames since the writer was opened."""

    written: int = 0
    """Taken by `write`."""
    recovered: int = 0
    """Found in the spool when it was opened."""
    accepted: int = 0
    """Counted by the service."""
    duplicate: int = 0
    """Counted before: sent again after a broken connection, or written twice."""
    rejected: int = 0
    dropped: int = 0
    """Given up because the buffer was full or the writer closed."""

    @property
    def settled(self) -> int:
        return self.accepted + self.duplicate + self.rejected + self.dropped

    @property
    def waiting(self) -> int:
        return self.written + self.recovered - self.settled


@dataclass(frozen=True)
class WriterPolicy:
    when_full: WhenFull = "wait"
    max_frames: int = 50_000
    """What may wait; a frame more and `when_full` decides."""
    max_bytes: int = 64 * 1024 * 1024
    flush_frames: int = 1_000
    flush_bytes: int = 1024 * 1024
    flush_interval_s: float = 1.0
    """The longest a frame waits for others to go with it."""
    close_timeout_s: float = 30.0
    on_drop: OnDrop | None = None
