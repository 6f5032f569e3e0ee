"""Every case of clients/conformance/evidence: the verdict, the code and the result of each step that the service's own
verifier gave (the tables are written, and checked, by it)."""

import base64
import datetime
import json
from pathlib import Path
from typing import Any

import pytest

from plumbline.evidence_verification import Verification, verify_bundle
from plumbline.evidence_verification.recomputed_scoring import installed_rescore

VECTORS = Path(__file__).parents[3] / "conformance" / "written" / "evidence"
TEN_DAYS_LATER = "2026-11-30T09:00:00.000Z"
SCORING = 15
LETTERS = {"pass": "p", "fail": "f", "not checked": "n"}
RECOMPUTES = installed_rescore() is not None

Case = dict[str, Any]
SCORED_EVENT: str = json.loads((VECTORS / "scored.bundle.json").read_bytes())["event_id"]


def cases_of(name: str) -> list[Case]:
    cases: list[Case] = json.loads((VECTORS / name).read_text(encoding="utf-8"))["cases"]
    return cases


def named(case: Case) -> str:
    return f"{case.get('base', 'scored')}: {case['name']}"


@pytest.mark.parametrize("case", cases_of("cases.json"), ids=named)
def test_tampered_evidence(case: Case) -> None:
    report = judged(case, case["base"])
    assert_as_due(report, case, needs_scoring=case["needs_scoring"])
    for words in case.get("stated", []):
        assert words in (report.step("V15").text or "")


@pytest.mark.parametrize("case", cases_of("report-cases.json"), ids=named)
def test_third_parties_withheld_frames_and_demands(case: Case) -> None:
    assert_as_due(judged(case, "scored"), case, needs_scoring=True)


KEYRING_FILES = {
    name: base64.b64decode(text)
    for name, text in json.loads((VECTORS / "keyring-cases.json").read_text(encoding="utf-8"))[
        "files"
    ].items()
}


@pytest.mark.parametrize("case", cases_of("keyring-cases.json"), ids=named)
def test_evidence_under_a_keyring(case: Case) -> None:
    bundle, trust, keyring = (KEYRING_FILES[case[name]] for name in ("bundle", "trust", "keyring"))
    report = verify_bundle(bundle, KEYRING_FILES["frames"], trust, keyring, moment(TEN_DAYS_LATER))
    assert_as_due(report, case, needs_scoring=True)


KEPT = VECTORS.parents[1] / "evidence"
ISSUED = sorted(KEPT.glob("scoring-*/*.bundle.json"))


@pytest.mark.parametrize("path", ISSUED, ids=lambda path: str(path.relative_to(KEPT)))
def test_evidence_kept_of_a_frozen_scoring_holds(path: Path) -> None:
    trust = path.with_name("trust.json")
    frames = path.with_name(path.name.replace(".bundle.json", ".frames.ndjson"))
    now = moment("2027-01-01T00:00:00.000Z")
    report = verify_bundle(path.read_bytes(), frames.read_bytes(), trust.read_bytes(), now=now)
    assert report.verdict in ("valid", "incomplete"), report
    # Nothing but the fold may be left open, and that only where no scoring of that version is here.
    left = [step.step for step in report.steps if step.result == "not checked"]
    assert set(left) <= {"V11", "V12", "V15", "V16"}
    assert (report.verdict == "incomplete") == ("V15" in left)


def judged(case: Case, base: str) -> Verification:
    bundle = edited(VECTORS / f"{base}.bundle.json", case["bundle"])
    return verify_bundle(
        bundle,
        None if case["frames"] is None else edited(VECTORS / f"{base}.frames.ndjson", case["frames"]),
        edited(VECTORS / "trust.json", case.get("trust", [])),
        now=moment(case.get("now", TEN_DAYS_LATER)),
        relaxed=case.get("relaxed", False),
        require=case.get("require", []),
        require_organisation=case.get("require_organisation"),
        known_digests={SCORED_EVENT: case["known_digest"]} if "known_digest" in case else None,
        sigstore=base64.b64decode(case["sigstore"]) if "sigstore" in case else None,
    )


def assert_as_due(report: Verification, case: Case, *, needs_scoring: bool) -> None:
    steps = "".join(LETTERS[step.result] for step in report.steps)
    due, verdict, code = case["steps"], case["verdict"], case["code"]
    if needs_scoring and not RECOMPUTES and steps[SCORING] != due[SCORING]:
        # Without a scoring the fold is left open; a contradiction is found all the same.
        assert steps[SCORING] == "n", report.step("V15")
        due = due[:SCORING] + "n" + due[SCORING + 1 :]
        if code in (None, "E_RESCORE"):
            verdict, code = ("invalid", "E_FORK") if "f" in due else ("incomplete", None)
    assert (report.verdict, report.code, steps) == (verdict, code, due), report
    assert report.exit_status == {"valid": 0, "invalid": 1, "incomplete": 3}[verdict]


def edited(path: Path, edits: list[Case]) -> bytes:
    data, parts, at = path.read_bytes(), [], 0
    for edit in edits:
        parts += [data[at : edit["at"]], base64.b64decode(edit["insert"])]
        at = edit["at"] + edit["remove"]
    return b"".join([*parts, data[at:]])


def moment(text: str) -> datetime.datetime:
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
