"""The frames file: one canonical record a line, in the order of the vehicle's journal and without a gap."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import cast

from .base64_text import from_base64url
from .fault import Fault, expect
from .instants import captured_us, instant_us, utc_text
from .merkle import leaf_hash, sha256, tree_root
from .shapes import check_shape
from .strict_json import Json, canonical, read_canonical, read_json
from .taken_sensors import SENSORS, take_sensors

_MOST_LINES = 5_000_000
_MOST_AHEAD_US = 300_000_999
"""The farthest a vehicle's clock may be ahead of the server's; `received_at` is cut to milliseconds."""
_WITHHELD_START = b'{"leaf":"'
_WITHHELD = re.compile(rb'\{"leaf":"([0-9a-f]{64})","seq":([1-9][0-9]{0,15})\}')


@dataclass(frozen=True)
class Frames:
    """A frames file that is the one a core speaks of."""

    records: tuple[Json | None, ...]
    """What each line says; None for a line that is withheld."""
    leaves: tuple[bytes, ...]
    """Their hashes as leaves of the file's tree."""

    @property
    def disclosed(self) -> int:
        return sum(record is not None for record in self.records)

    @property
    def is_whole(self) -> bool:
        return self.disclosed == len(self.records)


def check_frames(core: Json, data: bytes) -> Frames:
    """The same bytes, every line canonical, one vehicle, no entry left out, the same Merkle root, and each
    frame's values
    those of the bytes received. Of a redacted file the tree is rebuilt with the hashes of what is withheld.
    Raises `Fault`."""
    stated = core["frames"]
    # A withheld line is shorter than any record, so that a redacted file is always shorter than the whole
    # one.
    may_be_redacted = len(data) < stated["bytes"] and _is_redacted(data)
    if not may_be_redacted:
        expect(len(data) == stated["bytes"], f"{len(data)} bytes, not {stated['bytes']}")
        # Before anything is read: bytes that were not signed cost one pass, whatever they hold.
        expect(sha256(data).hex() == stated["sha256"], "other bytes than were signed (SHA-256)")
    lines = _split(data)
    inputs = core["scoring"]["inputs"]
    count = stated["count"]
    expect(len(lines) == count == inputs["count"], f"{len(lines)} lines, not {count}")
    records: list[Json | None] = []
    leaves: list[bytes] = []
    for at, line in enumerate(lines):
        try:
            record, leaf = _read_line(
                line, core, seq=inputs["first_seq"] + at, may_be_withheld=may_be_redacted
            )
        except Fault as fault:
            raise Fault(f"line {at + 1}: {fault}") from None
        records.append(record)
        leaves.append(leaf)
    if records[-1] is not None:
        _check_last(core, records[-1])
    expect(tree_root(leaves).hex() == stated["merkle"]["root"], "another Merkle root than was signed")
    return Frames(tuple(records), tuple(leaves))


def _is_redacted(data: bytes) -> bool:
    return data.startswith(_WITHHELD_START) or b"\n" + _WITHHELD_START in data


def _split(data: bytes) -> list[bytes]:
    expect(data.endswith(b"\n"), "the last line has no line feed")
    expect(data.count(b"\n") <= _MOST_LINES, "too many lines")
    return data[:-1].split(b"\n")


def _read_line(line: bytes, core: Json, *, seq: int, may_be_withheld: bool) -> tuple[Json | None, bytes]:
    withheld = _WITHHELD.fullmatch(line) if may_be_withheld else None
    if withheld is not None:
        _check_seq(int(withheld[2]), seq)
        return None, bytes.fromhex(withheld[1].decode("ascii"))
    record = read_canonical(line)
    check_shape("line", record)
    expect(record["vehicle_id"] == core["vehicle_id"], "another vehicle")
    _check_seq(record["seq"], seq)
    if record["kind"] == "frame":
        _check_raw(record)
        _check_ahead(record)
    return record, leaf_hash(line)


def _check_seq(seq: int, due: int) -> None:
    expect(seq == due, f"entry {seq} where {due} is due")


def _check_last(core: Json, record: Json) -> None:
    is_breach = record["kind"] == "frame" and record["seq"] == core["breach"]["frame_seq"]
    expect(is_breach, "the last line is not the breach frame")
    received = core["chain_of_custody"][0]["at"]
    expect(record["received_at"] == received, "the breach frame was received at another time")


def _check_raw(record: Json) -> None:
    """The values that were scored are those of the bytes the vehicle sent: else they would be our own word
    for them."""
    frame = _read_raw(record["raw"])
    expect(frame.get("vehicle_id") == record["vehicle_id"], "raw is another vehicle's frame")
    timestamp = frame.get("timestamp")
    captured = utc_text(timestamp) if isinstance(timestamp, str) else None
    expect(captured == record["captured_at"], "raw was captured at another time")
    reading, received = record["reading"], frame.get("sensors")
    stated = captured_us(record["captured_at"])
    expect(stated == reading["captured_at_us"], "captured_at_us is not the time raw states")
    if not isinstance(received, dict):
        raise Fault("raw has no sensors")
    taken = take_sensors(cast("dict[str, Json]", received))
    for name in taken.misshapen:
        raise Fault(f"raw has a {name} that is no reading")
    sensors = taken.sensors
    for name in SENSORS:
        is_same = (name in sensors) == (name in reading)
        is_same = is_same and (name not in sensors or canonical(sensors[name]) == canonical(reading[name]))
        expect(is_same, f"raw has another {name} than was scored")
    listed = record.get("dropped", [])
    expect(list(taken.dropped) == listed, "raw has other impossible readings than are listed")


def _read_raw(raw: str) -> Json:
    frame = read_json(from_base64url(raw, "raw"), forbidden=frozenset({"__proto__"}))
    expect(isinstance(frame, dict), "raw is not a JSON object")
    return frame


def _check_ahead(record: Json) -> None:
    received = instant_us(record["received_at"])
    if received is None:
        raise Fault(f"{record['received_at']} is not a time")
    expect(
        record["reading"]["captured_at_us"] <= received + _MOST_AHEAD_US,
        f"captured at {record['captured_at']}, more than 5 minutes after it was received at "
        f"{record['received_at']}",
    )
