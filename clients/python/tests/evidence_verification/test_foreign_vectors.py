"""Trees, notes and times against vectors that others computed: Go's sumdb/tlog and sumdb/note, and the table of times."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from plumbline.evidence_verification.fault import Fault
from plumbline.evidence_verification.instants import captured_us, utc_text
from plumbline.evidence_verification.log_place import open_log_place
from plumbline.evidence_verification.merkle import is_included, leaf_hash, node_hash, tree_root
from plumbline.evidence_verification.signed_note import read_verifier_key
from plumbline.evidence_verification.taken_sensors import take_sensors

VECTORS = Path(__file__).parents[3] / "conformance" / "evidence"


def read(name: str) -> Any:
    return json.loads((VECTORS / name).read_text(encoding="utf-8"))


TIMES: list[list[Any]] = read("capture-times.json")["times"]


@pytest.mark.parametrize(("text", "at_us"), TIMES)
def test_a_time_that_a_frame_may_bear(text: str, at_us: int | None) -> None:
    assert captured_us(text) == at_us


ZONED: list[list[Any]] = read("capture-times.json")["zoned"]


@pytest.mark.parametrize(("text", "utc"), ZONED)
def test_a_time_with_an_offset_is_recorded_in_utc(text: str, utc: str | None) -> None:
    assert utc_text(text) == (utc or text)
    assert (captured_us(utc_text(text)) is None) == (utc is None)


@pytest.mark.parametrize(
    "case", read("taken-sensors.json")["cases"], ids=lambda case: json.dumps(case["received"])
)
def test_the_readings_that_count_are_those_of_the_service(case: dict[str, Any]) -> None:
    taken = take_sensors(case["received"])
    assert taken.sensors == case["sensors"]
    assert list(taken.dropped) == case["dropped"]
    assert list(taken.misshapen) == case["misshapen"]


LEAVES = [leaf_hash(str(index).encode()) for index in range(300)]


def test_roots_are_those_of_go() -> None:
    roots = [log["root"] for log in read("log-tiles.json")["logs"][:300]]
    assert [tree_root(LEAVES[:size]).hex() for size in range(1, 301)] == roots
    assert tree_root([]).hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 9, 31, 64, 65, 100])
def test_every_leaf_is_included_by_its_path_and_by_no_other(size: int) -> None:
    root = tree_root(LEAVES[:size])
    for index in range(size):
        path = path_of(index, LEAVES[:size])
        place: dict[str, Any] = {"index": index, "size": size, "path": path, "root": root}
        assert is_included(LEAVES[index], **place)
        assert not is_included(LEAVES[299], **place)
        assert not is_included(LEAVES[index], **place | {"path": [*path, root]})
        assert not is_included(LEAVES[index], **place | {"index": size})
        assert not is_included(LEAVES[index], **place | {"index": -1})
        assert path == [] or not is_included(LEAVES[index], **place | {"path": path[:-1]})


def path_of(index: int, leaves: list[bytes]) -> list[bytes]:
    """PATH of RFC 9162, 2.1.3.1, by its definition."""
    if len(leaves) == 1:
        return []
    half = 1 << ((len(leaves) - 1).bit_length() - 1)
    if index < half:
        return [*path_of(index, leaves[:half]), tree_root(leaves[half:])]
    return [*path_of(index - half, leaves[half:]), tree_root(leaves[:half])]


def test_a_node_is_no_leaf() -> None:
    assert node_hash(LEAVES[0], LEAVES[1]) != leaf_hash(LEAVES[0] + LEAVES[1])


CHECKPOINTS = read("checkpoints.json")


@pytest.mark.parametrize("case", CHECKPOINTS["cases"], ids=lambda case: case["name"])
def test_no_checkpoint_is_opened_that_go_refuses(case: dict[str, Any]) -> None:
    log = read_verifier_key(CHECKPOINTS["log"])
    proof = f"c2sp.org/tlog-proof@v1\nindex 0\n\n{case['note']}"
    try:
        place = open_log_place(CHECKPOINTS["origin"], proof, [log])
    except Fault:
        # Stricter than Go: extension lines and lines that are none are refused as well.
        assert case["name"] != "as signed"
        return
    assert case["go_opens_note"]
    assert case["go_parses_checkpoint"]
    root = base64.b64encode(place.checkpoint.root).decode()
    assert (place.checkpoint.size, root) == (CHECKPOINTS["size"], CHECKPOINTS["root"])
