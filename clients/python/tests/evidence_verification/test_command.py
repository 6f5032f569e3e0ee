"""`python -m plumbline verify`: the exit codes of `plumbline evidence verify`."""

import base64
import json
from pathlib import Path

import pytest

from plumbline.__main__ import main

VECTORS = Path(__file__).parents[3] / "conformance" / "written" / "evidence"
BUNDLE, FRAMES, TRUST = (
    str(VECTORS / name) for name in ("precommitted.bundle.json", "precommitted.frames.ndjson", "trust.json")
)
# Nobody has the scoring of the toy bundles, so that all of them are incomplete at best.
INCOMPLETE, USAGE, INVALID = 1, 2, 6


def test_a_bundle_of_which_something_was_not_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", BUNDLE, "--frames", FRAMES, "--trust", TRUST]) == INCOMPLETE
    said = capsys.readouterr().out
    assert said.startswith("organisation acme\n")
    assert "V14  Frames                         pass" in said
    assert "INCOMPLETE: no check failed" in said


def test_evidence_under_a_keyring_beside_the_trust_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = json.loads((VECTORS / "keyring-cases.json").read_text(encoding="utf-8"))["files"]
    for name, given in (("bundle.json", "file-5"), ("frames", "frames"), ("trust.json", "file-2")):
        (tmp_path / name).write_bytes(base64.b64decode(files[given]))
    words = ["verify", str(tmp_path / "bundle.json"), "--trust", str(tmp_path / "trust.json")]
    assert main(words) == USAGE
    assert "no keyring.json beside it" in capsys.readouterr().err
    (tmp_path / "keyring.json").write_bytes(base64.b64decode(files["file-3"]))
    assert main([*words, "--frames", str(tmp_path / "frames")]) in (0, INCOMPLETE)
    assert "keyring version 3" in capsys.readouterr().out


def test_a_tampered_bundle_is_invalid_and_every_step_is_told_to_machines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tampered = tmp_path / "bundle.json"
    tampered.write_bytes(Path(BUNDLE).read_bytes().replace(b'"tier":"CRITICAL"', b'"tier":"CAUTION"', 1))
    assert main(["verify", str(tampered), "--trust", TRUST, "--json"]) == INVALID
    report = json.loads(capsys.readouterr().out)
    assert (report["verdict"], report["code"], report["exit_status"]) == ("invalid", "E_DIGEST", INVALID)
    assert [step["step"] for step in report["steps"]] == [f"V{number}" for number in range(17)]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--trust", "nowhere.json"], "nowhere.json: No such file"),
        (["--trust", BUNDLE], "trust file: "),
        (["--trust", TRUST, "--trust-sha256", "0" * 64], "the trust file has the fingerprint "),
    ],
)
def test_mistakes_of_use(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", BUNDLE, *words]) == USAGE
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("words", [[], ["--trust", TRUST, "--now", "yesterday"], ["--unknown"]])
def test_words_it_does_not_know(words: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["verify", BUNDLE, *words])
    assert ended.value.code == USAGE


def test_the_moment_decides_whether_a_trust_file_is_too_old(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trust = json.loads(Path(TRUST).read_bytes()) | {"refresh_after": "2027-06-30T00:00:00.000Z"}
    (tmp_path / "trust.json").write_text(json.dumps(trust), encoding="utf-8")
    words = ["verify", BUNDLE, "--frames", FRAMES, "--trust", str(tmp_path / "trust.json"), "--now"]
    main([*words, "2027-06-30"])
    assert "was to be fetched again after 2027-06-30" in capsys.readouterr().out
    main([*words, "2027-06-29"])
    said = capsys.readouterr().out
    assert "was to be fetched again" not in said
    assert "judged as of   2027-06-29T23:59:59.999Z" in said


@pytest.mark.parametrize("demand", ["timestamp", "witness", "rescore"])
def test_what_is_demanded_and_missing_makes_it_invalid(demand: str) -> None:
    words = ["verify", BUNDLE, "--frames", FRAMES, "--trust", TRUST]
    assert main([*words, f"--require-{demand}"]) == INVALID
    assert main([*words, "--require-precommit", "--require-organisation", "acme"]) == INCOMPLETE
    assert main([*words, "--require-organisation", "globex"]) == INVALID


def test_a_statement_of_a_state(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "statement.json"
    file.write_bytes((VECTORS / "statement.json").read_bytes())
    assert main(["verify", str(file), "--trust", TRUST]) == 0
    said = capsys.readouterr().out
    assert "STM-20261120-7K3M9Q2XW4HJ  VEH-00512" in said
    assert "  at 2026-11-20T08:15:00.000Z: NOMINAL since 2026-11-20T08:00:40.000Z, 412 frames" in said
    assert "VALID: signed by the issuer, unchanged, and in the log" in said
    file.write_bytes(file.read_bytes().replace(b'"NOMINAL"', b'"CRITICAL"', 1))
    assert main(["verify", str(file), "--trust", TRUST, "--json"]) == INVALID
    report = json.loads(capsys.readouterr().out)
    assert (report["code"], report["event_id"]) == ("E_STATEMENT", None)
    assert report["statement"]["state"]["tier"] == "NOMINAL"
