"""What a verification found, step by step: the numbers, titles and codes of docs/evidence-format.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from .fault import printable

Verdict = Literal["valid", "incomplete", "invalid"]
Result = Literal["pass", "fail", "not checked"]

STEPS: tuple[tuple[str, str, str], ...] = (
    ("V0", "Form", "E_FORM"),
    ("V1", "Schema", "E_SCHEMA"),
    ("V2", "Content digest", "E_DIGEST"),
    ("V3", "Envelope", "E_ENVELOPE"),
    ("V4", "Trusted keys", "E_KEYRING"),
    ("V5", "Signature", "E_SIGNATURE"),
    ("V6", "Statement", "E_STATEMENT"),
    ("V7", "Log leaf", "E_LEAF"),
    ("V8", "Log checkpoint", "E_CHECKPOINT"),
    ("V9", "Log inclusion", "E_INCLUSION"),
    ("V10", "Key validity by log index", "E_KEY_WINDOW"),
    ("V11", "Witnesses", "E_WITNESS"),
    ("V12", "Time stamps", "E_TIMESTAMP"),
    ("V13", "Chain of custody", "E_CUSTODY"),
    ("V14", "Frames", "E_FRAMES"),
    ("V15", "Recomputed scoring", "E_RESCORE"),
    ("V16", "Comparison with other bundles", "E_FORK"),
)
"""Number, title and the code of a failure, in the order in which they are reported."""


@dataclass(frozen=True)
class Finding:
    """What one step found."""

    result: Result
    text: str | None = None
    """What a pass leaves open, why a step failed, or why it was not checked."""
    leaves_open: bool = False
    """Not checked although there was something to check, so that the verdict cannot be "valid"."""


PASSED = Finding("pass")


def passed(note: str | None = None) -> Finding:
    return Finding("pass", note)


def failed(detail: str) -> Finding:
    return Finding("fail", printable(detail))


def not_applicable(reason: str) -> Finding:
    """Nothing to check: neither the bundle nor the trust file speaks of it."""
    return Finding("not checked", reason)


def missing(reason: str, *, required: bool = False) -> Finding:
    """What could not be checked: a failure where the verifier insists on it, otherwise left open."""
    if required:
        return failed(f"required, but {reason}")
    return Finding("not checked", printable(reason), leaves_open=True)


@dataclass(frozen=True)
class Step:
    step: str
    """Its number: V0 to V16."""
    title: str
    result: Result
    code: str | None
    """Of a step that failed."""
    text: str | None
    """What a pass leaves open, why the step failed, or why it was not checked."""

    def to_dict(self) -> dict[str, Any]:
        named = {"pass": "note", "fail": "detail", "not checked": "reason"}[self.result]
        return {
            "step": self.step,
            "title": self.title,
            "result": self.result,
            **({"code": self.code} if self.code is not None else {}),
            **({named: self.text} if self.text is not None else {}),
        }


@dataclass(frozen=True)
class Verification:
    """The report on a bundle or a statement of a state, as `EvidenceVerification` of the OpenAPI document has it."""

    verdict: Verdict
    """`valid`: all that the trust file asks for was checked and holds. `incomplete`: what was checked
    holds, but the frames,
    the scoring or the log were not. `invalid`: a step failed."""
    exit_status: Literal[0, 1, 3]
    """0 valid, 1 invalid, 3 incomplete."""
    code: str | None
    """Of the first step that failed."""
    organisation: str | None
    api_key_id: str | None
    event_id: str | None
    """Of a bundle; of a statement of a state None, as is `content_digest`."""
    vehicle_id: str | None
    tier: str | None
    content_digest: str | None
    key_id: str | None
    judged_as_of: str
    bundle_sha256: str
    frames_sha256: str | None
    trust_sha256: str
    statement: dict[str, Any] | None
    """The statement of a state that was judged, as it was signed; None for a bundle."""
    not_after: str | None
    """The earliest time at which a time-stamp authority or a witness saw the evidence; None where none
    did."""
    steps: tuple[Step, ...]

    @property
    def is_valid(self) -> bool:
        return self.verdict == "valid"

    def step(self, number: str) -> Step:
        """The step of this number, such as "V14"."""
        return next(step for step in self.steps if step.step == number)

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON, under the names of the OpenAPI document."""
        members = (
            "verdict exit_status code organisation api_key_id event_id vehicle_id tier content_digest key_id "
            "judged_as_of bundle_sha256 frames_sha256 trust_sha256 statement"
        )
        return {
            **{name: getattr(self, name) for name in members.split()},
            "proven_time": {"not_before": None, "not_after": self.not_after, "reason": self._reason},
            "steps": [step.to_dict() for step in self.steps],
        }

    @property
    def _reason(self) -> str:
        if self.not_after is None:
            return "no time stamp and no witness: every time in the bundle is the issuer's own"
        return "the earliest time at which a time-stamp authority or a witness saw it"


def verdict_of(findings: Mapping[str, Finding]) -> tuple[Verdict, Literal[0, 1, 3], str | None]:
    for number, _, code in STEPS:
        if findings[number].result == "fail":
            return "invalid", 1, code
    if any(finding.leaves_open for finding in findings.values()):
        return "incomplete", 3, None
    return "valid", 0, None


def steps_of(findings: Mapping[str, Finding]) -> tuple[Step, ...]:
    return tuple(
        Step(number, title, found.result, code if found.result == "fail" else None, found.text)
        for number, title, code in STEPS
        for found in (findings[number],)
    )
