"""The scoring computed anew: the engine that the service runs, by wasmtime, and what evidence states of its numbers.

It needs ``pip install "plumbline-client[rescore]"``; without it ``rescore_bundle`` says that nothing was computed.
"""

from .engine import EngineAbsentError, EngineStoppedError
from .fold import Folded, fold
from .rescore import Difference, Rescoring, rescore_bundle
from .score import Score
from .settings import DEFAULT_SETTINGS, NUMERIC_PROFILE, SCORING_VERSION, Settings, settings_from_json
from .six_digits import six_digits
from .state import VehicleState, initial_state, pack_state, unpack_state

__all__ = [
    "DEFAULT_SETTINGS",
    "NUMERIC_PROFILE",
    "SCORING_VERSION",
    "Difference",
    "EngineAbsentError",
    "EngineStoppedError",
    "Folded",
    "Rescoring",
    "Score",
    "Settings",
    "VehicleState",
    "fold",
    "initial_state",
    "pack_state",
    "rescore_bundle",
    "settings_from_json",
    "six_digits",
    "unpack_state",
]
