"""The vectors that every implementation of the scoring has to agree with, to the last bit."""

import importlib
import sys
from pathlib import Path

import pytest

import plumbline.scoring

CONFORMANCE = Path(__file__).parents[3] / "conformance"
FOLDED = sorted((CONFORMANCE / "written" / "scoring").glob("*.ndjson"))

sys.path.append(str(CONFORMANCE / "scoring"))
checks = importlib.import_module("check_vectors")
check_fold = importlib.import_module("check_fold")


def test_the_checks_are_of_this_package() -> None:
    assert checks.scoring is plumbline.scoring


@pytest.mark.parametrize("name", checks.CHECKS)
def test_agrees_with_the_vectors_of(name: str) -> None:
    check, _ = checks.CHECKS[name]
    assert check() > 0


@pytest.mark.parametrize("path", FOLDED, ids=lambda path: path.stem)
def test_folds_a_journal_as_the_core_does(path: Path) -> None:
    assert " entries and " in check_fold.check(path)


def test_journals_were_folded() -> None:
    assert len(FOLDED) >= 7


def test_true_values_are_met_within_two_units_in_the_last_place() -> None:
    table = checks.load("true-values.json")
    for name in ("exp", "ln", "atan2"):
        for *arguments, truth in table[name]:
            value = getattr(checks, name)(*map(checks.double, arguments))
            assert units_apart(value, checks.double(truth)) <= 2, (name, arguments)


def units_apart(one: float, other: float) -> int:
    return abs(place_of(one) - place_of(other))


def place_of(value: float) -> int:
    """Where a double stands among all doubles."""
    bits = int(checks.bits(value), 16)
    return bits if bits < 1 << 63 else (1 << 63) - bits
