"""What an evidence key signed: an in-toto Statement v1 about one core, one frames file, one event."""

from __future__ import annotations

from collections.abc import Iterable

from .fault import Fault, expect
from .merkle import sha256
from .strict_json import Json, canonical, read_canonical

_STATEMENT = "https://in-toto.io/Statement/v1"
_PREDICATE = "urn:plumbline:attestation:sensor-drift-evidence:1"


def check_statement(payload: bytes, bundle: Json, organisations: Iterable[str]) -> None:
    """The statement is about this very bundle and nothing else, and the bundle about the organisation asked
    for."""
    try:
        statement = read_canonical(payload)
    except Fault as fault:
        raise Fault(f"the statement is {fault}") from None
    stated: Json = statement["predicate"] if _has_predicate(statement) else None
    expect(isinstance(stated, dict), "not a statement of the type and predicate this verifier knows")
    due = _statement_about(bundle)
    if "log_origin" in stated:
        log = bundle["proof"].get("log")
        if log is None:
            raise Fault("signed for a log, and shows no proof of it")
        due["predicate"]["log_origin"] = log["origin"]
    _compare(statement, due)
    _check_submitter(bundle, organisations)


def _has_predicate(statement: Json) -> bool:
    return isinstance(statement, dict) and "predicate" in statement


def _statement_about(bundle: Json) -> Json:
    event, submitter = bundle["event_id"], bundle.get("submitter")
    predicate = {"event_id": event, "tier": bundle["tier"], "signed_at": bundle["issued_at"]}
    if submitter is not None:
        predicate["organisation_tag"] = submitter["organisation_tag"]
    return {
        "_type": _STATEMENT,
        "subject": [
            {"name": f"{event}/core.json", "digest": {"sha256": bundle["signature"].removeprefix("sha256:")}},
            {"name": f"{event}/frames.ndjson", "digest": {"sha256": bundle["frames"]["sha256"]}},
        ],
        "predicateType": _PREDICATE,
        "predicate": predicate,
    }


def _compare(statement: Json, due: Json) -> None:
    # As canonical bytes: in Python True is equal to 1, and in JSON it is not.
    for member in sorted({*statement, *due}):
        is_same = (
            member in statement and member in due and canonical(statement[member]) == canonical(due[member])
        )
        expect(is_same, f"its member {member} is not that of a statement about this bundle")


def _check_submitter(bundle: Json, organisations: Iterable[str]) -> None:
    submitter = bundle.get("submitter")
    named = None if submitter is None else submitter["organisation"]
    if submitter is not None:
        tag = sha256(canonical([bundle["salt"], named])).hex()
        expect(submitter["organisation_tag"] == tag, "the organisation's tag is another organisation's")
    for demanded in organisations:
        said = "does not state any" if named is None else f"is of {named}"
        expect(demanded == named, f"the organisation {demanded} is required, and the bundle {said}")
