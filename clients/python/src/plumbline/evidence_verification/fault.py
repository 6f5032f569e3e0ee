"""What ends a check: one reason, in words for whoever reads the report."""

from __future__ import annotations


class Fault(Exception):  # noqa: N818 -- it is a finding about what was given, not an error of this program
    """Why something does not hold. It never leaves this package: a step that meets one has failed."""


def expect(holds: bool, detail: str) -> None:
    if not holds:
        raise Fault(detail)


def printable(text: str) -> str:
    """A text of unverified origin, fit for a terminal: ASCII without control characters, a few lines at
    most."""
    plain = "".join(character if " " <= character <= "~" else "?" for character in text)
    return plain if len(plain) <= _LONGEST else f"{plain[:_LONGEST]}..."


_LONGEST = 400
