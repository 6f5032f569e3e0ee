"""The keyring: which keys sign evidence, and at which leaves of the log each one counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .base64_text import from_base64
from .dsse import KEYRING_TYPE, log_entry, pre_authentication_encoding
from .fault import Fault, expect
from .instants import instant_us
from .log_place import open_log_place
from .merkle import sha256
from .public_key import PublicKey, check_keys, is_signed, read_public_key
from .shapes import check_shape
from .signed_note import NoteKey, read_verifier_key
from .strict_json import Json, read_canonical
from .trust import KeyringPin

_MOST_BYTES = 16 * 2**20
_RANKS = {"active": 0, "retiring": 1, "retired": 2, "revoked": 3}


@dataclass(frozen=True)
class LoggedKeyring:
    """One version, and the leaf of the log that made it known."""

    keyring: Json
    digest: str
    leaf: int
    signers: frozenset[str]


@dataclass(frozen=True)
class KeyWindow:
    """The leaves a key may have signed; `last` is None while there is no end, and before `first` where
    nothing counts."""

    key: Json
    first: int
    last: int | None


def read_history(data: bytes) -> Json:
    """`keyring.json`, by its form alone. Raises `Fault`."""
    expect(len(data) <= _MOST_BYTES, "the keyring file is larger than 16 MiB")
    try:
        history = read_canonical(data)
    except Fault as fault:
        raise Fault(f"the keyring file is {fault}") from None
    check_shape("keyring_history", history)
    return history


def check_history(data: bytes, pin: KeyringPin, logs: Sequence[NoteKey]) -> list[LoggedKeyring]:
    """Every version follows the one before, is signed by its roots and by theirs, and is in the log; the
    pinned roots
    signed at least one. Raises `Fault`."""
    versions: list[LoggedKeyring] = []
    for published in read_history(data)["versions"]:
        versions.append(_read_version(published, versions[-1] if versions else None, logs))
    newest = versions[-1].keyring["version"]
    least = pin.minimum_version
    expect(
        newest >= least,
        f"version {newest} is older than version {least}, which the trust file wants at least",
    )
    pinned = {key.key_id for key in pin.root_keys}
    expect(
        any(len(pinned & version.signers) >= pin.threshold for version in versions),
        "not signed by the root keys of the trust file",
    )
    if pin.digest is not None:
        digest = next(version.digest for version in versions if version.keyring["version"] == least)
        expect(digest == pin.digest, f"version {least} is another one than the trust file names")
    return versions


def _read_version(published: Json, before: LoggedKeyring | None, logs: Sequence[NoteKey]) -> LoggedKeyring:
    envelope, log = published["envelope"], published["log"]
    payload = from_base64(envelope["payload"], "the payload of a keyring")
    keyring = read_canonical(payload)
    check_shape("keyring", keyring)
    _check_keyring(keyring)
    if before is None:
        expect(keyring["version"] == 1, "the history does not begin with version 1")
    else:
        _check_succession(before, keyring)
    try:
        roots = [keyring["root"]] if before is None else [before.keyring["root"], keyring["root"]]
        signers = _check_root_signatures(envelope, payload, roots)
        leaf = _leaf_of(envelope, payload, log, keyring, roots, logs)
        expect(before is None or leaf > before.leaf, "logged before the one it follows")
    except Fault as fault:
        raise Fault(f"version {keyring['version']}: {fault}") from None
    return LoggedKeyring(keyring, f"sha256:{sha256(payload).hex()}", leaf, signers)


def _check_keyring(keyring: Json) -> None:
    root, keys = keyring["root"], keyring["keys"]
    expect(
        (keyring["version"] == 1) == (keyring["prev"] is None),
        "the first version, and no other, follows nothing",
    )
    refresh_after = keyring.get("refresh_after")
    expect(refresh_after is None or instant_us(refresh_after) is not None, f"{refresh_after} is not a time")
    expect(root["threshold"] <= len(root["keys"]), "the root has fewer keys than must sign")
    # A root key that signs evidence would vouch for itself: all keys stand in one list.
    check_keys(read_public_key(key) for key in [*root["keys"], *keys])
    for key in keys:
        _check_status(key)
    expect([key["status"] for key in keys].count("active") == 1, "not exactly one key is active")
    for text in keyring["log"]["vkeys"]:
        expect(
            read_verifier_key(text).name == keyring["log"]["origin"],
            f"{text} is not a key of the keyring's log",
        )


def _check_status(key: Json) -> None:
    name, status, last, revoked = key["keyid"], key["status"], key["last_index"], key["revoked"]
    expect(
        (status == "revoked") == (revoked is not None),
        f"{name} is {status}, and its revocation says otherwise",
    )
    expect(revoked is None or instant_us(revoked["at"]) is not None, f"{name}: the revocation is at no time")
    expect(status != "retired" or last is not None, f"{name} is retired, and does not say where")
    expect(status in ("retired", "revoked") or last is None, f"{name} is {status}, and has a last index")


def _check_succession(before: LoggedKeyring, keyring: Json) -> None:
    """What was once said of a key is never taken back."""
    earlier, version = before.keyring, keyring["version"]
    expect(
        version == earlier["version"] + 1, f"version {version} does not follow version {earlier['version']}"
    )
    expect(
        keyring["prev"] == before.digest, f"version {version} follows another version {earlier['version']}"
    )
    expect(keyring["log"]["origin"] == earlier["log"]["origin"], f"version {version} is of another log")
    now = {key["keyid"]: key for key in keyring["keys"]}
    for was in earlier["keys"]:
        name = was["keyid"]
        expect(name in now, f"version {version} leaves {name} out")
        _check_change(was, now[name], f"version {version}: {name}")


def _check_change(was: Json, now: Json, who: str) -> None:
    expect(now["first_index"] == was["first_index"], f"{who} begins elsewhere")
    expect(_RANKS[now["status"]] >= _RANKS[was["status"]], f"{who} was {was['status']} already")
    expect(_is_drawn_closer(was["last_index"], now["last_index"]), f"{who} lasts longer than was said")
    if was["revoked"] is None or now["revoked"] is None:
        return
    since = "compromised_since_index"
    closer = now["revoked"]["index"] <= was["revoked"]["index"]
    closer = closer and _is_drawn_closer(was["revoked"][since], now["revoked"][since])
    expect(closer, f"{who} was revoked from an earlier leaf on")


def _is_drawn_closer(was: int | None, now: int | None) -> bool:
    return was is None or (now is not None and now <= was)


def _check_root_signatures(envelope: Json, payload: bytes, roots: Sequence[Json]) -> frozenset[str]:
    """Enough signatures of each of these roots, and none of anybody else; one that does not verify spoils
    them all."""
    message = pre_authentication_encoding(KEYRING_TYPE, payload)
    signers = [signature["keyid"] for signature in envelope["signatures"]]
    expect(len(set(signers)) == len(signers), "a root key signed twice")
    for signature in envelope["signatures"]:
        key = _root_key(roots, signature["keyid"])
        given = from_base64(signature["sig"], f"the signature of {key.key_id}")
        verifies = is_signed(message, given, algorithm=key.algorithm, spki=key.spki)
        expect(verifies, f"the signature of {key.key_id} does not verify")
    for root in roots:
        count = sum(key["keyid"] in signers for key in root["keys"])
        expect(
            count >= root["threshold"], f"signed by {count} of the {root['threshold']} root keys that must"
        )
    return frozenset(signers)


def _root_key(roots: Iterable[Json], key_id: str) -> PublicKey:
    for root in roots:
        for key in root["keys"]:
            if key["keyid"] == key_id:
                return read_public_key(key)
    raise Fault(f"{key_id} is no root key")


def _leaf_of(
    envelope: Json, payload: bytes, log: Json, keyring: Json, roots: Sequence[Json], logs: Sequence[NoteKey]
) -> int:
    """Where the log has the entry of the envelope's first signature."""
    expect(log["origin"] == keyring["log"]["origin"], f"in the log {log['origin']} instead of its own")
    place = open_log_place(log["origin"], log["tlog_proof"], logs)
    first = envelope["signatures"][0]
    signature = from_base64(first["sig"], "a signature")
    entry = log_entry(KEYRING_TYPE, payload, signature=signature, key=_root_key(roots, first["keyid"]))
    expect(place.holds(entry), "it is not in the log where its proof says")
    return place.proof.index


def key_window(versions: Sequence[LoggedKeyring], key_id: str) -> KeyWindow:
    """Where in the log a key counts, by all that its keyring ever said. Raises `Fault` for a key no version
    names."""
    key = next((key for key in versions[-1].keyring["keys"] if key["keyid"] == key_id), None)
    if key is None:
        raise Fault(f"key {key_id} is not in the keyring")
    active = [_is_active(version, key_id) for version in versions]
    if True not in active:
        return KeyWindow(key, 0, -1)
    begun = active.index(True)
    # The first version vouches for what came before it; a key named later counts behind the version that
    # named it.
    behind = 0 if begun == 0 else versions[begun].leaf + 1
    ended = next((versions[at].leaf for at in range(begun, len(versions)) if not active[at]), None)
    bounds = [ended, _revoked_at(key, "index"), _revoked_at(key, "compromised_since_index")]
    ends = [bound - 1 for bound in bounds if bound is not None]
    if key["last_index"] is not None:
        ends.append(key["last_index"])
    return KeyWindow(key, max(key["first_index"], behind), min(ends) if ends else None)


def _revoked_at(key: Json, bound: str) -> int | None:
    found: int | None = None if key["revoked"] is None else key["revoked"][bound]
    return found


def _is_active(version: LoggedKeyring, key_id: str) -> bool:
    return any(key["keyid"] == key_id and key["status"] == "active" for key in version.keyring["keys"])


def check_window(versions: Sequence[LoggedKeyring], key_id: str, leaf: int) -> None:
    """Raises `Fault` where a signature by this key does not count at this leaf."""
    window = key_window(versions, key_id)
    since = _revoked_at(window.key, "compromised_since_index")
    is_stolen = since is not None and leaf >= since
    expect(not is_stolen, f"leaf {leaf}, and the key is compromised since leaf {since}")
    expect(leaf >= window.first, f"leaf {leaf}, and the key signs from leaf {window.first} on")
    ended = window.last is not None and leaf > window.last
    expect(not ended, f"leaf {leaf}, and the key signed up to leaf {window.last}")
