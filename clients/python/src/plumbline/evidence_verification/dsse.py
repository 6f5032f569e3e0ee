"""DSSE v1 envelopes, and the log entry of their signature (Rekor's hashedrekord 0.0.2)."""

from __future__ import annotations

from .base64_text import to_base64
from .merkle import sha256
from .public_key import P256, PublicKey
from .strict_json import canonical

STATEMENT_TYPE = "application/vnd.in-toto+json"
KEYRING_TYPE = "application/vnd.plumbline.keyring+json"
STATE_TYPE = "application/vnd.plumbline.state+json"
INTERVAL_TYPE = "application/vnd.plumbline.precommit+json"


def pre_authentication_encoding(payload_type: str, payload: bytes) -> bytes:
    """What an envelope's signature is over."""
    kind = payload_type.encode("utf-8")
    return b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(payload), payload)


def log_entry(payload_type: str, payload: bytes, *, signature: bytes, key: PublicKey) -> bytes:
    """The one entry a log can have for an envelope with this signature by this key."""
    details = "PKIX_ECDSA_P256_SHA_256" if key.algorithm == P256 else "PKIX_ED25519"
    signed = pre_authentication_encoding(payload_type, payload)
    record = {
        "data": {"algorithm": "SHA2_256", "digest": to_base64(sha256(signed))},
        "signature": {
            "content": to_base64(signature),
            "verifier": {"keyDetails": details, "publicKey": {"rawBytes": to_base64(key.spki)}},
        },
    }
    return canonical({"apiVersion": "0.0.2", "kind": "hashedrekord", "spec": {"hashedRekordV002": record}})
