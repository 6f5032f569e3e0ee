"""A bundle's scoring computed anew from its frames, and compared to the last bit (docs/evidence-format.md, step V15)."""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any, Literal

from .canonical_text import canonical_text
from .engine import EngineAbsentError, EngineStoppedError
from .fold import fold
from .packed_bytes import from_base64
from .score import BreachOpening, Score, open_breach_of
from .settings import NUMERIC_PROFILE, SCORING_VERSION, Settings, settings_from_json
from .state import VehicleState, initial_state, unpack_state
from .stated_twice import Contradiction, contradictions_in

# SHA-256 of the frozen scorers (core/scorers/scorers.json), by version: evidence names the one that scored it. That of
# SCORING_VERSION holds the heart.wasm of this package.
_SCORERS = {
    "1.0.0-dev": "cee978fc9b87e5651c45079dc5d390acce35b293024c465ff497b7e5be432f89",
}
_WITHHELD_LINE = b'{"leaf":"'
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_NOT_SAID = object()


@dataclass(frozen=True)
class Recomputation:
    """A value that the fold does not give as recorded, at a JSON pointer of the bundle."""

    place: str
    recorded: str
    recomputed: str
    kind: Literal["recomputed"] = "recomputed"

    @property
    def detail(self) -> str:
        return f"{self.place}: recorded {self.recorded}, recomputed {self.recomputed}"


@dataclass(frozen=True)
class Unfoldable:
    """A state or parameters that are none, or entries that do not count on from one another."""

    reason: str
    kind: Literal["unfoldable"] = "unfoldable"

    @property
    def detail(self) -> str:
        return f"the fold breaks off: {self.reason}"


Difference = Recomputation | Unfoldable | Contradiction


@dataclass(frozen=True)
class Rescoring:
    """``same``: every figure comes out as recorded, to the last bit. ``unable``: it was not computed, and why not."""

    result: Literal["same", "different", "unable"]
    differences: tuple[Difference, ...] = ()
    reason: str | None = None
    code: Literal["unsupported_scoring", "frames_unusable", "not_computable", "engine_absent"] | None = None
    """What kind of reason it is."""


def rescore_bundle(bundle: bytes, frames: bytes) -> Rescoring:
    """Folds the recorded entries from the recorded state under the recorded parameters.

    It says nothing of who signed the bundle: that is for ``evidence.verify``. Parameters and state decide what a fold
    costs, so fold only what somebody trusted has signed.

    :raises ValueError: for a bundle that is no JSON object with the members of one.
    """
    core = _read_bundle(bundle)
    stated = tuple(contradictions_in(core))
    found = _rescore(core, frames)
    if not stated:
        return found
    # A contradiction is no reason not to recompute, for only the fold says which side is wrong.
    return Rescoring("different", (*stated, *found.differences), found.reason, found.code)


def _read_bundle(bundle: bytes) -> Any:
    # Numbers are doubles, in whatever form they are written.
    core = json.loads(bundle, parse_int=_number)
    try:
        scoring, transition = core["scoring"], core["tier_transition"]
        for group in (scoring["initial_state"], scoring["inputs"], transition["before"], transition["after"]):
            dict(group)
        for name in ("frames", "breach", "measurements"):
            dict(core[name])
        dict(scoring["outputs"])
    except (KeyError, TypeError, ValueError) as fault:
        raise ValueError(f"not an evidence bundle: {fault!r} is missing or malformed") from None
    return core


def _number(text: str) -> float:
    return int(text) if len(text) <= 15 else float(text)


def _rescore(core: Any, frames: bytes) -> Rescoring:
    scoring = core["scoring"]
    refused = _choose_scorer(scoring)
    if refused is not None:
        return refused
    unusable = _frames_fault(core, frames)
    if unusable is not None:
        return Rescoring("unable", reason=unusable, code="frames_unusable")
    records = [json.loads(line, parse_int=_number) for line in frames.split(b"\n")[:-1]]
    try:
        return _compare(core, records)
    except EngineAbsentError as fault:
        return Rescoring("unable", reason=str(fault), code="engine_absent")
    except EngineStoppedError as fault:
        # One that takes longer than this package allows was not computed.
        if fault.reason == "steps":
            return _not_computable(fault)
        return Rescoring("different", (Unfoldable(str(fault)),))


def _compare(core: Any, records: Sequence[Any]) -> Rescoring:
    scoring = core["scoring"]
    try:
        settings = settings_from_json(scoring["parameters"])
        state = _state_of(scoring["initial_state"]["state"])
    except (ArithmeticError, LookupError, TypeError, ValueError) as fault:
        return Rescoring("different", (Unfoldable(str(fault)),))
    try:
        differences = tuple(_refold(core, records, state, settings))
    except _OutOfStepError as fault:
        return Rescoring("different", (Unfoldable(str(fault)),))
    except (ArithmeticError, ValueError, LookupError, TypeError, struct.error) as fault:
        # A hostile state or parameter set may ask for infinities, which not every language computes with.
        return _not_computable(fault)
    return Rescoring("different", differences) if differences else Rescoring("same")


def _not_computable(fault: Exception) -> Rescoring:
    return Rescoring("unable", reason=f"this implementation cannot fold it: {fault}", code="not_computable")


def _choose_scorer(scoring: Any) -> Rescoring | None:
    """None where this package is the scorer that the bundle names; one still in development has no digest to be named by."""
    version, profile, digest = scoring["version"], scoring["numeric_profile"], scoring.get("scorer_sha256")
    known = _SCORERS.get(version)
    if digest is not None and known is not None and digest != known:
        here = ("/scoring/scorer_sha256", canonical_text(digest))
        there = (f"this verifier's list of scorers, for {version}", canonical_text(known))
        return Rescoring("different", (Contradiction(here, there),))
    other = next((of for of, sha256 in _SCORERS.items() if sha256 == digest), version)
    if other != version:
        here = ("/scoring/version", canonical_text(version))
        there = (f"this verifier's list of scorers, for sha256:{digest}", canonical_text(other))
        return Rescoring("different", (Contradiction(here, there),))
    if version != SCORING_VERSION or profile != NUMERIC_PROFILE:
        here_is = f"here is {SCORING_VERSION} ({NUMERIC_PROFILE})"
        return _unsupported(f"scored by {version} ({profile}), {here_is}")
    if digest is None and known is not None:
        return _unsupported(f"scored by {version} before it was frozen: the bundle names no scorer")
    return None


def _unsupported(reason: str) -> Rescoring:
    return Rescoring("unable", reason=reason, code="unsupported_scoring")


def _frames_fault(core: Any, frames: bytes) -> str | None:
    """Only the very bytes that were scored are folded; a redacted file has others."""
    if hashlib.sha256(frames).hexdigest() == core["frames"]["sha256"]:
        return None
    is_redacted = frames.startswith(_WITHHELD_LINE) or b"\n" + _WITHHELD_LINE in frames
    return "frames are withheld" if is_redacted else "the frames are not those that were scored"


def _state_of(packed: str | None) -> VehicleState:
    if packed is None:
        return initial_state()
    data = from_base64(packed)
    if data is None:
        raise TypeError("the initial state is not canonical base64")
    return unpack_state(data)


class _OutOfStepError(Exception):
    """The fold counts otherwise than the journal."""


@dataclass(frozen=True)
class _Last:
    """The last entry of a replay."""

    score: Score | None
    health_before: float | None
    """Health score as the entries before left it; None when the scores of the window do not show it."""
    captured_at_us: int | None


def _refold(
    core: Any, records: Sequence[Any], state: VehicleState, settings: Settings
) -> Iterator[Recomputation]:
    last = _Last(None, None, None)
    for record in records:
        state, score = fold(state, record, settings)
        if score is not None and score["seq"] != record["seq"]:
            raise _OutOfStepError(
                f"the fold counts entry {score['seq']} where the journal has {record['seq']}"
            )
        captured = int(record["reading"]["captured_at_us"]) if record["kind"] == "frame" else None
        last = _Last(score, _health_after(last), captured)
    if last.score is None:
        yield _none_is_open(core, "no score there")
        return
    opening = open_breach_of(state, settings)
    yield from _compared(_of_score(core, last.score))
    if opening is None:
        yield _none_is_open(core, "no breach is open there")
    else:
        yield from _compared(_of_breach(core["breach"], opening))
    yield from _compared(_of_transition(core["tier_transition"], last, last.score))


def _compared(values: Iterator[tuple[str, Any, Any]]) -> Iterator[Recomputation]:
    """Of values by place, recorded and recomputed, those that differ."""
    for place, recorded, recomputed in values:
        found = "nothing" if recomputed is _NOT_SAID else canonical_text(recomputed)
        if canonical_text(recorded) != found:
            yield Recomputation(place, canonical_text(recorded), found)


def _none_is_open(core: Any, recomputed: str) -> Recomputation:
    return Recomputation("/breach/frame_seq", str(core["breach"]["frame_seq"]), recomputed)


def _health_after(last: _Last) -> float | None:
    """A command may change the health without a score that says so; a late frame changes nothing."""
    if last.score is None:
        return None
    return last.health_before if last.score["late"] else last.score["health_score"]


def _of_score(core: Any, score: Score) -> Iterator[tuple[str, Any, Any]]:
    for name, recorded in core["scoring"]["outputs"].items():
        yield f"/scoring/outputs/{name}", recorded, _NOT_SAID if name == "seq" else score.get(name, _NOT_SAID)
    yield "/tier", core["tier"], score["tier"]
    for name in ("camera_drift_deg", "radar_drift_mm", "health_score"):
        yield f"/measurements/{name}", core["measurements"][name], score[name]


def _of_breach(breach: Any, opening: BreachOpening) -> Iterator[tuple[str, Any, Any]]:
    for name, recomputed in opening._asdict().items():
        yield f"/breach/{name}", breach[name], recomputed


def _of_transition(transition: Any, last: _Last, score: Score) -> Iterator[tuple[str, Any, Any]]:
    before, after = transition["before"], transition["after"]
    place = "/tier_transition"
    yield f"{place}/before/tier", before["tier"], score["tier_before"]
    yield f"{place}/after/tier", after["tier"], score["tier"]
    yield f"{place}/after/health_score", after["health_score"], score["health_score"]
    yield f"{place}/after/since", after["since"], _since_after(before, after, last)
    if score["tier_before"] == "UNKNOWN":
        # Nothing was judged.
        yield f"{place}/before/health_score", before["health_score"], None
    elif last.health_before is not None:
        yield f"{place}/before/health_score", before["health_score"], last.health_before


def _since_after(before: Any, after: Any, last: _Last) -> str | None:
    if before["tier"] == after["tier"] or last.captured_at_us is None:
        since: str | None = before["since"]
        return since
    at = _EPOCH + timedelta(milliseconds=last.captured_at_us // 1000)
    return f"{at:%Y-%m-%dT%H:%M:%S}.{at.microsecond // 1000:03d}Z"
