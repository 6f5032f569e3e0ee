from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from typing_extensions import Unpack

from ... import _operations, models
from ..._answers import as_model
from ..._options import RequestOptions, WriteOptions
from ..._requests import json_body
from ..io import raw
from ..pages import AsyncPage
from .resource import AsyncResource


class AsyncKeys(AsyncResource):
    """API keys of the organisation, as far as this key may see them. A key's secret is shown once, when it is made."""

    async def create(
        self, request: models.ApiKeyRequest | Mapping[str, Any], **options: Unpack[WriteOptions]
    ) -> models.IssuedApiKey:
        """A new key, with no more rights than this one. `key` of the answer is the secret; keep it now."""
        return await self._transport.send(
            _operations.CREATE_KEY,
            as_model(models.IssuedApiKey),
            body=json_body(request),
            options=options,
        )

    async def list(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncPage[models.ApiKey]:
        """Oldest first; iterate over the page for those of the following pages, too."""
        return await self._page(
            _operations.LIST_KEYS,
            as_model(models.ApiKeyList),
            {"limit": limit, "cursor": cursor},
            options,
        )

    async def own(self, **options: Unpack[RequestOptions]) -> models.ApiKey:
        """The key this client uses."""
        return await self._transport.send(_operations.GET_OWN_KEY, as_model(models.ApiKey), options=options)

    async def get(self, key_id: str, **options: Unpack[RequestOptions]) -> models.ApiKey:
        """One key by its public id."""
        return await self._transport.send(
            _operations.GET_KEY,
            as_model(models.ApiKey),
            path={"key_id": key_id},
            options=options,
        )

    async def rotate(
        self,
        key_id: str,
        request: models.KeyRotationRequest | Mapping[str, Any] | None = None,
        **options: Unpack[WriteOptions],
    ) -> models.RotatedApiKey:
        """A new key in place of this one, which goes on for a while. `key` of the answer is the secret."""
        return await self._transport.send(
            _operations.ROTATE_KEY,
            as_model(models.RotatedApiKey),
            path={"key_id": key_id},
            body=json_body(request or {}),
            options=options,
        )

    async def revoke(
        self,
        key_id: str,
        request: models.KeyRevocationRequest | Mapping[str, Any] | None = None,
        **options: Unpack[WriteOptions],
    ) -> models.RevokedApiKey:
        """Ends a key for good, within a second; with `cascade` also every key it made, that those made, and so on."""
        return await self._transport.send(
            _operations.REVOKE_KEY,
            as_model(models.RevokedApiKey),
            path={"key_id": key_id},
            body=json_body(request or {}),
            options=options,
        )

    @cached_property
    def with_raw_response(self) -> AsyncRawKeys:
        """The same operations, giving the answers themselves: status, headers, bytes."""
        return AsyncRawKeys(self)


class AsyncRawKeys:
    def __init__(self, keys: AsyncKeys) -> None:
        self.create = raw(keys.create)
        self.list = raw(keys.list)
        self.own = raw(keys.own)
        self.get = raw(keys.get)
        self.rotate = raw(keys.rotate)
        self.revoke = raw(keys.revoke)
