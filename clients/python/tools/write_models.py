"""Writes models.py, _operations.py and _vocabulary.py from the OpenAPI document, problem_codes.py from the table of codes in
clients/conformance."""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

CLIENT = Path(__file__).parent.parent
DOCUMENT = CLIENT.parent.parent / "core/contract/published/openapi.yaml"
CODES = CLIENT.parent / "conformance/problem-codes.json"

WRITTEN = ("models.py", "_operations.py", "_vocabulary.py", "problem_codes.py")
HEADER = "# Written by tools/write_models.py from {source}. Do not edit.\n"

# What the service checks is not checked here: a later service may allow more than this document says.
LIMITS = {
    "pattern",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "multipleOf",
    "examples",
    "example",
    "format",
}

# Models that come with more than their members.
BASES = {"VehicleSeries": "plumbline.tables.SeriesTable"}


def main(folder: Path) -> None:
    document = yaml.load(DOCUMENT.read_text("utf-8"), yaml.CSafeLoader)
    (folder / "models.py").write_text(models(document), "utf-8")
    (folder / "_operations.py").write_text(operations(document), "utf-8")
    (folder / "_vocabulary.py").write_text(vocabulary(document), "utf-8")
    (folder / "problem_codes.py").write_text(problem_codes(json.loads(CODES.read_text("utf-8"))), "utf-8")
    for words in (["check", "--fix", "--quiet"], ["format", "--quiet"]):
        files = [folder / name for name in WRITTEN]
        command = [sys.executable, "-m", "ruff", *words, "--config", CLIENT / "pyproject.toml", *files]
        subprocess.run(command, check=True)


def models(document: dict[str, Any]) -> str:
    schemas = document["components"]["schemas"]
    opened = {name: opened_schema(schema) for name, schema in schemas.items()}
    for name in event_names(schemas):
        # The type says which event it is; one of a type that is not here is an UnknownEvent.
        opened[name]["properties"]["type"] = schemas[name]["properties"]["type"]
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch) / "schemas.json"
        source.write_text(
            json.dumps({**document, "paths": {}, "components": {"schemas": opened}, "webhooks": {}}), "utf-8"
        )
        output = Path(scratch) / "models.py"
        words = [
            *("--input", source, "--input-file-type", "openapi", "--output", output),
            *("--output-model-type", "pydantic_v2.BaseModel", "--target-python-version", "3.10"),
            *("--base-class", "plumbline._model.Model", "--base-class-map", json.dumps(BASES)),
            *("--enum-field-as-literal", "all", "--use-type-alias", "--naming-strategy", "parent-prefixed"),
            *("--formatters", "ruff-check", "ruff-format"),
            *(
                "--custom-file-header",
                HEADER.format(source="core/contract/published/openapi.yaml"),
                "--no-allow-remote-refs",
                "--strict-nullable",
            ),
        ]
        flags = ["--use-schema-description", "--use-field-description", "--use-standard-collections"]
        more = ["--use-union-operator", "--disable-timestamp", "--field-constraints", "--use-annotated"]
        tool = [sys.executable, "-m", "datamodel_code_generator"]
        subprocess.run([*tool, *words, *flags, *more], check=True, cwd=CLIENT)
        return output.read_text("utf-8")


def event_names(schemas: dict[str, Any]) -> list[str]:
    return [name for name, one in schemas.items() if "const" in one.get("properties", {}).get("type", {})]


def opened_schema(schema: Any) -> Any:
    """The schema without limits; enumerations and constants take any other text as well."""
    if isinstance(schema, list):
        return [opened_schema(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    opened: dict[str, Any] = {}
    for key, value in schema.items():
        if key == "properties":
            opened[key] = {name: opened_schema(member) for name, member in value.items()}
        elif key == "patternProperties":
            opened["additionalProperties"] = opened_schema(next(iter(value.values())))
        elif key == "additionalProperties" and isinstance(value, bool):
            continue
        elif key not in LIMITS and not key.startswith("x-"):
            opened[key] = opened_schema(value) if key not in ("enum", "const", "required") else value
    return opened_choice(opened)


def opened_choice(schema: dict[str, Any]) -> dict[str, Any]:
    values = schema.get("enum", [schema["const"]] if "const" in schema else [])
    if not values or not all(isinstance(value, str) for value in values):
        return schema
    kept = {key: value for key, value in schema.items() if key not in ("type", "enum", "const")}
    return {**kept, "anyOf": [{"type": "string", "enum": values}, {"type": "string"}]}


def operations(document: dict[str, Any]) -> str:
    lines = [
        HEADER.format(source="core/contract/published/openapi.yaml"),
        '"""Method, path and answers of every operation of the contract."""',
        "",
    ]
    lines += ["from ._operation import Operation", ""]
    for method, path, operation in described_operations(document):
        media_types = sorted(
            {
                media_type
                for status, answer in operation["responses"].items()
                if status < "300"
                for media_type in answer.get("content", {})
            }
        )
        name = operation["operationId"]
        public = operation.get("security") == []
        constant = re.sub("([A-Z])", r"_\1", name).upper()
        values = f"{name!r}, {method!r}, {path!r}, {tuple(media_types)!r}"
        lines += [f"{constant} = Operation({values}, public={public})"]
    return "\n".join(lines) + "\n"


def vocabulary(document: dict[str, Any]) -> str:
    schemas = document["components"]["schemas"]
    members = schemas["Sensors"]["properties"]
    ranges = {
        name: (float(member["minimum"]), float(member["maximum"]))
        for name, member in members.items()
        if member["type"] == "number"
    }
    rotations = {name.removesuffix("_matrix"): name for name in members if name not in ranges}
    (vehicle_order,) = (
        parameter["schema"]["enum"]
        for _, path, operation in described_operations(document)
        if path == "/v1/vehicles"
        for parameter in operation.get("parameters", [])
        if parameter.get("name") == "sort"
    )
    lines = [
        HEADER.format(source="core/contract/published/openapi.yaml"),
        '"""What the contract lists: scenarios, orders of vehicles, and what the sensors of a frame may say."""',
        "from __future__ import annotations",
        "from typing import Any, Literal, TypedDict",
        f"ScenarioType = Literal{schemas['ScenarioType']['enum']!r}",
        f"VehicleOrder = Literal{vehicle_order!r}",
        f"RANGES: dict[str, tuple[float, float]] = {ranges!r}",
        '"""Members that are a number: the least and the greatest that the service takes."""',
        f"ROTATIONS: dict[str, str] = {rotations!r}",
        '"""Members that are a rotation, by the name that a column of rotations has here."""',
        "class SensorColumns(TypedDict, total=False):",
        *(f"    {name}: Any" for name in [*rotations, *ranges]),
        "class NumberColumns(TypedDict, total=False):",
        *(f"    {name}: str | None" for name in ranges),
    ]
    return "\n".join(lines) + "\n"


def problem_codes(meanings: dict[str, str]) -> str:
    lines = [HEADER.format(source="clients/conformance/problem-codes.json")]
    lines += ['"""Every `code` that an error may have. Later services add to them."""', ""]
    lines += ["from __future__ import annotations", "", "from typing import Literal", ""]
    lines += ["ProblemCode = Literal[", *(f"    {code!r}," for code in meanings), "]", ""]
    lines += ["MEANINGS: dict[ProblemCode, str] = {"]
    lines += [f"    {code!r}: {meaning!r}," for code, meaning in meanings.items()]
    return "\n".join([*lines, "}"]) + "\n"


def described_operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in document["paths"].items():
        for method, operation in item.items():
            if "operationId" in operation:
                yield method.upper(), path, operation
