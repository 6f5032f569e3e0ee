"""The JSON Schemas of what a verifier reads, compiled. A document has exactly the members they name."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from importlib import resources

import fastjsonschema

from .fault import Fault
from .strict_json import Json

_FILES = {
    "bundle": "bundle.schema.json",
    "line": "bundle.schema.json",
    "trust": "documents.schema.json",
    "keyring": "documents.schema.json",
    "keyring_history": "documents.schema.json",
    "interval": "documents.schema.json",
    "carried_statement": "documents.schema.json",
    "state_statement": "bundle.schema.json",
}


def check_shape(name: str, document: Json) -> None:
    """Raises `Fault`, naming the first member that is not as its schema wants it."""
    try:
        _compiled(name)(document)
    except fastjsonschema.JsonSchemaValueException as fault:
        raise Fault(str(fault.message).replace("data", f"the {name.replace('_', ' ')}", 1)) from None


@functools.cache
def _compiled(name: str) -> Callable[[Json], Json]:
    folder = resources.files("plumbline.evidence_verification") / "schemas"
    schema = json.loads((folder / _FILES[name]).read_text(encoding="utf-8"))[name]
    compiled: Callable[[Json], Json] = fastjsonschema.compile(schema, use_default=False)
    return compiled
