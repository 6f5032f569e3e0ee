from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..errors import WriterError
from .frame_queue import MAX_BATCH_BYTES, MAX_BATCH_FRAMES


@dataclass
class Segment:
    """A file of lines: what one request carries."""

    path: Path
    frames: int = 0
    size_bytes: int = 0


class Spool:
    """
    Lines in files of a folder: what waits outlives the process, and is sent by the next writer of the same folder.
    A line that was being written when the process was killed is cut off: `append` had not returned, so nobody was told
    that it was kept. A file goes when the service has acknowledged it. Killed in between, it is sent again, which is
    harmless: a frame counts once.
    """

    def __init__(self, folder: Path, *, sync: bool) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._sync = sync
        self._lock = locked(folder / "lock")
        self._segments = deque(recovered(folder))
        self._next_number = 1 + max((int(one.path.stem) for one in self._segments), default=0)
        self._open: int | None = None
        self._taken: Segment | None = None

    @property
    def waits_for_disk(self) -> bool:
        return self._sync

    @property
    def frames(self) -> int:
        return sum(segment.frames for segment in self._segments)

    @property
    def size_bytes(self) -> int:
        return sum(segment.size_bytes for segment in self._segments)

    def append(self, line: bytes) -> None:
        file, segment = self._writable()
        write_whole(file, line + b"\n", segment.size_bytes)
        if self._sync:
            os.fsync(file)
        segment.frames += 1
        segment.size_bytes += len(line) + 1

    def take(self) -> Sequence[bytes]:
        if not self._segments:
            return []
        if len(self._segments) == 1:
            self._seal()
        self._taken = self._segments[0]
        return self._taken.path.read_bytes().split(b"\n")[:-1]

    def done(self) -> None:
        self._forget_first()
        self._taken = None

    def drop_oldest(self) -> Sequence[bytes]:
        if self._taken is not None or not self._segments:
            return []
        lines = self.take()
        self.done()
        return lines

    def leave(self) -> Sequence[bytes]:
        self._seal()
        os.close(self._lock)
        return []

    def _writable(self) -> tuple[int, Segment]:
        if self._open is not None:
            newest = self._segments[-1]
            if newest.frames < MAX_BATCH_FRAMES and newest.size_bytes < MAX_BATCH_BYTES:
                return self._open, newest
            self._seal()
        segment = Segment(self._folder / f"{self._next_number:020d}.ndjson")
        self._next_number += 1
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        self._open = os.open(segment.path, flags, 0o600)
        self._segments.append(segment)
        if self._sync:
            sync_folder(self._folder)
        return self._open, segment

    def _seal(self) -> None:
        if self._open is not None:
            os.close(self._open)
            self._open = None

    def _forget_first(self) -> None:
        self._segments.popleft().path.unlink(missing_ok=True)


def locked(path: Path) -> int:
    """Two writers in one folder would send and delete each other's files."""
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(file)
        raise WriterError(
            f"Another writer is at work in {path.parent}: give each a folder of its own."
        ) from error
    return file


def recovered(folder: Path) -> Iterator[Segment]:
    """What an earlier writer left, oldest first."""
    for path in sorted(folder.glob("*.ndjson")):
        if not path.stem.isdecimal():
            continue
        content = path.read_bytes()
        whole = content.rfind(b"\n") + 1
        if whole == 0:
            path.unlink()
            continue
        if whole < len(content):
            os.truncate(path, whole)
        yield Segment(path, frames=content.count(b"\n"), size_bytes=whole)


def write_whole(file: int, line: bytes, at: int) -> None:
    """A line is in the file as a whole, or not at all: half of one, on a full disk, would spoil the next."""
    try:
        written = os.write(file, line)
        if written < len(line):
            raise OSError(f"{written} of {len(line)} bytes were written")
    except OSError as error:
        os.ftruncate(file, at)
        os.lseek(file, at, os.SEEK_SET)
        raise WriterError(f"The spool takes nothing more: {error}") from error


def sync_folder(folder: Path) -> None:
    if sys.platform == "win32":
        return
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
