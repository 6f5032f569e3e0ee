"""V15: what a bundle says of its scoring, held against itself and, where that can be, against a
recomputation."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import Literal, Protocol

from ..scoring.stated_twice import contradictions_in
from .frames_file import Frames
from .strict_json import Json
from .verification import Finding, failed, missing, passed

_MOST_REPORTED = 8


class Difference(Protocol):
    """One thing that does not come out as recorded; its text is in the words of every Plumbline verifier."""

    @property
    def detail(self) -> str: ...


class Rescoring(Protocol):
    """What a fold of the recorded frames gave."""

    @property
    def result(self) -> Literal["same", "different", "unable"]: ...

    @property
    def differences(self) -> Sequence[Difference]: ...

    @property
    def reason(self) -> str | None:
        """Why it could not be made."""
        ...


Rescore = Callable[[bytes, bytes], Rescoring]
"""Folds a bundle's frames again: the bytes of the bundle and of its frames file in."""


def installed_rescore() -> Rescore | None:
    """That of `plumbline.scoring`, in a package that has it."""
    try:
        found = importlib.import_module("plumbline.scoring")
    except ModuleNotFoundError:
        return None
    rescore: Rescore | None = getattr(found, "rescore_bundle", None)
    return rescore


def check_scoring(
    bundle: Json,
    frames: Frames | str,
    *,
    is_authentic: bool,
    refold: Callable[[], Rescoring] | None,
    required: bool,
) -> Finding:
    """`frames`: those that were scored, or why there are none. Only what a trusted key signed is folded:
    parameters and
    state decide what a fold costs."""
    differences = [one.detail for one in contradictions_in(bundle)]
    unable = _why_not(frames, is_authentic=is_authentic, can_fold=refold is not None)
    if unable is None and refold is not None:
        found = refold()
        # What contradicts itself is different even where it could not be folded.
        unable = found.reason
        if found.result == "different":
            differences += [one.detail for one in found.differences if one.detail not in differences]
    if differences:
        return failed(_report_of(differences, unable))
    if unable is not None:
        return missing(unable, required=required)
    if bundle["scoring"]["initial_state"]["state"] is None:
        return passed()
    return passed("starts from a state that the issuer states and no log proves yet")


def _why_not(frames: Frames | str, *, is_authentic: bool, can_fold: bool) -> str | None:
    if not is_authentic:
        return "nobody trusted signed the parameters"
    if isinstance(frames, str):
        return frames
    if not frames.is_whole:
        return "frames are withheld"
    return None if can_fold else "no scoring was given to recompute with"


def _report_of(differences: Sequence[str], unable: str | None) -> str:
    said = list(differences[:_MOST_REPORTED])
    if len(differences) > _MOST_REPORTED:
        said.append(f"and {len(differences) - _MOST_REPORTED} more")
    if unable is not None:
        said.append(f"not recomputed: {unable}")
    return "; ".join(said)
