"""What the versions of the scoring that this package computes do differently (docs/scoring-details.md, "Versions")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..numeric.digits import Digits, in_full, six_digits


class Rules(NamedTuple):
    digits: Digits
    """What becomes of a number before it is stated."""
    late_baselines_are_past: bool
    """A baseline that comes while the reference is frozen is past, wherever the buckets lie (5.1.4)."""
    needs_three_blocks: bool
    """What opens does not rest on two blocks of a sensor either (5.8.2)."""
    alarm_has_way_back: bool
    """The alarm of the lidar's confidence ends as a breach does, and what is held after it is still its own (7.4)."""


RULES: Mapping[str, Rules] = {
    "1.3.0": Rules(
        in_full, late_baselines_are_past=False, needs_three_blocks=False, alarm_has_way_back=False
    ),
    "1.4.0": Rules(
        six_digits, late_baselines_are_past=False, needs_three_blocks=False, alarm_has_way_back=False
    ),
    "1.5.0": Rules(
        six_digits, late_baselines_are_past=True, needs_three_blocks=True, alarm_has_way_back=True
    ),
}
