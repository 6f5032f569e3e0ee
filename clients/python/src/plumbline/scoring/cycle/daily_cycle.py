"""What one sensor's reference hears of the day, and the wave that is taken out of its values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from ..model.state import DailyCycle
from ..numeric.profile import PI, binary32, cos_sin_of_turns
from .time_of_day import HOUR_US, turns_of_day, with_hour_of
from .wave_fit import WaveDesign, WaveEstimate, WaveNoise, add_day, estimate_wave, fit_wave, no_days, solve

# n, Σcos, Σsin, Σcos², Σcos·sin.
_DAY_SUMS = 5
_OUTLIER_SIGMA = 4
_LONG_STRETCH = 11


class HeardBlock(NamedTuple):
    """A block of a calibrated sensor as the cycle hears it: what it says beside the baseline's location."""

    at_us: float
    weight: float
    values: Sequence[float]


def start_cycle(blocks: Sequence[HeardBlock], noise: WaveNoise) -> DailyCycle:
    """The cycle of a sensor that has just been given a baseline."""
    width = len(noise.sigma)
    start_hour = math.floor(blocks[0].at_us / HOUR_US)
    cycle = DailyCycle(
        start_hour=start_hour,
        newest_hour=start_hour,
        hours=0,
        heard=[0.0] * 3,
        today=[0.0] * (_DAY_SUMS + 3 * width),
        days=no_days(width),
        wave=[0.0] * (2 + 2 * width),
        unsure=[0.0] * width,
    )
    for block in blocks:
        cycle = hear_block(cycle, block, noise, learns=True, quiet=False)
    return cycle


def hear_block(
    before: DailyCycle, block: HeardBlock, noise: WaveNoise, *, learns: bool, quiet: bool
) -> DailyCycle:
    """The cycle with one more block.

    ``learns``: the reference moves. ``quiet``: nothing speaks of a change, and the wave may be fitted anew.
    """
    hour = math.floor(block.at_us / HOUR_US)
    hours = with_hour_of(before.hours, block.at_us)
    cycle = before
    is_back = hour < before.newest_hour - 1
    is_new_hour = hour > before.newest_hour or is_back or before.heard[0] == 0
    if is_new_hour:
        begun = hour if is_back else max(hour, before.newest_hour)
        cycle = _begin_hour(before, begun, noise, fits=quiet and learns)
    if learns:
        cycle = _learn_block(cycle._replace(hours=hours), block, noise)
    # Far from all that was heard, even the first block of an hour is.
    return cycle._replace(unsure=_unsure_of(cycle, hours, noise)) if is_new_hour else cycle


def wave_at(cycle: DailyCycle, at_us: float) -> Sequence[float] | None:
    """What the wave adds at a time to each value; None where no wave is taken out."""
    wave = cycle.wave
    if not any(wave[2:]):
        return None
    cos, sin = cos_sin_of_turns(turns_of_day(at_us))
    return [
        wave[2 + 2 * axis] * (cos - wave[0]) + wave[3 + 2 * axis] * (sin - wave[1])
        for axis in range((len(wave) - 2) // 2)
    ]


def _begin_hour(before: DailyCycle, hour: int, noise: WaveNoise, *, fits: bool) -> DailyCycle:
    is_new_day = _day_of(before, hour) > _day_of(before, before.newest_hour)
    cycle = _end_day(before, noise) if is_new_day else before
    if hour < before.newest_hour:
        # The clock went back: the day under way is part of none.
        cycle = cycle._replace(start_hour=min(cycle.start_hour, hour), today=[0.0] * len(cycle.today))
    return cycle._replace(newest_hour=hour, wave=fit_wave(cycle, noise) if fits else cycle.wave)


def _day_of(cycle: DailyCycle, hour: int) -> int:
    """Days are 24 hours each from the baseline on."""
    return (hour - cycle.start_hour) // 24


def _end_day(cycle: DailyCycle, noise: WaveNoise) -> DailyCycle:
    return cycle._replace(today=[0.0] * len(cycle.today), days=add_day(cycle.days, cycle.today, noise))


def _learn_block(cycle: DailyCycle, block: HeardBlock, noise: WaveNoise) -> DailyCycle:
    cos, sin = cos_sin_of_turns(turns_of_day(block.at_us))
    weight = block.weight
    today = list(cycle.today)
    today[0] += weight
    today[1] += weight * cos
    today[2] += weight * sin
    today[3] += weight * cos * cos
    today[4] += weight * cos * sin
    for axis, of in enumerate(block.values):
        value = weight * _held(of, noise.sigma[axis], noise.most)
        at = _DAY_SUMS + 3 * axis
        today[at] += value
        today[at + 1] += value * cos
        today[at + 2] += value * sin
    return cycle._replace(
        heard=_heard_with(cycle.heard, weight, cos, sin), today=[binary32(total) for total in today]
    )


def _heard_with(before: Sequence[float], weight: float, cos: float, sin: float) -> Sequence[float]:
    n = before[0] + weight
    share = weight / n if n > 0 else 0.0
    return [
        binary32(n),
        binary32(before[1] + share * (cos - before[1])),
        binary32(before[2] + share * (sin - before[2])),
    ]


def _held(value: float, sigma: float, most: float) -> float:
    """An outlier counts for no more than noise on top of the largest wave."""
    reach = _OUTLIER_SIGMA * sigma + 2 * most
    return max(-reach, min(reach, value))


# --- By how much what is not known of the wave may move a mean (4.4.6) ---


def _unsure_of(cycle: DailyCycle, hours: int, noise: WaveNoise) -> Sequence[float]:
    """Away from the mean over the rest of what was heard; what stays within the usual zone counts as nothing."""
    width = len(noise.sigma)
    heard = cycle.heard
    if noise.most == 0 or not heard[0] > 0:
        return [0.0] * width
    ways = _ways_to(hours, heard[1], heard[2])
    unknown = _unknown_shift(ways, noise)
    unsure: list[float] = []
    for axis in range(width):
        estimate = estimate_wave(cycle, axis, noise)
        left = unknown if estimate is None else _left_by(cycle, estimate, axis, noise, ways)
        shift = binary32(min(unknown, left))
        unsure.append(shift if shift > noise.usual else 0.0)
    return unsure


def _ways_to(hours: int, x: float, y: float) -> list[tuple[float, float]]:
    """From the mean time of day to each hour heard, on the unit circle."""
    ways: list[tuple[float, float]] = []
    for hour in range(24):
        if (hours >> hour) & 1:
            cos, sin = cos_sin_of_turns((hour + 0.5) / 24)
            ways.append((cos - x, sin - y))
    return ways


def _unknown_shift(ways: Sequence[tuple[float, float]], noise: WaveNoise) -> float:
    """Half a day and the other half differ by 4/π amplitudes, while no hour is further than one from the mean."""
    reach = 0.0
    for x, y in ways:
        reach = max(reach, math.sqrt(x * x + y * y))
    return noise.shift_of(reach if len(ways) < _LONG_STRETCH else max(reach, 4 / PI))


def _left_by(
    cycle: DailyCycle,
    estimate: WaveEstimate,
    axis: int,
    noise: WaveNoise,
    ways: Sequence[tuple[float, float]],
) -> float:
    """What the estimate says is not taken out, and three of its standard deviations, together."""
    days, wave = cycle.days, cycle.wave
    design = WaveDesign(days[2], days[3], days[4], estimate.variance / (noise.most * noise.most))
    cos, sin = estimate.cos - wave[2 + 2 * axis], estimate.sin - wave[3 + 2 * axis]
    largest = 0.0
    for x, y in ways:
        u, v = solve(design, x, y)
        left = cos * x + sin * y
        largest = max(largest, left * left + 9 * estimate.variance * (x * u + y * v))
    return math.sqrt(largest)
