"""Folds a journal with the Python client, and compares every score, open breach and packed state with the core's.

    clients/python/.venv/bin/python clients/conformance/scoring/check_fold.py FILE

Each line of FILE, which write-folded.ts writes, is an `entry`, `score` (null for an entry that is no frame), `breach` (how the
one opened that is open, or null), and `state_sha256` or null. Exit code 1 on the first difference.
"""

import hashlib
import json
import sys
import time
from pathlib import Path

from plumbline import scoring
from plumbline.scoring.score import open_breach_of


class DifferentError(Exception):
    """What differs, a line each."""


def camel_case(name):
    first, *rest = name.split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in rest)


def plain(value):
    """By the names of the core."""
    if isinstance(value, dict):
        return {camel_case(name): plain(member) for name, member in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


def differences(computed, wanted, place=""):
    if isinstance(computed, dict) and isinstance(wanted, dict):
        for name in sorted({*computed, *wanted}):
            yield from differences(computed.get(name), wanted.get(name), f"{place}/{name}")
    elif isinstance(computed, list) and isinstance(wanted, list) and len(computed) == len(wanted):
        for at, (one, other) in enumerate(zip(computed, wanted, strict=True)):
            yield from differences(one, other, f"{place}/{at}")
    elif computed != wanted:
        yield f"{place}: computed {computed}, wanted {wanted}"


def check(path):
    state = scoring.initial_state()
    started = time.process_time()
    entries = digests = 0
    with Path(path).open(encoding="utf-8") as lines:
        for entries, line in enumerate(lines, 1):
            wanted = json.loads(line)
            state, score = scoring.fold(state, wanted["entry"])
            opening = open_breach_of(state, scoring.DEFAULT_SETTINGS)
            computed = plain({"score": score, "breach": opening and opening._asdict()})
            found = list(differences(computed, {name: wanted[name] for name in computed}))
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
