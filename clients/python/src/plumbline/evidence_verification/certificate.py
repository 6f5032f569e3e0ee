"""X.509 v3 certificates (RFC 5280), as far as the way from a time stamp to its root needs them."""

from __future__ import annotations

from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.serialization import load_der_public_key

from .der import (
    BIT_STRING,
    NULL,
    OCTET_STRING,
    SEQUENCE,
    Der,
    at_least,
    boolean_of,
    explicit,
    identifier_of,
    integer_of,
    read_der,
    time_us_of,
)
from .fault import Fault, expect

# RFC 5754 and RFC 3370. SHA-1 only names certificates; nothing may be signed with it.
_DIGESTS: dict[str, type[hashes.HashAlgorithm]] = {
    "1.3.14.3.2.26": hashes.SHA1,
    "2.16.840.1.101.3.4.2.1": hashes.SHA256,
    "2.16.840.1.101.3.4.2.2": hashes.SHA384,
    "2.16.840.1.101.3.4.2.3": hashes.SHA512,
}
_RSA_ENCRYPTION = "1.2.840.113549.1.1.1"
# RFC 4055, RFC 5758, RFC 8410. RSASSA-PSS is not among them.
_SCHEMES: dict[str, tuple[str, type[hashes.HashAlgorithm]]] = {
    "1.2.840.113549.1.1.11": ("rsa", hashes.SHA256),
    "1.2.840.113549.1.1.12": ("rsa", hashes.SHA384),
    "1.2.840.113549.1.1.13": ("rsa", hashes.SHA512),
    "1.2.840.10045.4.3.2": ("ecdsa", hashes.SHA256),
    "1.2.840.10045.4.3.3": ("ecdsa", hashes.SHA384),
    "1.2.840.10045.4.3.4": ("ecdsa", hashes.SHA512),
    "1.3.101.112": ("ed25519", hashes.SHA512),
}
_FEWEST_RSA_BITS = 2048
_CURVES = (ec.SECP256R1, ec.SECP384R1, ec.SECP521R1)


@dataclass(frozen=True)
class SignatureScheme:
    family: str
    digest: type[hashes.HashAlgorithm]


@dataclass(frozen=True)
class Extension:
    is_critical: bool
    value: Der


@dataclass(frozen=True)
class Certificate:
    der: bytes
    signed: bytes
    scheme: SignatureScheme
    signature: bytes
    serial: int
    issuer: bytes
    """Names are compared as their bytes."""
    subject: bytes
    not_before_us: int
    not_after_us: int
    spki: bytes
    extensions: dict[str, Extension]


def read_certificate(data: bytes) -> Certificate:
    """Raises `Fault` for what is not a certificate in DER."""
    parts = read_der(data).children(SEQUENCE)
    expect(len(parts) == 3, "not an X.509 certificate")
    signed, algorithm, signature = parts
    fields = at_least(signed.children(SEQUENCE), 7)
    version, serial, inner_algorithm, issuer, validity, subject, spki = fields[:7]
    numbers = at_least(version.children(explicit(0)), 1)
    expect(integer_of(numbers[0]) == 2, "not an X.509 v3 certificate")
    named = algorithm.expect(SEQUENCE).whole
    expect(inner_algorithm.whole == named, "a certificate that names two signature algorithms")
    not_before, not_after = at_least(validity.children(SEQUENCE), 2)[:2]
    bits = signature.expect(BIT_STRING).content
    expect(bits[:1] == b"\x00", "a bit string that does not end with an octet")
    return Certificate(
        der=data,
        signed=signed.whole,
        scheme=signature_scheme_of(algorithm),
        signature=bits[1:],
        serial=integer_of(serial),
        issuer=issuer.expect(SEQUENCE).whole,
        subject=subject.expect(SEQUENCE).whole,
        not_before_us=time_us_of(not_before),
        # The last second counts to its end.
        not_after_us=time_us_of(not_after) + 999_999,
        spki=spki.expect(SEQUENCE).whole,
        extensions=_extensions_in(fields[7:]),
    )


def _extensions_in(optional: list[Der]) -> dict[str, Extension]:
    found = next((one for one in optional if one.tag == explicit(3)), None)
    extensions: dict[str, Extension] = {}
    if found is None:
        return extensions
    for one in at_least(found.children(explicit(3)), 1)[0].children(SEQUENCE):
        parts = at_least(one.children(SEQUENCE), 1)
        name = identifier_of(parts[0])
        expect(name not in extensions, f"extension {name} stands twice")
        is_critical = len(parts) == 3 and boolean_of(parts[1])
        extensions[name] = Extension(is_critical, read_der(parts[-1].expect(OCTET_STRING).content))
    return extensions


def digest_of(algorithm: Der) -> type[hashes.HashAlgorithm]:
    """The digest an AlgorithmIdentifier names."""
    name = _algorithm_name(algorithm)
    found = _DIGESTS.get(name)
    if found is None:
        raise Fault(f"digest {name} is not taken")
    return found


def signing_digest_of(algorithm: Der) -> type[hashes.HashAlgorithm]:
    """The same where something is signed with it."""
    found = digest_of(algorithm)
    expect(found is not hashes.SHA1, "SHA-1 is not taken")
    return found


def signature_scheme_of(algorithm: Der, digest: type[hashes.HashAlgorithm] | None = None) -> SignatureScheme:
    """The scheme an AlgorithmIdentifier names; CMS may say only "RSA" and name the digest elsewhere."""
    name = _algorithm_name(algorithm)
    if name == _RSA_ENCRYPTION and digest is not None:
        return SignatureScheme("rsa", digest)
    found = _SCHEMES.get(name)
    if found is None:
        raise Fault(f"signature algorithm {name} is not taken")
    expect(digest is None or found[1] is digest, "two digests for one signature")
    return SignatureScheme(*found)


def _algorithm_name(algorithm: Der) -> str:
    """Parameters are absent or NULL in all that are taken."""
    parts = at_least(algorithm.children(SEQUENCE), 1)
    plain = len(parts) == 1 or (len(parts) == 2 and parts[1].whole == bytes([NULL, 0]))
    expect(plain, "an algorithm with parameters")
    return identifier_of(parts[0])


def digest(algorithm: type[hashes.HashAlgorithm], data: bytes) -> bytes:
    running = hashes.Hash(algorithm())
    running.update(data)
    return running.finalize()


def is_certified(spki: bytes, scheme: SignatureScheme, *, message: bytes, signature: bytes) -> bool:
    """Whether a key signed: RSA from 2,048 bits (PKCS #1 v1.5), ECDSA on P-256, P-384 or P-521, or
    Ed25519."""
    try:
        key = load_der_public_key(spki)
        if isinstance(key, rsa.RSAPublicKey) and scheme.family == "rsa":
            if key.key_size < _FEWEST_RSA_BITS:
                return False
            key.verify(signature, message, padding.PKCS1v15(), scheme.digest())
            return True
        if isinstance(key, ec.EllipticCurvePublicKey) and scheme.family == "ecdsa":
            if not isinstance(key.curve, _CURVES):
                return False
            key.verify(signature, message, ec.ECDSA(scheme.digest()))
            return True
        if isinstance(key, ed25519.Ed25519PublicKey) and scheme.family == "ed25519":
            key.verify(signature, message)
            return True
    except (InvalidSignature, UnsupportedAlgorithm, ValueError, TypeError):
        return False
    return False
