"""What witnesses of the log and time-stamp authorities state of when a bundle existed."""

from __future__ import annotations

from dataclasses import dataclass

from .base64_text import from_base64
from .fault import Fault, expect
from .instants import instant_text, instant_us
from .log_place import LogPlace, read_tlog_proof
from .signed_note import NoteKey, NoteLine, key_of_line, lines_besides, read_note
from .strict_json import Json
from .time_stamp import ProvenTime, check_time_stamp
from .trust import Trust
from .verification import Finding, failed, missing, not_applicable, passed

_SKEW_US = 300_000_000
"""How far apart the clocks of two honest parties may be."""
_CALENDAR_ENDS_S = 253_402_300_799


@dataclass(frozen=True)
class ThirdPartyTime:
    finding: Finding
    not_after_us: int | None = None
    """The evidence existed then at the latest; None when nobody states a time."""


def check_unexpected_lines(place: LogPlace, trust: Trust) -> None:
    """Each further line on a checkpoint is of a witness the trust file names; another's would be unchecked
    bytes."""
    for line in place.others:
        expect(
            key_of_line(line, trust.witnesses) is not None,
            f"the checkpoint has a line of {line.name}, which the trust file does not name as a witness",
        )


def check_witnesses(bundle: Json, trust: Trust, *, now_us: int, required: bool) -> ThirdPartyTime:
    """Who besides the log's owner saw the checkpoint, and when."""
    due = max(trust.witness_threshold or 0, 1 if required else 0)
    try:
        seen = _cosignatures(bundle["proof"].get("log"), trust, now_us)
    except Fault as fault:
        return ThirdPartyTime(failed(str(fault)))
    if len(seen) < due:
        plural = "" if len(seen) == 1 else "s"
        return ThirdPartyTime(failed(f"{len(seen)} cosignature{plural} where {due} are due"))
    if not seen:
        if trust.witnesses:
            return ThirdPartyTime(missing("no witness cosigned the checkpoint"))
        return ThirdPartyTime(not_applicable("the trust file names no witness"))
    # So many witnesses are trusted that many together: the last of the first ones needed settles the time.
    settled_s = sorted(seconds for _, seconds in seen)[max(due, 1) - 1]
    names = ", ".join(f"{witness.name} at {instant_text(seconds * 1_000_000)}" for witness, seconds in seen)
    return ThirdPartyTime(passed(f"seen by {names}"), settled_s * 1_000_000)


def _cosignatures(log: Json, trust: Trust, now_us: int) -> list[tuple[NoteKey, int]]:
    text, lines = _witnessed_note(log, trust)
    seen: list[tuple[NoteKey, int]] = []
    for line in lines:
        witness = key_of_line(line, trust.witnesses)
        # `check_unexpected_lines` has refused it.
        if witness is None:
            continue
        seconds = _cosigned_at(text, line, witness)
        expect(seconds * 1_000_000 <= now_us + _SKEW_US, f"{witness.name} saw the checkpoint in the future")
        is_new = all(other.public_key != witness.public_key for other, _ in seen)
        expect(is_new, f"{witness.name} is counted already, under this name or another")
        seen.append((witness, seconds))
    return seen


def _witnessed_note(log: Json, trust: Trust) -> tuple[str, tuple[NoteLine, ...]]:
    """The checkpoint's text, and its lines besides the log's own; none where it cannot be read, of which V8
    tells."""
    if log is None:
        return "", ()
    key = next((one for one in trust.logs if one.name == log["origin"]), None)
    if key is None:
        return "", ()
    try:
        note = read_note(read_tlog_proof(log["tlog_proof"]).checkpoint)
    except Fault:
        return "", ()
    return note.text, lines_besides(note, key)


def _cosigned_at(text: str, line: NoteLine, witness: NoteKey) -> int:
    """cosignature/v1 of c2sp.org/tlog-cosignature: eight bytes of time, and Ed25519 over time and
    checkpoint."""
    seconds = int.from_bytes(line.signature[:8], "big")
    is_time = len(line.signature) == 72 and 0 < seconds <= _CALENDAR_ENDS_S
    message = f"cosignature/v1\ntime {seconds}\n{text}".encode()
    verifies = is_time and witness.signed(message, line.signature[8:])
    expect(verifies, f"the cosignature of {witness.name} does not verify")
    return seconds


def check_time_stamps(bundle: Json, trust: Trust, *, now_us: int, required: bool) -> ThirdPartyTime:
    """All stamps must hold, each under another root, and none may be older than what it stamps says of
    itself."""
    stamps = bundle["proof"].get("timestamps", [])
    due = max(trust.time_stamp_threshold or 0, 1 if required else 0)
    if len(stamps) < due:
        return ThirdPartyTime(failed(f"{len(stamps)} time stamps where {due} are due"))
    if not stamps:
        if trust.time_stamp_roots:
            return ThirdPartyTime(
                missing("the bundle has no time stamp, and the trust file names authorities")
            )
        return ThirdPartyTime(not_applicable("the bundle has no time stamp and the trust file wants none"))
    if not trust.time_stamp_roots:
        return ThirdPartyTime(missing("the bundle has time stamps, and the trust file names no authority"))
    try:
        proven = _check_each(bundle, trust, now_us)
    except Fault as fault:
        return ThirdPartyTime(failed(str(fault)))
    earliest = min(one.not_after_us for one in proven)
    note = f"{len(proven)} of {len(proven)} hold, the earliest at {instant_text(earliest)}"
    return ThirdPartyTime(passed(note), earliest)


def _check_each(bundle: Json, trust: Trust, now_us: int) -> list[ProvenTime]:
    signatures = bundle["proof"]["envelope"]["signatures"]
    expect(signatures != [], "there is no signature that could be stamped")
    data = from_base64(signatures[0]["sig"], "the signature that is stamped")
    since = bundle["tier_transition"]["after"]["since"]
    newest_us = max(instant_us(bundle["issued_at"]) or 0, instant_us(since or "") or 0)
    proven: list[ProvenTime] = []
    for stamp in bundle["proof"]["timestamps"]:
        one = check_time_stamp(from_base64(stamp["token"], "a time stamp"), data, trust.time_stamp_roots)
        expect(one.not_after_us >= newest_us - _SKEW_US, "it is older than the evidence says it is itself")
        expect(one.time_us <= now_us + _SKEW_US, "it is of the future")
        expect(all(one.root.spki != other.root.spki for other in proven), "one authority is counted twice")
        proven.append(one)
    return proven
