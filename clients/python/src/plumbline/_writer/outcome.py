from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .._retry import is_worth_repeating
from ..errors import APIConnectionError, APIError, PlumblineError, UnexpectedAnswerError
from ..models import BatchIngestResult, FrameFault


@dataclass(frozen=True)
class Rejection:
    line: bytes
    fault: FrameFault | None


@dataclass(frozen=True)
class BatchOutcome:
    """What became of the lines of one request."""

    accepted: int
    duplicate: int
    rejections: Sequence[Rejection]
    is_complete: bool = True
    """Every rejected line is named."""

    def with_rejections_of(self, parts: Sequence[BatchOutcome]) -> BatchOutcome:
        """The parts are the same lines sent again: what was accepted is a duplicate in them."""
        return BatchOutcome(
            accepted=self.accepted + sum(part.accepted for part in parts),
            duplicate=self.duplicate,
            rejections=[rejection for part in parts for rejection in part.rejections],
        )


def outcome_of(lines: Sequence[bytes], result: BatchIngestResult) -> BatchOutcome:
    named = [Rejection(lines[fault.index], fault) for fault in result.errors if fault.index < len(lines)]
    return BatchOutcome(
        accepted=result.frames_ingested,
        duplicate=result.frames_duplicate,
        rejections=named,
        is_complete=len(named) >= result.frames_rejected,
    )


def rejected(lines: Sequence[bytes]) -> BatchOutcome:
    return BatchOutcome(accepted=0, duplicate=0, rejections=[Rejection(line, None) for line in lines])


def joined(lines: Sequence[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def halves(lines: Sequence[bytes]) -> tuple[Sequence[bytes], Sequence[bytes]]:
    middle = len(lines) // 2
    return lines[:middle], lines[middle:]


def is_passing(error: PlumblineError) -> bool:
    """
    Whether it may be over after a while. A refusal by the service itself, of the key for example, is not; one by
    something on the way, such as the page of a hotel's network, may be.
    """
    if isinstance(error, APIConnectionError | UnexpectedAnswerError):
        return True
    if not isinstance(error, APIError):
        return False
    return error.code is None or error.status == 429 or error.status >= 500 or is_worth_repeating(error)
