"""The chain of custody: three entries, each with the digest of the one before."""

from __future__ import annotations

from .fault import expect
from .merkle import sha256
from .strict_json import Json, canonical

_NONE_BEFORE = f"sha256:{'0' * 64}"


def check_custody(core: Json, key_id: str | None) -> None:
    """Steps and actors are the schema's; here is what each entry takes in and gives. Raises `Fault`."""
    received, classified, signed = core["chain_of_custody"]
    body = {name: value for name, value in core.items() if name != "chain_of_custody"}
    frames = core["frames"]
    root = frames["merkle"]["root"]
    scored = {
        "scoring_sha256": _digest(core["scoring"]),
        "tier_transition_sha256": _digest(core["tier_transition"]),
    }
    _check(received, {}, {"frames_sha256": frames["sha256"], "frames_root": root}, _NONE_BEFORE)
    _check(classified, {"frames_root": root}, scored, f"sha256:{_digest(received)}")
    _check(signed, {"body_sha256": _digest(body)}, {"key_id": key_id}, f"sha256:{_digest(classified)}")
    expect(received["at"] <= classified["at"] <= signed["at"], "times decrease along the chain")
    detected = core["breach"]["detected_at"]
    expect(classified["at"] == detected, "entry 1 is of another time than the breach")
    expect(signed["at"] == core["issued_at"], "entry 2 is of another time than the issue")
    date = core["event_id"][len("EVB-") :][:8]
    expect(date == detected[:10].replace("-", ""), "the event id has another date than the breach")


def _check(entry: Json, inputs: Json, outputs: Json, before: str) -> None:
    follows = entry["inputs"] == inputs and entry["outputs"] == outputs and entry["prev"] == before
    expect(follows, f"entry {entry['seq']} ({entry['step']}) does not follow from the bundle")


def _digest(value: Json) -> str:
    return sha256(canonical(value)).hex()
