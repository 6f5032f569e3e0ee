"""Drift trajectories of the named scenarios, written a second time from the formulas alone.

Run it to rewrite the two files beside it. drift-digests.json: of 21 scenarios and 3 seeds 601 steps of a thirtieth of a
second, each trajectory as the SHA-256 of its values in whole 1e-9 degrees, one a line. With the word `print` it prints the
trajectories themselves, every half second of 20 s in degrees. parameter-draws.json: what is drawn from the distributions of a logical scenario, bit for bit.
"""

import hashlib
import json
import math
import sys
from pathlib import Path

MASK = 0xFFFFFFFF


def mix(value):
    value ^= value >> 16
    value = value * 0x85EBCA6B & MASK
    value ^= value >> 13
    value = value * 0xC2B2AE35 & MASK
    return value ^ value >> 16


def uniform(seed, stream, step):
    start = mix(seed ^ mix(stream * 0x9E3779B9 & MASK))
    return mix((start + step * 0x9E3779B1) & MASK) / 2**32


def gaussian(seed, stream, step):
    return sum(uniform(seed, stream, 12 * step + draw) for draw in range(12)) - 6


def pothole(t, seed):
    total = 0.0
    for i in range(6):
        x = t - 20 * (i + uniform(seed, 7, i)) / 6
        if x >= 0:
            depth = 0.25 * (0.3 + 0.7 * uniform(seed, 6, i))
            total += depth * (0.2 + 0.8 * math.exp(-x / 0.4) * math.cos(2 * math.pi * 11 * x))
    return total


def walk(t, seed):
    drift = 0.0
    for step in range(int(t * 10 + 1e-9)):
        drift += 0.12 * math.sqrt(0.1) * gaussian(seed, 18, step) - 0.05 * drift * 0.1
    return drift


def thermal(t):
    # Solution of tau y' + y = sin(omega t), y(0) = 0, by complex amplitude.
    omega, tau = 2 * math.pi / 20, 3
    response = 1 / (1 + 1j * omega * tau)
    steady = (response * complex(math.cos(omega * t), math.sin(omega * t))).imag
    return 0.002 * 25 * (steady - response.imag * math.exp(-t / tau))


def load(t):
    x = t - 5
    return 1.2 * math.tanh(300 / 250) * (1 - math.exp(-x / 0.5) * math.cos(2 * math.pi * 1.4 * x)) if x >= 0 else 0.0


def collision(t):
    x = t - 5
    if x < 0:
        return 0.0
    return 1.41 * (1 - math.exp(-x / 0.15)) + 0.35 * math.exp(-x / 0.6) * math.cos(2 * math.pi * 9 * x)


def windshield(t):
    if t < 3:
        return 0.0
    return 0.9 if t < 6 else 0.05 + 0.85 * math.exp(-5 * (t - 6) / 35)


def car_wash(t):
    x = t - 4
    if x < 0:
        return 0.0
    return 0.6 * math.sin(math.pi * x / 6) if x < 6 else 0.6 * 0.15


def after(t, start, value):
    return value if t >= start else 0.0


DRIFTS = {
    "nominal_control": lambda t, seed: 0.0,
    "post_collision": lambda t, seed: collision(t),
    "pothole_impact": pothole,
    "curb_strike": lambda t, seed: after(t, 5, 0.9 * (0.6 + 0.4 * math.exp(-(t - 5) / 1.5))),
    "windshield_replacement": lambda t, seed: windshield(t),
    "bumper_repair_radar": lambda t, seed: after(t, 5, 0.8),
    "thermal_cycle": lambda t, seed: thermal(t),
    "gradual_mount_loosening": lambda t, seed: 0.8 * (1 - math.exp(-((t / 12) ** 1.6))),
    "vibration_random_walk": walk,
    "car_wash": lambda t, seed: car_wash(t),
    "load_change": lambda t, seed: load(t),
    "ride_height_change": lambda t, seed: after(t, 5, 0.5),
    "wheel_alignment_thrust": lambda t, seed: after(t, 5, 0.4 * min(1, (t - 5) / 8)),
    "sensor_replacement": lambda t, seed: after(t, 5, 0.6 * abs(gaussian(seed, 28, 0))),
    "mirror_fold_nonreturn": lambda t, seed: 0.4 * gaussian(seed, 30, math.floor(t / 5)),
    "occlusion_false_drift": lambda t, seed: 0.0,
    "intrinsics_shift": lambda t, seed: 0.0,
    "imu_bias": lambda t, seed: 0.03 * 15 * (1 - math.exp(-t / 15)),
    "time_slip": lambda t, seed: 12 * math.sin(2 * math.pi * 0.1 * t) * 0.005 * min(1, max(0, (t - 4) / 8)),
    "highway_weave": lambda t, seed: 0.0,
    "data_dropout": lambda t, seed: 0.0,
}

SEEDS = (1, 42, 4294967295)


def digest(name, drift, seed):
    lines = "".join(f"{math.floor(drift(step / 30, seed) * 1e9 + 0.5)}\n" for step in range(601))
    return {"type": name, "seed": seed, "steps": 601, "per_s": 30, "sha256": hashlib.sha256(lines.encode()).hexdigest()}


DISTRIBUTIONS = {
    "A": {"kind": "uniform", "low": 0.2, "high": 2, "from": "model"},
    "n": {"kind": "uniform", "low": 1, "high": 12, "whole": True, "from": "model"},
    "t0": {"kind": "normal", "low": 4.5, "high": 5.5, "mean": 5.1, "sd": 0.25, "from": "fit"},
    # Nearly all of it lies outside: most draws are made again, and some end at an end.
    "td": {"kind": "normal", "low": 1, "high": 1.001, "mean": 3, "sd": 0.5, "from": "fit"},
}


def draw(distribution, seed, at):
    low, high = distribution["low"], distribution["high"]
    if distribution["kind"] == "uniform":
        share = uniform(seed, 60, at)
        if distribution.get("whole"):
            return low + math.floor(share * (high - low + 1))
        return low + share * (high - low)
    for attempt in range(64):
        value = distribution["mean"] + distribution["sd"] * gaussian(seed, 61, 64 * at + attempt)
        if low <= value <= high:
            return value
    return min(high, max(low, value))


def draws(seed):
    return {name: draw(DISTRIBUTIONS[name], seed, at) for at, name in enumerate(sorted(DISTRIBUTIONS))}


def write(name, rows):
    lines = ",\n  ".join(json.dumps(row) for row in rows)
    Path(__file__).with_name(name).write_text(f"[\n  {lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["print"]:
        for name, drift in DRIFTS.items():
            for seed in SEEDS:
                print(name, seed, *(round(drift(step * 0.5, seed), 10) for step in range(41)))
        sys.exit()
    write("drift-digests.json", [digest(name, drift, seed) for name, drift in DRIFTS.items() for seed in SEEDS])
    write(
        "parameter-draws.json",
        [{"seed": seed, "distributions": DISTRIBUTIONS, "params": draws(seed)} for seed in (*SEEDS, 7, 12345)],
    )
