from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import PlumblineError

if TYPE_CHECKING:
    from .evidence_verification import TrustFile, Verification
    from .scoring import Rescoring


def verify_offline(
    bundle: bytes, frames: bytes | None, trust: TrustFile, more: dict[str, Any]
) -> Verification:
    # Those who do not verify need none of the libraries it takes.
    try:
        from .evidence_verification import verify_bundle
    except ImportError as error:
        raise PlumblineError(
            f'Verifying needs {error.name}: pip install "plumbline-client[verify]"'
        ) from error
    return verify_bundle(bundle, frames, trust, **more)


def rescore_offline(bundle: bytes, frames: bytes) -> Rescoring:
    # Most programs never fold anything: the scoring is read when it is first asked for.
    from .scoring import rescore_bundle

    return rescore_bundle(bundle, frames)
