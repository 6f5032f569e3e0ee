"""Offline verification of evidence: the steps, verdicts and codes of docs/evidence-format.md.

Written from that page, without Plumbline's own verifier. Needs the extra `verify`: `pip install
"plumbline-client[verify]"`.
"""

from __future__ import annotations

from .recomputed_scoring import Difference, Rescore, Rescoring
from .trust import Trust, TrustFile, TrustFileError, read_trust
from .verification import STEPS, Step, Verification
from .verify_bundle import Demand, verify_bundle

__all__ = [
    "STEPS",
    "Demand",
    "Difference",
    "Rescore",
    "Rescoring",
    "Step",
    "Trust",
    "TrustFile",
    "TrustFileError",
    "Verification",
    "read_trust",
    "verify_bundle",
]
