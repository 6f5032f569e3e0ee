"""What a bundle says of its scoring in two places must be the same in both."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from .canonical_text import canonical_text
from .packed_bytes import from_base64
from .score import TIER_RANKS

Json = Any
Statement = tuple[str, str]
"""A JSON pointer into the bundle, and the value there as canonical JSON or in words."""

_SAME = (
    ("/tier", "/scoring/outputs/tier"),
    ("/tier_transition/before/tier", "/scoring/outputs/tier_before"),
    ("/tier_transition/after/tier", "/scoring/outputs/tier"),
    ("/tier_transition/after/health_score", "/scoring/outputs/health_score"),
    ("/tier_transition/rule", "/scoring/version"),
    ("/measurements/camera_drift_deg", "/scoring/outputs/camera_drift_deg"),
    ("/measurements/radar_drift_mm", "/scoring/outputs/radar_drift_mm"),
    ("/measurements/health_score", "/scoring/outputs/health_score"),
)


@dataclass(frozen=True)
class Contradiction:
    """Two places that must say one thing, and do not. Which of them is wrong, no comparison can tell."""

    here: Statement
    there: Statement
    kind: Literal["stated"] = "stated"

    @property
    def detail(self) -> str:
        """In the words of every Plumbline verifier."""
        return f"given here {self.here[0]} {self.here[1]}, there {self.there[0]} {self.there[1]}"


def contradictions_in(core: Json) -> list[Contradiction]:
    """Where a bundle contradicts itself. Needs neither frames nor a scoring."""
    return [Contradiction(here, there) for here, there in _contradictions(core)]


def _contradictions(core: Json) -> Iterator[tuple[Statement, Statement]]:
    for here, there in _SAME:
        stated, other = _at(core, here), _at(core, there)
        due = f"tier-rules/{other}" if here == "/tier_transition/rule" else other
        if canonical_text(stated) != canonical_text(due):
            yield _statement(here, stated), _statement(there, other)
    scoring, breach = core["scoring"], core["breach"]
    outputs = scoring["outputs"]
    yield from _of_measured(core["measurements"]["measured"], outputs)
    if outputs["breach_opened"] is not (breach["opened_seq"] == breach["frame_seq"]):
        flag = _statement("/scoring/outputs/breach_opened", outputs["breach_opened"])
        yield flag, _statement("/breach/opened_seq", breach["opened_seq"])
    yield from _of_trigger(core)
    if outputs["cusum_triggered"] is not True:
        opened = ("/breach", f"a breach at entry {breach['frame_seq']}")
        yield _statement("/scoring/outputs/cusum_triggered", outputs["cusum_triggered"]), opened
    yield from _of_state(scoring["initial_state"])
    yield from _of_window(scoring, breach)


def _of_measured(measured: Json, outputs: Json) -> Iterator[tuple[Statement, Statement]]:
    due = {
        "camera": _is_estimated("camera", outputs) or outputs["camera_drift_deg"] != 0,
        "radar": _is_estimated("radar", outputs) or outputs["radar_drift_mm"] != 0,
        "lidar": _is_estimated("lidar", outputs),
        "health": outputs["tier"] != "UNKNOWN",
    }
    for name, is_measured in due.items():
        if measured[name] is not is_measured:
            there = ("/scoring/outputs", "an estimate" if is_measured else "none")
            yield _statement(f"/measurements/measured/{name}", measured[name]), there


def _is_estimated(sensor: str, outputs: Json) -> bool:
    """A sensor without a baseline has no estimate: its drift is 0 with a standard deviation of 0."""
    return any(
        channel["channel"].startswith("camera_" if sensor == "camera" else sensor) and channel["drift_sd"] > 0
        for channel in outputs["channels"]
    )


def _of_trigger(core: Json) -> Iterator[tuple[Statement, Statement]]:
    """Why evidence was issued must be what happened at its newest frame."""
    breach, moved = core["breach"], core["tier_transition"]
    trigger = breach["trigger"]
    here = _statement("/breach/trigger", trigger)
    has_opened = breach["opened_seq"] == breach["frame_seq"]
    if breach["opened_seq"] > breach["frame_seq"] or (trigger == "breach_opened" and not has_opened):
        yield here, _statement("/breach/opened_seq", breach["opened_seq"])
    has_worsened = TIER_RANKS[moved["after"]["tier"]] > TIER_RANKS[moved["before"]["tier"]]
    if trigger == "tier_worsened" and (not has_worsened or has_opened):
        yield here, _statement("/tier_transition/after/tier", moved["after"]["tier"])
    if (trigger == "requested") is not ("request" in core):
        yield here, ("/request", "present" if "request" in core else "absent")


def _of_state(initial: Json) -> Iterator[tuple[Statement, Statement]]:
    """A digest beside what it is of."""
    digest = _digest_of(initial["state"])
    if initial["sha256"] != digest:
        value = "no state" if digest is None else f"bytes of SHA-256 {canonical_text(digest)}"
        here = _statement("/scoring/initial_state/sha256", initial["sha256"])
        yield here, ("/scoring/initial_state/state", value)


def _digest_of(state: str | None) -> str | None:
    packed = None if state is None else from_base64(state)
    return None if packed is None else hashlib.sha256(packed).hexdigest()


def _of_window(scoring: Json, breach: Json) -> Iterator[tuple[Statement, Statement]]:
    inputs, before = scoring["inputs"], scoring["initial_state"]["seq"]
    first, last, count = inputs["first_seq"], inputs["last_seq"], inputs["count"]
    if first != before + 1:
        there = ("/scoring/initial_state/seq", f"{before}, before {before + 1}")
        yield _statement("/scoring/inputs/first_seq", first), there
    if count != last - first + 1:
        there = ("/scoring/inputs/last_seq", f"{last}, from {first} on")
        yield _statement("/scoring/inputs/count", count), there
    if breach["frame_seq"] != last:
        here = _statement("/breach/frame_seq", breach["frame_seq"])
        yield here, _statement("/scoring/inputs/last_seq", last)


def _at(core: Json, pointer: str) -> Json:
    value = core
    for name in pointer.split("/")[1:]:
        value = value[name]
    return value


def _statement(place: str, value: Json) -> Statement:
    return place, canonical_text(value)
