"""Checks the scoring vectors of this folder with the second implementation, that of the Python client.

    python3 clients/conformance/scoring/check_vectors.py

`plumbline.scoring` is written from docs/scoring-method.md, shares no code with `core/scoring`, and needs nothing but
Python. Every value is compared bit for bit. Exit code 1 on the first difference.
"""

import json
import math
import struct
import sys
import types
from pathlib import Path

HERE = Path(__file__).parent


def scoring_alone():
    """Makes `plumbline.scoring` known without the rest of the client, which needs packages of others."""
    client = types.ModuleType("plumbline")
    client.__path__ = [str(HERE.parents[1] / "python" / "src" / "plumbline")]
    sys.modules.setdefault("plumbline", client)


scoring_alone()

from plumbline import scoring  # noqa: E402
from plumbline.scoring.baseline.accept_baseline import CalibratedLearning  # noqa: E402
from plumbline.scoring.baseline.score_block import ScoredBlock  # noqa: E402
from plumbline.scoring.change.change_model import ChangeModel  # noqa: E402
from plumbline.scoring.change.histogram import (  # noqa: E402
    BlockValues,
    HistogramShape,
    add_block,
    add_values,
    settle_before,
)
from plumbline.scoring.change.noise_kinds import ratios_of_correlated  # noqa: E402
from plumbline.scoring.change.place_blocks import place_blocks  # noqa: E402
from plumbline.scoring.change.weigh_change import compare_window, weigh_change  # noqa: E402
from plumbline.scoring.frame.hotelling import hotelling  # noqa: E402
from plumbline.scoring.frame.moments import add_frame  # noqa: E402
from plumbline.scoring.frame.noise import beside_median, count_frame, follow_channel, start_channel  # noqa: E402
from plumbline.scoring.model.settings import CurvePrior, NoiseRule  # noqa: E402
from plumbline.scoring.model.state import NO_OUTLIERS, Bucket, no_change_sums  # noqa: E402
from plumbline.scoring.numeric.profile import atan2, binary32, exp, ln  # noqa: E402

SCALES = 10
SENSORS = [(0, 1, 2), (3,), (4,)]
BASELINE = 30


def double(bits):
    return None if bits is None else struct.unpack(">d", bytes.fromhex(bits))[0]


def single(bits32):
    return struct.unpack(">f", bytes.fromhex(bits32))[0]


def bits(value):
    return None if value is None else struct.pack(">d", value).hex()


def single_bits(value):
    return struct.pack(">f", value).hex()


def decoded(value):
    if isinstance(value, str):
        return double(value)
    return [decoded(item) for item in value] if isinstance(value, list) else value


def load(name):
    """A table of this folder, or one that `npm run vectors` writes."""
    path = HERE / name
    return json.loads((path if path.exists() else HERE.parent / "written" / "scoring" / name).read_text())


class DifferentError(Exception):
    """A value that is not the committed one."""


def expect(what, computed, committed):
    if computed != committed:
        raise DifferentError(f"{what}: computed {computed}, the vector says {committed}")


# --- the numeric profile ---


def check_profile():
    """The profile's value is so many doubles further from zero than the true one."""
    truths, profile = load("true-values.json"), load("numeric-profile.json")
    for name, function in (("exp", exp), ("ln", ln), ("atan2", atan2)):
        for (*arguments, truth), apart in zip(truths[name], profile[name], strict=True):
            value = f"{int(truth, 16) + apart:016x}"
            expect(f"{name}{tuple(map(double, arguments))}", bits(function(*map(double, arguments))), value)
    return sum(len(profile[name]) for name in ("exp", "ln", "atan2"))


def check_stated_numbers():
    rows = load("stated-numbers.json")["six_digits"]
    for value, stated in rows:
        expect(f"{double(value)} with six digits", bits(scoring.six_digits(double(value))), stated)
    return len(rows)


# --- the sequential statistic W ---


def check_published_evidence():
    """
    The golden values that two implementations agreed on before this project existed, to their six digits. They are of
    ln Σ n·L and its posterior; W has summed what exceeds 1 since version 1.2.0, with the same L.
    """
    published = {
        (0, 1): (-0.215811, (0.39077, 0.502673, 0.43724)),
        (0, 10): (1.48366, (0.372377, 0.43835, 0.456916)),
        (0, 15): (2.729554, (0.200804, 0.793257, 0.257526)),
        (0, 30): (10.374001, (0.044575, 0.999838, 0.079493)),
        (0.1, 1): (-0.275823, (0.387939, 0.496237, 0.437314)),
        (0.1, 10): (1.442832, (0.366836, 0.439947, 0.454791)),
        (0.1, 15): (2.446623, (0.226686, 0.733753, 0.290254)),
        (0.1, 30): (9.07654, (0.046058, 0.999422, 0.080837)),
    }
    for zone in (0, 0.1):
        model = ChangeModel(
            zones=[float(zone)] * 5,
            directions=[0] * 5,
            sensors=[(0, 3), (3, 4), (4, 5)],
            reference_frozen=False,
            participation=0.3,
            shift_variances=[0.06, 0.6, 6.0],
            shift_weights=[0.25, 0.35, 0.4],
            minimum_reference=5.0,
            prior_variances=[1.0] * 5,
            prior_degrees=0.0,
            variance_floor=0.0,
            # Known to be independent, which is what was agreed on.
            prior_curves=[CurvePrior((1.0,) * SCALES, (1e12,) * SCALES)] * 5,
            block_levels=[0] * 5,
        )
        past, buckets = [0.0] * 15, []
        for t in range(1, 51):
            past = add_values(past, [1] * 5, published_wave(t))
        for t in range(1, 31):
            values = published_wave(50 + t)
            values[3] += 1.5 if t >= 11 else 0
            # The formula is agreed on to six digits; what the product's buckets keep is less, so these keep it all.
            buckets.append(Bucket(1, t, add_values([0.0] * 15, [1] * 5, values)))
            merge_unrounded(buckets, 8)
            if (zone, t) not in published:
                continue
            sums = no_change_sums(5)._replace(past=past, buckets=list(buckets))
            rows = [(bucket.size, compare_window(sums, model, row)) for row, bucket in enumerate(buckets)]
            rows = [(size, window) for size, window in rows if window.likelihood is not None]
            total = sum(size * window.likelihood for size, window in rows)
            posterior = [sum(size * window.shares[s] for size, window in rows) / total for s in range(3)]
            wanted, shares = published[(zone, t)]
            close = abs(math.log(total) - wanted) < 1e-6
            close = close and all(abs(a - b) < 1e-6 for a, b in zip(posterior, shares, strict=True))
            expect(f"golden ln Σ n·L, zone {zone}, block {t}", close, True)
    return len(published)


def published_wave(t):
    return [math.sqrt(2) * math.sin(1.7 * t + 0.9 * i) for i in range(5)]


def merge_unrounded(buckets, per_level):
    size = 1
    while True:
        same = [at for at, bucket in enumerate(buckets) if bucket.size == size]
        if len(same) <= per_level:
            return
        older, newer = buckets[same[0]], buckets.pop(same[1])
        sums = [one + other for one, other in zip(older.sums, newer.sums, strict=True)]
        buckets[same[0]] = Bucket(2 * size, older.seq, sums)
        size *= 2


def curves_in(table):
    return {
        name: CurvePrior(tuple(decoded(curve["ratios"])), tuple(decoded(curve["degrees"])))
        for name, curve in table["curves"].items()
    }


def model_of(given, curves):
    priors = [curves[name] for name in given["prior_curves"]]
    return ChangeModel(
        zones=decoded(given["zones"]),
        directions=given["directions"],
        sensors=[(0, 3), (3, 4), (4, 5)],
        reference_frozen=False,
        participation=double(given["participation"]),
        shift_variances=decoded(given["shift_variances"]),
        shift_weights=decoded(given["shift_weights"]),
        minimum_reference=given["minimum_reference"],
        prior_variances=decoded(given["prior_variances"]),
        prior_degrees=given["prior_degrees"],
        variance_floor=double(given["variance_floor"]),
        prior_curves=[doubted(*of) for of in zip(priors, decoded(given["least_correlations"]), strict=True)],
        block_levels=given["block_levels"],
    )


def doubted(curve, phi):
    """A prior that is at least that of AR(1) noise, by ten samples; without a doubt as it is."""
    if phi == 0:
        return curve
    ratios = [max(ratio, other) for ratio, other in zip(curve.ratios, ratios_of_correlated(phi), strict=True)]
    return CurvePrior(tuple(ratios), tuple(max(10.0, degrees) for degrees in curve.degrees))


def shape_of(given, model):
    return HistogramShape(given["buckets_per_level"], given["levels"], False, model.scatter_model())


def with_baseline(sums, sensor, rows, inherited, shape):
    """The sums with the blocks a sensor's baseline is made of: entry number, weights and values."""
    channels = SENSORS[sensor]
    reference = []
    for seq, weights, values in rows:
        if weights[channels[0]] == 0:
            continue
        own = [values[channel] for channel in channels]
        reference.append(ScoredBlock(seq, 0.0, weights[channels[0]], own, own, own, None))
    curves = [inherited] * len(channels) if inherited else []
    return place_blocks(sums, channels[0], CalibratedLearning(None, reference, [], curves, None), shape)


def check_evidence():
    table = load("evidence.json")
    curves = curves_in(table)
    noise = {of["name"]: [[single(value) for value in block] for block in of["blocks"]] for of in table["noise"]}
    checked = 0
    for case in table["cases"]:
        checked += check_case(case, curves, list(rows_of(case, noise[case["noise"]])))
    return checked


def check_case(case, curves, rows):
    model = model_of(case["model"], curves)
    shape = shape_of(case["model"], model)
    late, inherited = case["late"], curves.get(case["inherited"])
    heard = [sensor for sensor in range(3) if late is None or sensor != late["sensor"]]
    sums = no_change_sums(5)
    for sensor in heard:
        sums = with_baseline(sums, sensor, [(0, *row) for row in rows[:BASELINE]], inherited, shape)
    expected = {row["after"]: row for row in case["expected"]}
    for seq, (weights, values) in enumerate(rows[BASELINE:], 1):
        if case["frozen"] and seq == case["frozen"]["after"] + 1:
            sums = settle_before(sums, case["frozen"]["settled"])
            shape, model = shape._replace(reference_frozen=True), model._replace(reference_frozen=True)
        present = [weight if sensor_of(channel) in heard else 0 for channel, weight in enumerate(weights)]
        sums = add_block(sums, BlockValues(seq, present, values), shape)
        if late and seq == late["after"]:
            heard = [0, 1, 2]
            numbered = [(t - BASELINE + 1, *row) for t, row in enumerate(rows)]
            blocks = numbered[late["from"] : BASELINE + seq]
            sums = with_baseline(sums, late["sensor"], blocks, inherited, shape)
        if seq in expected:
            expect_weighed(f"{case['name']}, block {seq}", weigh_change(sums, model), expected[seq])
    for name in ("squares", "counts"):
        held = [single_bits(value) for value in getattr(sums.scatter, name)]
        expect(f"{case['name']}, {name} of the scatter", held, [value for of in case["scatter"][name] for value in of])
    return len(expected)


def sensor_of(channel):
    return 0 if channel < 3 else channel - 2


def rows_of(case, noise):
    """Weights and values of each block: the noise, and what has moved."""
    weights = [[single(weight) for weight in of] for of in case["weights"]]
    for t in range(BASELINE + case["blocks"]):
        values = [binary32(double(scale) * value) for scale, value in zip(case["scales"], noise[t], strict=True)]
        for move in case["moves"]:
            if t >= move["from"]:
                moved = double(move["by"]) + double(move["per_block"]) * (t - move["from"])
                values[move["channel"]] = binary32(values[move["channel"]] + moved)
        yield [weights[s][t % len(weights[s])] for s, channels in enumerate(SENSORS) for _ in channels], values


def check_presence():
    """Every combination of sensors: alone, some of the time, from later on, until earlier."""
    table = load("evidence-presence.json")
    model = model_of(table["model"], curves_in(table))
    shape = shape_of(table["model"], model)
    blocks = decoded(table["blocks"])
    checked = 0
    for case in table["cases"]:
        rows = [([int(case["heard"][sensor_of(c)][t]) for c in range(5)], values) for t, values in enumerate(blocks)]
        sums = no_change_sums(5)
        for sensor, channels in enumerate(SENSORS):
            if any(weights[channels[0]] > 0 for weights, _ in rows[:BASELINE]):
                sums = with_baseline(sums, sensor, [(0, *row) for row in rows[:BASELINE]], None, shape)
        expected = {row["after"]: row for row in case["expected"]}
        for seq, (weights, values) in enumerate(rows[BASELINE:], 1):
            sums = add_block(sums, BlockValues(seq, weights, values), shape)
            if seq not in expected:
                continue
            found, row = weigh_change(sums, model), expected[seq]
            expect_weighed(f"{case['name']}, block {seq}", found, row)
            expect(f"{case['name']}, block {seq}, channel", found.channel, row["channel"])
            checked += 1
    return checked


def expect_weighed(what, found, row):
    expect(what, bits(found.nats), row["nats"])
    expect(what, [bits(share) for share in found.posterior], row["posterior"])
    expect(what, found.change_seq, row["change_seq"])


# --- Hotelling's T², noise and outliers ---


def check_frame_test():
    table = load("frame-test.json")
    moments = scoring.initial_state().moments
    for frame in table["reference"]:
        moments = add_frame(moments, decoded(frame), 1.0)
    for at, row in enumerate(table["tests"]):
        found = hotelling(
            moments,
            decoded(row["frame"]),
            prior_degrees=table["prior_degrees"],
            limit_rate=0.0027,
            minimum_reference=5,
        )
        computed = (bits(found.t2), found.degrees, bits(found.p_value))
        expect(f"T² of frame {at}", computed, (row["t2"], row["degrees"], row["p_value"]))
        expect(f"shares of frame {at}", [bits(share) for share in found.shares], row["shares"])
    return len(table["tests"])


def check_noise():
    table = load("noise.json")
    rule = NoiseRule(**table["rule"])
    checked = 0
    for case in table["cases"]:
        values = decoded(case["values"])
        weight, baseline = double(case["weight"]), case["baseline"]
        noise = start_channel(values[:baseline], [weight] * baseline)
        expect(case["name"], [bits(noise.blocks), bits(noise.variance)], list(case["start"].values()))
        steps = {seq: row for seq, *row in case["steps"]}
        for at in range(baseline, len(values)):
            away = beside_median(values[at - 5 : at], values[at])
            noise = follow_channel(noise, away * away, weight, case["learns"], at + 1, 0.0, rule)
            if at + 1 in steps:
                computed = [bits(value) for value in noise[:4]] + [noise.since_seq, noise.grown]
                expect(f"{case['name']}, block {at + 1}", computed, steps[at + 1])
                checked += 1
    habit = NO_OUTLIERS
    for at, (is_outlier, learns, *row) in enumerate(table["outliers"]):
        habit = count_frame(habit, is_outlier, learns, table["most_per_hundred"])
        expect(f"outliers of frame {at}", [bits(habit.share), *habit[1:]], row)
        checked += 1
    return checked


CHECKS = {
    "numeric profile": (check_profile, "values agree bit for bit"),
    "numbers as they are stated": (check_stated_numbers, "values agree bit for bit"),
    "published sums of n·L": (check_published_evidence, "values agree to six digits"),
    "W and posterior": (check_evidence, "evaluations agree bit for bit"),
    "W by the sensors that are there": (check_presence, "evaluations agree bit for bit"),
    "T² and p-value": (check_frame_test, "frames agree bit for bit"),
    "noise and outliers": (check_noise, "steps agree bit for bit"),
}


if __name__ == "__main__":
    try:
        for name, (check, words) in CHECKS.items():
            print(f"{name}: {check()} {words}")
    except DifferentError as difference:
        sys.exit(str(difference))
