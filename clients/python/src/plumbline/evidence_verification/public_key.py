"""Public keys and their signatures, more strictly than libraries check them: each signature has one
spelling."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_der_public_key

from .base64_text import from_base64
from .fault import Fault, expect
from .merkle import sha256
from .strict_json import Json

P256 = "ECDSA_P256_SHA256"
ED25519 = "ED25519"

# What stands before the point in a SubjectPublicKeyInfo: RFC 5480, uncompressed, and RFC 8410.
_P256_PREFIX = bytes.fromhex("3059301306072a8648ce3d020106082a8648ce3d03010703420004")
_ED25519_PREFIX = bytes.fromhex("302a300506032b6570032100")
_P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_ED25519_FIELD = 2**255 - 19
_ED25519_ORDER = 2**252 + 27742317777372353535851937790883648493
_ORDER_EIGHT_Y = 2707385501144840649318225287225658788936804267575313519463743609750303402022
# y of the points of order 1, 2, 4 and 8: under such a key one signature verifies for every message.
_SMALL_ORDER_Y = {0, 1, _ED25519_FIELD - 1, _ORDER_EIGHT_Y, _ED25519_FIELD - _ORDER_EIGHT_Y}


@dataclass(frozen=True)
class PublicKey:
    key_id: str
    """`sha256:` and the SHA-256 of the SubjectPublicKeyInfo."""
    algorithm: str
    spki: bytes
    """SubjectPublicKeyInfo, DER."""


def read_public_key(listed: Json) -> PublicKey:
    """A key as trust files, keyrings and bundles list it: `keyid`, `alg`, `spki`."""
    return PublicKey(
        listed["keyid"], listed["alg"], from_base64(listed["spki"], f"spki of {listed['keyid']}")
    )


def check_keys(keys: Iterable[PublicKey]) -> None:
    """Raises `Fault` for a list of keys that must not be trusted, whoever lists them."""
    seen: set[str] = set()
    for key in keys:
        try:
            check_key(key.algorithm, key.spki)
        except Fault as fault:
            raise Fault(f"{key.key_id}: {fault}") from None
        expect(key.key_id == f"sha256:{sha256(key.spki).hex()}", f"{key.key_id} is not the id of its key")
        # Two entries for one key could disagree about it.
        expect(key.key_id not in seen, "a key is listed twice")
        seen.add(key.key_id)


def check_key(algorithm: str, spki: bytes) -> None:
    if algorithm == P256:
        is_p256 = spki.startswith(_P256_PREFIX) and len(spki) == len(_P256_PREFIX) + 64
        expect(is_p256, "not an uncompressed P-256 key")
        return
    expect(algorithm == ED25519, "not an algorithm this verifier knows")
    expect(spki.startswith(_ED25519_PREFIX) and len(spki) == len(_ED25519_PREFIX) + 32, "not an Ed25519 key")
    y = int.from_bytes(spki[-32:], "little") & (2**255 - 1)
    expect(y < _ED25519_FIELD, "an Ed25519 point in a second spelling")
    expect(y not in _SMALL_ORDER_Y, "an Ed25519 point of small order")


def ed25519_spki(point: bytes) -> bytes:
    """SubjectPublicKeyInfo of an Ed25519 key given as its 32 bytes."""
    return _ED25519_PREFIX + point


def is_signed(message: bytes, signature: bytes, *, algorithm: str, spki: bytes) -> bool:
    """Whether this is the one signature in its one spelling: strict DER and the lower s, or S below the
    group's order."""
    try:
        check_key(algorithm, spki)
        if algorithm == P256:
            return _is_signed_by_p256(message, signature, spki)
        return _is_signed_by_ed25519(message, signature, spki)
    except (Fault, InvalidSignature, UnsupportedAlgorithm, ValueError):
        return False


def _is_signed_by_p256(message: bytes, signature: bytes, spki: bytes) -> bool:
    r, s = decode_dss_signature(signature)
    if encode_dss_signature(r, s) != signature or not 0 < s <= _P256_ORDER // 2:
        return False
    key = load_der_public_key(spki)
    if not isinstance(key, ec.EllipticCurvePublicKey):
        return False
    key.verify(signature, message, ec.ECDSA(SHA256()))
    return True


def _is_signed_by_ed25519(message: bytes, signature: bytes, spki: bytes) -> bool:
    if len(signature) != 64 or int.from_bytes(signature[32:], "little") >= _ED25519_ORDER:
        return False
    ed25519.Ed25519PublicKey.from_public_bytes(spki[-32:]).verify(signature, message)
    return True
