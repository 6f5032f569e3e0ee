"""A statement of a state: what the issuer signed of how a vehicle was judged at a moment. It carries no frames."""

from __future__ import annotations

from collections.abc import Iterable

from .fault import Fault, expect
from .shapes import check_shape
from .strict_json import Json, canonical, read_canonical


def is_statement_file(document: Json) -> bool:
    """Whether a document is meant to be one, as the service hands it out: by its members, sound or not."""
    return isinstance(document, dict) and "statement_id" in document and "envelope" in document


def check_shown(payload: bytes, shown: Json, organisations: Iterable[str]) -> None:
    """The members in clear are those that were signed, and it is about the organisation asked for. Raises `Fault`."""
    statement = read_payload(payload)
    signed = {name: value for name, value in statement.items() if name != "schema"}
    expect(canonical(shown) == canonical(signed), "shown with other words than were signed")
    named = statement["organisation"]
    for due in organisations:
        expect(named == due, f"the organisation {due} is required, and the statement is of {named}")


def read_payload(payload: bytes) -> Json:
    """What was signed. Raises `Fault` for what is no statement of this version."""
    try:
        statement = read_canonical(payload)
    except Fault as fault:
        raise Fault(f"the statement is {fault}") from None
    try:
        check_shape("state_statement", statement)
    except Fault:
        raise Fault("not a statement of a state of this version") from None
    return statement
