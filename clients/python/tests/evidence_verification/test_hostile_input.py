"""Whatever bundle, frames, keyring and trust file hold: a report or the one documented error, never
anything else."""

import base64
import copy
import datetime
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plumbline.evidence_verification import TrustFileError, Verification, read_trust, verify_bundle
from plumbline.evidence_verification.strict_json import canonical

VECTORS = Path(__file__).parents[3] / "conformance" / "written" / "evidence"
NOW = datetime.datetime(2026, 12, 1, tzinfo=datetime.timezone.utc)
BUNDLE = (VECTORS / "precommitted.bundle.json").read_bytes()
FRAMES = (VECTORS / "precommitted.frames.ndjson").read_bytes()
TRUST = (VECTORS / "trust.json").read_bytes()
FILES: dict[str, str] = json.loads((VECTORS / "keyring-cases.json").read_text(encoding="utf-8"))["files"]
KEYRING, PIN = (base64.b64decode(FILES[name]) for name in ("file-15", "file-2"))
STAMPED: list[dict[str, Any]] = json.loads((VECTORS / "report-cases.json").read_text(encoding="utf-8"))[
    "cases"
]

often = settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
numbers = st.one_of(
    st.integers(), st.integers(-(10**39), 10**39), st.floats(allow_nan=False, allow_infinity=False)
)
anything = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, st.text(max_size=20)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=10), inner, max_size=4)
    ),
    max_leaves=20,
)


def judge(bundle: bytes = BUNDLE, frames: bytes | None = FRAMES, trust: Any = TRUST) -> Verification:
    return verify_bundle(bundle, frames, trust, now=NOW, rescore=None)


@often
@given(st.binary(max_size=400))
def test_any_bytes_are_no_bundle_and_no_frames(data: bytes) -> None:
    assert judge(data).code in ("E_FORM", "E_SCHEMA")
    assert judge(frames=data).code == "E_FRAMES"
    assert judge(BUNDLE, None).verdict == "incomplete"


@often
@given(anything)
def test_any_json_is_no_bundle(document: Any) -> None:
    assert judge(json.dumps(document).encode()).verdict == "invalid"


@often
@given(st.data())
def test_a_bundle_with_anything_in_place_of_one_of_its_values(data: st.DataObject) -> None:
    bundle = json.loads(BUNDLE)
    path = data.draw(st.sampled_from(places_in(bundle)))
    old = at(bundle, path)
    new = data.draw(st.one_of(anything, as_strange_as(old)))
    put(bundle, path, new)
    try:
        written = canonical(bundle)
    except ValueError:
        written = json.dumps(bundle).encode()
    assert judge(written).verdict == "invalid" or json.dumps(old) == json.dumps(new)


@often
@given(st.data())
def test_a_byte_of_a_bundle_changed(data: st.DataObject) -> None:
    where = data.draw(st.integers(0, len(BUNDLE) - 1))
    bent = bytearray(BUNDLE)
    bent[where] ^= 1 << data.draw(st.integers(0, 7))
    assert judge(bytes(bent)).verdict == "invalid"


@often
@given(anything)
def test_a_statement_of_anything(document: Any) -> None:
    bundle = json.loads(BUNDLE)
    payload = json.dumps(document, separators=(",", ":")).encode()
    bundle["proof"]["envelope"]["payload"] = base64.b64encode(payload).decode()
    bundle["proof"]["precommit"][0]["envelope"]["payload"] = base64.b64encode(payload).decode()
    report = judge(canonical(bundle))
    assert (report.code, report.step("V6").result) == ("E_SIGNATURE", "fail")


@often
@given(st.text(max_size=200))
def test_a_log_proof_of_any_text(text: str) -> None:
    bundle = json.loads(BUNDLE)
    proof: str = bundle["proof"]["log"]["tlog_proof"]
    for spoiled in (text, proof.replace("\n\n", f"\n{text}\n\n", 1), proof + text):
        bundle["proof"]["log"]["tlog_proof"] = spoiled
        assert judge(canonical(bundle)).code in ("E_CHECKPOINT", "E_SCHEMA", None)


TOKEN_CASE = next(case for case in STAMPED if case["name"] == "stamped")


@often
@given(st.data())
def test_a_time_stamp_with_a_byte_changed(data: st.DataObject) -> None:
    bundle, trust = (
        edited((VECTORS / name).read_bytes(), TOKEN_CASE[edits])
        for name, edits in (("scored.bundle.json", "bundle"), ("trust.json", "trust"))
    )
    document = json.loads(bundle)
    token = bytearray(base64.b64decode(document["proof"]["timestamps"][0]["token"]))
    token[data.draw(st.integers(0, len(token) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    document["proof"]["timestamps"][0]["token"] = base64.b64encode(bytes(token)).decode()
    assert judge(canonical(document), None, trust).code == "E_TIMESTAMP"


@often
@given(st.data())
def test_a_keyring_with_anything_in_place_of_one_of_its_values(data: st.DataObject) -> None:
    history = json.loads(KEYRING)
    at_version = data.draw(st.integers(0, len(history["versions"]) - 1))
    envelope = history["versions"][at_version]["envelope"]
    keyring = json.loads(base64.b64decode(envelope["payload"]))
    target = data.draw(st.sampled_from([history, keyring]))
    path = data.draw(st.sampled_from(places_in(target)))
    old = at(target, path)
    put(target, path, data.draw(st.one_of(anything, as_strange_as(old))))
    if target is keyring:
        try:
            envelope["payload"] = base64.b64encode(canonical(keyring)).decode()
        except ValueError:
            return
    written = json.dumps(history, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    report = verify_bundle(BUNDLE, FRAMES, PIN, written.encode("utf-8", "replace"), NOW, rescore=None)
    assert report.step("V4").result in ("fail", "pass")


@often
@given(st.data())
def test_a_trust_file_with_anything_in_place_of_one_of_its_values(data: st.DataObject) -> None:
    trust = json.loads(data.draw(st.sampled_from([TRUST, PIN])))
    path = data.draw(st.sampled_from(places_in(trust)))
    put(trust, path, data.draw(st.one_of(anything, as_strange_as(at(trust, path)))))
    try:
        judge(trust=json.dumps(trust).encode())
    except TrustFileError as fault:
        assert str(fault).isprintable()


@pytest.mark.parametrize(
    "data",
    [
        b"[" * 100_000,
        b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
        b"[" * 33 + b"]" * 33,
        b"[" + b"0," * 200_000 + b"0]",
        b"9" * 1_000_000,
        b"1e999",
        b"-" + b"1" * 41,
        b'{"a":NaN}',
        b'"\xed\xa0\x80"',
        b'"\\ud800"',
        b"\xef\xbb\xbf{}",
        b" " * (16 * 2**20 + 1),
        b"",
    ],
    ids=lambda data: f"{len(data)} bytes from {data[:8]!r}",
)
def test_what_no_parser_should_be_given(data: bytes) -> None:
    assert judge(data).code in ("E_FORM", "E_SCHEMA")
    assert judge(frames=data + b"\n").code == "E_FRAMES"
    with pytest.raises(TrustFileError):
        read_trust(data)


@pytest.mark.parametrize("trust", [None, 5, "", "{}", {}, {"version": float("nan")}, {"version": {1: 2}}])
def test_no_trust_file_at_all(trust: Any) -> None:
    with pytest.raises(TrustFileError):
        judge(trust=trust)


def test_a_time_without_a_zone_and_an_unknown_demand_are_mistakes_of_use() -> None:
    with pytest.raises(ValueError, match="names no zone"):
        verify_bundle(BUNDLE, FRAMES, TRUST, now=datetime.datetime(2026, 12, 1))
    with pytest.raises(ValueError, match="require knows frames, precommit"):
        verify_bundle(BUNDLE, FRAMES, TRUST, require=["timestamps"])  # type: ignore[list-item]


Path_ = tuple[str | int, ...]


def places_in(value: Any, path: Path_ = ()) -> list[Path_]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [
        *([path] if path else []),
        *(place for name, inner in inside for place in places_in(inner, (*path, name))),
    ]


def at(value: Any, path: Path_) -> Any:
    for name in path:
        value = value[name]
    return copy.deepcopy(value)


def put(value: Any, path: Path_, new: Any) -> None:
    for name in path[:-1]:
        value = value[name]
    value[path[-1]] = new


def as_strange_as(old: Any) -> st.SearchStrategy[Any]:
    """Of the same kind, so that a schema may take it."""
    if isinstance(old, bool) or old is None:
        return st.booleans()
    if isinstance(old, int):
        return st.integers(0, 2**53 - 1)
    if isinstance(old, float):
        return st.floats(allow_nan=False, allow_infinity=False)
    if isinstance(old, str):
        return st.one_of(
            st.integers(0, len(old)).map(lambda cut: old[:cut]),
            st.binary(max_size=len(old)).map(lambda data: base64.b64encode(data).decode()),
            st.just(old[::-1]),
        )
    return st.just([]) if isinstance(old, list) else st.just({})


def edited(data: bytes, edits: list[dict[str, Any]]) -> bytes:
    parts, at_byte = [], 0
    for edit in edits:
        parts += [data[at_byte : edit["at"]], base64.b64decode(edit["insert"])]
        at_byte = edit["at"] + edit["remove"]
    return b"".join([*parts, data[at_byte:]])
