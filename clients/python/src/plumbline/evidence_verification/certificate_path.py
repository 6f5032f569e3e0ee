"""The way from a time-stamping certificate to a trusted root (RFC 5280, 6, for the extensions that
authorities use)."""

from __future__ import annotations

from collections.abc import Sequence

from .certificate import Certificate, is_certified
from .der import BIT_STRING, SEQUENCE, boolean_of, identifier_of, integer_of
from .fault import Fault, expect

_KEY_USAGE, _BASIC_CONSTRAINTS, _POLICIES, _EXTENDED_KEY_USAGE = (
    "2.5.29.15",
    "2.5.29.19",
    "2.5.29.32",
    "2.5.29.37",
)
_UNDERSTOOD = {_KEY_USAGE, _BASIC_CONSTRAINTS, _POLICIES, _EXTENDED_KEY_USAGE}
_TIME_STAMPING, _ANY_PURPOSE = "1.3.6.1.5.5.7.3.8", "2.5.29.37.0"
_DIGITAL_SIGNATURE, _NON_REPUDIATION, _CERTIFICATE_SIGNING = 0x80, 0x40, 0x04
_LONGEST_PATH = 6


def time_stamping_path(
    leaf: Certificate, *, others: Sequence[Certificate], roots: Sequence[Certificate], at_us: int
) -> list[Certificate]:
    """The certificates used, the leaf first and the root last, every one valid at that instant. Raises
    `Fault`.

    Whether a certificate was revoked is not asked: that cannot be known without a connection.
    """
    _check_leaf(leaf)
    _check_time(leaf, at_us)
    path = [leaf]
    while len(path) < _LONGEST_PATH:
        issuer, is_root = _issuer_of(path[-1], others, roots)
        _check_issuer(issuer, below=len(path) - 1)
        _check_time(issuer, at_us)
        path.append(issuer)
        if is_root:
            return path
    raise Fault("the path of certificates is too long")


def _issuer_of(
    certificate: Certificate, others: Sequence[Certificate], roots: Sequence[Certificate]
) -> tuple[Certificate, bool]:
    for root in roots:
        if _signs(root, certificate):
            return root, True
    for other in others:
        # A certificate that signs itself leads nowhere.
        if other.der != certificate.der and _signs(other, certificate):
            return other, False
    raise Fault("the certificate does not lead to a root of the trust file")


def _signs(issuer: Certificate, certificate: Certificate) -> bool:
    return issuer.subject == certificate.issuer and is_certified(
        issuer.spki, certificate.scheme, message=certificate.signed, signature=certificate.signature
    )


def _check_time(certificate: Certificate, at_us: int) -> None:
    is_valid = certificate.not_before_us <= at_us <= certificate.not_after_us
    expect(is_valid, "a certificate was not valid at that time")


def _check_leaf(leaf: Certificate) -> None:
    """RFC 3161, 2.3: the extended key usage is critical, and time stamping alone."""
    usage = leaf.extensions.get(_EXTENDED_KEY_USAGE)
    if usage is None or not usage.is_critical:
        raise Fault("the signer's certificate is not, critically, for time stamping")
    purposes = _purposes_of(leaf)
    expect(purposes == [_TIME_STAMPING], "the signer's certificate is not for time stamping alone")
    expect(_path_length_of(leaf) is None, "the signer's certificate is an authority's own")
    bits = _key_usage_of(leaf)
    expect(
        bits is None or bits & (_DIGITAL_SIGNATURE | _NON_REPUDIATION) != 0,
        "the signer's certificate is not for signatures",
    )
    _check_extensions(leaf)


def _check_issuer(issuer: Certificate, *, below: int) -> None:
    """`below` is the number of authorities between this one and the leaf."""
    longest = _path_length_of(issuer)
    if longest is None:
        raise Fault("a certificate on the path is not an authority's")
    expect(below <= longest, "an authority's path is too long")
    bits = _key_usage_of(issuer)
    expect(bits is None or bits & _CERTIFICATE_SIGNING != 0, "an authority's key is not for certificates")
    purposes = _purposes_of(issuer)
    expect(
        purposes is None or _TIME_STAMPING in purposes or _ANY_PURPOSE in purposes,
        "an authority is not for time stamping",
    )
    _check_extensions(issuer)


def _check_extensions(certificate: Certificate) -> None:
    for name, extension in certificate.extensions.items():
        expect(
            not extension.is_critical or name in _UNDERSTOOD,
            f"a certificate has the critical extension {name}, which this verifier does not know",
        )


def _path_length_of(certificate: Certificate) -> float | None:
    """How many authorities may follow this one, infinity where it does not say; None for what is no
    authority's."""
    found = certificate.extensions.get(_BASIC_CONSTRAINTS)
    if found is None:
        return None
    parts = found.value.children(SEQUENCE)
    if parts == [] or not boolean_of(parts[0]):
        return None
    return integer_of(parts[1]) if len(parts) > 1 else float("inf")


def _purposes_of(certificate: Certificate) -> list[str] | None:
    found = certificate.extensions.get(_EXTENDED_KEY_USAGE)
    return None if found is None else [identifier_of(one) for one in found.value.children(SEQUENCE)]


def _key_usage_of(certificate: Certificate) -> int | None:
    """The first eight of the named bits."""
    found = certificate.extensions.get(_KEY_USAGE)
    if found is None:
        return None
    content = found.value.expect(BIT_STRING).content
    expect(len(content) >= 2, "an empty key usage")
    return content[1]
