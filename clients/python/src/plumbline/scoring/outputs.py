"""What a bundle records of a score, as ``scoring.outputs``."""

from __future__ import annotations

from typing import Any

from .model.score import Score

# The rest of a score is not repeated in a bundle.
_LEFT_OUT = frozenset({"seq", "baseline", "channels", "course", "window", "noise", "provisional"})


def scoring_outputs(score: Score) -> dict[str, Any]:
    outputs = {name: value for name, value in score._asdict().items() if name not in _LEFT_OUT}
    standing = score.baseline
    outputs["baseline"] = {"state": standing.state, "frames": standing.frames, "needed": standing.needed}
    outputs["channels"] = [channel._asdict() for channel in score.channels]
    if score.provisional is not None:
        outputs["provisional"] = score.provisional._asdict()
    return outputs
