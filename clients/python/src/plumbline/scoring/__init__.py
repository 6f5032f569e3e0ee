"""The scoring, a second time: what folds a vehicle's frames into states and scores, written from its documents.

It needs nothing but Python, and agrees with the service bit for bit (docs/scoring-method.md, numeric profile
``binary64-ltr-v1``). So whoever holds evidence can compute its scores anew without any program of the issuer.
"""

from .codec.state import pack_state, unpack_state
from .fold import fold
from .model.journal import (
    BaselineEntry,
    FrameEntry,
    JournalEntry,
    PriorEntry,
    ReferenceEntry,
    SensorReading,
    entry_from_json,
)
from .model.score import Score, ScoringEvent
from .model.settings import DEFAULT_SETTINGS, NUMERIC_PROFILE, SCORING_VERSION, ScoringSettings
from .model.state import Folded, VehicleState, initial_state
from .numeric.digits import six_digits
from .rescore import Difference, Rescoring, rescore_bundle

__all__ = [
    "DEFAULT_SETTINGS",
    "NUMERIC_PROFILE",
    "SCORING_VERSION",
    "BaselineEntry",
    "Difference",
    "Folded",
    "FrameEntry",
    "JournalEntry",
    "PriorEntry",
    "ReferenceEntry",
    "Rescoring",
    "Score",
    "ScoringEvent",
    "ScoringSettings",
    "SensorReading",
    "VehicleState",
    "entry_from_json",
    "fold",
    "initial_state",
    "pack_state",
    "rescore_bundle",
    "six_digits",
    "unpack_state",
]
