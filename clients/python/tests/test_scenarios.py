import hashlib
import json
import math
from pathlib import Path
from typing import Any, get_args

import pytest

from plumbline import models, scenarios
from plumbline._answers import build
from plumbline.scenarios import SCENARIO_TYPES, drift, drift_of

CONFORMANCE = Path(__file__).parents[2] / "conformance"
DIGESTS = json.loads((CONFORMANCE / "drift-digests.json").read_text("utf-8"))


def named(case: dict[str, Any]) -> str:
    return f"{case['type']}-{case['seed']}"


def test_the_generator_gives_the_published_vectors() -> None:
    assert [scenarios.u32(42, 11, step) for step in range(4)] == [
        1961699335,
        3726703861,
        39875163,
        3136668245,
    ]
    assert scenarios.gaussian(42, 21, 0) == 0.08789662038907409


@pytest.mark.parametrize("case", DIGESTS, ids=named)
def test_every_step_rounds_to_the_same_nanodegrees(case: dict[str, Any]) -> None:
    at = drift(case["type"], seed=case["seed"])
    lines = "".join(f"{math.floor(at(step / case['per_s']) * 1e9 + 0.5)}\n" for step in range(case["steps"]))
    assert hashlib.sha256(lines.encode()).hexdigest() == case["sha256"]


def test_the_files_have_every_type_of_the_contract_with_three_seeds() -> None:
    assert [case["type"] for case in DIGESTS[::3]] == list(SCENARIO_TYPES)
    assert len(DIGESTS) == 3 * len(SCENARIO_TYPES) == 63
    assert set(get_args(scenarios.ScenarioType)) == set(SCENARIO_TYPES)
    assert set(SCENARIO_TYPES) > scenarios.MUST_NOT_BE_FLAGGED


@pytest.mark.parametrize("scenario_type", SCENARIO_TYPES)
def test_any_time_may_be_asked_for_in_any_order(scenario_type: scenarios.ScenarioType) -> None:
    times = [step / 3 for step in range(60)]
    forward, backward = drift(scenario_type, seed=5), drift(scenario_type, seed=5)
    assert [forward(t) for t in times] == [backward(t) for t in reversed(times)][::-1]


def test_parameters_override_defaults_and_a_misspelt_one_is_refused() -> None:
    assert drift("bumper_repair_radar", {"A": 0.3}, seed=1)(6) == 0.3
    assert scenarios.default_params("bumper_repair_radar") == {"t0": 5, "A": 0.8}
    with pytest.raises(ValueError, match=r"no parameter amplitude.*t0, A"):
        drift("bumper_repair_radar", {"amplitude": 1}, seed=1)
    with pytest.raises(ValueError, match=r"it has: none"):
        drift("nominal_control", {"A": 1}, seed=1)


def feed(kind: str) -> dict[str, Any]:
    return {
        "scenario_type": "ride_height_change",
        "seed": 3,
        "parameters": {
            "drift_model": {"type": "ride_height_change", "params": {"t0": 2, "A": 0.5}},
            "trajectory": {"dt_s": 0.5, "drift_deg": [0.0, 1.0, 0.5]},
        },
        "provenance": {"kind": kind},
    }


def test_of_a_feed_it_is_the_formula_or_of_a_replay_the_samples() -> None:
    assert drift_of(feed("fitted"))(2.5) == 0.5
    assert [drift_of(feed("replay"))(t) for t in (-1, 0.25, 0.75, 1, 9)] == [0, 0.5, 0.75, 0.5, 0.5]


def test_a_feed_of_the_client_is_taken_as_it_comes() -> None:
    answered: models.ScenarioFeed = build(models.ScenarioFeed, feed("synthetic"))
    assert drift_of(answered)(1.9) == 0
    assert drift_of(answered)(2) == 0.5


DRAWS = json.loads((CONFORMANCE / "parameter-draws.json").read_text("utf-8"))


@pytest.mark.parametrize("case", DRAWS, ids=lambda case: f"seed-{case['seed']}")
def test_parameters_are_drawn_as_the_service_draws_them(case: dict[str, Any]) -> None:
    assert scenarios.draw_params(case["distributions"], seed=case["seed"]) == case["params"]
    typed = {
        name: build(models.ParameterDistribution, value) for name, value in case["distributions"].items()
    }
    assert scenarios.draw_params(typed, seed=case["seed"]) == case["params"]
