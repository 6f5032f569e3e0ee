from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeVar

from ._frames import FrameLike
from ._json import encode_json
from .models import BatchIngestResult, FrameFault, FrameWarning

_Fault = TypeVar("_Fault", FrameFault, FrameWarning)

GROUP_FRAMES = 1000
_GROUP_BYTES = 4 * 1024 * 1024
_FAULTS_KEPT = 100


@dataclass(frozen=True)
class IngestProgress:
    """What has been acknowledged so far. To go on after a failure pass `lines` as `skip_lines`; sending again is safe."""

    lines: int = 0
    """Lines of the source that are done with: blank, skipped and rejected ones included."""
    bytes: int = 0
    """Their length with their line ends: the place in a file."""
    ingested: int = 0
    duplicate: int = 0
    rejected: int = 0
    late: int = 0
    """Frames that counted and came too late to be judged."""
    errors: tuple[FrameFault, ...] = ()
    """The first 100 rejected frames; `line` counts from 1 over the whole source, `index` over its frames from 0."""
    with_warnings: int = 0
    """Frames that counted and lost a reading, or were taken with another doubt."""
    warnings: tuple[FrameWarning, ...] = ()
    """The first 100 warnings, placed as `errors` are."""


@dataclass
class Group:
    lines: list[bytes] = field(default_factory=list[bytes])
    frames: int = 0
    size_bytes: int = 0

    def ndjson(self) -> bytes:
        return b"".join(line + b"\n" for line in self.lines)


class StreamTally:
    """Gathers lines into groups, and counts what became of them."""

    def __init__(self, *, group_frames: int, skip_lines: int) -> None:
        self.progress = IngestProgress()
        self._group_frames = group_frames
        self._skip_lines = skip_lines
        self._frames_done = 0
        self._group = Group()

    def add(self, line: bytes) -> Group | None:
        """The group that has to be sent before this line, if it has no room for it."""
        is_blank = not line.strip(b" \t\r\n")
        if self.progress.lines + len(self._group.lines) < self._skip_lines:
            self.progress = replace(
                self.progress, lines=self.progress.lines + 1, bytes=self.progress.bytes + len(line) + 1
            )
            self._frames_done += 0 if is_blank else 1
            return None
        is_full = (
            self._group.frames >= self._group_frames or self._group.size_bytes + len(line) >= _GROUP_BYTES
        )
        full = self.rest() if is_full else None
        self._group.lines.append(line)
        self._group.size_bytes += len(line) + 1
        self._group.frames += 0 if is_blank else 1
        return full

    def rest(self) -> Group | None:
        group, self._group = self._group, Group()
        return group if group.lines else None

    def count(self, group: Group, result: BatchIngestResult | None) -> None:
        before = self.progress
        self.progress = replace(
            before, lines=before.lines + len(group.lines), bytes=before.bytes + group.size_bytes
        )
        if result is not None:
            faults = [self._placed(fault, before) for fault in result.errors]
            warnings = [self._placed(warning, before) for warning in result.warnings or ()]
            self.progress = replace(
                self.progress,
                ingested=before.ingested + result.frames_ingested,
                duplicate=before.duplicate + result.frames_duplicate,
                rejected=before.rejected + result.frames_rejected,
                late=before.late + (result.frames_late or 0),
                errors=(*before.errors, *faults)[:_FAULTS_KEPT],
                with_warnings=before.with_warnings + (result.frames_with_warnings or 0),
                warnings=(*before.warnings, *warnings)[:_FAULTS_KEPT],
            )
        self._frames_done += group.frames

    def _placed(self, fault: _Fault, before: IngestProgress) -> _Fault:
        placed = {"index": fault.index + self._frames_done}
        if fault.line is not None:
            placed["line"] = fault.line + before.lines
        return fault.model_copy(update=placed)


def line_of(item: FrameLike | str | bytes) -> bytes:
    """Bytes and texts go out as they are, even broken ones: the service says what is wrong with them."""
    if isinstance(item, bytes):
        return item.rstrip(b"\r\n")
    return item.rstrip("\r\n").encode() if isinstance(item, str) else encode_json(item)
