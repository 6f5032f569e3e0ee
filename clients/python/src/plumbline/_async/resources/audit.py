from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from typing_extensions import Unpack

from ... import _operations, models
from ..._answers import as_model
from ..._options import RequestOptions
from ..._queries import Names, Time
from ..io import raw
from ..pages import AsyncPage
from .resource import AsyncResource

_LIST = replace(_operations.LIST_AUDIT_RECORDS, media_types=("application/json",))


class AsyncAudit(AsyncResource):
    """What was done and tried in the organisation, and by which key."""

    async def list(
        self,
        *,
        action: Names = None,
        key_id: str | None = None,
        subject: str | None = None,
        from_: Time = None,
        to: Time = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncPage[models.AuditRecord]:
        """Latest first; iterate over the page for those of the following pages, too."""
        query = {
            "action": action,
            "key_id": key_id,
            "subject": subject,
            "from": from_,
            "to": to,
            "limit": limit,
            "cursor": cursor,
        }
        return await self._page(_LIST, as_model(models.AuditList), query, options)

    @cached_property
    def with_raw_response(self) -> AsyncRawAudit:
        """The same operations, giving the answers themselves: status, headers, bytes."""
        return AsyncRawAudit(self)


class AsyncRawAudit:
    def __init__(self, audit: AsyncAudit) -> None:
        self.list = raw(audit.list)
