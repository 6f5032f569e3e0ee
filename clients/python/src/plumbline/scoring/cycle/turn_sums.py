"""The sums of W as they would be had a new wave of the day been taken out of every block (4.4.5)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from ..change.histogram import settle_before
from ..model.kept_sums import kept_sums
from ..model.sensors import FIRST_CHANNEL, TrackName
from ..model.settings import ScoringSettings
from ..model.state import Bucket, ChangeSums, SensorTrack, calibration_of
from ..numeric.profile import soft_clip, unclipped
from .scatter_without_wave import scatter_without_wave
from .time_of_day import mean_of_marks

Moment = tuple[float, float]
"""Mean cosine and sine of the time of day over some blocks."""


class _ScoreTurn(NamedTuple):
    """What is taken out of a score now and was not before: at + cosine·x + sine·y, in units of the clip."""

    at: float
    cos: float
    sin: float
    noise: float
    """Sigma² in units of the clip."""


def turn_sums(
    before: ChangeSums,
    name: TrackName,
    track: SensorTrack,
    wave_before: Sequence[float],
    settings: ScoringSettings,
) -> ChangeSums:
    """A change that was hidden by the wave is still there, and now it is seen."""
    sums, moments = _marked_sums(before)
    degrees = settings.evidence.clip_degrees
    turns = _score_turns(track, wave_before)
    first = FIRST_CHANNEL[name]

    def turn_all(held: Sequence[float], moment: Moment) -> list[float]:
        turned = list(held)
        for axis, turn in enumerate(turns):
            _turn_channel(turned, first + axis, turn, moment, degrees)
        return turned

    spacing_us = calibration_of(track).period_us
    scatter = sums.scatter
    for axis, turn in enumerate(turns):
        amplitude = math.sqrt(turn.cos * turn.cos + turn.sin * turn.sin)
        scatter = scatter_without_wave(scatter, first + axis, amplitude, spacing_us)
    buckets = [
        Bucket(size, seq, kept_sums(turn_all(held, moment), sums.channels))
        for (size, seq, held), moment in zip(sums.buckets, moments, strict=True)
    ]
    past = turn_all(sums.past, _past_moment(track, sums, first, moments))
    return ChangeSums(sums.channels, past, buckets, scatter)


def _marked_sums(sums: ChangeSums) -> tuple[ChangeSums, Sequence[Moment]]:
    """With what each bucket remembers of the time of day. If one does not, all of them join the past."""
    moments: list[Moment] = []
    for size, _, held in sums.buckets:
        moment = mean_of_marks(held[3 * sums.channels :], size)
        if moment is None:
            return settle_before(sums, len(sums.buckets)), ()
        moments.append(moment)
    return sums, moments


def _past_moment(track: SensorTrack, sums: ChangeSums, channel: int, moments: Sequence[Moment]) -> Moment:
    """Of what is older than the buckets: all that was heard without them."""
    if track.cycle is None:
        raise ValueError("a sensor without a cycle was asked for its day")
    heard = track.cycle.heard
    n = heard[0]
    x = n * heard[1]
    y = n * heard[2]
    for bucket, moment in zip(sums.buckets, moments, strict=True):
        weight = bucket.sums[3 * channel]
        n -= weight
        x -= weight * moment[0]
        y -= weight * moment[1]
    # What a breach has made the sums forget was heard nevertheless.
    is_known = n > 0 and n >= 0.5 * sums.past[3 * channel]
    return (x / n, y / n) if is_known else (heard[1], heard[2])


def _score_turns(track: SensorTrack, wave_before: Sequence[float]) -> list[_ScoreTurn]:
    if track.cycle is None:
        raise ValueError("a sensor without a cycle was asked for its wave")
    wave = track.cycle.wave
    calibration = calibration_of(track)
    width = len(calibration.location)
    turns: list[_ScoreTurn] = []
    for row, unit in enumerate(calibration.clip_unit):
        at = cos = sin = 0.0
        for axis in range(width):
            turn = calibration.whitening[row * width + axis] / unit
            b, c = wave[2 + 2 * axis], wave[3 + 2 * axis]
            b0, c0 = wave_before[2 + 2 * axis], wave_before[3 + 2 * axis]
            cos += turn * (b - b0)
            sin += turn * (c - c0)
            at -= turn * (b * wave[0] + c * wave[1] - b0 * wave_before[0] - c0 * wave_before[1])
        turns.append(_ScoreTurn(at, cos, sin, 1 / (unit * unit)))
    return turns


def _turn_channel(sums: list[float], channel: int, turn: _ScoreTurn, moment: Moment, degrees: float) -> None:
    n, total, squares = sums[3 * channel : 3 * channel + 3]
    if not n > 0:
        return
    x, y = moment
    mean = total / n
    shift = turn.at + turn.cos * x + turn.sin * y
    turned = soft_clip(unclipped(mean, degrees) - shift, degrees)
    # How blocks spread about their mean time of day is taken to be alike both ways.
    spread = max(0.0, 0.5 * (1 - x * x - y * y))
    # The wave made the scatter so many times as large, clip or no clip.
    growth = 1 + (spread * (turn.cos * turn.cos + turn.sin * turn.sin)) / turn.noise
    sums[3 * channel + 1] = n * turned
    sums[3 * channel + 2] = n * turned * turned + max(0.0, squares - n * mean * mean) / growth
