"""`python -m plumbline verify`: checks evidence from files alone, with no service and no network."""

from __future__ import annotations

import argparse
import datetime
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .evidence_verification import Step, Verification

# Those of `plumbline evidence verify`, so that one script can call either.
_EXIT_CODES = {"valid": 0, "incomplete": 1, "invalid": 6}
_USAGE = 2
_NOT_CONFIRMED = (
    "UNCHANGED, ISSUER NOT CONFIRMED: every check holds, by a trust file that lies beside the bundle;\n"
    "  name its published SHA-256 with --trust-sha256, or use a trust file you have from elsewhere"
)
_WORDS = {
    "valid": "VALID: signed by the issuer and unchanged; the recomputed scoring is identical",
    "incomplete": "INCOMPLETE: no check failed, but not everything was checked",
    "invalid": "INVALID: do not rely on this bundle",
}
_STATEMENT_WORDS = {
    **_WORDS,
    "valid": "VALID: signed by the issuer, unchanged, and in the log. It is the issuer's claim: "
    "it carries no frames to recompute it from",
    "invalid": "INVALID: do not rely on this statement",
}
_DEMANDS = {
    "frames": "missing frames make it invalid",
    "rescore": "a scoring that was not recomputed makes it invalid",
    "timestamp": "a bundle without a time stamp of a trusted authority is invalid",
    "witness": "a bundle whose checkpoint no trusted witness saw is invalid",
    "precommit": "a bundle whose frames the log did not commit to as they came is invalid",
}


class _WrongUse(Exception):  # noqa: N818 -- a mistake of whoever typed the command
    pass


def main(words: Sequence[str] | None = None) -> int:
    """Exit code 0 valid, 6 invalid, 1 incomplete, 2 wrong use."""
    try:
        return _verify(_parser().parse_args(words))
    except _WrongUse as fault:
        sys.stderr.write(f"plumbline: {fault}\n")
        return _USAGE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m plumbline")
    commands = parser.add_subparsers(required=True, metavar="command")
    verify = commands.add_parser(
        "verify",
        help="checks a bundle or a statement from files alone: no service, no network",
        epilog="Exit code 0 valid, 6 invalid, 1 incomplete: no check failed, but not everything was checked.",
    )
    verify.add_argument("bundle", type=Path, help="bundle file, as issued, or a statement of a state")
    verify.add_argument("--frames", type=Path, help="its frames file; without it at best incomplete")
    verify.add_argument(
        "--trust",
        type=Path,
        required=True,
        help="trust.json: the keys and the log you trust, from a source other than the bundle",
    )
    verify.add_argument(
        "--keyring", type=Path, help="keyring.json; left out: the one beside a trust file that pins a keyring"
    )
    verify.add_argument("--trust-sha256", help="fingerprint the trust file must have, as published elsewhere")
    verify.add_argument("--relaxed", action="store_true", help="also accept a reformatted bundle")
    for demand, explanation in _DEMANDS.items():
        verify.add_argument(f"--require-{demand}", action="store_true", help=explanation)
    verify.add_argument(
        "--require-organisation", metavar="NAME", help="of another organisation it is invalid"
    )
    verify.add_argument("--now", type=_moment, help="judge as of this moment, UTC (default: this clock)")
    verify.add_argument("--sigstore", type=Path, help="a Sigstore bundle that this bundle must make")
    verify.add_argument("--json", action="store_true", help="every step, for machines")
    return parser


def _moment(text: str) -> datetime.datetime:
    """A day alone is its last moment."""
    given = f"{text}T23:59:59.999Z" if len(text) == len("2027-01-31") else text
    try:
        moment = datetime.datetime.fromisoformat(given.replace("Z", "+00:00"))
    except ValueError:
        moment = datetime.datetime.min
    if moment.utcoffset() != datetime.timedelta(0):
        raise argparse.ArgumentTypeError("a time in UTC, for example 2027-01-31T12:00:00Z, or a day")
    return moment


def _verify(asked: argparse.Namespace) -> int:
    try:
        from .evidence_verification import TrustFileError, read_trust, verify_bundle
    except ModuleNotFoundError as fault:
        raise _WrongUse(f'{fault}; install it with: pip install "plumbline-client[verify]"') from None
    try:
        trust = read_trust(_read(asked.trust))
    except TrustFileError as fault:
        raise _WrongUse(f"{asked.trust}: {fault}") from None
    if asked.trust_sha256 is not None and asked.trust_sha256.lower() != trust.sha256:
        raise _WrongUse(f"the trust file has the fingerprint {trust.sha256}, not {asked.trust_sha256[:64]}")
    report = verify_bundle(
        _read(asked.bundle),
        None if asked.frames is None else _read(asked.frames),
        trust,
        _keyring(asked, is_pinned=trust.keyring is not None),
        asked.now,
        relaxed=asked.relaxed,
        require=[name for name in _DEMANDS if getattr(asked, f"require_{name}")],  # type: ignore[misc]
        require_organisation=asked.require_organisation,
        sigstore=None if asked.sigstore is None else _read(asked.sigstore),
    )
    exit_code = _EXIT_CODES[report.verdict]
    if asked.json:
        sys.stdout.write(json.dumps({**report.to_dict(), "exit_status": exit_code}, indent=2) + "\n")
    else:
        sys.stdout.write(_readable(report, is_confirmed=_is_confirmed(asked)))
    return exit_code


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as fault:
        raise _WrongUse(f"{path}: {fault.strerror}") from None


def _keyring(asked: argparse.Namespace, *, is_pinned: bool) -> bytes | None:
    if asked.keyring is not None:
        return _read(asked.keyring)
    if not is_pinned:
        return None
    beside = asked.trust.with_name("keyring.json")
    if not beside.exists():
        raise _WrongUse(
            "the trust file pins the roots of a keyring, and there is no keyring.json beside it: "
            "get it from the service's /v1/evidence/keys/history and name the file with --keyring"
        )
    return _read(beside)


def _is_confirmed(asked: argparse.Namespace) -> bool:
    """A trust file beside the bundle came with it, as in an archive: until its fingerprint is named, it names no issuer."""
    return asked.trust_sha256 is not None or asked.bundle.resolve().parent != asked.trust.resolve().parent


def _readable(report: Verification, *, is_confirmed: bool) -> str:
    head = ["neither a bundle nor a statement"]
    if report.vehicle_id is not None:
        head = [f"organisation {report.organisation or 'not stated'}"]
        head += [] if report.api_key_id is None else [f"API key {report.api_key_id}"]
        head += [
            _stated(report) if report.statement else f"{report.event_id}  {report.vehicle_id}  {report.tier}"
        ]
    lines = [f"  {step.step:4} {step.title:30} {_found(step)}" for step in report.steps]
    code = "" if report.code is None else f" ({report.code})"
    digests = [
        ("bundle sha256" if report.statement is None else "file   sha256", report.bundle_sha256),
        ("frames sha256", report.frames_sha256),
        ("trust  sha256", f"{report.trust_sha256}  (compare it with what the issuer published elsewhere)"),
        (
            "existed by   ",
            None if report.not_after is None else f"{report.not_after}  (third parties say so)",
        ),
        ("signing key  ", report.key_id),
        ("judged as of ", report.judged_as_of),
    ]
    words = _WORDS if report.statement is None else _STATEMENT_WORDS
    word = _NOT_CONFIRMED if report.verdict == "valid" and not is_confirmed else words[report.verdict]
    tail = [f"  {name}  {value}" for name, value in digests if value is not None]
    return "\n".join([*head, *lines, "", f"{word}{code}", *tail, ""])


def _stated(report: Verification) -> str:
    """What was signed, and not what the file shows in clear."""
    from .evidence_verification.fault import printable

    said = report.statement or {}
    state = said["state"]
    tier = "not judged" if state["tier"] is None else f"{state['tier']} since {state['since']}"
    facts = [
        f"{said['statement_id']}  {said['vehicle_id']}",
        f"  at {said['at']}: {tier}, {state['frames']} frames",
        f"  reason         {said['reason']}",
        *([] if said["case_number"] is None else [f"  case number    {said['case_number']}"]),
        f"  issued         {said['issued_at']} by {said['issuer']['organisation']}",
    ]
    return "\n".join(printable(fact) for fact in facts)


def _found(step: Step) -> str:
    if step.result == "fail":
        return f"FAIL  {step.text}"
    if step.result == "not checked":
        return f"not checked: {step.text}"
    return "pass" if step.text is None else f"pass  ({step.text})"


if __name__ == "__main__":
    sys.exit(main())
