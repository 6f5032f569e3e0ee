"""A breach as it opens: by W, or before its sensor had a baseline."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..baseline.accept_baseline import CalibratedLearning, EarlyChange
from ..baseline.advance_tracks import Advance
from ..baseline.block_average import frames_per_block
from ..baseline.score_block import ScoredBlock
from ..change.change_model import WeighedChange, histogram_shape
from ..change.gather import Weighed
from ..change.histogram import BlockValues, HistogramShape, add_block, add_values, settle_before
from ..change.place_blocks import clear_channels, row_of, widen, with_values_at
from ..frame.measurement import Measurement
from ..model.score import ProvisionalVerdict
from ..model.sensors import CHANNELS, FIRST_CHANNEL, LIMITED_SENSORS, TRACK_WIDTHS, LimitedSensor
from ..model.settings import ScoringSettings
from ..model.state import Breach, ChangeSums, EarlyBreach, TimeMark, VehicleState
from .breach_course import Opening, open_course


class Moment(NamedTuple):
    """What a frame that may open a breach brought, besides the sums."""

    advance: Advance
    measurement: Measurement
    marks: Sequence[TimeMark]


class OpenedBreach(NamedTuple):
    breach: Breach
    sums: ChangeSums
    found: WeighedChange
    """What opened it."""


def describe_breach(
    gathered: Weighed, statistic: float, posterior: Sequence[float], moment: Moment, settings: ScoringSettings
) -> Breach:
    found = gathered.found
    seq, at_us = moment.measurement.seq, moment.measurement.timestamp_us
    tracks = moment.advance.tracks
    frames = frames_per_block(tracks.of(sensor_of(found.channel)))
    return Breach(
        opened_seq=seq,
        opened_us=at_us,
        statistic=statistic,
        channel=CHANNELS[found.channel],
        side=found.side,
        change_point_seq=max(1, found.change_seq - frames + 1),
        change_block_seq=found.change_seq,
        blocks=0,
        posterior=posterior,
        over_blocks=0,
        rested_blocks=0,
        course=open_course(Opening(gathered, tracks, moment.marks, TimeMark(seq, at_us)), settings),
        early=None,
    )


def sensor_of(channel: int) -> LimitedSensor:
    return "camera" if channel < 3 else "radar" if channel == 3 else "lidar"


def is_provisional(breach: Breach | None) -> bool:
    """Whether what a vehicle is accused of rests on an early verdict alone."""
    return breach is not None and breach.early is not None and not breach.early.confirmed


def provisional_of(breach: Breach | None) -> EarlyBreach | None:
    """What such a verdict rests on; None for any other."""
    return breach.early if breach is not None and is_provisional(breach) else None


def open_early_breach(
    state: VehicleState, weighed: Weighed | None, moment: Moment, settings: ScoringSettings
) -> OpenedBreach | None:
    """The blocks before the change are the reference from now on. None when this frame told none, or one is open."""
    if state.breach is not None or weighed is None:
        return None
    told = _told_early(moment.advance)
    if told is None:
        return None
    sensor, learning, change = told
    shape = histogram_shape(settings, True, "calibration", None)
    sums = _place_at_change(weighed.sums, sensor, learning, shape)
    found = WeighedChange(
        nats=change.nats,
        posterior=[1.0 if name == sensor else 0.0 for name in LIMITED_SENSORS],
        change_row=0,
        change_seq=change.window.from_seq,
        channel=FIRST_CHANNEL[sensor] + change.axis,
        side=change.side,
    )
    gathered = Weighed(sums, weighed.model._replace(reference_frozen=True), found)
    breach = describe_breach(gathered, found.nats, found.posterior, moment, settings)
    early = _remember_early(sensor, change, moment.advance, settings)
    course = breach.course._replace(likely=change.likely, widely=change.widely)
    return OpenedBreach(breach._replace(course=course, early=early), sums, found)


def _told_early(advance: Advance) -> tuple[LimitedSensor, CalibratedLearning, EarlyChange] | None:
    """Of several sensors in one frame the one that speaks loudest."""
    loudest: tuple[LimitedSensor, CalibratedLearning, EarlyChange] | None = None
    for sensor in LIMITED_SENSORS:
        learning = advance.calibrated.get(sensor)
        if learning is None or learning.early is None:
            continue
        if loudest is None or learning.early.nats > loudest[2].nats:
            loudest = (sensor, learning, learning.early)
    return loudest


def _remember_early(
    sensor: LimitedSensor, change: EarlyChange, advance: Advance, settings: ScoringSettings
) -> EarlyBreach:
    verdict = ProvisionalVerdict(
        sensor=sensor,
        blocks_before=change.at,
        blocks_after=change.blocks_after,
        frames_per_block=frames_per_block(advance.tracks.of(sensor)),
        correlation=change.correlation,
        statistic=change.nats,
        limit=settings.early.limit_nats,
        drift=change.drift.amount,
        drift_sd=change.drift.sd,
    )
    return EarlyBreach(verdict, change.window, change.blocks_after, False)


def _place_at_change(
    before: ChangeSums, sensor: LimitedSensor, learning: CalibratedLearning, shape: HistogramShape
) -> ChangeSums:
    """The sensor's blocks before the change are the reference, and those after it lie in its buckets."""
    first = FIRST_CHANNEL[sensor]
    cleared = clear_channels(before, first, TRACK_WIDTHS[sensor])
    sums = settle_before(cleared, max(0, row_of(cleared, learning.watched[0].seq)))
    past = sums.past
    for block in learning.reference:
        past = add_values(past, *widen(sums.channels, first, block))
    sums = sums._replace(past=past)
    for block in learning.watched:
        sums = _add_watched(sums, first, block, shape)
    return sums


def _add_watched(sums: ChangeSums, first: int, block: ScoredBlock, shape: HistogramShape) -> ChangeSums:
    weights, values = widen(sums.channels, first, block)
    if not sums.buckets or block.seq > sums.buckets[-1].seq:
        return add_block(sums, BlockValues(block.seq, weights, values), shape)
    # Older than every bucket: it is news all the same.
    return with_values_at(sums, max(0, row_of(sums, block.seq)), weights, values)
