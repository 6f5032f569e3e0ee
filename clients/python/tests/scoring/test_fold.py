"""What a fold promises besides its numbers: it leaves what it was given, and takes back what it has packed."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from plumbline.scoring import (
    DEFAULT_SETTINGS,
    BaselineEntry,
    FrameEntry,
    JournalEntry,
    ScoringSettings,
    SensorReading,
    VehicleState,
    entry_from_json,
    fold,
    initial_state,
    pack_state,
    unpack_state,
)

VECTORS = Path(__file__).parents[3] / "conformance" / "written" / "scoring"
MINUTE_US = 60_000_000.0


def entries_of(name: str) -> list[JournalEntry]:
    lines = (VECTORS / f"{name}.ndjson").read_text(encoding="utf-8").splitlines()
    return [entry_from_json(json.loads(line)["entry"]) for line in lines]


def folded(entries: list[JournalEntry]) -> VehicleState:
    state = initial_state()
    for entry in entries:
        state = fold(state, entry).state
    return state


STEPPED = folded(entries_of("radar-step"))


def test_a_fold_leaves_the_state_it_was_given_as_it_was() -> None:
    before = pack_state(STEPPED)
    for entry in entries_of("radar-step")[:5]:
        fold(STEPPED, entry)
    assert pack_state(STEPPED) == before


def test_a_state_that_was_packed_goes_on_as_the_one_that_was_not() -> None:
    entries = entries_of("interrupted")
    state = resumed = initial_state()
    for entry in entries:
        state = fold(state, entry).state
        resumed = unpack_state(pack_state(fold(resumed, entry).state))
    assert pack_state(resumed) == pack_state(state)


def test_a_packed_state_that_is_cut_anywhere_is_refused() -> None:
    packed = pack_state(STEPPED)
    for end in range(0, len(packed), 7):
        with pytest.raises(ValueError):
            unpack_state(packed[:end])


def test_bytes_after_a_packed_state_are_refused() -> None:
    # What follows a state without a prior would be its prior.
    with pytest.raises(ValueError):
        unpack_state(pack_state(STEPPED) + b"\x00")


def test_a_packed_state_with_changed_bytes_is_a_value_or_refused_and_nothing_else() -> None:
    packed = pack_state(STEPPED)
    chance = random.Random(1)
    for _ in range(400):
        changed = bytearray(packed)
        for _ in range(chance.randrange(1, 4)):
            changed[chance.randrange(len(changed))] = chance.randrange(256)
        try:
            read = unpack_state(bytes(changed))
        except (ValueError, ArithmeticError, LookupError, TypeError):
            continue
        assert isinstance(read, VehicleState)


def test_a_frame_without_any_sensor_is_a_frame() -> None:
    score = fold(initial_state(), FrameEntry(SensorReading(MINUTE_US))).score
    assert score is not None
    assert (score.seq, score.tier, score.channels) == (1, "UNKNOWN", ())


def test_a_bias_of_minus_zero_is_a_bias_of_zero() -> None:
    states = [
        pack_state(fold(initial_state(), FrameEntry(SensorReading(MINUTE_US, radar_range_bias_m=zero))).state)
        for zero in (0.0, -0.0)
    ]
    assert states[0] == states[1]


def test_a_late_frame_is_scored_and_moves_nothing_but_the_count_and_its_clock() -> None:
    late = FrameEntry(SensorReading(MINUTE_US, radar_range_bias_m=5.0))
    state, score, events = fold(STEPPED, late)
    assert score is not None and score.late and events == ()
    assert state.tracks.radar.clock.late == 1
    unmoved = state._replace(entries=STEPPED.entries, tracks=STEPPED.tracks)
    assert pack_state(unmoved) == pack_state(STEPPED)


@pytest.mark.parametrize("action", ["learn", "freeze", "unfreeze"])
def test_a_command_to_an_empty_vehicle_is_obeyed(action: Any) -> None:
    state, score, _ = fold(initial_state(), BaselineEntry(action, MINUTE_US))
    assert score is None and state.entries == 1
    assert state.frozen == (action == "freeze")


def test_settings_come_back_as_they_were_written() -> None:
    assert ScoringSettings.from_json(DEFAULT_SETTINGS.to_json()) == DEFAULT_SETTINGS


@pytest.mark.parametrize(
    ("group", "name", "value", "words"),
    [
        ("evidence", "caution_nats", "7.75", "settings.evidence.cautionNats: not a number"),
        ("evidence", "caution_nats", True, "settings.evidence.cautionNats: not a number"),
        ("evidence", "shift_variances", [], "settings.evidence.shiftVariances: not a list"),
        ("evidence", "shift_variances", [1, None], r"settings.evidence.shiftVariances\[1\]: not a number"),
        ("evidence", "surprise", 1, "settings.evidence.surprise: unknown"),
        ("tiers", None, [], "settings.tiers: not an object"),
    ],
)
def test_settings_that_are_none_are_refused_by_name(
    group: str, name: str | None, value: Any, words: str
) -> None:
    settings = DEFAULT_SETTINGS.to_json()
    if name is None:
        settings[group] = value
    else:
        settings[group][name] = value
    with pytest.raises(TypeError, match=words):
        ScoringSettings.from_json(settings)


def test_settings_without_a_member_are_refused() -> None:
    settings = DEFAULT_SETTINGS.to_json()
    del settings["noise"]["dispersion"]
    with pytest.raises(TypeError, match=r"settings.noise.dispersion: not a number"):
        ScoringSettings.from_json(settings)
