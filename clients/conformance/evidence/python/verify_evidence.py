"""Checks evidence with code that shares nothing with Plumbline's own verifier.

    python verify_evidence.py bundle BUNDLE FRAMES TRUST SCHEMA [KEYRING [NOW]]
                                                                   one bundle, every step but the fold of V15,
                                                                   as of NOW (default: this machine's clock); KEYRING
                                                                   left out or -: the keyring.json beside TRUST
    python verify_evidence.py cases FOLDER SCHEMA                  all of cases.json: the same step must fail
    python verify_evidence.py page PAGE FOLDER                     the worked example of docs/evidence-format.md
    python verify_evidence.py log URL VERIFIER_KEY                 a running log: every entry hashed anew

Canonical JSON is rfc8785's, envelopes and their signatures are securesystemslib's, schemas jsonschema's, Ed25519
cryptography's; the Merkle tree is written here from RFC 9162. SCHEMA is bundle.schema.json of the folder above.
Exit code 1 when anything is not as it should be, 2 when the trust file cannot be used, 3 when all holds and the trust file was to be fetched again by then.
"""

import base64
import datetime
import hashlib
import json
import math
import re
import struct
import sys
import urllib.request
from pathlib import Path

import jsonschema
import rfc8785
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature
from cryptography.hazmat.primitives.serialization import load_der_public_key
from securesystemslib.dsse import Envelope
from securesystemslib.exceptions import VerificationError
from securesystemslib.signer import SSlibKey

STATEMENT_TYPE = "application/vnd.in-toto+json"
PREDICATE_TYPE = "urn:plumbline:attestation:sensor-drift-evidence:1"
KEY_DETAILS = {"ECDSA_P256_SHA256": "PKIX_ECDSA_P256_SHA_256", "ED25519": "PKIX_ED25519"}
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
SAFE = 2**53 - 1
FORBIDDEN = {"__proto__", "constructor", "prototype"}


TRUST_MEMBERS = {
    *("version", "evidence_keys", "keyring", "logs", "tsa_roots", "tsa_threshold", "witnesses", "witness_threshold"),
    *("require", "refresh_after"),
}
INTERVAL_MEMBERS = {"schema", "number", "from", "to", "entries", "evidence", "leaves", "root", "prev"}
DEMANDS = {"precommit", "organisation", "timestamp"}
MOST_AHEAD_US = 300_000_999


class Refused(Exception):
    """A step that fails, by its code; `found` says what, where there are words for it."""

    def __init__(self, code, found=()):
        super().__init__(code)
        self.found = list(found)


def require(holds, code):
    if not holds:
        raise Refused(code)


# --- forms ---------------------------------------------------------------------------------------------------------


def read_json(data, forbidden=FORBIDDEN):
    """JSON in which no two parsers disagree; ValueError for everything else."""

    def members(pairs):
        names = [name for name, _ in pairs]
        if len(set(names)) != len(names) or forbidden & set(names):
            raise ValueError("a member twice, or one of a forbidden name")
        return dict(pairs)

    def integer(text):
        return int(text) if abs(int(text)) <= SAFE else number(text)

    def number(text):
        value = float(text)
        if not math.isfinite(value):
            raise ValueError("a number binary64 cannot hold")
        return value

    def constant(text):
        raise ValueError(text)

    text = data.decode("utf-8")
    parsed = json.loads(
        text, object_pairs_hook=members, parse_int=integer, parse_float=number, parse_constant=constant
    )
    json.dumps(parsed, ensure_ascii=False).encode("utf-8")  # half a surrogate pair has no encoding
    return parsed


def read_canonical(data, code):
    try:
        parsed = read_json(data)
        require(canonical(parsed) == data, code)
        return parsed
    except (ValueError, RecursionError, rfc8785.CanonicalizationError):
        raise Refused(code) from None


def canonical(value):
    return rfc8785.dumps(value)


def from_base64(text, code):
    """Standard alphabet, padded, one spelling."""
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        raise Refused(code) from None
    require(base64.b64encode(data).decode() == text, code)
    return data


def sha256(data):
    return hashlib.sha256(data).digest()


def digest_of(value):
    return sha256(canonical(value)).hex()


def is_instant(text):
    try:
        datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ")
        return True
    except ValueError:
        return False


# --- the tree of RFC 9162 ------------------------------------------------------------------------------------------


def leaf_hash(data):
    return sha256(b"\x00" + data)


def node_hash(left, right):
    return sha256(b"\x01" + left + right)


def tree_root(hashes):
    """MTH of RFC 9162 2.1.1, over leaf hashes."""
    if not hashes:
        return sha256(b"")
    if len(hashes) == 1:
        return hashes[0]
    left = 1 << ((len(hashes) - 1).bit_length() - 1)
    return node_hash(tree_root(hashes[:left]), tree_root(hashes[left:]))


def is_included(leaf, index, size, path, root):
    """RFC 9162 2.1.3.2."""
    if index >= size:
        return False
    fn, sn, r = index, size - 1, leaf
    for sibling in path:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            r = node_hash(sibling, r)
            while not fn & 1 and fn != 0:
                fn >>= 1
                sn >>= 1
        else:
            r = node_hash(r, sibling)
        fn >>= 1
        sn >>= 1
    return sn == 0 and r == root


# --- signed notes (c2sp.org/signed-note, tlog-checkpoint, tlog-proof) ----------------------------------------------


def read_verifier_key(text):
    name, key_hash, encoded = text.split("+", 2)
    key = base64.b64decode(encoded)
    assert key[0] == 1 and len(key) == 33, "an Ed25519 verifier key"
    assert sha256(f"{name}\n".encode() + key)[:4].hex() == key_hash, "the hash of the verifier key"
    return name, key[1:], bytes.fromhex(key_hash)


def open_checkpoint(note, verifier_key):
    """Origin, size and root of a note with exactly one signature, by this key."""
    name, key, key_hash = verifier_key
    require("\r" not in note and note.endswith("\n") and "\n\n" in note, "E_CHECKPOINT")
    at = note.rindex("\n\n")
    text, lines = note[: at + 1], note[at + 2 :].split("\n")[:-1]
    require(len(lines) == 1, "E_CHECKPOINT")
    match = re.fullmatch(r"— (\S+) (\S+)", lines[0])
    require(match is not None and match[1] == name and "+" not in match[1], "E_CHECKPOINT")
    signature = from_base64(match[2], "E_CHECKPOINT")
    require(signature[:4] == key_hash and len(signature) == 68, "E_CHECKPOINT")
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature[4:], text.encode())
    except InvalidSignature:
        raise Refused("E_CHECKPOINT") from None
    parts = text.split("\n")
    require(len(parts) == 4 and parts[0] != "" and parts[3] == "", "E_CHECKPOINT")
    require(re.fullmatch(r"0|[1-9][0-9]*", parts[1]) is not None, "E_CHECKPOINT")
    root = from_base64(parts[2], "E_CHECKPOINT")
    require(len(root) == 32, "E_CHECKPOINT")
    return parts[0], int(parts[1]), root


def read_tlog_proof(text):
    head, separator, checkpoint = text.partition("\n\n")
    lines = head.split("\n")
    require(separator != "" and lines[0] == "c2sp.org/tlog-proof@v1" and len(lines) >= 2, "E_CHECKPOINT")
    match = re.fullmatch(r"index (0|[1-9][0-9]*)", lines[1])
    require(match is not None and len(lines) - 2 <= 64, "E_CHECKPOINT")
    path = [from_base64(line, "E_CHECKPOINT") for line in lines[2:]]
    require(all(len(one) == 32 for one in path), "E_CHECKPOINT")
    return int(match[1]), path, checkpoint


# --- the steps -----------------------------------------------------------------------------------------------------


class Schemas:
    def __init__(self, path):
        schemas = json.loads(Path(path).read_text())
        self.bundle = jsonschema.Draft7Validator(schemas["bundle"])
        self.line = jsonschema.Draft7Validator(schemas["line"])


def verify(data, frames, trust, schemas, keyring=None):
    """None, or what refuses it: the first step that fails. The fold of V15 is left to a verifier that knows the scoring."""
    try:
        require(len(data) <= 16 * 2**20 and not data.startswith(b"\xef\xbb\xbf"), "E_FORM")
        bundle = read_canonical(data, "E_FORM")
        check_schema(bundle, schemas)
        core = {name: value for name, value in bundle.items() if name not in ("signature", "proof")}
        proof = bundle["proof"]
        require(bundle["signature"] == f"sha256:{digest_of(core)}", "E_DIGEST")
        payload = check_envelope(proof["envelope"])
        trust = believe_keyring(trust, keyring)
        key = check_signature(proof, payload, trust)
        check_statement(read_canonical(payload, "E_STATEMENT"), bundle, core)
        check_organisation(core, trust)
        check_log(proof, key, trust)
        check_time_stamps(proof, trust)
        check_window(trust, key["keyid"], proof["log"]["index"], "E_KEY_WINDOW")
        check_custody(core, proof)
        lines = check_frames(core, frames, schemas)
        check_precommit(bundle, core, lines, trust)
        said = contradictions(core)
        if said:
            raise Refused("E_RESCORE", said)
        return None
    except Refused as refused:
        return refused


def check_schema(bundle, schemas):
    require(schemas.bundle.is_valid(bundle), "E_SCHEMA")
    transition = bundle["tier_transition"]
    times = [bundle["issued_at"], bundle["breach"]["detected_at"]]
    times += [transition["before"]["since"], transition["after"]["since"]]
    times += [entry["at"] for entry in bundle["chain_of_custody"]]
    require(all(time is None or is_instant(time) for time in times), "E_SCHEMA")


def check_envelope(envelope):
    require(envelope["payloadType"] == STATEMENT_TYPE, "E_ENVELOPE")
    payload = from_base64(envelope["payload"], "E_ENVELOPE")
    for signature in envelope["signatures"]:
        from_base64(signature["sig"], "E_ENVELOPE")
    return payload


def check_signature(proof, payload, trust):
    key = verify_envelope(proof["envelope"], trust, "E_SIGNATURE")
    require(proof["keys"] == [key], "E_SIGNATURE")
    return key


def verify_envelope(envelope, trust, code):
    """The trusted key that made an envelope's only signature."""
    require(len(envelope["signatures"]) == 1, code)
    signature = from_base64(envelope["signatures"][0]["sig"], code)
    trusted = [key for key in trust["evidence_keys"] if key["keyid"] == envelope["signatures"][0]["keyid"]]
    require(len(trusted) == 1, code)
    key = trusted[0]
    require_signed(envelope, signature, key, code)
    return key


def require_signed(envelope, signature, key, code):
    """One signature of an envelope, by this key."""
    if key["alg"] == "ECDSA_P256_SHA256":
        try:
            r, s = decode_dss_signature(signature)
        except ValueError:
            raise Refused(code) from None
        require(encode_dss_signature(r, s) == signature and s <= P256_ORDER // 2, code)
    public = SSlibKey.from_crypto(load_der_public_key(base64.b64decode(key["spki"])), keyid=key["keyid"])
    alone = {**envelope, "signatures": [one for one in envelope["signatures"] if one["keyid"] == key["keyid"]]}
    try:
        Envelope.from_dict(json.loads(json.dumps(alone))).verify([public], 1)
    except (VerificationError, ValueError):
        raise Refused(code) from None


def log_entry(envelope, key, code):
    """The body of a Rekor hashedrekord 0.0.2 for an envelope's signature."""
    payload, kind = from_base64(envelope["payload"], code), envelope["payloadType"]
    signed = b"DSSEv1 %d %b %d %b" % (len(kind), kind.encode(), len(payload), payload)
    verifier = {"keyDetails": KEY_DETAILS[key["alg"]], "publicKey": {"rawBytes": key["spki"]}}
    record = {
        "data": {"algorithm": "SHA2_256", "digest": base64.b64encode(sha256(signed)).decode()},
        "signature": {"content": envelope["signatures"][0]["sig"], "verifier": verifier},
    }
    return canonical({"apiVersion": "0.0.2", "kind": "hashedrekord", "spec": {"hashedRekordV002": record}})


def check_statement(statement, bundle, core):
    event = core["event_id"]
    due = {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [
            {"name": f"{event}/core.json", "digest": {"sha256": bundle["signature"].removeprefix("sha256:")}},
            {"name": f"{event}/frames.ndjson", "digest": {"sha256": core["frames"]["sha256"]}},
        ],
        "predicateType": PREDICATE_TYPE,
        "predicate": {"event_id": event, "tier": core["tier"], "signed_at": core["issued_at"]},
    }
    require(isinstance(statement, dict) and isinstance(statement.get("predicate"), dict), "E_STATEMENT")
    if "submitter" in core:
        whose = core["submitter"]
        tag = sha256(canonical([core["salt"], whose["organisation"]])).hex()
        require(whose["organisation_tag"] == tag, "E_STATEMENT")
        due["predicate"]["organisation_tag"] = tag
    if "log_origin" in statement["predicate"]:
        due["predicate"]["log_origin"] = bundle["proof"].get("log", {}).get("origin")
    require(statement == due, "E_STATEMENT")


def read_trust(data):
    """A trust file; a member nobody here knows might demand a check that is not made."""
    trust = read_json(data)
    known = isinstance(trust, dict) and trust.get("version") == 1 and set(trust) <= TRUST_MEMBERS
    if not known:
        raise ValueError("not a trust file this verifier knows")
    check_demands(trust.get("require", {}), trust)
    if "refresh_after" in trust:
        # A date that no clock can reach, by its spelling, would never be noticed.
        datetime.datetime.strptime(trust["refresh_after"], "%Y-%m-%dT%H:%M:%S.%fZ")
        if not re.fullmatch(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z", trust["refresh_after"], re.ASCII):
            raise ValueError("refresh_after is not a time such as 2027-01-31T00:00:00.000Z")
    return trust


def check_demands(demands, trust):
    """A demand spelled in a way that would make it none is refused, as a demand nobody here knows."""
    if not isinstance(demands, dict) or not set(demands) <= DEMANDS:
        raise ValueError("not a trust file this verifier knows")
    for name in ("precommit", "timestamp"):
        if demands.get(name, True) is not True:
            raise ValueError(f"require.{name} must be true, or be left out")
    organisation = demands.get("organisation", "left-out")
    if not isinstance(organisation, str) or not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", organisation):
        raise ValueError("require.organisation must be an organisation's name")
    if "timestamp" in demands and not trust.get("tsa_roots"):
        raise ValueError("a time stamp is required, and no authority is named")


def is_stale(trust, now):
    return "refresh_after" in trust and now > trust["refresh_after"]


def check_organisation(core, trust):
    demanded = trust.get("require", {}).get("organisation")
    require(demanded in (None, core.get("submitter", {}).get("organisation")), "E_STATEMENT")


def check_time_stamps(proof, trust):
    """Only how many there are: their cryptography is left to openssl ts."""
    due = max(trust.get("tsa_threshold", 0), 1 if trust.get("require", {}).get("timestamp") else 0)
    require(len(proof.get("timestamps", [])) >= due, "E_TIMESTAMP")


def check_log(proof, key, trust):
    require("log" in proof, "E_LEAF")
    log = proof["log"]
    entry = from_base64(log["entry"], "E_LEAF")
    require(entry == log_entry(proof["envelope"], key, "E_LEAF"), "E_LEAF")
    require(read_tlog_proof(log["tlog_proof"])[0] == log["index"], "E_CHECKPOINT")
    require(is_logged(entry, log["tlog_proof"], log["origin"], trust), "E_INCLUSION")


def is_logged(entry, proof, origin, trust):
    """Whether a proof leads from an entry to the root of a checkpoint that a trusted log signed."""
    index, path, note = read_tlog_proof(proof)
    keys = [key for key in map(read_verifier_key, trust["logs"]) if key[0] == origin]
    require(len(keys) == 1, "E_CHECKPOINT")
    signed_origin, size, root = open_checkpoint(note, keys[0])
    require(signed_origin == origin and size > index, "E_CHECKPOINT")
    return is_included(leaf_hash(entry), index, size, path, root)


def check_custody(core, proof):
    received, classified, signed = core["chain_of_custody"]
    body = {name: value for name, value in core.items() if name != "chain_of_custody"}
    root = core["frames"]["merkle"]["root"]
    due = [
        (received, {}, {"frames_sha256": core["frames"]["sha256"], "frames_root": root}, "0" * 64),
        (
            classified,
            {"frames_root": root},
            {
                "scoring_sha256": digest_of(core["scoring"]),
                "tier_transition_sha256": digest_of(core["tier_transition"]),
            },
            digest_of(received),
        ),
        (
            signed,
            {"body_sha256": digest_of(body)},
            {"key_id": proof["envelope"]["signatures"][0]["keyid"]},
            digest_of(classified),
        ),
    ]
    for entry, inputs, outputs, before in due:
        require(entry["inputs"] == inputs and entry["outputs"] == outputs, "E_CUSTODY")
        require(entry["prev"] == f"sha256:{before}", "E_CUSTODY")
    require(received["at"] <= classified["at"] <= signed["at"], "E_CUSTODY")
    require(classified["at"] == core["breach"]["detected_at"], "E_CUSTODY")
    require(signed["at"] == core["issued_at"], "E_CUSTODY")
    require(core["event_id"][4:12] == core["breach"]["detected_at"][:10].replace("-", ""), "E_CUSTODY")


def check_frames(core, data, schemas):
    stated = core["frames"]
    require(len(data) == stated["bytes"] and sha256(data).hex() == stated["sha256"], "E_FRAMES")
    require(data.endswith(b"\n"), "E_FRAMES")
    lines = data[:-1].split(b"\n")
    inputs = core["scoring"]["inputs"]
    require(len(lines) == stated["count"] == inputs["count"], "E_FRAMES")
    records = [read_canonical(line, "E_FRAMES") for line in lines]
    for at, record in enumerate(records):
        require(schemas.line.is_valid(record), "E_FRAMES")
        require(record["vehicle_id"] == core["vehicle_id"], "E_FRAMES")
        require(record["seq"] == inputs["first_seq"] + at, "E_FRAMES")
        if record["kind"] == "frame":
            check_raw(record)
    last = records[-1]
    require(last["kind"] == "frame" and last["seq"] == core["breach"]["frame_seq"], "E_FRAMES")
    require(last["received_at"] == core["chain_of_custody"][0]["at"], "E_FRAMES")
    require(tree_root([leaf_hash(line) for line in lines]).hex() == stated["merkle"]["root"], "E_FRAMES")
    return lines


def check_precommit(bundle, core, lines, trust):
    """The frames are those that the log committed to while they came in."""
    stated, proofs = core["frames"].get("precommit"), bundle["proof"].get("precommit")
    require((stated is None) == (proofs is None), "E_FRAMES")
    require(stated is not None or not trust.get("require", {}).get("precommit"), "E_FRAMES")
    if stated is None:
        return
    inputs, intervals, zeros = core["scoring"]["inputs"], stated["intervals"], "0" * 64
    after = stated["after_seq"]
    require(len(proofs) == len(intervals), "E_FRAMES")
    require(inputs["first_seq"] - 1 <= after < inputs["last_seq"], "E_FRAMES")
    require(after == inputs["first_seq"] - 1 and after > 0 or stated["head"] == zeros, "E_FRAMES")
    require(intervals[-1]["seq"] == inputs["last_seq"], "E_FRAMES")
    places = [(after, -1)] + [(one["seq"], one["log_index"]) for one in intervals]
    for before, place in zip(places, places[1:]):
        require(before[0] < place[0] and before[1] < place[1], "E_FRAMES")
    require(places[-1][1] < bundle["proof"]["log"]["index"], "E_FRAMES")
    tag = sha256(canonical([stated["vehicle_salt"], core["vehicle_id"]])).hex()
    for interval, proof in zip(intervals, proofs):
        check_interval(interval, proof, tag, bundle["proof"]["log"]["origin"], trust)
    heads, head = {one["seq"]: one["head"] for one in intervals}, stated["head"]
    for seq in range(after + 1, inputs["last_seq"] + 1):
        leaf = leaf_hash(lines[seq - inputs["first_seq"]]).hex()
        head = sha256((head + leaf).encode()).hex()
        require(heads.get(seq, head) == head, "E_FRAMES")


def check_interval(interval, proof, tag, origin, trust):
    envelope = proof["envelope"]
    require(envelope["payloadType"] == "application/vnd.plumbline.precommit+json", "E_FRAMES")
    payload = read_canonical(from_base64(envelope["payload"], "E_FRAMES"), "E_FRAMES")
    key = verify_envelope(envelope, trust, "E_FRAMES")
    require(isinstance(payload, dict) and set(payload) == INTERVAL_MEMBERS, "E_FRAMES")
    require(payload["schema"] == "urn:plumbline:precommit:1", "E_FRAMES")
    try:
        index = read_tlog_proof(proof["tlog_proof"])[0]
        logged = is_logged(log_entry(envelope, key, "E_FRAMES"), proof["tlog_proof"], origin, trust)
    except Refused:
        raise Refused("E_FRAMES") from None
    require(logged and index == interval["log_index"] and payload["root"] == interval["root"], "E_FRAMES")
    check_window(trust, key["keyid"], index, "E_FRAMES")
    leaf = leaf_hash(canonical({"head": interval["head"], "seq": interval["seq"], "vehicle": tag}))
    path = [from_base64(one, "E_FRAMES") for one in proof["path"]]
    root = bytes.fromhex(interval["root"])
    require(is_included(leaf, proof["index"], payload["leaves"], path, root), "E_FRAMES")


def check_raw(record):
    """The values that were scored are those of the bytes the vehicle sent."""
    raw = record["raw"]
    try:
        data = base64.b64decode(raw + "=" * (-len(raw) % 4), altchars=b"-_", validate=True)
        require(base64.urlsafe_b64encode(data).decode().rstrip("=") == raw, "E_FRAMES")
        frame = read_json(data, {"__proto__"})
    except ValueError:
        raise Refused("E_FRAMES") from None
    require(isinstance(frame, dict) and isinstance(frame.get("sensors"), dict), "E_FRAMES")
    require(frame.get("vehicle_id") == record["vehicle_id"], "E_FRAMES")
    require(frame.get("timestamp") == record["captured_at"], "E_FRAMES")
    reading = record["reading"]
    require(microseconds(record["captured_at"]) == reading["captured_at_us"], "E_FRAMES")
    require(reading["captured_at_us"] <= microseconds(record["received_at"]) + MOST_AHEAD_US, "E_FRAMES")
    scored = {name: value for name, value in reading.items() if name != "captured_at_us"}
    require(scored == {name: value for name, value in frame["sensors"].items() if value is not None}, "E_FRAMES")


def microseconds(text):
    """Microseconds since 1970 of a frame's time: RFC 3339 in UTC, whose seconds may be left out."""
    match = re.fullmatch(r"([0-9-]{10})[Tt]([0-9]{2}:[0-9]{2}(?::[0-9]{2})?)(?:(?<=:..:..)\.([0-9]{1,9}))?(?:[Zz]|\+00:00)", text)
    require(match is not None, "E_FRAMES")
    try:
        moment = datetime.datetime.fromisoformat(f"{match[1]}T{match[2]}+00:00")
    except ValueError:
        raise Refused("E_FRAMES") from None
    whole = moment - datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
    return (whole.days * 86400 + whole.seconds) * 10**6 + int((match[3] or "0").ljust(6, "0")[:6])


# --- the keyring ---------------------------------------------------------------------------------------------------


def believe_keyring(trust, data):
    """The trust file with the keys of the keyring it pins, and where in the log each of them counts."""
    pin = trust.get("keyring")
    if pin is None:
        return trust
    require(data is not None and len(data) <= 16 * 2**20, "E_KEYRING")
    history = read_canonical(data, "E_KEYRING")
    try:
        versions = check_history(history, trust)
    except (KeyError, TypeError, ValueError, AttributeError, Refused):
        raise Refused("E_KEYRING") from None
    newest = versions[-1]["keyring"]
    least = [one for one in versions if one["keyring"]["version"] == pin["minimum_version"]]
    require(newest["version"] >= pin["minimum_version"], "E_KEYRING")
    require("digest" not in pin or least[0]["digest"] == pin["digest"], "E_KEYRING")
    pinned = {key["keyid"] for key in pin["root_keys"]}
    require(any(len(pinned & one["signers"]) >= pin["threshold"] for one in versions), "E_KEYRING")
    keys = [{name: key[name] for name in ("alg", "keyid", "spki")} for key in newest["keys"]]
    return {**trust, "evidence_keys": keys, "versions": versions}


def newest_keyring(trust, data):
    """The newest version of a keyring that was believed; nothing where the trust file lists the keys."""
    if trust.get("keyring") is None:
        return {}
    return believe_keyring(trust, data)["versions"][-1]["keyring"]


def check_history(history, trust):
    """Every version of `keyring.json`: it follows the one before, its roots signed it, and it is in the log."""
    require(history["schema"] == "urn:plumbline:keyring-history:1", "E_KEYRING")
    versions = []
    for one in history["versions"]:
        envelope, before = one["envelope"], versions[-1] if versions else None
        require(envelope["payloadType"] == "application/vnd.plumbline.keyring+json", "E_KEYRING")
        payload = from_base64(envelope["payload"], "E_KEYRING")
        keyring = read_canonical(payload, "E_KEYRING")
        check_succession(keyring, before)
        roots = [keyring["root"]] + ([before["keyring"]["root"]] if before else [])
        listed = {key["keyid"]: key for root in roots for key in root["keys"]}
        signers = [signature["keyid"] for signature in envelope["signatures"]]
        require(len(set(signers)) == len(signers) and set(signers) <= set(listed), "E_KEYRING")
        for signature in envelope["signatures"]:
            key = listed[signature["keyid"]]
            require(f"sha256:{sha256(from_base64(key['spki'], 'E_KEYRING')).hex()}" == key["keyid"], "E_KEYRING")
            require_signed(envelope, from_base64(signature["sig"], "E_KEYRING"), key, "E_KEYRING")
        for root in roots:
            due = {key["keyid"] for key in root["keys"]}
            require(len(due & set(signers)) >= root["threshold"] >= 1, "E_KEYRING")
        log = one["log"]
        require(log["origin"] == keyring["log"]["origin"], "E_KEYRING")
        entry = log_entry(envelope, listed[signers[0]], "E_KEYRING")
        require(is_logged(entry, log["tlog_proof"], log["origin"], trust), "E_KEYRING")
        leaf = read_tlog_proof(log["tlog_proof"])[0]
        require(before is None or leaf > before["leaf"], "E_KEYRING")
        digest = f"sha256:{sha256(payload).hex()}"
        versions.append({"keyring": keyring, "digest": digest, "leaf": leaf, "signers": set(signers)})
    require(versions != [], "E_KEYRING")
    return versions


RANKS = {"active": 0, "retiring": 1, "retired": 2, "revoked": 3}


def check_succession(keyring, before):
    """What was once said of a key is never taken back."""
    holds = lambda condition: require(condition, "E_KEYRING")
    holds(keyring["schema"] == "urn:plumbline:keyring:1")
    ids = [key["keyid"] for key in keyring["root"]["keys"] + keyring["keys"]]
    holds(len(set(ids)) == len(ids))
    for key in keyring["keys"]:
        holds(f"sha256:{sha256(from_base64(key['spki'], 'E_KEYRING')).hex()}" == key["keyid"])
        holds((key["status"] == "revoked") == (key["revoked"] is not None))
    holds([key["status"] for key in keyring["keys"]].count("active") == 1)
    if before is None:
        holds(keyring["version"] == 1 and keyring["prev"] is None)
        return
    earlier = before["keyring"]
    holds(keyring["version"] == earlier["version"] + 1 and keyring["prev"] == before["digest"])
    holds(keyring["log"]["origin"] == earlier["log"]["origin"])
    closer = lambda was, now: was is None or (now is not None and now <= was)
    keys = {key["keyid"]: key for key in keyring["keys"]}
    for was in earlier["keys"]:
        holds(was["keyid"] in keys)
        now = keys[was["keyid"]]
        holds(now["first_index"] == was["first_index"] and RANKS[now["status"]] >= RANKS[was["status"]])
        holds(closer(was["last_index"], now["last_index"]))
        if was["revoked"] is not None:
            holds(closer(was["revoked"]["index"], now["revoked"]["index"]))
            since = "compromised_since_index"
            holds(closer(was["revoked"][since], now["revoked"][since]))


def check_window(trust, keyid, leaf, code):
    """Whether a key counts at a leaf, by all its keyring ever said; a list of keys sets no bounds."""
    versions = trust.get("versions")
    if versions is None:
        return
    active = [
        any(key["keyid"] == keyid and key["status"] == "active" for key in one["keyring"]["keys"]) for one in versions
    ]
    require(True in active, code)
    begun = active.index(True)
    key = next(key for key in versions[-1]["keyring"]["keys"] if key["keyid"] == keyid)
    first = max(key["first_index"], 0 if begun == 0 else versions[begun]["leaf"] + 1)
    ends = [key["last_index"]]
    ends += [one["leaf"] - 1 for one, is_active in zip(versions[begun:], active[begun:]) if not is_active][:1]
    if key["revoked"] is not None:
        bounds = (key["revoked"]["index"], key["revoked"]["compromised_since_index"])
        ends += [bound - 1 for bound in bounds if bound is not None]
    require(first <= leaf and all(end is None or leaf <= end for end in ends), code)


# --- what a bundle says twice --------------------------------------------------------------------------------------


def contradictions(core):
    """Where a bundle says two things of its scoring, in the words of every Plumbline verifier."""
    scoring, transition, measured = core["scoring"], core["tier_transition"], core["measurements"]
    outputs, inputs, initial = scoring["outputs"], scoring["inputs"], scoring["initial_state"]
    text = lambda value: canonical(value).decode()
    output = lambda name: ("/scoring/outputs/" + name, text(outputs[name]))
    breach = ("/breach", f"a breach at entry {core['breach']['frame_seq']}")
    first, count, last = inputs["first_seq"], inputs["count"], inputs["last_seq"]
    state = None if initial["state"] is None else sha256(base64.b64decode(initial["state"])).hex()
    of_state = "no state" if state is None else f"bytes of SHA-256 {text(state)}"
    before = f"{initial['seq']}, before {initial['seq'] + 1}"

    def same(pointer, value, there):
        return text(value) == there[1], (pointer, text(value)), there

    early, warnings = outputs.get("provisional"), outputs["warnings"]
    place, opened = "/scoring/outputs/provisional", core["breach"]
    provisional = [
        (
            ("verdict_provisional" in warnings) == (early is not None),
            (place, "absent" if early is None else "present"),
            ("/scoring/outputs/warnings", text(warnings)),
        )
    ]
    if early is not None:
        provisional += [
            same(place + "/statistic", early["statistic"], ("/breach/statistic", text(opened["statistic"]))),
            same(place + "/limit", early["limit"], ("/breach/threshold", text(opened["threshold"]))),
        ]

    pairs = [
        same("/tier", core["tier"], output("tier")),
        same("/tier_transition/before/tier", transition["before"]["tier"], output("tier_before")),
        same("/tier_transition/after/tier", transition["after"]["tier"], output("tier")),
        same("/tier_transition/after/health_score", transition["after"]["health_score"], output("health_score")),
        (
            transition["rule"] == f"tier-rules/{scoring['version']}",
            ("/tier_transition/rule", text(transition["rule"])),
            ("/scoring/version", text(scoring["version"])),
        ),
        same("/measurements/camera_drift_deg", measured["camera_drift_deg"], output("camera_drift_deg")),
        same("/measurements/radar_drift_mm", measured["radar_drift_mm"], output("radar_drift_mm")),
        same("/measurements/health_score", measured["health_score"], output("health_score")),
        (outputs["breach_opened"], output("breach_opened"), breach),
        (outputs["cusum_triggered"], output("cusum_triggered"), breach),
        *provisional,
        (
            initial["sha256"] == state,
            ("/scoring/initial_state/sha256", text(initial["sha256"])),
            ("/scoring/initial_state/state", of_state),
        ),
        (
            first == initial["seq"] + 1,
            ("/scoring/inputs/first_seq", text(first)),
            ("/scoring/initial_state/seq", before),
        ),
        (
            count == last - first + 1,
            ("/scoring/inputs/count", text(count)),
            ("/scoring/inputs/last_seq", f"{last}, from {first} on"),
        ),
        same("/breach/frame_seq", core["breach"]["frame_seq"], ("/scoring/inputs/last_seq", text(last))),
    ]
    return [
        f"given here {here[0]} {here[1]}, there {there[0]} {there[1]}"
        for agrees, here, there in pairs
        if not agrees
    ]


# --- commands ------------------------------------------------------------------------------------------------------


def check_bundle(bundle, frames, trust, schema, keyring="-", now=None):
    beside = Path(trust).parent / "keyring.json"
    try:
        trust = read_trust(Path(trust).read_bytes())
    except (ValueError, TypeError) as fault:
        print(f"no verdict: {trust}: {fault}")
        sys.exit(2)
    if keyring == "-" and "keyring" in trust and beside.exists():
        keyring = beside
    now = now or datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")
    history = None if keyring == "-" else Path(keyring).read_bytes()
    refused = verify(Path(bundle).read_bytes(), Path(frames).read_bytes(), trust, Schemas(schema), history)
    newest = {} if refused is not None else newest_keyring(trust, history)
    for what, dated in (("trust file", trust), ("keyring", newest)):
        if refused is None and is_stale(dated, now):
            print(f"incomplete: the {what} was to be fetched again after {dated['refresh_after']}")
            sys.exit(3)
    print("ok: all steps but the recomputation" if refused is None else f"refused: {refused}")
    for words in [] if refused is None else refused.found:
        print(f"  {words}")
    return refused is None


def check_cases(folder, schema):
    folder, schemas = Path(folder), Schemas(schema)
    trust_file, wrong = (folder / "trust.json").read_bytes(), 0
    cases = json.loads((folder / "cases.json").read_text())["cases"]
    for case in cases:
        bundle, frames = (
            edited((folder / f"{case['base']}.{name}").read_bytes(), case[edits])
            for name, edits in (("bundle.json", "bundle"), ("frames.ndjson", "frames"))
        )
        trust = read_trust(edited(trust_file, case.get("trust", [])))
        stale = is_stale(trust, case.get("now", ""))
        said = case.get("stated", [])
        due = None if case["code"] == "E_RESCORE" and not said else case["code"]
        refused = verify(bundle, frames, trust, schemas)
        code, found = (None, []) if refused is None else (str(refused), refused.found)
        if code != due or found != said or stale != case.get("stale", False):
            wrong += 1
            print(f"{case['name']}: {code} {found} where {due} {said} is due")
    keyed = json.loads((folder / "keyring-cases.json").read_text())
    files = {name: base64.b64decode(text) for name, text in keyed["files"].items()}
    for case in keyed["cases"]:
        given = (files[case["bundle"]], files["frames"], json.loads(files[case["trust"]]), schemas)
        refused = verify(*given, files[case["keyring"]])
        if (None if refused is None else str(refused)) != case["code"]:
            wrong += 1
            print(f"{case['name']}: {refused} where {case['code']} is due")
    cases = cases + keyed["cases"]
    print(f"{'ok' if wrong == 0 else 'wrong'}: {len(cases) - wrong} of {len(cases)} cases")
    return wrong == 0


def check_times(table):
    times = json.loads(Path(table).read_text())["times"]
    wrong = [text for text, at_us in times if captured_at(text) != at_us]
    for text in wrong:
        print(f"{text!r}: {captured_at(text)}")
    print(f"{'wrong' if wrong else 'ok'}: {len(times) - len(wrong)} of {len(times)} times")
    return not wrong


def captured_at(text):
    try:
        return microseconds(text)
    except Refused:
        return None


def edited(data, edits):
    parts, at = [], 0
    for edit in edits:
        parts += [data[at : edit["at"]], base64.b64decode(edit["insert"])]
        at = edit["at"] + edit["remove"]
    return b"".join([*parts, data[at:]])


def check_page(page, folder):
    """Makes every value of the page's worked example anew, from the vector files and by the code above."""
    page, folder = Path(page).read_text(), Path(folder)
    shown = dict(re.findall(r"^```text ([a-z0-9-]+)\n(.*?)\n```$", page, re.MULTILINE | re.DOTALL))
    bundle = read_canonical((folder / "precommitted.bundle.json").read_bytes(), "E_FORM")
    lines = (folder / "precommitted.frames.ndjson").read_bytes().splitlines()
    trust = read_trust((folder / "trust.json").read_bytes())
    core = {name: value for name, value in bundle.items() if name not in ("signature", "proof")}
    text, proof, stated = canonical(core).decode(), bundle["proof"], core["frames"]["precommit"]
    payload = base64.b64decode(proof["envelope"]["payload"])
    head = b"DSSEv1 %d %b %d " % (len(STATEMENT_TYPE), STATEMENT_TYPE.encode(), len(payload))
    (key,) = trust["evidence_keys"]
    tagged = canonical([core["salt"], core["submitter"]["organisation"]])
    entry = log_entry(proof["envelope"], key, "E_LEAF")
    index, path, note = read_tlog_proof(proof["log"]["tlog_proof"])
    _, size, root = open_checkpoint(note, read_verifier_key(trust["logs"][0]))
    leaves = [leaf_hash(line).hex() for line in lines]
    heads = [stated["head"]]
    for leaf in leaves[: stated["intervals"][0]["seq"]]:
        heads.append(sha256((heads[-1] + leaf).encode()).hex())
    vehicle = canonical([stated["vehicle_salt"], core["vehicle_id"]])
    place = canonical({"head": heads[-1], "seq": stated["intervals"][0]["seq"], "vehicle": sha256(vehicle).hex()})
    interval = base64.b64decode(proof["precommit"][0]["envelope"]["payload"])
    siblings = [base64.b64decode(one) for one in proof["precommit"][0]["path"]]
    tree = json.loads(interval)
    due = {
        "core": f"{text[:72]} … {text[-72:]}",
        "signature": f"sha256:{digest_of(core)}",
        "tagged": tagged.decode(),
        "tag": sha256(tagged).hex(),
        "custody-0": canonical(core["chain_of_custody"][0]).decode(),
        "custody-1-prev": f"sha256:{digest_of(core['chain_of_custody'][0])}",
        "statement": payload.decode(),
        "pae-head": head.decode(),
        "pae-sha256": base64.b64encode(sha256(head + payload)).decode(),
        "spki": key["spki"],
        "keyid": f"sha256:{sha256(base64.b64decode(key['spki'])).hex()}",
        "sig": proof["envelope"]["signatures"][0]["sig"],
        "entry": entry.decode(),
        "entry-leaf": leaf_hash(entry).hex(),
        "tlog-proof": proof["log"]["tlog_proof"].rstrip("\n"),
        "nodes": nodes_above(leaf_hash(entry), index, size, path),
        "log-key": trust["logs"][0],
        "line-1": lines[0].decode(),
        "raw-1": base64.urlsafe_b64decode(json.loads(lines[0])["raw"] + "==").decode(),
        "line-1-leaf": leaves[0],
        "link-1": heads[0] + leaves[0],
        "heads": "\n".join(heads[1:]),
        "vehicle": vehicle.decode(),
        "interval-leaf": place.decode(),
        "path": "\n".join(proof["precommit"][0]["path"]),
        "interval-nodes": nodes_above(leaf_hash(place), proof["precommit"][0]["index"], tree["leaves"], siblings),
        "interval-root": stated["intervals"][0]["root"],
        "interval": interval.decode(),
    }
    wrong = sorted(name for name in due.keys() | shown.keys() if due.get(name) != shown.get(name))
    wrong += [] if is_included(leaf_hash(entry), index, size, path, root) else ["the root"]
    print(f"wrong: {', '.join(wrong)}" if wrong else f"ok: {len(due)} values of the page")
    return not wrong


def nodes_above(node, index, size, path):
    """The leaf's hash and those of the nodes over it, base64, by the tree's definition."""
    nodes, last = [node], size - 1
    for sibling in path:
        while index % 2 == 0 and index == last and last > 0:
            index, last = index // 2, last // 2
        node = node_hash(sibling, node) if index % 2 else node_hash(node, sibling)
        nodes.append(node)
        index, last = index // 2, last // 2
    return "\n".join(base64.b64encode(one).decode() for one in nodes)


def check_log_at(url, verifier_key):
    """Every entry of a served log, hashed anew, leads to the root its newest checkpoint signs."""
    get = lambda path: urllib.request.urlopen(f"{url}/v1/log/{path}", timeout=10).read()
    origin, size, root = open_checkpoint(get("checkpoint").decode(), read_verifier_key(verifier_key.strip()))
    hashes = []
    for index in range(math.ceil(size / 256)):
        width = min(256, size - 256 * index)
        entries = split_entries(get(f"tile/entries/{tile_path(index)}" + ("" if width == 256 else f".p/{width}")))
        assert len(entries) == width, "a bundle of entries is as wide as it says"
        hashes += [leaf_hash(entry) for entry in entries]
    same = tree_root(hashes) == root
    print(f"{'ok' if same else 'wrong'}: {size} entries of {origin}")
    return same


def tile_path(index):
    """Groups of three digits, all but the last behind an x (c2sp.org/tlog-tiles)."""
    groups = [f"{index % 1000:03}"]
    while index >= 1000:
        index //= 1000
        groups.insert(0, f"x{index % 1000:03}")
    return "/".join(groups)


def split_entries(data):
    entries, at = [], 0
    while at < len(data):
        (length,) = struct.unpack_from(">H", data, at)
        entries.append(data[at + 2 : at + 2 + length])
        at += 2 + length
    return entries


if __name__ == "__main__":
    commands = {
        ("bundle", 4): check_bundle,
        ("bundle", 5): check_bundle,
        ("bundle", 6): check_bundle,
        ("cases", 2): check_cases,
        ("page", 2): check_page,
        ("log", 2): check_log_at,
        ("times", 1): check_times,
    }
    command = commands.get((sys.argv[1] if len(sys.argv) > 1 else "", len(sys.argv) - 2))
    if command is None:
        sys.exit(__doc__)
    sys.exit(0 if command(*sys.argv[2:]) else 1)
