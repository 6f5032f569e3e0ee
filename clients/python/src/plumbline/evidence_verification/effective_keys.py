"""The keys a bundle may be signed with: those of the trust file, or those of the keyring whose roots it
pins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .fault import Fault
from .instants import instant_us
from .keyring import LoggedKeyring, check_history, read_history
from .public_key import PublicKey, read_public_key
from .trust import Trust
from .verification import PASSED, Finding, failed, missing, passed


@dataclass(frozen=True)
class EffectiveKeys:
    finding: Finding
    """Of V4."""
    keys: Sequence[PublicKey] = ()
    versions: Sequence[LoggedKeyring] | None = None
    """None where the trust file names the keys itself: it sets them no bounds."""

    def find(self, key_id: str | None) -> PublicKey | None:
        return next((key for key in self.keys if key.key_id == key_id), None)


def effective_keys(trust: Trust, keyring: bytes | None, *, now_us: int) -> EffectiveKeys:
    """A copy that should have been fetched again still says which keys counted then; that none was revoked
    since, it cannot."""
    if trust.fault is not None:
        return EffectiveKeys(failed(trust.fault), trust.keys)
    stale = _stale("the trust file", trust.refresh_after, now_us)
    if trust.keyring is None:
        return EffectiveKeys(_unasked(keyring, stale), trust.keys)
    if keyring is None:
        return EffectiveKeys(failed("the trust file pins the roots of a keyring, and no keyring was given"))
    try:
        versions = check_history(keyring, trust.keyring, trust.logs)
    except Fault as fault:
        return EffectiveKeys(failed(str(fault)))
    newest = versions[-1].keyring
    stale = stale or _stale("the keyring", newest.get("refresh_after"), now_us)
    keys = [read_public_key(key) for key in newest["keys"]]
    return EffectiveKeys(stale or passed(f"keyring version {newest['version']}"), keys, versions)


def _unasked(keyring: bytes | None, stale: Finding | None) -> Finding:
    """A trust file that names the keys itself asks no keyring; one that was given must be one all the
    same."""
    if keyring is None:
        return stale or PASSED
    try:
        read_history(keyring)
    except Fault as fault:
        return failed(str(fault))
    return stale or passed("the trust file names the keys; the keyring was not asked")


def _stale(file: str, refresh_after: str | None, now_us: int) -> Finding | None:
    until_us = None if refresh_after is None else instant_us(refresh_after)
    if until_us is None or now_us <= until_us:
        return None
    return missing(
        f"{file} was to be fetched again after {refresh_after}: it cannot know of keys revoked since. "
        "Fetch it again, or judge as of a moment up to then"
    )
