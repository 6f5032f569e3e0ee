"""A place in a transparency log: c2sp.org/tlog-proof and the tlog-checkpoint in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .base64_text import from_base64
from .fault import Fault, expect
from .merkle import is_included, leaf_hash
from .signed_note import NoteKey, NoteLine, key_of_line, lines_besides, read_note

_HEADER = "c2sp.org/tlog-proof@v1"
_DECIMAL = re.compile(r"0|[1-9][0-9]{0,15}")
_MOST_HASHES = 64
_GREATEST_INTEGER = 2**53 - 1


@dataclass(frozen=True)
class TlogProof:
    index: int
    path: tuple[bytes, ...]
    checkpoint: str


@dataclass(frozen=True)
class Checkpoint:
    origin: str
    size: int
    root: bytes


@dataclass(frozen=True)
class LogPlace:
    """A proof under a checkpoint that the log's own key signed. Whether it leads anywhere is not asked
    yet."""

    proof: TlogProof
    checkpoint: Checkpoint
    others: tuple[NoteLine, ...]
    """The lines on the checkpoint besides the log's own."""

    def holds(self, entry: bytes) -> bool:
        """Whether the proof leads from this entry to the checkpoint's root."""
        proof, checkpoint = self.proof, self.checkpoint
        return is_included(
            leaf_hash(entry), index=proof.index, size=checkpoint.size, path=proof.path, root=checkpoint.root
        )


def open_log_place(origin: str, tlog_proof: str, logs: Iterable[NoteKey]) -> LogPlace:
    """Opens the proof of a place in one of these logs; the lines of witnesses are left to others. Raises
    `Fault`."""
    proof = read_tlog_proof(tlog_proof)
    log = next((one for one in logs if one.name == origin), None)
    if log is None:
        raise Fault(f"the log {origin} is not in the trust file")
    note = read_note(proof.checkpoint)
    expect(not note.has_malformed_line, "checkpoint: a signature line is malformed")
    own = next((line for line in note.lines if key_of_line(line, [log]) is not None), None)
    if own is None:
        raise Fault("checkpoint: no trusted key signed it")
    expect(
        log.signed(note.text.encode("utf-8"), own.signature),
        f"checkpoint: the signature of {log.name} does not verify",
    )
    checkpoint = read_checkpoint(note.text)
    expect(checkpoint.origin == origin, f"a checkpoint of the log {checkpoint.origin}")
    expect(checkpoint.size > proof.index, "the checkpoint ends before the entry")
    return LogPlace(proof, checkpoint, lines_besides(note, log))


def read_tlog_proof(text: str) -> TlogProof:
    """The text of a proof in its one spelling; the note in it is returned as it stands. Raises `Fault`."""
    head, separator, checkpoint = text.partition("\n\n")
    first, *rest = head.split("\n")
    expect(separator != "" and first == _HEADER and rest != [], f"not a {_HEADER}")
    label, _, digits = rest[0].partition(" ")
    expect(label == "index", f"not a {_HEADER}")
    encoded = rest[1:]
    expect(len(encoded) <= _MOST_HASHES, "more hashes than any tree has")
    return TlogProof(_read_integer(digits), tuple(read_hashes(encoded)), checkpoint)


def read_checkpoint(text: str) -> Checkpoint:
    """Three lines in their one spelling. Extension lines are refused: what they promise is not known here."""
    lines = text.split("\n")
    expect(len(lines) == 4 and lines[0] != "" and lines[3] == "", "the signed note is not a checkpoint")
    root = from_base64(lines[2], "the root")
    expect(len(root) == 32, "the signed note is not a checkpoint")
    return Checkpoint(lines[0], _read_integer(lines[1]), root)


def read_hashes(encoded: Sequence[str]) -> list[bytes]:
    """SHA-256 hashes, each in base64. Raises `Fault`."""
    hashes = [from_base64(text, "a hash") for text in encoded]
    expect(all(len(one) == 32 for one in hashes), "not the length of a hash")
    return hashes


def _read_integer(digits: str) -> int:
    expect(
        _DECIMAL.fullmatch(digits) is not None and int(digits) <= _GREATEST_INTEGER, "not a number of the log"
    )
    return int(digits)
