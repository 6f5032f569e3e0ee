from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plumbline import WriterError
from plumbline._writer.frame_queue import FrameQueue, MemoryQueue
from plumbline._writer.spool import Spool


def lines_of(spool: FrameQueue) -> list[bytes]:
    lines: list[bytes] = []
    while taken := spool.take():
        lines += taken
        spool.done()
    return lines


def test_lines_come_back_in_order_also_after_the_process_is_gone(tmp_path: Path) -> None:
    spool = Spool(tmp_path, sync=False)
    for number in range(12_000):
        spool.append(b"%d" % number)
    spool.leave()

    assert lines_of(Spool(tmp_path, sync=False)) == [b"%d" % number for number in range(12_000)]


def test_lines_that_wait_for_the_disk_come_back_as_well(tmp_path: Path) -> None:
    spool = Spool(tmp_path, sync=True)
    spool.append(b"a")
    spool.append(b"b")

    assert lines_of(spool) == [b"a", b"b"]


def test_a_line_that_was_cut_off_is_no_line(tmp_path: Path) -> None:
    spool = Spool(tmp_path, sync=False)
    spool.append(b"whole")
    spool.leave()
    (file,) = tmp_path.glob("*.ndjson")
    with file.open("ab") as end:
        end.write(b'{"half')

    again = Spool(tmp_path, sync=False)

    assert (again.frames, again.size_bytes) == (1, 6)
    assert lines_of(again) == [b"whole"]


def test_files_that_hold_no_line_and_files_of_others_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "00000000000000000007.ndjson").write_bytes(b'{"half')
    (tmp_path / "notes.ndjson").write_bytes(b"mine\n")

    spool = Spool(tmp_path, sync=False)

    assert (spool.frames, list(spool.take())) == (0, [])
    assert (tmp_path / "notes.ndjson").exists()


def test_what_was_taken_and_not_done_is_there_again(tmp_path: Path) -> None:
    spool = Spool(tmp_path, sync=False)
    spool.append(b"a")
    assert spool.take() == [b"a"]
    spool.append(b"b")
    spool.leave()

    assert lines_of(Spool(tmp_path, sync=False)) == [b"a", b"b"]


def test_two_writers_in_one_folder_are_refused(tmp_path: Path) -> None:
    first = Spool(tmp_path, sync=False)
    with pytest.raises(WriterError, match="Another writer"):
        Spool(tmp_path, sync=False)
    first.leave()
    Spool(tmp_path, sync=False).leave()


def test_a_full_disk_keeps_whole_lines_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spool = Spool(tmp_path, sync=False)
    spool.append(b"before")
    write = os.write

    def half(file: int, line: bytes) -> int:
        return write(file, line[: len(line) // 2])

    monkeypatch.setattr(os, "write", half)
    with pytest.raises(WriterError, match="takes nothing more"):
        spool.append(b"never kept")
    monkeypatch.undo()
    spool.append(b"after")

    assert lines_of(spool) == [b"before", b"after"]


@pytest.mark.skipif(os.name != "posix", reason="file modes are those of POSIX")
def test_nobody_else_can_read_what_waits(tmp_path: Path) -> None:
    spool = Spool(tmp_path / "spool", sync=False)
    spool.append(b"a")
    (file,) = (tmp_path / "spool").glob("*.ndjson")
    assert file.stat().st_mode & 0o077 == 0


@given(st.lists(st.sampled_from(["append", "take", "done", "drop"]), max_size=60))
def test_the_spool_and_the_memory_hold_the_same_lines(steps: list[str]) -> None:
    """Which lines a drop takes differs by design (a whole file, a single line); those that remain stay in order."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        queues: list[FrameQueue] = [Spool(Path(folder), sync=False), MemoryQueue()]
        for queue in queues:
            expected: list[bytes] = []
            is_taken = False
            for number, step in enumerate(steps):
                if step == "append":
                    line = b"%d" % number
                    queue.append(line)
                    expected.append(line)
                elif step == "take":
                    taken = list(queue.take())
                    assert taken == expected[: len(taken)]
                    is_taken = is_taken or bool(taken)
                elif step == "done" and is_taken:
                    gone = len(queue.take())
                    queue.done()
                    del expected[:gone]
                    is_taken = False
                elif step == "drop" and not is_taken:
                    gone = len(queue.drop_oldest())
                    del expected[:gone]
                assert queue.frames == len(expected)
                assert queue.size_bytes == sum(len(line) + 1 for line in expected)
            assert lines_of(queue) == expected
            queue.leave()
