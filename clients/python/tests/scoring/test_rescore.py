"""Evidence whose scoring is computed anew: what was issued, and what was changed in it."""

import base64
import hashlib
import json
import random
import struct
import sys
import threading
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import rfc8785

from plumbline import Plumbline
from plumbline.evidence_verification import verify_bundle
from plumbline.scoring import DEFAULT_SETTINGS, SCORING_VERSION, Rescoring, rescore_bundle
from plumbline.scoring.canonical_text import canonical_text
from plumbline.scoring.engine import _compiled
from plumbline.scoring.rescore import _SCORERS

CONFORMANCE = Path(__file__).parents[3] / "conformance"
FOLDER = CONFORMANCE / "written" / "evidence"
ISSUED = sorted([*FOLDER.glob("scored*.bundle.json"), *CONFORMANCE.glob("evidence/scoring-*/*.bundle.json")])
STATED = ["scored", "scored-from-fleet", "scored-from-first-blocks", "scored-from-state"]


def frames_of(path: Path) -> Path:
    return path.with_name(path.name.replace(".bundle.json", ".frames.ndjson"))


@pytest.mark.parametrize("path", ISSUED, ids=lambda path: str(path.relative_to(CONFORMANCE)))
def test_issued_evidence_comes_out_as_recorded_or_is_said_to_be_of_another_scoring(path: Path) -> None:
    bundle = path.read_bytes()
    found = rescore_bundle(bundle, frames_of(path).read_bytes())
    if json.loads(bundle)["scoring"]["version"] == SCORING_VERSION:
        assert found == Rescoring("same")
    else:
        assert (found.result, found.code, found.differences) == ("unable", "unsupported_scoring", ())
        assert f"here is {SCORING_VERSION} " in (found.reason or "")


def test_the_pinned_scorers_are_those_of_the_project_and_todays_holds_the_engine_of_this_package() -> None:
    folder = CONFORMANCE.parents[1] / "core/scorers"
    listed = json.loads((folder / "scorers.json").read_text("utf-8"))["scorers"]
    assert {of["version"]: of["sha256"] for of in listed} == _SCORERS
    engine = base64.b64encode(files("plumbline.scoring").joinpath("heart.wasm").read_bytes()).decode()
    for file in (of["file"] for of in listed if of["version"] == SCORING_VERSION):
        assert engine in (folder / file).read_text("utf-8")


def test_without_wasmtime_nothing_is_computed_and_who_requires_it_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    monkeypatch.setattr("plumbline.scoring.engine._opened", threading.local())
    _compiled.cache_clear()
    bundle, frames, trust = (
        (FOLDER / name).read_bytes() for name in ("scored.bundle.json", "scored.frames.ndjson", "trust.json")
    )
    found = rescore_bundle(bundle, frames)
    assert (found.result, found.code) == ("unable", "engine_absent")
    reports = [
        verify_bundle(bundle, frames, trust),
        verify_bundle(bundle, frames, trust, require=["rescore"]),
    ]
    for step, result in zip((of.step("V15") for of in reports), ("not checked", "fail"), strict=True):
        assert step.result == result
        assert 'pip install "plumbline-client[rescore]"' in (step.text or "")


def changed(change: Callable[[Any], None], name: str = "scored", folder: Path = FOLDER) -> Rescoring:
    path = folder / f"{name}.bundle.json"
    bundle = json.loads(path.read_bytes())
    change(bundle)
    return rescore_bundle(json.dumps(bundle).encode(), frames_of(path).read_bytes())


def next_up(value: float) -> float:
    bits = struct.unpack("<q", struct.pack("<d", value))[0]
    up: float = struct.unpack("<d", struct.pack("<q", bits + 1))[0]
    return up


@pytest.mark.parametrize("name", STATED)
def test_every_number_of_the_outputs_is_compared_to_its_last_bit(name: str) -> None:
    outputs = json.loads((FOLDER / f"{name}.bundle.json").read_bytes())["scoring"]["outputs"]
    doubles = [member for member, value in outputs.items() if isinstance(value, float)]
    assert "confidence" in doubles and "cusum_statistic" in doubles
    member = random.Random(name).choice(doubles)

    def bend(bundle: Any) -> None:
        recorded = bundle["scoring"]["outputs"]
        recorded[member] = next_up(recorded[member])

    found = changed(bend, name)
    assert found.result == "different"
    assert f"/scoring/outputs/{member}: recorded " in "; ".join(one.detail for one in found.differences)


def set_at(*path: Any) -> Callable[[Any], None]:
    *names, last, value = path

    def change(bundle: Any) -> None:
        for name in names:
            bundle = bundle[name]
        bundle[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (set_at("scoring", "outputs", "channels", 0, "residual", 0.5), "/scoring/outputs/channels: recorded"),
        (
            set_at("scoring", "outputs", "surprise", 1),
            "/scoring/outputs/surprise: recorded 1, recomputed nothing",
        ),
        (set_at("tier", "CAUTION"), '/tier: recorded "CAUTION", recomputed "CRITICAL"'),
        (set_at("tier", "CAUTION"), 'given here /tier "CAUTION", there /scoring/outputs/tier "CRITICAL"'),
        (set_at("breach", "side", "lower"), '/breach/side: recorded "lower", recomputed "upper"'),
        (set_at("breach", "frame_seq", 61), "given here /breach/frame_seq 61"),
        (
            set_at("tier_transition", "before", "health_score", 3),
            "/tier_transition/before/health_score: recorded 3",
        ),
        (set_at("tier_transition", "after", "since", None), "/tier_transition/after/since: recorded null"),
        (
            set_at("measurements", "radar_drift_mm", 0),
            "/measurements/radar_drift_mm: recorded 0, recomputed ",
        ),
        (
            set_at("scoring", "parameters", "limits", []),
            "the fold breaks off: settings.limits: not an object",
        ),
        (
            set_at("scoring", "initial_state", "state", "AAA"),
            "the fold breaks off: the initial state is not canonical",
        ),
        (set_at("scoring", "initial_state", "state", "AA=="), "the fold breaks off: the bytes are cut short"),
    ],
)
def test_what_does_not_follow_from_the_frames_is_named(change: Callable[[Any], None], words: str) -> None:
    found = changed(change)
    assert found.result == "different"
    assert words in "; ".join(one.detail for one in found.differences)


def test_parameters_that_move_the_limit_move_the_breach() -> None:
    found = changed(set_at("scoring", "parameters", "change", "limit_nats", 300))
    assert any(of.detail.endswith("recomputed no breach is open there") for of in found.differences)


def test_a_state_of_another_moment_counts_otherwise() -> None:
    scored = FOLDER / "scored-from-state.bundle.json"
    found = rescore_bundle(scored.read_bytes(), frames_of(scored).read_bytes())
    assert found.result == "same"
    found = changed(set_at("scoring", "initial_state", "state", None), "scored-from-state")
    assert "the fold breaks off: the fold counts entry 1 where the journal has 216" in [
        of.detail for of in found.differences
    ]


def test_no_changed_state_makes_it_fall_over() -> None:
    packed = base64.b64decode(
        json.loads((FOLDER / "scored-from-state.bundle.json").read_bytes())["scoring"]["initial_state"][
            "state"
        ]
    )
    chance = random.Random(3)
    for _ in range(60):
        bent = bytearray(packed)
        bent[chance.randrange(len(bent))] ^= 1 << chance.randrange(8)

        def change(bundle: Any, bent: bytes = bytes(bent)) -> None:
            state = bundle["scoring"]["initial_state"]
            state["state"] = base64.b64encode(bent).decode()
            state["sha256"] = hashlib.sha256(bent).hexdigest()

        assert changed(change, "scored-from-state").result in ("same", "different", "unable")


def test_a_fold_of_too_many_steps_is_not_said_to_be_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plumbline.scoring.engine._FUEL", 20_000)
    found = changed(lambda _: None)
    assert (found.result, found.code, found.differences) == ("unable", "not_computable", ())
    monkeypatch.undo()
    assert changed(lambda _: None) == Rescoring("same")


def test_the_client_recomputes_without_asking_the_service() -> None:
    bundle, frames = (
        (FOLDER / "scored.bundle.json").read_bytes(),
        (FOLDER / "scored.frames.ndjson").read_bytes(),
    )
    with Plumbline(base_url="http://127.0.0.1:9", api_key="pk_test_none") as client:
        assert client.evidence.rescore(bundle, frames) == Rescoring("same")


def test_other_frames_and_withheld_ones_are_not_folded() -> None:
    bundle = (FOLDER / "scored.bundle.json").read_bytes()
    other = rescore_bundle(bundle, b"{}\n")
    assert (other.result, other.reason) == ("unable", "the frames are not those that were scored")
    withheld = rescore_bundle(bundle, b'{"leaf":"00","seq":1}\n')
    assert (withheld.result, withheld.reason) == ("unable", "frames are withheld")


@pytest.mark.parametrize("text", [b"", b"{}", b"[]", b"null", b'{"scoring": {}}', b"\xff"])
def test_what_is_no_bundle_is_refused(text: bytes) -> None:
    with pytest.raises(ValueError):
        rescore_bundle(text, b"")


FROZEN, DIGEST = list(_SCORERS.items())[-1]
KEPT = CONFORMANCE / "evidence" / f"scoring-{FROZEN}"


def without_scorer(bundle: Any) -> None:
    del bundle["scoring"]["scorer_sha256"]


def test_a_frozen_scoring_without_its_named_scorer_is_left_alone() -> None:
    found = changed(without_scorer, folder=KEPT)
    assert (found.result, found.code) == ("unable", "unsupported_scoring")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (set_at("scoring", "scorer_sha256", "00" * 32), f"this verifier's list of scorers, for {FROZEN}"),
        (set_at("scoring", "version", "9.9.9"), f"this verifier's list of scorers, for sha256:{DIGEST}"),
    ],
)
def test_a_scorer_that_is_not_the_one_of_its_version_is_refused(
    change: Callable[[Any], None], words: str
) -> None:
    found = changed(change, folder=KEPT)
    assert found.result == "different"
    assert words in "; ".join(one.detail for one in found.differences)


def test_a_scoring_in_development_is_recomputed_without_a_named_scorer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(_SCORERS, SCORING_VERSION, raising=False)
    assert changed(lambda bundle: bundle["scoring"].pop("scorer_sha256", None)) == Rescoring("same")


def test_defaults_are_those_that_evidence_was_scored_with() -> None:
    recorded = json.loads((FOLDER / "scored.bundle.json").read_bytes())["scoring"]["parameters"]
    assert recorded == DEFAULT_SETTINGS


def test_values_are_written_as_canonical_json_has_them() -> None:
    chance = random.Random(4)
    values: list[Any] = [
        0,
        -0.0,
        1e21,
        1e-7,
        123456789012345680000,
        {"b": [True, None], "a\u00e9": "\n\u2028"},
    ]
    values += [
        chance.choice([-1, 1]) * chance.random() * 10.0 ** chance.randrange(-30, 30) for _ in range(3000)
    ]
    values += [round(chance.random() * 1000, chance.randrange(6)) for _ in range(500)]
    for value in values:
        expected = rfc8785.dumps(float(value) if isinstance(value, int) else value)
        assert canonical_text(value).encode() == expected


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_what_json_cannot_say_is_refused(value: float) -> None:
    with pytest.raises(ValueError, match="not a JSON number"):
        canonical_text(value)
