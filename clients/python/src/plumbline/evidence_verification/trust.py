"""`trust.json`: what a verifier trusts before it has seen any bundle."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from .base64_text import from_base64
from .certificate import Certificate, read_certificate
from .fault import Fault, expect, printable
from .instants import instant_us
from .public_key import ED25519, PublicKey, check_key, check_keys, ed25519_spki, read_public_key
from .shapes import check_shape
from .signed_note import COSIGNATURE_KEY, NOTE_KEY, NoteKey, read_verifier_key
from .strict_json import Json, canonical, read_json


class TrustFileError(ValueError):
    """The trust file cannot be used: a mistake of use, and no verdict on any bundle."""


@dataclass(frozen=True)
class KeyringPin:
    """The roots of the keyring whose keys are trusted."""

    root_keys: tuple[PublicKey, ...]
    threshold: int
    minimum_version: int
    digest: str | None


@dataclass(frozen=True)
class Trust:
    sha256: str
    """Of the file's bytes, hex: compare it with the fingerprint published elsewhere."""
    keys: tuple[PublicKey, ...]
    """The evidence keys it names; none where it pins a keyring."""
    keyring: KeyringPin | None
    logs: tuple[NoteKey, ...]
    time_stamp_roots: tuple[Certificate, ...]
    time_stamp_threshold: int | None
    witnesses: tuple[NoteKey, ...]
    witness_threshold: int | None
    demands: frozenset[str]
    """What a bundle must have to be valid by this file: `precommit`, `timestamp`."""
    requires_organisation: str | None
    refresh_after: str | None
    fault: str | None
    """Why what it names must not be trusted, whatever it signed; None when it may be."""


TrustFile = bytes | str | Mapping[str, Any] | Trust
"""The file's bytes, its text, what it says as a mapping (its fingerprint is then that of the canonical
form), or one read before."""


def read_trust(given: TrustFile) -> Trust:
    """Raises `TrustFileError` for what is not a trust file of this version.

    A member nobody here knows makes the file unusable: it might demand a check that this verifier cannot
    make.
    """
    if isinstance(given, Trust):
        return given
    try:
        data = _bytes_of(given)
        return _read(data)
    except Fault as fault:
        raise TrustFileError(f"trust file: {printable(str(fault))}") from None


def _bytes_of(given: object) -> bytes:
    if isinstance(given, Mapping):
        try:
            return canonical(dict(cast("Mapping[str, Any]", given)))
        except (ValueError, TypeError, RecursionError) as fault:
            raise Fault(f"not JSON: {fault}") from None
    if isinstance(given, bytes):
        return given
    if not isinstance(given, str):
        raise Fault("neither bytes nor a text nor a mapping")
    try:
        return given.encode("utf-8")
    except UnicodeEncodeError:
        raise Fault("half a surrogate pair") from None


def _read(data: bytes) -> Trust:
    file = read_json(data)
    check_shape("trust", file)
    _check_choices(file)
    keys = tuple(read_public_key(key) for key in file.get("evidence_keys", []))
    pin = _pin_of(file.get("keyring"))
    logs = _note_keys(file.get("logs", []), "an Ed25519 verifier key", NOTE_KEY)
    witnesses = _note_keys(file.get("witnesses", []), "the Ed25519 key of a witness", COSIGNATURE_KEY)
    demanded = file.get("require", {})
    return Trust(
        sha256=hashlib.sha256(data).hexdigest(),
        keys=keys,
        keyring=pin,
        logs=logs,
        time_stamp_roots=tuple(
            read_certificate(from_base64(root, "a time-stamp root")) for root in file.get("tsa_roots", [])
        ),
        time_stamp_threshold=file.get("tsa_threshold"),
        witnesses=witnesses,
        witness_threshold=file.get("witness_threshold"),
        demands=frozenset(demanded) & {"precommit", "timestamp"},
        requires_organisation=demanded.get("organisation"),
        refresh_after=file.get("refresh_after"),
        fault=_fault_in(keys, pin, logs, witnesses),
    )


def _check_choices(file: Json) -> None:
    """What a file asks for must go with the rest of what it says."""
    authorities, witnesses = len(file.get("tsa_roots", [])), len(file.get("witnesses", []))
    demanded = file.get("require", {})
    expect(file.get("tsa_threshold", 0) <= authorities, "more time stamps are due than there are authorities")
    expect(
        "timestamp" not in demanded or authorities > 0, "a time stamp is required, and no authority is named"
    )
    expect(
        "precommit" not in demanded or "logs" in file,
        "pre-commitment is required, and no log is named to hold it",
    )
    expect(
        file.get("witness_threshold", 0) <= witnesses, "more cosignatures are due than there are witnesses"
    )
    refresh_after = file.get("refresh_after")
    expect(refresh_after is None or instant_us(refresh_after) is not None, "refresh_after is not a time")
    expect(
        ("evidence_keys" in file) != ("keyring" in file),
        "it must name either evidence keys or a keyring, and not both",
    )
    expect("keyring" not in file or "logs" in file, "a keyring counts leaves of a log, and no log is named")


def _pin_of(keyring: Json) -> KeyringPin | None:
    if keyring is None:
        return None
    roots = tuple(read_public_key(key) for key in keyring["root_keys"])
    return KeyringPin(roots, keyring["threshold"], keyring["minimum_version"], keyring.get("digest"))


def _note_keys(texts: Iterable[str], what: str, kind: int) -> tuple[NoteKey, ...]:
    return tuple(_note_key(text, what, kind) for text in texts)


def _note_key(text: str, what: str, kind: int) -> NoteKey:
    try:
        return read_verifier_key(text, kind=kind)
    except Fault:
        raise Fault(f"{text} is not {what}") from None


def _fault_in(
    keys: tuple[PublicKey, ...],
    pin: KeyringPin | None,
    logs: tuple[NoteKey, ...],
    witnesses: tuple[NoteKey, ...],
) -> str | None:
    try:
        check_keys(keys)
        if pin is not None:
            expect(pin.threshold <= len(pin.root_keys), "more root keys must sign than there are")
            check_keys(pin.root_keys)
        _check_names(logs, "a log is listed twice")
        _check_names(witnesses, "a witness is listed twice")
        named = {log.name for log in logs}
        # A line of a note names its key: a witness that is called as the log is could stand in its place.
        expect(not any(one.name in named for one in witnesses), "a log is listed as a witness, too")
    except Fault as fault:
        return str(fault)
    return None


def _check_names(keys: tuple[NoteKey, ...], twice: str) -> None:
    for key in keys:
        _check_note_key(key)
    expect(len({key.name for key in keys}) == len(keys), twice)


def _check_note_key(key: NoteKey) -> None:
    try:
        check_key(ED25519, ed25519_spki(key.public_key))
    except Fault as fault:
        raise Fault(f"{key.name}: {fault}") from None
