# Written by tools/write_sync.py from _async/resources/webhooks.py. Do not edit.
from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Literal

from typing_extensions import Unpack

from ... import _operations, models
from ..._answers import as_model
from ..._events import Event
from ..._options import RequestOptions, WriteOptions
from ..._requests import json_body
from ..._webhooks import TOLERANCE_S, unwrap_webhook
from ..io import raw
from ..pages import Page
from .resource import Resource


class Webhooks(Resource):
    """Where events are sent, and how that went."""

    def unwrap(
        self,
        body: bytes | str,
        headers: Mapping[str, str],
        secret: str | Sequence[str],
        *,
        tolerance_s: float = TOLERANCE_S,
    ) -> Event:
        """The event of a delivery, once its signature is checked; `plumbline.unwrap_webhook` needs no client."""
        return unwrap_webhook(body, headers, secret, tolerance_s=tolerance_s)

    def create(
        self, request: models.WebhookCreation | Mapping[str, Any], **options: Unpack[WriteOptions]
    ) -> models.WebhookWithSecret:
        """A new webhook. `secret` of the answer is shown this once; keep it now."""
        return self._transport.send(
            _operations.CREATE_WEBHOOK,
            as_model(models.WebhookWithSecret),
            body=json_body(request),
            options=options,
        )

    def list(self, **options: Unpack[RequestOptions]) -> Page[models.Webhook]:
        """Those whose fleets this key may see."""
        return self._page(_operations.LIST_WEBHOOKS, as_model(models.WebhookList), {}, options)

    def get(self, webhook_id: str, **options: Unpack[RequestOptions]) -> models.Webhook:
        """What is sent where, and how that goes."""
        return self._transport.send(
            _operations.GET_WEBHOOK,
            as_model(models.Webhook),
            path={"webhook_id": webhook_id},
            options=options,
        )

    def update(
        self,
        webhook_id: str,
        request: models.WebhookUpdate | Mapping[str, Any],
        **options: Unpack[RequestOptions],
    ) -> models.Webhook:
        """Changes what the request names; the rest stays."""
        return self._transport.send(
            _operations.UPDATE_WEBHOOK,
            as_model(models.Webhook),
            path={"webhook_id": webhook_id},
            body=json_body(request),
            options=options,
        )

    def delete(self, webhook_id: str, **options: Unpack[RequestOptions]) -> models.WebhookDeletion:
        """With its deliveries: what waits is not sent any more."""
        return self._transport.send(
            _operations.DELETE_WEBHOOK,
            as_model(models.WebhookDeletion),
            path={"webhook_id": webhook_id},
            options=options,
        )

    def rotate_secret(
        self,
        webhook_id: str,
        request: models.WebhookSecretRotation | Mapping[str, Any] | None = None,
        **options: Unpack[WriteOptions],
    ) -> models.WebhookWithSecret:
        """A new secret; for a while messages bear the signatures of both."""
        return self._transport.send(
            _operations.ROTATE_WEBHOOK_SECRET,
            as_model(models.WebhookWithSecret),
            path={"webhook_id": webhook_id},
            body=json_body(request or {}),
            options=options,
        )

    def test(self, webhook_id: str, **options: Unpack[WriteOptions]) -> models.WebhookDelivery:
        """Sends a test event while you wait, and says how that went."""
        return self._transport.send(
            _operations.TEST_WEBHOOK,
            as_model(models.WebhookDelivery),
            path={"webhook_id": webhook_id},
            options=options,
        )

    def deliveries(
        self,
        webhook_id: str,
        *,
        status: Literal["pending", "delivered", "dead"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[RequestOptions],
    ) -> Page[models.WebhookDelivery]:
        """Latest first, each with its attempts; iterate over the page for those of the following pages, too."""
        return self._page(
            _operations.LIST_WEBHOOK_DELIVERIES,
            as_model(models.WebhookDeliveryList),
            {"status": status, "limit": limit, "cursor": cursor},
            options,
            path={"webhook_id": webhook_id},
        )

    def delivery(
        self, webhook_id: str, delivery_id: str, **options: Unpack[RequestOptions]
    ) -> models.WebhookDeliveryDetail:
        """One delivery, with the event it carries."""
        return self._transport.send(
            _operations.GET_WEBHOOK_DELIVERY,
            as_model(models.WebhookDeliveryDetail),
            path={"webhook_id": webhook_id, "delivery_id": delivery_id},
            options=options,
        )

    def replay(
        self, webhook_id: str, delivery_id: str, **options: Unpack[WriteOptions]
    ) -> models.WebhookDelivery:
        """Sends a delivery again, whatever became of it."""
        return self._transport.send(
            _operations.REPLAY_WEBHOOK_DELIVERY,
            as_model(models.WebhookDelivery),
            path={"webhook_id": webhook_id, "delivery_id": delivery_id},
            options=options,
        )

    def replay_dead_letters(
        self,
        webhook_id: str,
        request: models.WebhookReplayRequest | Mapping[str, Any] | None = None,
        **options: Unpack[WriteOptions],
    ) -> models.WebhookReplay:
        """Sends the dead letters of a time again."""
        return self._transport.send(
            _operations.REPLAY_WEBHOOK_DEAD_LETTERS,
            as_model(models.WebhookReplay),
            path={"webhook_id": webhook_id},
            body=json_body(request or {}),
            options=options,
        )

    @cached_property
    def with_raw_response(self) -> RawWebhooks:
        """The same operations, giving the answers themselves: status, headers, bytes."""
        return RawWebhooks(self)


class RawWebhooks:
    def __init__(self, webhooks: Webhooks) -> None:
        self.create = raw(webhooks.create)
        self.list = raw(webhooks.list)
        self.get = raw(webhooks.get)
        self.update = raw(webhooks.update)
        self.delete = raw(webhooks.delete)
        self.rotate_secret = raw(webhooks.rotate_secret)
        self.test = raw(webhooks.test)
        self.deliveries = raw(webhooks.deliveries)
        self.delivery = raw(webhooks.delivery)
        self.replay = raw(webhooks.replay)
        self.replay_dead_letters = raw(webhooks.replay_dead_letters)
