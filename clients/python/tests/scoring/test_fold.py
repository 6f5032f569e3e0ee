"""A fold by the engine: the journals of the core to the last bit, and what it promises besides its numbers."""

import importlib
import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from plumbline.scoring import (
    DEFAULT_SETTINGS,
    EngineStoppedError,
    VehicleState,
    fold,
    initial_state,
    pack_state,
    settings_from_json,
    six_digits,
    unpack_state,
)

CONFORMANCE = Path(__file__).parents[3] / "conformance"
FOLDED = sorted((CONFORMANCE / "written" / "scoring").glob("*.ndjson"))
MINUTE_US = 60_000_000

sys.path.append(str(CONFORMANCE / "scoring"))
check_fold = importlib.import_module("check_fold")


@pytest.mark.parametrize("path", FOLDED, ids=lambda path: path.stem)
def test_folds_a_journal_as_the_core_does(path: Path) -> None:
    assert " entries and " in check_fold.check(path)


def test_journals_were_folded() -> None:
    assert len(FOLDED) >= 9


def folded(name: str) -> VehicleState:
    state = initial_state()
    for line in (CONFORMANCE / f"written/scoring/{name}.ndjson").read_text("utf-8").splitlines():
        state = fold(state, json.loads(line)["entry"]).state
    return state


STEPPED = folded("radar-step")


def frame(**reading: Any) -> dict[str, Any]:
    return {"kind": "frame", "reading": {"captured_at_us": MINUTE_US, **reading}}


def test_a_packed_state_that_is_cut_anywhere_or_goes_on_is_refused() -> None:
    packed = pack_state(STEPPED)
    for changed in [*(packed[:end] for end in range(0, len(packed), 997)), packed + b"\x00"]:
        with pytest.raises(ValueError):
            unpack_state(changed)


def test_a_packed_state_with_changed_bytes_is_a_value_or_refused_and_harms_no_other() -> None:
    packed = pack_state(STEPPED)
    after = pack_state(fold(STEPPED, frame(radar_range_bias_m=0.1)).state)
    chance = random.Random(1)
    for _ in range(200):
        changed = bytearray(packed)
        for _ in range(chance.randrange(1, 4)):
            changed[chance.randrange(len(changed))] = chance.randrange(256)
        try:
            fold(unpack_state(bytes(changed)), frame(radar_range_bias_m=0.1))
        except (ValueError, ArithmeticError, LookupError, TypeError, EngineStoppedError):
            continue
        finally:
            assert pack_state(fold(STEPPED, frame(radar_range_bias_m=0.1)).state) == after


def test_a_frame_without_any_sensor_is_a_frame() -> None:
    score = fold(initial_state(), frame()).score
    assert score is not None
    assert (score["seq"], score["tier"], score["channels"]) == (1, "UNKNOWN", [])


def test_a_bias_of_minus_zero_is_a_bias_of_zero() -> None:
    states = [fold(initial_state(), frame(radar_range_bias_m=zero)).state for zero in (0.0, -0.0)]
    assert states[0] == states[1]


def test_what_is_no_entry_is_refused() -> None:
    for entry in ({"kind": "surprise"}, frame(camera_rotation_matrix=[1.0] * 16)):
        with pytest.raises(ValueError):
            fold(initial_state(), entry)


@pytest.mark.parametrize(
    ("group", "name", "value", "words"),
    [
        ("change", "limit_nats", "7.75", "settings.change.limitNats: not a number"),
        ("change", "limit_nats", True, "settings.change.limitNats: not a number"),
        ("change", "surprise", 1, "settings.change.surprise: unknown"),
        ("limits", "radar_m", [], "settings.limits.radarM: not an object"),
        ("limits", "radar_m", {"caution": 1}, "settings.limits.radarM.critical: not a number"),
    ],
)
def test_settings_that_are_none_are_refused_by_name(group: str, name: str, value: Any, words: str) -> None:
    settings = {**DEFAULT_SETTINGS, group: {**DEFAULT_SETTINGS[group], name: value}}
    with pytest.raises(TypeError, match=words):
        settings_from_json(settings)


def test_numbers_are_stated_as_the_language_rounds_them() -> None:
    chance = random.Random(2)
    for _ in range(5000):
        value = chance.choice([-1, 1]) * 10 ** chance.uniform(-14.99, 20.99)
        assert six_digits(value) == float(f"{value:.5e}")
    assert [six_digits(value) for value in (1000000.5, 1000005, 9.999996, 1e-16, 1e300)] == [
        1000000,
        1000010,
        10,
        1e-16,
        1e300,
    ]
