import { rescorer } from "../../core/evidence/rescore.ts";
import { readTrust, TrustFault, type Trust } from "../../core/evidence/trust.ts";
import type { VerificationReport } from "../../core/evidence/verification-report.ts";
import { verifyBundle } from "../../core/evidence/verify-bundle.ts";
import { presentScoring } from "../../core/paper/present-scoring.ts";
import { noblePrimitives } from "./noble-primitives.ts";
import type { GivenFile, Role } from "./sort-files.ts";

export type HeldFiles = Readonly<Partial<Record<Role, GivenFile>>>;

export type Judgement =
  /** There is not yet enough to judge. */
  | { readonly kind: "waiting"; readonly missing: "bundle" | "trust" }
  | { readonly kind: "unusable"; readonly detail: string }
  | { readonly kind: "judged"; readonly report: VerificationReport; readonly tookMs: number };

/** All steps, by the same code as the command line's, with this program's own scoring. */
export function judgeFiles(held: HeldFiles, clock: { nowUs(): number; nowMs(): number }): Judgement {
  if (held.bundle === undefined) return { kind: "waiting", missing: "bundle" };
  if (held.trust === undefined) return { kind: "waiting", missing: "trust" };
  const trust = trustIn(held.trust);
  if (trust instanceof TrustFault) return { kind: "unusable", detail: trust.message };
  const exhibit = {
    bundle: held.bundle.bytes,
    frames: held.frames?.bytes ?? null,
    keyring: held.keyring?.bytes ?? null,
    trust,
  };
  const startedMs = clock.nowMs();
  const report = verifyBundle(exhibit, noblePrimitives, {
    rescore: rescorer(presentScoring),
    nowUs: clock.nowUs(),
  });
  return { kind: "judged", report, tookMs: clock.nowMs() - startedMs };
}

function trustIn({ bytes }: GivenFile): Trust | TrustFault {
  try {
    return readTrust(bytes, noblePrimitives.sha256);
  } catch (fault) {
    if (fault instanceof TrustFault) return fault;
    throw fault;
  }
}
