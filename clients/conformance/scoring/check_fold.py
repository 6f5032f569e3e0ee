"""Folds a journal with the second implementation, and compares every score, event and packed state with another's.

    python3 clients/conformance/scoring/check_fold.py FILE

Each line of FILE is `entry` (README.md), `score` (every member, null for an entry that is no frame),
`events`, and `state_sha256` or null. write-folded.ts writes it. Exit code 1 on the first difference.
"""

import hashlib
import json
import sys
import time
from pathlib import Path

from check_vectors import DifferentError, scoring


def camel_case(name):
    first, *rest = name.split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in rest)


def plain(value):
    """By the names of the core."""
    if hasattr(value, "_fields"):
        return {camel_case(name): plain(getattr(value, name)) for name in value._fields}
    return [plain(item) for item in value] if isinstance(value, (tuple, list)) else value


def plain_event(event):
    told = plain(event)
    if event.kind in ("tier_changed", "baseline_changed"):
        told["from"], told["to"] = told.pop("before"), told.pop("after")
    return told


def differences(computed, wanted, place=""):
    if isinstance(computed, dict) and isinstance(wanted, dict):
        for name in sorted({*computed, *wanted}):
            yield from differences(computed.get(name), wanted.get(name), f"{place}/{name}")
    elif isinstance(computed, list) and isinstance(wanted, list) and len(computed) == len(wanted):
        for at, (one, other) in enumerate(zip(computed, wanted, strict=True)):
            yield from differences(one, other, f"{place}/{at}")
    elif computed != wanted:
        yield f"{place}: computed {computed}, wanted {wanted}"


def number(text):
    """Whole numbers that a double cannot hold are written by their value, which is a double."""
    return int(text) if len(text) <= 15 else float(text)


def check(path):
    state = scoring.initial_state()
    started = time.process_time()
    entries = digests = 0
    with Path(path).open(encoding="utf-8") as lines:
        for entries, line in enumerate(lines, 1):
            wanted = json.loads(line, parse_int=number)
            state, score, events = scoring.fold(state, scoring.entry_from_json(wanted["entry"]))
            told = {"score": plain(score), "events": [plain_event(event) for event in events]}
            found = list(differences(told, {"score": wanted["score"], "events": wanted["events"]}))
            if wanted["state_sha256"] is not None:
                packed = scoring.pack_state(state)
                digests += 1
                if hashlib.sha256(packed).hexdigest() != wanted["state_sha256"]:
                    found.append("/state: another packed state")
                state = scoring.unpack_state(packed) if digests % 10 == 0 else state
            if found:
                raise DifferentError("\n".join([f"entry {entries}:", *found[:20]]))
    rate = entries / max(1e-3, time.process_time() - started)
    return f"{entries} entries and {digests} states, {rate:.0f} entries a second"


if __name__ == "__main__":
    try:
        print("ok:", check(*sys.argv[1:]))
    except DifferentError as difference:
        sys.exit(print(difference) or 1)
