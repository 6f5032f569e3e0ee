from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from typing_extensions import Unpack

from ... import _operations, models
from ..._answers import as_bytes, as_model, as_text
from ..._offline import rescore_offline, verify_offline
from ..._options import RequestOptions, WriteOptions
from ..._queries import Names, Query
from ..._requests import json_body
from ..io import raw
from ..pages import AsyncPage
from .resource import AsyncResource

if TYPE_CHECKING:
    from ...evidence_verification import Demand, TrustFile, Verification
    from ...scoring import Rescoring


class AsyncEvidence(AsyncResource):
    """Signed evidence of breaches: what was issued, and whether it holds."""

    async def list(
        self,
        *,
        vehicle_id: str | None = None,
        tier: Names = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncPage[models.EvidenceListItem]:
        """Latest first; iterate over the page for those of the following pages, too."""
        query: Query = {"vehicle_id": vehicle_id, "tier": tier, "limit": limit, "cursor": cursor}
        return await self._page(_operations.LIST_EVIDENCE, as_model(models.EvidenceList), query, options)

    async def bundle(self, event_id: str, **options: Unpack[RequestOptions]) -> models.EvidenceBundle:
        """The bundle, read. Its digest and signature are of its bytes: `bundle_bytes`."""
        return await self._transport.send(
            _operations.GET_EVIDENCE_BUNDLE,
            as_model(models.EvidenceBundle),
            path={"event_id": event_id},
            options=options,
        )

    async def bundle_bytes(self, event_id: str, **options: Unpack[RequestOptions]) -> bytes:
        """The bundle as it was issued, byte for byte: what a verifier wants."""
        return await self._transport.send(
            _operations.GET_EVIDENCE_BUNDLE, as_bytes, path={"event_id": event_id}, options=options
        )

    async def frames(self, event_id: str, **options: Unpack[RequestOptions]) -> bytes:
        """The frames of a bundle, byte for byte: NDJSON."""
        return await self._transport.send(
            _operations.GET_EVIDENCE_FRAMES, as_bytes, path={"event_id": event_id}, options=options
        )

    async def redacted_frames(
        self, event_id: str, *, withhold: str, **options: Unpack[RequestOptions]
    ) -> bytes:
        """The frames with entries withheld under the same proof: journal numbers and ranges of them, as `12,15-20`."""
        return await self._transport.send(
            _operations.GET_REDACTED_FRAMES,
            as_bytes,
            path={"event_id": event_id},
            query={"withhold": withhold},
            options=options,
        )

    async def sigstore(self, event_id: str, **options: Unpack[RequestOptions]) -> bytes:
        """The evidence as a Sigstore bundle v0.3, byte for byte."""
        return await self._transport.send(
            _operations.GET_EVIDENCE_SIGSTORE, as_bytes, path={"event_id": event_id}, options=options
        )

    async def archive(self, event_id: str, **options: Unpack[RequestOptions]) -> bytes:
        """Bundle, frames, reports and what it takes to check them, as a zip."""
        return await self._transport.send(
            _operations.GET_EVIDENCE_ARCHIVE, as_bytes, path={"event_id": event_id}, options=options
        )

    async def report(self, event_id: str, **options: Unpack[RequestOptions]) -> bytes:
        """A report for people, in HTML unless `extra_headers` accept PDF alone."""
        return await self._transport.send(
            _operations.GET_EVIDENCE_REPORT, as_bytes, path={"event_id": event_id}, options=options
        )

    async def report_html(self, event_id: str, **options: Unpack[RequestOptions]) -> bytes:
        """The report for people, in HTML."""
        return await self._transport.send(
            _operations.GET_EVIDENCE_REPORT_HTML, as_bytes, path={"event_id": event_id}, options=options
        )

    async def report_pdf(self, event_id: str, **options: Unpack[RequestOptions]) -> bytes:
        """The report for people, in PDF."""
        return await self._transport.send(
            _operations.GET_EVIDENCE_REPORT_PDF, as_bytes, path={"event_id": event_id}, options=options
        )

    async def custody(
        self,
        event_id: str,
        *,
        after: int | None = None,
        limit: int | None = None,
        **options: Unpack[RequestOptions],
    ) -> models.EvidenceCustody:
        """What was done with the evidence after its issue."""
        return await self._transport.send(
            _operations.GET_EVIDENCE_CUSTODY,
            as_model(models.EvidenceCustody),
            path={"event_id": event_id},
            query={"after": after, "limit": limit},
            options=options,
        )

    async def statement(self, statement_id: str, **options: Unpack[RequestOptions]) -> models.StateStatement:
        """A signed statement of a vehicle's state, with the proof that it is in the log."""
        return await self._transport.send(
            _operations.GET_STATEMENT,
            as_model(models.StateStatement),
            path={"statement_id": statement_id},
            options=options,
        )

    async def set_legal_hold(
        self,
        event_id: str,
        request: models.LegalHoldRequest | Mapping[str, Any],
        **options: Unpack[WriteOptions],
    ) -> models.LegalHoldResult:
        """Keeps the evidence from being erased, or lets it again."""
        return await self._transport.send(
            _operations.SET_LEGAL_HOLD,
            as_model(models.LegalHoldResult),
            path={"event_id": event_id},
            body=json_body(request),
            options=options,
        )

    async def erase(
        self,
        event_id: str,
        request: models.ErasureRequest | Mapping[str, Any],
        **options: Unpack[WriteOptions],
    ) -> models.Tombstone:
        """Erases bundle and frames for good."""
        return await self._transport.send(
            _operations.ERASE_EVIDENCE,
            as_model(models.Tombstone),
            path={"event_id": event_id},
            body=json_body(request),
            options=options,
        )

    def verify(
        self,
        bundle: bytes,
        frames: bytes | None = None,
        *,
        trust: TrustFile,
        keyring: bytes | None = None,
        now: datetime | None = None,
        require: Iterable[Demand] = (),
        require_organisation: str | None = None,
    ) -> Verification:
        """
        Checks a bundle here, offline: the service is not asked. `trust` is what you believe before you see a bundle, from
        elsewhere than the service. More of it is in `plumbline.evidence_verification`.

        Needs the extra `verify`.
        """
        more = {
            "keyring": keyring,
            "now": now,
            "require": require,
            "require_organisation": require_organisation,
        }
        return verify_offline(bundle, frames, trust, more)

    def rescore(self, bundle: bytes, frames: bytes) -> Rescoring:
        """
        Folds a bundle's frames again, here, and holds every recorded figure against what comes out, to the last bit. It
        says nothing of who signed the bundle: `verify` does. More of it is in `plumbline.scoring`.
        """
        return rescore_offline(bundle, frames)

    async def verify_on_server(
        self, request: models.EvidenceVerifyRequest | Mapping[str, Any], **options: Unpack[WriteOptions]
    ) -> models.EvidenceVerification:
        """The verdict of the service. To check it independently, verify elsewhere."""
        return await self._transport.send(
            _operations.VERIFY_EVIDENCE,
            as_model(models.EvidenceVerification),
            body=json_body(request),
            options=options,
        )

    async def keyring(self, **options: Unpack[RequestOptions]) -> models.KeyringEnvelope:
        """The present version of the keyring."""
        return await self._transport.send(
            _operations.GET_KEYRING, as_model(models.KeyringEnvelope), options=options
        )

    async def keyring_history(self, **options: Unpack[RequestOptions]) -> bytes:
        """Every version of the keyring, byte for byte, for verifiers that pin its roots."""
        return await self._transport.send(_operations.GET_KEYRING_HISTORY, as_bytes, options=options)

    async def key(self, keyid: str, **options: Unpack[RequestOptions]) -> str:
        """A public key in PEM."""
        return await self._transport.send(
            _operations.GET_EVIDENCE_KEY, as_text, path={"keyid": keyid}, options=options
        )

    async def key_set(self, **options: Unpack[RequestOptions]) -> models.JsonWebKeySet:
        """The public keys as a JSON Web Key Set."""
        return await self._transport.send(
            _operations.GET_KEY_SET, as_model(models.JsonWebKeySet), options=options
        )

    async def specification(self, sha256: str, **options: Unpack[RequestOptions]) -> str:
        """The text that evidence names by its digest."""
        return await self._transport.send(
            _operations.GET_SPECIFICATION, as_text, path={"sha256": sha256}, options=options
        )

    async def scorers(self, **options: Unpack[RequestOptions]) -> models.EvidenceScorers:
        """The scoring methods by which evidence was issued."""
        return await self._transport.send(
            _operations.LIST_SCORERS, as_model(models.EvidenceScorers), options=options
        )

    async def scorer(self, sha256: str, **options: Unpack[RequestOptions]) -> str:
        """A scoring method as a program."""
        return await self._transport.send(
            _operations.GET_SCORER, as_text, path={"sha256": sha256}, options=options
        )

    async def trusted_root(self, **options: Unpack[RequestOptions]) -> bytes:
        """What Sigstore verifiers trust, byte for byte."""
        return await self._transport.send(_operations.GET_TRUSTED_ROOT, as_bytes, options=options)

    @cached_property
    def with_raw_response(self) -> AsyncRawEvidence:
        """The same operations, giving the answers themselves: status, headers, bytes."""
        return AsyncRawEvidence(self)


class AsyncRawEvidence:
    def __init__(self, evidence: AsyncEvidence) -> None:
        self.list = raw(evidence.list)
        self.bundle = raw(evidence.bundle)
        self.bundle_bytes = raw(evidence.bundle_bytes)
        self.frames = raw(evidence.frames)
        self.redacted_frames = raw(evidence.redacted_frames)
        self.sigstore = raw(evidence.sigstore)
        self.archive = raw(evidence.archive)
        self.report = raw(evidence.report)
        self.report_html = raw(evidence.report_html)
        self.report_pdf = raw(evidence.report_pdf)
        self.custody = raw(evidence.custody)
        self.statement = raw(evidence.statement)
        self.set_legal_hold = raw(evidence.set_legal_hold)
        self.erase = raw(evidence.erase)
        self.verify_on_server = raw(evidence.verify_on_server)
        self.keyring = raw(evidence.keyring)
        self.keyring_history = raw(evidence.keyring_history)
        self.key = raw(evidence.key)
        self.key_set = raw(evidence.key_set)
        self.specification = raw(evidence.specification)
        self.scorers = raw(evidence.scorers)
        self.scorer = raw(evidence.scorer)
        self.trusted_root = raw(evidence.trusted_root)
