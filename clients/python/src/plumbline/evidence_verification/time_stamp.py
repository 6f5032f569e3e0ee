"""RFC 3161 time stamps, as evidence stores them: without anything the authority's signature does not cover
but is not needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cryptography.hazmat.primitives import hashes

from .certificate import (
    Certificate,
    SignatureScheme,
    digest,
    digest_of,
    is_certified,
    read_certificate,
    signature_scheme_of,
    signing_digest_of,
)
from .certificate_path import time_stamping_path
from .der import (
    BOOLEAN,
    GENERALIZED_TIME,
    INTEGER,
    OCTET_STRING,
    SEQUENCE,
    SET,
    Der,
    at_least,
    boolean_of,
    explicit,
    identifier_of,
    implicit,
    integer_of,
    read_der,
    time_us_of,
)
from .fault import Fault, expect

_SIGNED_DATA = "1.2.840.113549.1.7.2"
_TIME_STAMP_INFO = "1.2.840.113549.1.9.16.1.4"
_CONTENT_TYPE = "1.2.840.113549.1.9.3"
_MESSAGE_DIGEST = "1.2.840.113549.1.9.4"
_SIGNING_CERTIFICATE = "1.2.840.113549.1.9.16.2.12"
_SIGNING_CERTIFICATE_V2 = "1.2.840.113549.1.9.16.2.47"
_GRANTED = bytes([SEQUENCE, 3, INTEGER, 1, 0])


@dataclass(frozen=True)
class ProvenTime:
    """What is stamped existed at `not_after_us` at the latest: the authority's time and its accuracy."""

    time_us: int
    not_after_us: int
    root: Certificate


@dataclass(frozen=True)
class _Info:
    imprint_digest: type[hashes.HashAlgorithm]
    imprint: bytes
    time_us: int
    accuracy_us: int


@dataclass(frozen=True)
class _Token:
    info: _Info
    info_bytes: bytes
    digest: type[hashes.HashAlgorithm]
    scheme: SignatureScheme
    attributes: dict[str, Der]
    signed: bytes
    signature: bytes
    issuer: bytes
    serial: int
    certificates: list[Certificate]


def check_time_stamp(stored: bytes, data: bytes, roots: Sequence[Certificate]) -> ProvenTime:
    """What a trusted authority states of when `data` existed (RFC 3161, 2.4.2 and 2.3; RFC 5816). Raises
    `Fault`."""
    token = _read_token(stored)
    info, attributes = token.info, token.attributes
    is_of_data = info.imprint_digest is hashes.SHA256 and info.imprint == digest(hashes.SHA256, data)
    expect(is_of_data, "it stamps something else")
    content_type = identifier_of(_attribute(attributes, _CONTENT_TYPE))
    expect(content_type == _TIME_STAMP_INFO, "its signature is about something else")
    message_digest = _attribute(attributes, _MESSAGE_DIGEST).expect(OCTET_STRING).content
    expect(message_digest == digest(token.digest, token.info_bytes), "its content is not what was signed")
    leaf = _signer_of(token)
    _check_binding(attributes, leaf)
    expect(
        is_certified(leaf.spki, token.scheme, message=token.signed, signature=token.signature),
        "its signature does not verify",
    )
    path = time_stamping_path(leaf, others=token.certificates, roots=roots, at_us=info.time_us)
    # A certificate that is not needed is not checked either: it could be any bytes.
    needed = {certificate.der for certificate in path}
    expect(
        all(certificate.der in needed for certificate in token.certificates),
        "it holds certificates that are not on its path",
    )
    return ProvenTime(info.time_us, info.time_us + info.accuracy_us, path[-1])


def _signer_of(token: _Token) -> Certificate:
    for certificate in token.certificates:
        if (certificate.serial, certificate.issuer) == (token.serial, token.issuer):
            return certificate
    raise Fault("it does not hold its signer's certificate")


def _check_binding(attributes: dict[str, Der], leaf: Certificate) -> None:
    """Without this, whoever gets the authority's key certified again could pass the token off as another
    authority's."""
    bound = [
        _certificate_id(attributes[name], usual)
        for name, usual in ((_SIGNING_CERTIFICATE, hashes.SHA1), (_SIGNING_CERTIFICATE_V2, hashes.SHA256))
        if name in attributes
    ]
    expect(bound != [], "it does not bind its signer's certificate")
    for algorithm, fingerprint, serial in bound:
        is_leaf = fingerprint == digest(algorithm, leaf.der) and serial in (None, leaf.serial)
        expect(is_leaf, "it binds another certificate than its signer's")


def _certificate_id(
    value: Der, usual: type[hashes.HashAlgorithm]
) -> tuple[type[hashes.HashAlgorithm], bytes, int | None]:
    """SigningCertificate and SigningCertificateV2 (RFC 5035): the first identifier is the signer's own."""
    identifiers = at_least(value.children(SEQUENCE), 1)[0].children(SEQUENCE)
    first = at_least(at_least(identifiers, 1)[0].children(SEQUENCE), 1)
    # The algorithm is left out where it is the usual one.
    named = first[0].tag == SEQUENCE
    algorithm = digest_of(first[0]) if named else usual
    fingerprint, *rest = at_least(first[1:] if named else first, 1)
    serial = integer_of(at_least(rest[0].children(SEQUENCE), 2)[1]) if rest else None
    return algorithm, fingerprint.expect(OCTET_STRING).content, serial


def _attribute(attributes: dict[str, Der], name: str) -> Der:
    found = attributes.get(name)
    if found is None:
        raise Fault(f"signed attribute {name} is missing")
    return found


def _read_token(stored: bytes) -> _Token:
    parts = read_der(stored).children(SEQUENCE)
    expect(len(parts) == 2 and parts[0].whole == _GRANTED, "the status is not granted")
    content = parts[1].children(SEQUENCE)
    expect(len(content) == 2 and identifier_of(content[0]) == _SIGNED_DATA, "not signed data")
    signed_data = at_least(content[1].children(explicit(0)), 1)[0].children(SEQUENCE)
    expect(len(signed_data) == 5, "the token holds more, or less, than it needs")
    version, algorithms, encapsulated, certificates, signers = signed_data
    expect(integer_of(version) == 3, "signed data of another version")
    signer = signers.children(SET)
    expect(len(signer) == 1, "not exactly one signer")
    return _read_signer(signer[0], algorithms, encapsulated, certificates)


def _read_signer(signer: Der, algorithms: Der, encapsulated: Der, certificates: Der) -> _Token:
    parts = signer.children(SEQUENCE)
    expect(len(parts) == 6 and integer_of(parts[0]) == 1, "a signer of another kind")
    identifier, digest_algorithm, attributes, signature_algorithm, signature = parts[1:]
    listed = [one.expect(SEQUENCE).whole for one in algorithms.children(SET)]
    is_one = listed == [digest_algorithm.expect(SEQUENCE).whole]
    expect(is_one, "the token names other digests than its signer")
    issuer, serial = at_least(identifier.children(SEQUENCE), 2)[:2]
    signing_digest = signing_digest_of(digest_algorithm)
    info_bytes = _info_bytes_in(encapsulated)
    return _Token(
        info=_read_info(info_bytes),
        info_bytes=info_bytes,
        digest=signing_digest,
        scheme=signature_scheme_of(signature_algorithm, signing_digest),
        attributes=_read_attributes(attributes),
        # What is signed stands under the tag of a set (RFC 5652, 5.4).
        signed=bytes([SET]) + attributes.whole[1:],
        signature=signature.expect(OCTET_STRING).content,
        issuer=issuer.expect(SEQUENCE).whole,
        serial=integer_of(serial),
        certificates=[read_certificate(one.whole) for one in certificates.children(explicit(0))],
    )


def _info_bytes_in(encapsulated: Der) -> bytes:
    parts = at_least(encapsulated.children(SEQUENCE), 2)
    expect(identifier_of(parts[0]) == _TIME_STAMP_INFO, "the token is about something else")
    return at_least(parts[1].children(explicit(0)), 1)[0].expect(OCTET_STRING).content


def _read_info(data: bytes) -> _Info:
    """TSTInfo (RFC 3161, 2.4.2)."""
    version, policy, imprint, serial, time, *optional = at_least(read_der(data).children(SEQUENCE), 5)
    expect(integer_of(version) == 1, "a time stamp of another version")
    identifier_of(policy)
    integer_of(serial)
    algorithm, imprinted = at_least(imprint.children(SEQUENCE), 2)[:2]
    accuracy = _take(optional, SEQUENCE)
    ordering = _take(optional, BOOLEAN)
    nonce = _take(optional, INTEGER)
    _take(optional, explicit(0))
    expect(optional == [], "a time stamp with extensions")
    if ordering is not None:
        boolean_of(ordering)
    if nonce is not None:
        integer_of(nonce)
    return _Info(
        imprint_digest=digest_of(algorithm),
        imprint=imprinted.expect(OCTET_STRING).content,
        time_us=time_us_of(time.expect(GENERALIZED_TIME)),
        accuracy_us=0 if accuracy is None else _accuracy_us(accuracy),
    )


def _take(optional: list[Der], tag: int) -> Der | None:
    return optional.pop(0) if optional and optional[0].tag == tag else None


def _accuracy_us(accuracy: Der) -> int:
    parts = {part.tag: part for part in reversed(accuracy.children(SEQUENCE))}
    units = ((INTEGER, 1_000_000), (implicit(0), 1_000), (implicit(1), 1))
    total = sum(integer_of(parts[tag], tag) * unit for tag, unit in units if tag in parts)
    expect(0 <= total <= 2**53 - 1, "not an accuracy")
    return total


def _read_attributes(attributes: Der) -> dict[str, Der]:
    """Others may be there, such as the time the signer claims; each is there once, with one value."""
    found: dict[str, Der] = {}
    for attribute in attributes.children(explicit(0)):
        name, values = at_least(attribute.children(SEQUENCE), 2)[:2]
        given, identifier = values.children(SET), identifier_of(name)
        expect(
            len(given) == 1 and identifier not in found, f"signed attribute {identifier} has not one value"
        )
        found[identifier] = given[0]
    return found
