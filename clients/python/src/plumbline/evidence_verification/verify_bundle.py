"""Checks evidence offline, a bundle or a statement of a state, by every step of docs/evidence-format.md."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from .base64_text import from_base64, to_base64
from .custody import check_custody
from .dsse import STATE_TYPE, STATEMENT_TYPE, log_entry, pre_authentication_encoding
from .effective_keys import EffectiveKeys, effective_keys
from .fault import Fault, expect
from .frames_file import Frames, check_frames
from .instants import instant_text, instant_us, microseconds_of
from .keyring import check_window, key_window
from .log_place import LogPlace, open_log_place
from .merkle import sha256
from .precommit import check_precommit
from .public_key import PublicKey, is_signed
from .recomputed_scoring import Rescore, check_scoring, installed_rescore
from .shapes import check_shape
from .sigstore_form import check_sigstore
from .state_statement import check_shown, is_statement_file, read_payload
from .statement import check_statement
from .strict_json import Json, canonical, read_canonical, read_json
from .third_parties import ThirdPartyTime, check_time_stamps, check_unexpected_lines, check_witnesses
from .trust import Trust, TrustFile, read_trust
from .verification import (
    PASSED,
    STEPS,
    Finding,
    Verification,
    failed,
    missing,
    not_applicable,
    passed,
    steps_of,
    verdict_of,
)

Demand = Literal["frames", "rescore", "timestamp", "witness", "precommit"]
"""What makes a bundle `invalid` when it is missing or cannot be checked, instead of `incomplete`."""

_DEMANDS = frozenset({"frames", "rescore", "timestamp", "witness", "precommit"})
_MOST_BUNDLE_BYTES = 16 * 2**20
_MOST_FRAMES_BYTES = 2**30
_NOT_COMMITTED = "no pre-commitment: that no frame was made up or left out afterwards is the issuer's word"


@dataclass(frozen=True)
class _Asked:
    """What a verification goes by besides the bundle."""

    data: bytes
    frames: bytes | None
    trust: Trust
    now_us: int
    demands: frozenset[str]
    organisations: tuple[str, ...]
    keys: EffectiveKeys
    rescore: Rescore | None
    known_digests: Mapping[str, str]
    sigstore: bytes | None


def verify_bundle(
    bundle: bytes,
    frames: bytes | None,
    trust: TrustFile,
    keyring: bytes | None = None,
    now: datetime.datetime | None = None,
    *,
    relaxed: bool = False,
    require: Iterable[Demand] = (),
    require_organisation: str | None = None,
    known_digests: Mapping[str, str] | None = None,
    sigstore: bytes | None = None,
    rescore: Rescore | Literal["installed"] | None = "installed",
) -> Verification:
    """Checks a bundle, or a statement of a state as `GET /v1/statements/{statement_id}` answers it, and reports what each
    step found. Opens no file and no connection.

    `frames`: the frames file, exactly as it was issued, or redacted; without it the verdict is at best
    `incomplete`.
    `trust`: what is trusted before any bundle is read; the keys in the bundle decide nothing.
    `keyring`: the keyring's history, for a trust file that pins a keyring.
    `now`: judge as of this moment, an aware time; by default this machine's clock.
    `relaxed`: accept a reformatted bundle, such as pretty-printed.
    `require`, `require_organisation`: what a bundle must have to be valid, besides what the trust file asks
    for.
    `known_digests`: content digests seen before, by event id: one id must never stand for two contents.
    `sigstore`: an export of this bundle for Sigstore's verifiers, which must be the one it makes.
    `rescore`: what folds the frames again; by default that of `plumbline.scoring`, None for none.

    Raises `TrustFileError` for an unusable trust file and `ValueError` for a `now` without a time zone or
    an unknown demand;
    never for what bundle, frames and keyring hold.
    """
    given = read_trust(trust)
    demands: frozenset[str] = frozenset(require)
    if not demands <= _DEMANDS:
        raise ValueError(
            f"require knows {', '.join(sorted(_DEMANDS))}, and not {', '.join(sorted(demands - _DEMANDS))}"
        )
    now_us = microseconds_of(now if now is not None else datetime.datetime.now(datetime.timezone.utc))
    named = (given.requires_organisation, require_organisation)
    asked = _Asked(
        data=bundle,
        frames=frames,
        trust=given,
        now_us=now_us,
        demands=demands | given.demands,
        organisations=tuple(name for name in named if name is not None),
        keys=effective_keys(given, keyring, now_us=now_us),
        rescore=installed_rescore() if rescore == "installed" else rescore,
        known_digests=known_digests or {},
        sigstore=sigstore,
    )
    try:
        document = _read_form(bundle, frames, relaxed=relaxed)
    except Fault as fault:
        return _report({"V0": failed(str(fault))}, asked)
    if is_statement_file(document):
        return _examine_statement(document, asked)
    try:
        check_shape("bundle", document)
    except Fault as fault:
        return _report({"V0": PASSED, "V1": failed(str(fault))}, asked)
    return _examine(document, asked)


def _read_form(bundle: bytes, frames: bytes | None, *, relaxed: bool) -> Json:
    expect(len(bundle) <= _MOST_BUNDLE_BYTES, "the bundle is larger than 16 MiB")
    expect(frames is None or len(frames) <= _MOST_FRAMES_BYTES, "the frames file is larger than 1 GiB")
    if relaxed:
        return read_json(bundle)
    try:
        return read_canonical(bundle)
    except Fault:
        # A statement of a state may be laid out in any way.
        document = read_json(bundle)
        if is_statement_file(document):
            return document
        raise


def _examine(bundle: Json, asked: _Asked) -> Verification:
    core = {name: value for name, value in bundle.items() if name not in ("signature", "proof")}
    trust, demands = asked.trust, asked.demands
    witnesses = check_witnesses(bundle, trust, now_us=asked.now_us, required="witness" in demands)
    stamps = check_time_stamps(bundle, trust, now_us=asked.now_us, required="timestamp" in demands)
    envelope, payload = _check_envelope(bundle["proof"]["envelope"], STATEMENT_TYPE)
    findings = {
        "V0": PASSED,
        "V1": _finding(lambda: _check_times(core)),
        "V2": _finding(lambda: _check_digest(bundle, core)),
        "V3": envelope,
        "V4": asked.keys.finding,
        "V5": _finding(lambda: _check_signature(bundle, payload, asked.keys)),
        "V6": _finding(lambda: check_statement(_opened(payload), bundle, asked.organisations)),
        **_check_log(bundle["proof"], payload, asked, (witnesses, stamps)),
        "V11": witnesses.finding,
        "V12": stamps.finding,
        "V13": _finding(lambda: check_custody(core, _signer_of(bundle["proof"]["envelope"]))),
    }
    found_frames = _read_frames(core, asked)
    findings["V14"] = _check_frames(bundle, found_frames, asked)
    findings["V15"] = _check_scoring(core, found_frames, asked, findings)
    findings["V16"] = _compare_with_others(bundle, asked)
    return _report(findings, asked, bundle, (witnesses, stamps))


def _examine_statement(document: Json, asked: _Asked) -> Verification:
    """The steps of a bundle, as far as a statement has what they are about: what a bundle is required to have and no
    statement can have makes it invalid."""
    try:
        check_shape("carried_statement", document)
    except Fault as fault:
        return _report({"V0": PASSED, "V1": failed(str(fault))}, asked)
    trust, demands = asked.trust, asked.demands
    carried = ("envelope", "log_index", "tlog_proof")
    shown = {name: value for name, value in document.items() if name not in carried}
    envelope = document["envelope"]
    opened, payload = _check_envelope(envelope, STATE_TYPE)
    proof = _proof_of_statement(document, payload, asked.keys)
    witnesses = check_witnesses({"proof": proof}, trust, now_us=asked.now_us, required="witness" in demands)
    findings = {
        "V0": PASSED,
        "V1": PASSED,
        "V3": opened,
        "V4": asked.keys.finding,
        "V5": _finding(lambda: _check_signed(envelope, payload, asked.keys)),
        "V6": _finding(lambda: check_shown(_opened(payload), shown, asked.organisations)),
        **_check_log(proof, payload, asked, (witnesses,)),
        "V11": witnesses.finding,
        "V12": _no_time_stamps(asked),
        "V14": _absent(
            "a statement of a state carries no frames", required=bool(demands & {"frames", "precommit"})
        ),
        "V15": _absent("a statement of a state cannot be recomputed", required="rescore" in demands),
        "V16": _absent(
            "a statement of a state makes no Sigstore bundle", required=asked.sigstore is not None
        ),
    }
    try:
        statement = read_payload(_opened(payload))
    except Fault:
        statement = None
    return _report(findings, asked, times=(witnesses,), statement=statement, signed=envelope)


def _proof_of_statement(document: Json, payload: bytes | None, keys: EffectiveKeys) -> Json:
    """As a bundle has it. The entry of the log is not carried: it is the one that this very signature must have."""
    proof = {"envelope": document["envelope"]}
    if "tlog_proof" not in document:
        return proof
    origin = document["tlog_proof"].partition("\n\n")[2].partition("\n")[0]
    index, text = document.get("log_index", -1), document["tlog_proof"]
    try:
        entry = to_base64(_entry_due(proof, payload, keys))
    except Fault:
        entry = ""
    return {**proof, "log": {"origin": origin, "index": index, "entry": entry, "tlog_proof": text}}


def _no_time_stamps(asked: _Asked) -> Finding:
    due = max(asked.trust.time_stamp_threshold or 0, 1 if "timestamp" in asked.demands else 0)
    if due > 0:
        return failed(f"0 time stamps where {due} are due")
    return not_applicable("a statement of a state has no time stamps")


def _absent(reason: str, *, required: bool) -> Finding:
    return failed(f"required, but {reason}") if required else not_applicable(reason)


def _finding(check: Callable[[], object]) -> Finding:
    try:
        check()
    except Fault as fault:
        return failed(str(fault))
    return PASSED


def _check_times(core: Json) -> None:
    """The schema knows how a time is spelled; only the calendar knows whether there was such a day."""
    transition = core["tier_transition"]
    times = [core["issued_at"], core["breach"]["detected_at"]]
    times += [transition["before"]["since"], transition["after"]["since"]]
    times += [entry["at"] for entry in core["chain_of_custody"]]
    for time in times:
        expect(time is None or instant_us(time) is not None, f"{time} is not a time")


def _check_digest(bundle: Json, core: Json) -> None:
    expect(bundle["signature"] == f"sha256:{sha256(canonical(core)).hex()}", "the core has another digest")


def _check_envelope(envelope: Json, due: str) -> tuple[Finding, bytes | None]:
    """V3, and the signed bytes of an envelope of this payload type that is one in its only spelling."""
    try:
        expect(envelope["payloadType"] == due, "another payload type")
        payload = from_base64(envelope["payload"], "the payload")
        for signature in envelope["signatures"]:
            from_base64(signature["sig"], "a signature")
    except Fault as fault:
        return failed(str(fault)), None
    return PASSED, payload


def _opened(payload: bytes | None) -> bytes:
    if payload is None:
        raise Fault("there is no envelope to go by")
    return payload


def _signer_of(envelope: Json) -> str | None:
    signatures = envelope["signatures"]
    return signatures[0]["keyid"] if signatures else None


def _check_signature(bundle: Json, payload: bytes | None, keys: EffectiveKeys) -> None:
    key = _check_signed(bundle["proof"]["envelope"], payload, keys)
    # The copy decides nothing; that it must still be true leaves no byte of a bundle free to change.
    copies = bundle["proof"]["keys"]
    expect(len(copies) == 1, "proof.keys must hold the signing key and nothing else")
    copy = copies[0]
    is_key = (copy["keyid"], copy["alg"]) == (key.key_id, key.algorithm)
    is_key = is_key and from_base64(copy["spki"], "proof.keys") == key.spki
    expect(is_key, "proof.keys shows another key than the trusted one")


def _check_signed(envelope: Json, payload: bytes | None, keys: EffectiveKeys) -> PublicKey:
    """One signature by one trusted key, with the algorithm that belongs to it: that key."""
    message = pre_authentication_encoding(envelope["payloadType"], _opened(payload))
    signatures = envelope["signatures"]
    expect(len(signatures) == 1, f"{len(signatures)} signatures where one is due")
    key = keys.find(signatures[0]["keyid"])
    if key is None:
        raise Fault(f"key {signatures[0]['keyid']} is not among the trusted keys")
    signature = from_base64(signatures[0]["sig"], "the signature")
    verifies = is_signed(message, signature, algorithm=key.algorithm, spki=key.spki)
    expect(verifies, "the signature does not verify")
    return key


def _check_log(
    proof: Json, payload: bytes | None, asked: _Asked, times: tuple[ThirdPartyTime, ...]
) -> dict[str, Finding]:
    """V7 to V10: the entry, the checkpoint, the way from one to the other, and whether the key counts
    there."""
    log, trust = proof.get("log"), asked.trust
    if log is None:
        return _unlogged(trust)
    entry = _finding(lambda: _check_entry(proof, payload, asked.keys))
    if not trust.logs:
        unknown = missing("the trust file names no log")
        return {"V7": entry, "V8": unknown, "V9": unknown, "V10": unknown}
    try:
        place = open_log_place(log["origin"], log["tlog_proof"], trust.logs)
        expect(place.proof.index == log["index"], "the index it names is not the index of the proof")
        check_unexpected_lines(place, trust)
    except Fault as fault:
        nothing = not_applicable("there is no checkpoint to go by")
        return {"V7": entry, "V8": failed(str(fault)), "V9": nothing, "V10": nothing}
    inclusion = _finding(lambda: _check_inclusion(log, place))
    window = _check_key_window(proof["envelope"], place, asked, times)
    return {"V7": entry, "V8": PASSED, "V9": inclusion, "V10": window}


def _unlogged(trust: Trust) -> dict[str, Finding]:
    """A log that only some bundles have to be in proves nothing: one named log makes its proof a duty."""
    nothing = not_applicable("there is no log proof")
    if trust.logs:
        entry = failed("the bundle has no log proof, and the trust file names a log")
    else:
        entry = missing("neither the bundle nor the trust file names a log")
    return {"V7": entry, "V8": nothing, "V9": nothing, "V10": nothing}


def _check_entry(proof: Json, payload: bytes | None, keys: EffectiveKeys) -> None:
    """The entry is compared with the one this very signature must have, so that no byte of it is left to
    chance."""
    entry = from_base64(proof["log"]["entry"], "the entry")
    expect(entry == _entry_due(proof, payload, keys), "the entry is of another signature")


def _entry_due(proof: Json, payload: bytes | None, keys: EffectiveKeys) -> bytes:
    envelope = proof["envelope"]
    key = keys.find(_signer_of(envelope))
    if payload is None or key is None:
        raise Fault("there is no trusted signature to compare the entry with")
    signature = from_base64(envelope["signatures"][0]["sig"], "the signature")
    return log_entry(envelope["payloadType"], payload, signature=signature, key=key)


def _check_inclusion(log: Json, place: LogPlace) -> None:
    is_there = place.holds(from_base64(log["entry"], "the entry"))
    expect(is_there, "the proof does not lead from the entry to the checkpoint's root")


def _check_key_window(
    envelope: Json, place: LogPlace, asked: _Asked, times: tuple[ThirdPartyTime, ...]
) -> Finding:
    versions = asked.keys.versions
    if versions is None and not asked.keys.keys:
        return passed("no key is known whose time could be looked up")
    if versions is None:
        return passed("the trust file pins the evidence key and the log's key for the whole log")
    key_id = _signer_of(envelope) or ""
    try:
        check_window(versions, key_id, place.proof.index)
        if _wants_third_party(asked):
            _check_seen_before_revocation(key_window(versions, key_id).key["revoked"], times)
    except Fault as fault:
        return failed(str(fault))
    return PASSED


def _wants_third_party(asked: _Asked) -> bool:
    trust = asked.trust
    thresholds = (trust.time_stamp_threshold, trust.witness_threshold)
    return bool(asked.demands & {"timestamp", "witness"}) or any(one is not None for one in thresholds)


def _check_seen_before_revocation(revoked: Json, times: tuple[ThirdPartyTime, ...]) -> None:
    """A thief who also holds the log's key could grow another log; third parties' clocks he does not hold."""
    if revoked is None or revoked["compromised_since_index"] is None:
        return
    seen_us, revoked_us = _earliest_us(times), instant_us(revoked["at"])
    is_before = seen_us is not None and revoked_us is not None and seen_us < revoked_us
    said = (
        f"the key is compromised, and no third party saw the bundle before it was revoked at {revoked['at']}"
    )
    expect(is_before, said)


def _earliest_us(times: tuple[ThirdPartyTime, ...]) -> int | None:
    return min((time.not_after_us for time in times if time.not_after_us is not None), default=None)


def _read_frames(core: Json, asked: _Asked) -> Frames | Fault | None:
    """None where none were given."""
    if asked.frames is None:
        return None
    try:
        return check_frames(core, asked.frames)
    except Fault as fault:
        return fault


def _check_frames(bundle: Json, frames: Frames | Fault | None, asked: _Asked) -> Finding:
    """V14: the frames file, and the batches its lines were committed in."""
    if isinstance(frames, Fault):
        return failed(str(frames))
    try:
        note = _check_precommit(bundle, frames, asked)
    except Fault as fault:
        return failed(str(fault))
    required, noted = "frames" in asked.demands, "" if note is None else f"; {note}"
    if frames is None:
        return missing(f"the frames file was not given{noted}", required=required)
    if frames.is_whole:
        return passed(note)
    share = f"{frames.disclosed} of {len(frames.records)} disclosed"
    if required:
        return failed(f"required, but only {share}")
    return passed(f"{share}; SHA-256 of the whole file not checked (withheld){noted}")


def _check_precommit(bundle: Json, frames: Frames | None, asked: _Asked) -> str | None:
    """What pre-commitment leaves open."""
    required, logs = "precommit" in asked.demands, asked.trust.logs
    leaves = None if frames is None else frames.leaves
    keys, versions = asked.keys.keys, asked.keys.versions
    if not check_precommit(bundle, leaves, keys=keys, versions=versions, logs=logs):
        expect(not required, f"required, but {_NOT_COMMITTED}")
        return _NOT_COMMITTED
    expect(
        not required or logs != (), "pre-commitment is required, and the trust file names no log to hold it"
    )
    return None


def _check_scoring(
    core: Json, frames: Frames | Fault | None, asked: _Asked, findings: Mapping[str, Finding]
) -> Finding:
    rescore, data, given = asked.rescore, asked.data, asked.frames
    is_signed_for = all(findings[step].result == "pass" for step in ("V2", "V5", "V6"))
    refold = None if rescore is None or given is None else lambda: rescore(data, given)
    return check_scoring(
        core,
        _frames_or_reason(frames),
        is_authentic=is_signed_for and findings["V4"].result != "fail",
        refold=refold,
        required="rescore" in asked.demands,
    )


def _frames_or_reason(frames: Frames | Fault | None) -> Frames | str:
    if frames is None:
        return "the frames file was not given"
    return "the frames are not those that were scored" if isinstance(frames, Fault) else frames


def _compare_with_others(bundle: Json, asked: _Asked) -> Finding:
    known = asked.known_digests.get(bundle["event_id"])
    if known is None and asked.sigstore is None:
        return not_applicable("no other bundle of this event was given")
    if known is not None and known != bundle["signature"]:
        return failed("another bundle of this event has another content digest")
    sigstore = asked.sigstore
    return PASSED if sigstore is None else _finding(lambda: check_sigstore(sigstore, bundle))


def _report(
    findings: Mapping[str, Finding],
    asked: _Asked,
    bundle: Json | None = None,
    times: tuple[ThirdPartyTime, ...] = (),
    statement: Json | None = None,
    signed: Json | None = None,
) -> Verification:
    """`bundle` and `statement` None: a document that is neither, of which nothing is worth repeating. `signed`: the
    envelope of a statement."""
    nothing = not_applicable("not a bundle" if signed is None else "a statement of a state has none")
    whole = {number: findings.get(number, nothing) for number, _, _ in STEPS}
    verdict, exit_status, code = verdict_of(whole)
    said: dict[str, Json] = {} if bundle is None else bundle
    if bundle is not None:
        signed = bundle["proof"]["envelope"]
    elif statement is not None:
        said = {"vehicle_id": statement["vehicle_id"], "tier": statement["state"]["tier"]}
        said["submitter"] = {"organisation": statement["organisation"], "api_key_id": statement["key_id"]}
    submitter: dict[str, Json] = said.get("submitter", {})
    seen_us = None if verdict == "invalid" else _earliest_us(times)
    return Verification(
        verdict=verdict,
        exit_status=exit_status,
        code=code,
        organisation=submitter.get("organisation"),
        api_key_id=submitter.get("api_key_id"),
        event_id=said.get("event_id"),
        vehicle_id=said.get("vehicle_id"),
        tier=said.get("tier"),
        content_digest=said.get("signature"),
        key_id=_signer_of(signed) if said and signed is not None else None,
        judged_as_of=instant_text(asked.now_us),
        bundle_sha256=hashlib.sha256(asked.data).hexdigest(),
        frames_sha256=None if asked.frames is None else hashlib.sha256(asked.frames).hexdigest(),
        trust_sha256=asked.trust.sha256,
        statement=statement,
        not_after=None if seen_us is None else instant_text(seen_us),
        steps=steps_of(whole),
    )
