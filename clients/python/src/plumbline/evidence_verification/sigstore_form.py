"""A bundle's proof under Sigstore's names (bundle v0.3), made from the bundle alone so that an export can
be compared."""

from __future__ import annotations

from .base64_text import to_base64
from .fault import Fault, expect
from .log_place import read_checkpoint, read_tlog_proof
from .signed_note import read_note
from .strict_json import Json, canonical

_MEDIA_TYPE = "application/vnd.dev.sigstore.bundle.v0.3+json"


def check_sigstore(export: bytes, bundle: Json) -> None:
    """Raises `Fault` unless the export is, byte for byte, the one this bundle makes."""
    expect(export == _sigstore_form(bundle), "the Sigstore bundle is not the one that this bundle makes")


def _sigstore_form(bundle: Json) -> bytes:
    proof = bundle["proof"]
    signatures, log = proof["envelope"]["signatures"], proof.get("log")
    if log is None or not signatures:
        raise Fault("a bundle without a log proof has no Sigstore form")
    material = {"publicKey": {"hint": signatures[0]["keyid"]}, "tlogEntries": [_tlog_entry(log)]}
    if "timestamps" in proof:
        stamps = [{"signedTimestamp": stamp["token"]} for stamp in proof["timestamps"]]
        material["timestampVerificationData"] = {"rfc3161Timestamps": stamps}
    envelope = {
        "payload": proof["envelope"]["payload"],
        "payloadType": proof["envelope"]["payloadType"],
        "signatures": signatures[:1],
    }
    return canonical({"mediaType": _MEDIA_TYPE, "verificationMaterial": material, "dsseEnvelope": envelope})


def _tlog_entry(log: Json) -> Json:
    proof = read_tlog_proof(log["tlog_proof"])
    note = read_note(proof.checkpoint)
    checkpoint = read_checkpoint(note.text)
    own = next((line for line in note.lines if line.name == checkpoint.origin), None)
    if own is None:
        raise Fault("a checkpoint that its log did not sign has no Sigstore form")
    return {
        "logIndex": str(proof.index),
        "logId": {"keyId": to_base64(own.key_hash)},
        "kindVersion": {"kind": "hashedrekord", "version": "0.0.2"},
        "inclusionProof": {
            "logIndex": str(proof.index),
            "rootHash": to_base64(checkpoint.root),
            "treeSize": str(checkpoint.size),
            "hashes": [to_base64(one) for one in proof.path],
            "checkpoint": {"envelope": proof.checkpoint},
        },
        "canonicalizedBody": log["entry"],
    }
