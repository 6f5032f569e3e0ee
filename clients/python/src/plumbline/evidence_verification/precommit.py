"""Pre-commitment: the log committed to the frames as they came in, before anybody knew what for."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from .base64_text import from_base64
from .dsse import INTERVAL_TYPE, log_entry, pre_authentication_encoding
from .fault import Fault, expect
from .keyring import LoggedKeyring, check_window
from .log_place import open_log_place, read_hashes
from .merkle import is_included, leaf_hash, sha256
from .public_key import PublicKey, is_signed
from .shapes import check_shape
from .signed_note import NoteKey
from .strict_json import Json, canonical, read_canonical

_CHAIN_BEGINS = "0" * 64


def check_precommit(
    bundle: Json,
    leaves: Sequence[bytes] | None,
    *,
    keys: Sequence[PublicKey],
    versions: Sequence[LoggedKeyring] | None,
    logs: Sequence[NoteKey],
) -> bool:
    """Whether there is any; raises `Fault` where what the bundle says of it does not hold.

    Without the frames (`leaves` None) the chain itself is left unchecked, and what the log has of it is not.
    """
    stated, proofs = bundle["frames"].get("precommit"), bundle["proof"].get("precommit")
    expect((stated is None) == (proofs is None), "pre-commitment and its proof are not both there")
    if stated is None:
        return False
    intervals = stated["intervals"]
    expect(len(proofs) == len(intervals), "not one proof for each interval of pre-commitment")
    _check_order(bundle, stated)
    for interval, proof in zip(intervals, proofs, strict=True):
        _check_interval(bundle, interval, proof, keys=keys, versions=versions, logs=logs)
    if leaves is not None:
        _check_chain(bundle, stated, leaves)
    return True


def _check_order(bundle: Json, stated: Json) -> None:
    """Where the chain begins and ends, and that the intervals follow each other in the journal as in the
    log."""
    inputs, after, intervals = bundle["scoring"]["inputs"], stated["after_seq"], stated["intervals"]
    first, last = inputs["first_seq"], inputs["last_seq"]
    expect(first - 1 <= after < last, "the chain does not begin where the frames do")
    begins_late = after >= first or after == 0
    expect(not begins_late or stated["head"] == _CHAIN_BEGINS, "a chain begins with zeros")
    expect(intervals[-1]["seq"] == last, "no interval holds the breach frame")
    places = [(after, -1), *((one["seq"], one["log_index"]) for one in intervals)]
    for before, place in itertools.pairwise(places):
        expect(before[0] < place[0] and before[1] < place[1], "the intervals do not follow each other")
    log = bundle["proof"].get("log")
    is_before = log is None or intervals[-1]["log_index"] < log["index"]
    expect(is_before, "an interval was entered in the log after the evidence that names it")


def _check_interval(
    bundle: Json,
    interval: Json,
    proof: Json,
    *,
    keys: Sequence[PublicKey],
    versions: Sequence[LoggedKeyring] | None,
    logs: Sequence[NoteKey],
) -> None:
    """One interval: signed, in the log at the place named, and with the vehicle's chain in it as the core
    has it."""
    if not logs:
        # The verdict is open anyway where the trust file names no log; nothing here could close it.
        return
    try:
        shown = bundle["proof"].get("log")
        origin = None if shown is None else shown["origin"]
        log = next((one for one in logs if one.name == origin), None)
        if log is None:
            raise Fault("in no log of the trust file")
        key, payload, signature = _open_envelope(proof["envelope"], keys)
        place = open_log_place(log.name, proof["tlog_proof"], [log])
        entry = log_entry(INTERVAL_TYPE, payload, signature=signature, key=key)
        expect(place.holds(entry), "the proof does not lead from its entry to the checkpoint's root")
        if versions is not None:
            check_window(versions, key.key_id, place.proof.index)
        expect(place.others == (), "signature lines nobody checks")
        expect(place.proof.index == interval["log_index"], "at another place in the log than named")
        _check_member(bundle, interval, proof, read_canonical(payload))
    except Fault as fault:
        raise Fault(f"pre-commitment of entry {interval['seq']}: {fault}") from None


def _open_envelope(envelope: Json, keys: Sequence[PublicKey]) -> tuple[PublicKey, bytes, bytes]:
    signatures = envelope["signatures"]
    expect(len(signatures) == 1, f"{len(signatures)} signatures where one is due")
    key = next((one for one in keys if one.key_id == signatures[0]["keyid"]), None)
    if key is None:
        raise Fault("not signed by a trusted key")
    expect(envelope["payloadType"] == INTERVAL_TYPE, "another payload type")
    payload = from_base64(envelope["payload"], "the payload")
    signature = from_base64(signatures[0]["sig"], "the signature")
    message = pre_authentication_encoding(INTERVAL_TYPE, payload)
    verifies = is_signed(message, signature, algorithm=key.algorithm, spki=key.spki)
    expect(verifies, "the signature does not verify")
    return key, payload, signature


def _check_member(bundle: Json, interval: Json, proof: Json, payload: Json) -> None:
    """The interval's tree holds the head of the vehicle's chain."""
    check_shape("interval", payload)
    expect(payload["root"] == interval["root"], "another root than named")
    salt = bundle["frames"]["precommit"]["vehicle_salt"]
    vehicle = sha256(canonical([salt, bundle["vehicle_id"]])).hex()
    leaf = canonical({"head": interval["head"], "seq": interval["seq"], "vehicle": vehicle})
    is_member = is_included(
        leaf_hash(leaf),
        index=proof["index"],
        size=payload["leaves"],
        path=read_hashes(proof["path"]),
        root=bytes.fromhex(payload["root"]),
    )
    expect(is_member, "the chain's head is not in the committed batch")


def _check_chain(bundle: Json, stated: Json, leaves: Sequence[bytes]) -> None:
    """The heads that were committed to are those of the frames at hand."""
    first, after = bundle["scoring"]["inputs"]["first_seq"], stated["after_seq"]
    committed = {one["seq"]: one["head"] for one in stated["intervals"]}
    head = stated["head"]
    for seq, leaf in enumerate(leaves[after + 1 - first :], start=after + 1):
        head = sha256(f"{head}{leaf.hex()}".encode("ascii")).hex()
        expect(
            committed.get(seq, head) == head,
            f"the frames up to entry {seq} are not those committed to when they were received",
        )
