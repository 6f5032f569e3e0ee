"""Signed notes (c2sp.org/signed-note): a text, an empty line, and one line a signature."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from .base64_text import from_base64
from .fault import Fault, expect
from .merkle import sha256
from .public_key import ED25519, ed25519_spki, is_signed

NOTE_KEY = 0x01
"""An Ed25519 key that signs the text of a note."""
COSIGNATURE_KEY = 0x04
"""An Ed25519 key that signs the text and the time at which it saw it (c2sp.org/tlog-cosignature)."""

_MOST_BYTES = 1_000_000
_MOST_SIGNATURES = 100
_CONTROL = re.compile("[\x00-\x09\x0b-\x1f]")
_VERIFIER_KEY = re.compile(r"([^+]+)\+([0-9a-f]{8})\+(.+)")


@dataclass(frozen=True)
class NoteKey:
    name: str
    key_hash: bytes
    """Four bytes by which a line names its key: a hint, not an authentication."""
    public_key: bytes

    def signed(self, text: bytes, signature: bytes) -> bool:
        return is_signed(text, signature, algorithm=ED25519, spki=ed25519_spki(self.public_key))


@dataclass(frozen=True)
class NoteLine:
    """Who is said to have signed, and the bytes behind the key's hash."""

    name: str
    key_hash: bytes
    signature: bytes


@dataclass(frozen=True)
class Note:
    text: str
    lines: tuple[NoteLine, ...]
    """The signature lines that are some."""
    has_malformed_line: bool


def read_verifier_key(text: str, *, kind: int = NOTE_KEY) -> NoteKey:
    """`name+hash+base64`, as Go's sumdb/note writes it; the hash must be that of the name and the key."""
    match = _VERIFIER_KEY.fullmatch(text)
    expect(match is not None and _is_key_name(match[1]), "not a verifier key")
    assert match is not None
    key = from_base64(match[3], "the key")
    expect(len(key) == 33 and key[0] == kind, "not an Ed25519 key of the kind that is due")
    key_hash = sha256(f"{match[1]}\n".encode() + key)[:4]
    expect(key_hash.hex() == match[2], "a hash that is not that of its name and key")
    return NoteKey(match[1], key_hash, key[1:])


def read_note(text: str) -> Note:
    """A note taken apart; nothing in it is verified. Raises `Fault`."""
    expect(len(text.encode("utf-8")) <= _MOST_BYTES, "a note too long")
    expect(text.endswith("\n") and _CONTROL.search(text) is None, "not a signed note")
    at = text.rfind("\n\n")
    expect(at >= 0, "not a signed note")
    lines = text[at + 2 :].split("\n")[:-1]
    expect(1 <= len(lines) <= _MOST_SIGNATURES, "not a signed note")
    found = [_read_line(line) for line in lines]
    return Note(text[: at + 1], tuple(line for line in found if line is not None), None in found)


def key_of_line(line: NoteLine, keys: Iterable[NoteKey]) -> NoteKey | None:
    """The key among these whose line it is, by name and hash."""
    return next((key for key in keys if (key.name, key.key_hash) == (line.name, line.key_hash)), None)


def lines_besides(note: Note, key: NoteKey) -> tuple[NoteLine, ...]:
    """Every line but the first by this key."""
    own = next((line for line in note.lines if key_of_line(line, [key]) is not None), None)
    return tuple(line for line in note.lines if line is not own)


def _read_line(line: str) -> NoteLine | None:
    mark, _, rest = line.partition(" ")
    name, space, encoded = rest.partition(" ")
    if mark != "—" or space != " " or not _is_key_name(name):
        return None
    try:
        data = from_base64(encoded, "a signature line")
    except Fault:
        return None
    return NoteLine(name, data[:4], data[4:]) if len(data) >= 5 else None


def _is_key_name(name: str) -> bool:
    return name != "" and "+" not in name and not any(one.isspace() or one == "\ufeff" for one in name)
