"""Verifies evidence from standard input, a JSON object a line, and writes what was found, a line each: for the test that
compares this verifier with the service's own (clients/conformance/evidence/third-parties/python-client.system.ts)."""

import base64
import datetime
import json
import sys
from typing import Any

from plumbline.evidence_verification import TrustFileError, verify_bundle

LETTERS = {"pass": "p", "fail": "f", "not checked": "n"}


def found(given: dict[str, Any]) -> dict[str, Any]:
    files = {name: None if given[name] is None else base64.b64decode(given[name]) for name in FILES}
    try:
        report = verify_bundle(
            files["bundle"] or b"",
            files["frames"],
            files["trust"] or b"",
            files["keyring"],
            datetime.datetime.fromisoformat(given["now"].replace("Z", "+00:00")),
            relaxed=given["relaxed"],
            rescore=None,
        )
    except TrustFileError:
        return {"trust": "unusable"}
    steps = "".join(LETTERS[step.result] for step in report.steps)
    return {"verdict": report.verdict, "code": report.code, "steps": steps, "notAfter": report.not_after}


FILES = ("bundle", "frames", "trust", "keyring")

if __name__ == "__main__":
    for line in sys.stdin:
        sys.stdout.write(json.dumps(found(json.loads(line))) + "\n")
