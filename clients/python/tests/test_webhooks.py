from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from datetime import datetime, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from standardwebhooks.webhooks import Webhook

from plumbline import Event, UnknownEvent, WebhookVerificationError, unwrap_webhook

from .scripted_service import conformance, contract

SECRET = "whsec_" + base64.b64encode(b"the secret of this test").decode()
OTHER = "whsec_" + base64.b64encode(b"another secret").decode()
NOW = datetime(2026, 1, 5, 8, 0, tzinfo=timezone.utc)
SCHEMAS = contract()["components"]["schemas"]
EXAMPLES = [SCHEMAS[one["$ref"].rpartition("/")[2]]["examples"][0] for one in SCHEMAS["Event"]["anyOf"]]


def signed(body: str, *secrets: str, at: datetime = NOW, message_id: str = "msg_1") -> Mapping[str, str]:
    """Headers as the library of Standard Webhooks makes them."""
    signatures = [Webhook(secret).sign(message_id, at, body) for secret in secrets]
    return {
        "Webhook-Id": message_id,
        "Webhook-Timestamp": str(int(at.timestamp())),
        "Webhook-Signature": " ".join(signatures),
    }


def unwrapped(body: str | bytes, headers: Mapping[str, str], secret: str | list[str] = SECRET) -> Event:
    return unwrap_webhook(body, headers, secret, now=NOW.timestamp())


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["type"])
def test_every_type_of_event_comes_as_its_model(example: dict[str, object]) -> None:
    body = json.dumps(example)

    event = unwrapped(body, signed(body, SECRET))

    assert not isinstance(event, UnknownEvent)
    assert event.to_dict() == example


def test_an_event_of_a_later_service_comes_with_what_it_holds() -> None:
    later = {"id": "evt_1", "type": "wheel.lost", "occurred_at": "t", "recorded_at": "t", "data": {"n": 4}}
    event = unwrapped(json.dumps(later), signed(json.dumps(later), SECRET))
    assert isinstance(event, UnknownEvent)
    assert (event.type, event.data) == ("wheel.lost", {"n": 4})


def test_while_a_secret_changes_either_is_taken() -> None:
    body = json.dumps(EXAMPLES[0])
    assert unwrapped(body, signed(body, OTHER, SECRET))
    assert unwrapped(body.encode(), signed(body, SECRET), [OTHER, SECRET])


@given(st.text(), st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1))
def test_what_the_reference_library_signs_is_signed_here_too(body: str, message_id: str) -> None:
    headers = signed(body, SECRET, message_id=message_id)
    # No text that Hypothesis thinks of is an event; past the signature is as far as it comes.
    with pytest.raises(WebhookVerificationError, match="The body is signed"):
        unwrapped(body, headers)
    with pytest.raises(WebhookVerificationError, match="by this secret"):
        unwrapped(body + " ", headers)


def bad_headers() -> dict[str, Mapping[str, str]]:
    body = json.dumps(EXAMPLES[0])
    good = signed(body, SECRET)
    return {
        "no signature at all": {},
        "another secret": signed(body, OTHER),
        "another id": {**good, "Webhook-Id": "msg_2"},
        "another time": {**good, "Webhook-Timestamp": str(int(NOW.timestamp()) + 1)},
        "no time": {**good, "Webhook-Timestamp": "soon"},
        "digits of another script": {**good, "Webhook-Timestamp": "١٧٦"},
        "six minutes ago": signed(body, SECRET, at=datetime(2026, 1, 5, 7, 54, tzinfo=timezone.utc)),
        "six minutes ahead": signed(body, SECRET, at=datetime(2026, 1, 5, 8, 6, tzinfo=timezone.utc)),
        "a signature of another version": {
            **good,
            "Webhook-Signature": good["Webhook-Signature"].replace("v1,", "v1a,"),
        },
        "an empty signature": {**good, "Webhook-Signature": "v1,"},
        "a signature beyond ASCII": {**good, "Webhook-Signature": "v1,ü"},
    }


@pytest.mark.parametrize("name", bad_headers())
def test_a_delivery_is_refused_with(name: str) -> None:
    with pytest.raises(WebhookVerificationError):
        unwrapped(json.dumps(EXAMPLES[0]), bad_headers()[name])


@pytest.mark.parametrize("secret", ["", "whsec_", "whsec_nobase64!"])
def test_a_secret_that_is_none_is_the_callers_mistake_and_not_shown(secret: str) -> None:
    body = json.dumps(EXAMPLES[0])
    with pytest.raises(ValueError, match="secret") as caught:
        unwrapped(body, signed(body, SECRET), secret)
    assert "nobase64" not in str(caught.value)


@pytest.mark.parametrize(
    "case", conformance("webhooks/cases.json")["cases"], ids=lambda case: str(case["name"])
)
def test_webhook_case(case: dict[str, Any]) -> None:
    """What every client makes of a delivery: clients/conformance/webhooks."""

    def unwrap() -> Event:
        return unwrap_webhook(case["body"], case["headers"], case["secrets"], now=case["now"])

    if case.get("refused"):
        with pytest.raises(WebhookVerificationError):
            unwrap()
    else:
        assert unwrap().to_dict() == case["event"]
