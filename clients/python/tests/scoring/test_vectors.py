"""The vectors that every implementation of the scoring has to agree with, to the last bit."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import plumbline.scoring

VECTORS = Path(__file__).parents[3] / "conformance" / "scoring"


def load_checks() -> ModuleType:
    spec = importlib.util.spec_from_file_location("check_vectors", VECTORS / "check_vectors.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


checks = load_checks()


def test_the_checks_are_of_this_package() -> None:
    assert checks.scoring is plumbline.scoring


@pytest.mark.parametrize("name", [name for name in checks.CHECKS if name != "fold"])
def test_agrees_with_the_vectors_of(name: str) -> None:
    check, _ = checks.CHECKS[name]
    assert check() > 0


@pytest.mark.parametrize("name", checks.FOLDS)
def test_folds_the_journal_of(name: str) -> None:
    assert checks.check_fold(name) > 0


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
