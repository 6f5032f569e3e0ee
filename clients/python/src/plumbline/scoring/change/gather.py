"""The sums of a test with this frame in them, what they say, and by which model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..baseline.advance_tracks import Advance
from ..baseline.standing import reference_moves
from ..cycle.time_of_day import day_marks
from ..cycle.turn_sums import turn_sums
from ..cycle.wider_zones import needs_marks, with_wider_zones
from ..model.sensors import FIRST_CHANNEL, LIMITED_SENSORS, TrackName
from ..model.settings import ScoringSettings
from ..model.standing import CurveMemo
from ..model.state import ChangeSums, VehicleState
from .change_model import ChangeModel, WeighedChange, calibration_model, histogram_shape, single_model
from .histogram import BlockValues, HistogramShape, add_block
from .place_blocks import place_blocks
from .weigh_change import weigh_change


class Weighed(NamedTuple):
    sums: ChangeSums
    model: ChangeModel
    found: WeighedChange


class Gathered(NamedTuple):
    """Nothing is weighed when this frame completed no block of the test's sensors: mostly so."""

    sums: ChangeSums
    weighed: Weighed | None


def gather_calibration_change(
    state: VehicleState,
    advance: Advance,
    seq: int,
    settings: ScoringSettings,
    known: CurveMemo,
) -> Gathered:
    """Camera, radar and lidar: the test that breaches."""
    if not advance.stepped:
        return Gathered(state.evidence, None)
    is_frozen = not reference_moves(state, "camera")
    model = calibration_model(advance.tracks, is_frozen, settings, known)
    if state.breach is None:
        model = with_wider_zones(model, advance.tracks, settings)
    shape = histogram_shape(settings, is_frozen, "calibration", model.scatter_model())
    marked = needs_marks(advance.tracks)
    return _gather(state.evidence, advance, LIMITED_SENSORS, seq, model, shape, marked, settings)


def gather_confidence_change(
    state: VehicleState, advance: Advance, seq: int, settings: ScoringSettings
) -> Gathered:
    """The lidar's confidence: a test of its own, which never breaches."""
    if not advance.stepped:
        return Gathered(state.confidence_evidence, None)
    is_frozen = not reference_moves(state, "confidence")
    model = single_model("confidence", advance.tracks.confidence.calibration, is_frozen, settings)
    shape = histogram_shape(settings, is_frozen, "confidence", model.scatter_model())
    return _gather(state.confidence_evidence, advance, ("confidence",), seq, model, shape, False, settings)


def _gather(
    before: ChangeSums,
    advance: Advance,
    names: Sequence[TrackName],
    seq: int,
    model: ChangeModel,
    shape: HistogramShape,
    marked: bool,
    settings: ScoringSettings,
) -> Gathered:
    sums = before
    for name in names:
        if name in advance.waves:
            sums = turn_sums(sums, name, advance.tracks.of(name), advance.waves[name], settings)
    if any(name in advance.scored for name in names):
        sums = add_block(sums, _join_sensors(sums.channels, advance, names, seq, marked), shape)
    for name in names:
        if name in advance.calibrated:
            sums = place_blocks(sums, FIRST_CHANNEL[name], advance.calibrated[name], shape)
    if sums is before:
        return Gathered(before, None)
    return Gathered(sums, Weighed(sums, model, weigh_change(sums, model)))


def _join_sensors(
    channels: int, advance: Advance, names: Sequence[TrackName], seq: int, marked: bool
) -> BlockValues:
    weights = [0.0] * channels
    values = [0.0] * channels
    at_us = 0.0
    for name in names:
        block = advance.scored.get(name)
        if block is None:
            continue
        at_us = block.at_us
        for axis, value in enumerate(block.score):
            weights[FIRST_CHANNEL[name] + axis] = block.weight
            values[FIRST_CHANNEL[name] + axis] = value
    return BlockValues(seq, weights, values, day_marks(at_us) if marked else ())
