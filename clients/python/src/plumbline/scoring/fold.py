"""The one step by which a vehicle's state moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from .engine import checked_rotation, engine
from .score import Score, score_of
from .settings import DEFAULT_SETTINGS, Settings
from .state import SensorNoise, StartingPrior, VehicleState

_COMMANDS = {"learn": "learnBaseline", "freeze": "freezeBaseline", "unfreeze": "unfreezeBaseline"}


class Folded(NamedTuple):
    state: VehicleState
    score: Score | None
    """None for entries that are not frames."""


def fold(state: VehicleState, entry: Mapping[str, Any], settings: Settings = DEFAULT_SETTINGS) -> Folded:
    """The same state, entry and settings give the same bits wherever the engine runs. The state given stays as it was.

    ``entry``: a line of a frames file.

    :raises ValueError: for an entry of no known kind.
    """
    kind = entry["kind"]
    if kind == "frame":
        after = engine().fold_frame(state, entry["reading"], settings)
        return Folded(after, score_of(state, after, entry["reading"], settings))
    if kind == "baseline" and entry["action"] in _COMMANDS:
        command = _COMMANDS[entry["action"]]
        return Folded(engine().command(state, settings, command, entry["at_us"] / 1e6), None)
    if kind == "reference":
        matrix, valid_from_us = entry["camera_rotation_matrix"], float(entry["valid_from_us"])
        rotation = None if matrix is None else checked_rotation(matrix)
        after = engine().register_rotation(state, settings, rotation, valid_from_us / 1e6)
        reference = None if rotation is None else (rotation, valid_from_us)
        return Folded(after._replace(reference=reference), None)
    if kind == "prior":
        noises = (entry["sensors"][name] for name in ("camera", "radar", "lidar", "confidence"))
        sensors = tuple(of and SensorNoise(float(of["sd"]), int(of["vehicles"])) for of in noises)
        prior = StartingPrior(sensors, float(entry["at_us"]))
        return Folded(engine().command(state, settings, "passEntry")._replace(prior=prior), None)
    raise ValueError(f"no such kind of entry: {kind}")
