from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast, get_args

from . import models
from ._answers import Answer, build, json_of
from ._json import object_of
from ._model import Model


class UnknownEvent(Model):
    """An event of a type that this version of the client does not know. Leave it alone, or read `data`."""

    id: str
    type: str
    occurred_at: str
    recorded_at: str
    data: dict[str, Any]


Event = models.Event | models.WebhookTestEvent | UnknownEvent

KINDS: Mapping[str, type[Model]] = {
    get_args(kind.model_fields["type"].annotation)[0]: kind
    for kind in (*get_args(models.Event.__value__), models.WebhookTestEvent)
}
"""The model of every type of event, and of the test that a webhook sends on request."""


def build_event(members: Mapping[str, Any]) -> Event:
    """What does not fit is kept as it came."""
    event: Event = build(KINDS.get(str(members.get("type")), UnknownEvent), dict(members))
    return event


@dataclass(frozen=True)
class EventPage:
    """Events since a position."""

    data: Sequence[Event]
    has_more: bool
    next_cursor: str | None
    """To be given back as `after`, now or later, for what follows. It is always there."""


def event_page(answer: Answer) -> EventPage:
    members = json_of(answer)
    listed = cast("list[object]", members.get("data") or [])
    return EventPage(
        data=[build_event(event) for event in map(object_of, listed) if event is not None],
        has_more=bool(members.get("has_more")),
        next_cursor=members.get("next_cursor"),
    )
