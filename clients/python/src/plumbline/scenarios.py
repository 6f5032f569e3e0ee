"""The drift trajectories of the scenarios, computed here: any time, in any order, the same values as the service's.

    drift = drift_of(client.risk.scenario_feed({"scenario_type": "post_collision", "seed": 42}))
    drift(9.4)  # degrees

Formulas and parameters: docs/scenarios.md of the service. Nothing but the standard library is needed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, get_args

from ._model import Model
from ._vocabulary import ScenarioType as ScenarioType

SCENARIO_TYPES: tuple[ScenarioType, ...] = get_args(ScenarioType)

MUST_NOT_BE_FLAGGED: frozenset[ScenarioType] = frozenset(
    (
        "nominal_control",
        "thermal_cycle",
        "load_change",
        "ride_height_change",
        "wheel_alignment_thrust",
        "occlusion_false_drift",
        "imu_bias",
        "time_slip",
        "highway_weave",
        "data_dropout",
    )
)
"""In these no sensor has drifted, whatever the numbers look like."""

Drift = Callable[[float], float]
"""Degrees at a time in seconds."""

_Params = Mapping[str, float]
_MASK = 0xFFFFFFFF
_UNIFORM_STREAM = 60
_NORMAL_STREAM = 61
_MOST_TRIES = 64
"""A cut-off normal number is drawn again so often; then it is put to the end it fell over."""


def u32(seed: int, stream: int, step: int) -> int:
    """The number of a step of a stream: 32 bits, a pure function of the three, so that no step needs its history."""
    start = _mix((seed ^ _mix(stream * 0x9E3779B9 & _MASK)) & _MASK)
    return _mix((start + step * 0x9E3779B1) & _MASK)


def uniform(seed: int, stream: int, step: int) -> float:
    """Uniform on [0, 1), a multiple of 2⁻³²."""
    return u32(seed, stream, step) / 2**32


def gaussian(seed: int, stream: int, step: int) -> float:
    """Mean 0, variance 1, within ±6: twelve uniforms less six, the same bits in every language."""
    return sum(uniform(seed, stream, 12 * step + draw) for draw in range(12)) - 6


def default_params(scenario_type: ScenarioType) -> dict[str, float]:
    """The parameters for a scenario of 20 s."""
    return dict(_DEFAULTS[scenario_type])


def drift(scenario_type: ScenarioType, params: _Params | None = None, *, seed: int) -> Drift:
    """d(t) of a scenario. Parameters that are not given keep their defaults; one that it does not have is an error."""
    defaults = _DEFAULTS[scenario_type]
    unknown = [name for name in params or {} if name not in defaults]
    if unknown:
        known = ", ".join(defaults) or "none"
        raise ValueError(f"scenario {scenario_type} has no parameter {unknown[0]}; it has: {known}")
    formula = _FORMULAS.get(scenario_type)
    if formula is None:
        return lambda _: 0.0
    return formula({**defaults, **(params or {})}, seed)


def drift_of(feed: Model | Mapping[str, Any]) -> Drift:
    """d(t) of a feed: of its formula, or, of a replay, on straight lines between its samples."""
    given: Mapping[str, Any] = feed.to_dict() if isinstance(feed, Model) else feed
    parameters = given["parameters"]
    if given["provenance"]["kind"] == "replay":
        return _interpolated(parameters["trajectory"]["drift_deg"], parameters["trajectory"]["dt_s"])
    model = parameters["drift_model"]
    return drift(model["type"], model["params"], seed=given["seed"])


def draw_params(distributions: Mapping[str, Model | Mapping[str, Any]], *, seed: int) -> dict[str, float]:
    """Parameters of one concrete scenario, drawn from the `distributions` of a logical one as the service draws them.

    feed = client.risk.scenario_feed({"scenario_type": "curb_strike", "level": "logical"})
    params = draw_params(feed.parameters.drift_model.distributions, seed=7)
    d = drift(feed.scenario_type, {**feed.parameters.drift_model.params, **params}, seed=7)
    """
    return {
        name: _drawn(_members(distributions[name]), seed, at) for at, name in enumerate(sorted(distributions))
    }


def _members(given: Model | Mapping[str, Any]) -> Mapping[str, Any]:
    return given.to_dict() if isinstance(given, Model) else given


def _drawn(distribution: Mapping[str, Any], seed: int, at: int) -> float:
    low: float = distribution["low"]
    high: float = distribution["high"]
    if distribution["kind"] == "normal":
        return _drawn_normal(distribution, seed, at)
    share = uniform(seed, _UNIFORM_STREAM, at)
    if distribution.get("whole"):
        return low + math.floor(share * (high - low + 1))
    return low + share * (high - low)


def _drawn_normal(distribution: Mapping[str, Any], seed: int, at: int) -> float:
    low: float = distribution["low"]
    high: float = distribution["high"]
    value: float = distribution["mean"]
    for attempt in range(_MOST_TRIES):
        value = distribution["mean"] + distribution["sd"] * gaussian(
            seed, _NORMAL_STREAM, _MOST_TRIES * at + attempt
        )
        if low <= value <= high:
            return value
    return min(high, max(low, value))


def _interpolated(samples: list[float], dt_s: float) -> Drift:
    def at(t: float) -> float:
        place = min(max(t / dt_s, 0.0), len(samples) - 1)
        before = samples[math.floor(place)]
        return before + (samples[math.ceil(place)] - before) * (place - math.floor(place))

    return at


def _mix(value: int) -> int:
    value ^= value >> 16
    value = value * 0x85EBCA6B & _MASK
    value ^= value >> 13
    value = value * 0xC2B2AE35 & _MASK
    return value ^ value >> 16


# Whatever sits behind it is mounted a little off.
_BUMPER_REPAIRS: tuple[ScenarioType, ...] = tuple(
    name for name in SCENARIO_TYPES if name.startswith("bumper_repair_")
)

_DEFAULTS: Mapping[ScenarioType, _Params] = {
    **{name: {"t0": 5, "A": 0.8} for name in _BUMPER_REPAIRS},
    "nominal_control": {},
    "post_collision": {"t0": 5, "A": 1.41, "ts": 0.15, "B": 0.35, "td": 0.6, "f": 9},
    "pothole_impact": {"T": 20, "n": 6, "A": 0.25, "keep": 0.2, "td": 0.4, "f": 11},
    "curb_strike": {"t0": 5, "A": 0.9, "keep": 0.6, "td": 1.5},
    "windshield_replacement": {"t0": 3, "t1": 6, "pre": 0, "A": 0.9, "res": 0.05, "v": 5, "L": 35},
    "thermal_cycle": {"alpha": 0.002, "dT": 25, "tau": 3, "period": 20},
    "gradual_mount_loosening": {"A": 0.8, "T0": 12, "m": 1.6},
    "vibration_random_walk": {"sigma": 0.12, "lambda": 0.05, "dt": 0.1},
    "car_wash": {"t0": 4, "A": 0.6, "w": 6, "keep": 0.15},
    "load_change": {"t0": 5, "A": 1.2, "kg": 300, "m0": 250, "ts": 0.5, "f": 1.4},
    "ride_height_change": {"t0": 5, "A": 0.5},
    "wheel_alignment_thrust": {"t0": 5, "A": 0.4, "ramp": 8},
    "sensor_replacement": {"t0": 5, "sd": 0.6},
    "mirror_fold_nonreturn": {"sd": 0.4, "every": 5},
    "occlusion_false_drift": {"t0": 5, "factor": 2.5, "missing": 0.4},
    "intrinsics_shift": {"t0": 5, "ramp": 4, "epsilon": 0.008},
    "imu_bias": {"b": 0.03, "tau": 15},
    "time_slip": {"t0": 4, "omega": 12, "f": 0.1, "slip": 0.005, "ramp": 8},
    "highway_weave": {"roll": 1.5, "yaw": 4, "f": 0.12},
    "data_dropout": {"t0": 5, "t1": 12, "p": 0.8},
}


def _post_collision(p: _Params, _: int) -> Drift:
    def at(t: float) -> float:
        x = t - p["t0"]
        if x < 0:
            return 0.0
        ringing = p["B"] * math.exp(-x / p["td"]) * math.cos(2 * math.pi * p["f"] * x)
        return p["A"] * (1 - math.exp(-x / p["ts"])) + ringing

    return at


def _pothole_impact(p: _Params, seed: int) -> Drift:
    impacts = [
        (
            p["T"] * (index + uniform(seed, 7, index)) / p["n"],
            p["A"] * (0.3 + 0.7 * uniform(seed, 6, index)),
        )
        for index in range(int(p["n"]))
    ]

    def at(t: float) -> float:
        total = 0.0
        for at_s, deg in impacts:
            x = t - at_s
            if x < 0:
                break
            swing = math.exp(-x / p["td"]) * math.cos(2 * math.pi * p["f"] * x)
            total += deg * (p["keep"] + (1 - p["keep"]) * swing)
        return total

    return at


def _curb_strike(p: _Params, _: int) -> Drift:
    def at(t: float) -> float:
        x = t - p["t0"]
        return 0.0 if x < 0 else p["A"] * (p["keep"] + (1 - p["keep"]) * math.exp(-x / p["td"]))

    return at


def _windshield_replacement(p: _Params, _: int) -> Drift:
    def at(t: float) -> float:
        if t < p["t0"]:
            return p["pre"]
        if t < p["t1"]:
            return p["A"]
        return p["res"] + (p["A"] - p["res"]) * math.exp(-p["v"] * (t - p["t1"]) / p["L"])

    return at


def _step(p: _Params, _: int) -> Drift:
    return lambda t: 0.0 if t < p["t0"] else p["A"]


def _thermal_cycle(p: _Params, _: int) -> Drift:
    omega = 2 * math.pi / p["period"]
    lag = omega * p["tau"]

    def at(t: float) -> float:
        swing = math.sin(omega * t) - lag * math.cos(omega * t) + lag * math.exp(-t / p["tau"])
        return p["alpha"] * p["dT"] * swing / (1 + lag * lag)

    return at


def _gradual_mount_loosening(p: _Params, _: int) -> Drift:
    return lambda t: 0.0 if t < 0 else p["A"] * (1 - math.exp(-((t / p["T0"]) ** p["m"])))


def _vibration_random_walk(p: _Params, seed: int) -> Drift:
    # The walk is defined step after step; remembering it keeps any order of asking exact.
    walked = [0.0]

    def at(t: float) -> float:
        step = max(0, math.floor(t / p["dt"] + 1e-9))
        while len(walked) <= step:
            deg = walked[-1]
            kick = p["sigma"] * math.sqrt(p["dt"]) * gaussian(seed, 18, len(walked) - 1)
            walked.append(deg + kick - p["lambda"] * deg * p["dt"])
        return walked[step]

    return at


def _car_wash(p: _Params, _: int) -> Drift:
    def at(t: float) -> float:
        x = t - p["t0"]
        if x < 0:
            return 0.0
        return p["A"] * math.sin(math.pi * x / p["w"]) if x < p["w"] else p["A"] * p["keep"]

    return at


def _load_change(p: _Params, _: int) -> Drift:
    def at(t: float) -> float:
        x = t - p["t0"]
        if x < 0:
            return 0.0
        settling = 1 - math.exp(-x / p["ts"]) * math.cos(2 * math.pi * p["f"] * x)
        return p["A"] * math.tanh(p["kg"] / p["m0"]) * settling

    return at


def _wheel_alignment_thrust(p: _Params, _: int) -> Drift:
    def at(t: float) -> float:
        x = t - p["t0"]
        return 0.0 if x < 0 else p["A"] * min(1.0, x / p["ramp"])

    return at


def _sensor_replacement(p: _Params, seed: int) -> Drift:
    deg = p["sd"] * abs(gaussian(seed, 28, 0))
    return lambda t: 0.0 if t < p["t0"] else deg


def _mirror_fold_nonreturn(p: _Params, seed: int) -> Drift:
    return lambda t: p["sd"] * gaussian(seed, 30, math.floor(t / p["every"]))


def _imu_bias(p: _Params, _: int) -> Drift:
    return lambda t: 0.0 if t < 0 else p["b"] * p["tau"] * (1 - math.exp(-t / p["tau"]))


def _time_slip(p: _Params, _: int) -> Drift:
    def at(t: float) -> float:
        grown = min(1.0, max(0.0, (t - p["t0"]) / p["ramp"]))
        return p["omega"] * math.sin(2 * math.pi * p["f"] * t) * p["slip"] * grown

    return at


# The others have no drift of their own: what happens in them is noise, optics, motion or silence.
_FORMULAS: Mapping[ScenarioType, Callable[[_Params, int], Drift]] = {
    **dict.fromkeys(_BUMPER_REPAIRS, _step),
    "post_collision": _post_collision,
    "pothole_impact": _pothole_impact,
    "curb_strike": _curb_strike,
    "windshield_replacement": _windshield_replacement,
    "thermal_cycle": _thermal_cycle,
    "gradual_mount_loosening": _gradual_mount_loosening,
    "vibration_random_walk": _vibration_random_walk,
    "car_wash": _car_wash,
    "load_change": _load_change,
    "ride_height_change": _step,
    "wheel_alignment_thrust": _wheel_alignment_thrust,
    "sensor_replacement": _sensor_replacement,
    "mirror_fold_nonreturn": _mirror_fold_nonreturn,
    "imu_bias": _imu_bias,
    "time_slip": _time_slip,
}
