"""What cannot become a frame, and in which rows."""

from __future__ import annotations

from collections.abc import Iterable

_MOST_SHOWN = 5


class FrameError(ValueError):
    """Rows that cannot become frames. `rows` counts from 0, in the order in which they were given."""

    def __init__(self, detail: str, rows: Iterable[int] = ()) -> None:
        self.rows = list(rows)
        super().__init__(detail + _places(self.rows))


def _places(rows: list[int]) -> str:
    if not rows:
        return ""
    shown = ", ".join(str(row) for row in rows[:_MOST_SHOWN])
    more = f" and {len(rows) - _MOST_SHOWN} more" if len(rows) > _MOST_SHOWN else ""
    return f" (row{'s' if len(rows) > 1 else ''} {shown}{more})"
