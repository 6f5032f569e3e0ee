import type { Rescorer } from "../../core/evidence/rescore/rescore.ts";
import { readTrust, TrustFault, type Trust } from "../../core/evidence/keys/trust.ts";
import type { VerificationReport } from "../../core/evidence/verify/verification-report.ts";
import { verifyBundle } from "../../core/evidence/verify/verify-bundle.ts";
import { noblePrimitives } from "../../clients/typescript/verify/noble-primitives.ts";
import type { GivenFile, HeldFiles } from "./given-file.ts";
import type { Case, RefusedFile } from "./take-files.ts";

export type Judgement =
  /** There is not yet enough to judge. */
  | { readonly kind: "waiting"; readonly missing: "bundle" | "trust" | "keyring" }
  | { readonly kind: "unusable"; readonly name: string; readonly detail: string }
  /** A file was given that cannot be judged: that, and nothing held before, is the outcome. */
  | { readonly kind: "refused"; readonly files: readonly RefusedFile[]; readonly code: FormCode | null }
  | {
      readonly kind: "judged";
      /** Of the bundle's file. */
      readonly name: string;
      readonly report: VerificationReport;
      readonly tookMs: number;
    };

/** Of the verdict every verifier gives on a file that is too large to be what it is meant to be. */
type FormCode = "E_FORM" | "E_KEYRING";

export interface JudgingNeeds {
  readonly clock: { nowUs(): number; nowMs(): number };
  readonly rescore: Rescorer;
  /** Content digests of other evidence at hand, by event id: two of one event must be the same. */
  readonly knownDigests?: ReadonlyMap<string, string>;
}

/** All steps, by the same code as the command line's, by the scorers this page carries. Never throws. */
export function judgeFiles(
  { held, refused }: Pick<Case, "held" | "refused">,
  given: JudgingNeeds,
): Judgement {
  if (refused.length > 0) return { kind: "refused", files: refused, code: codeOf(refused) };
  try {
    return judgeHeld(held, given);
  } catch (fault) {
    const why = `the check broke off: ${fault instanceof Error ? fault.message : String(fault)}`;
    const name = held.bundle?.name ?? "The evidence";
    return { kind: "refused", files: [{ name, why, role: null }], code: null };
  }
}

function codeOf(refused: readonly RefusedFile[]): FormCode | null {
  if (refused.some(({ role }) => role === "bundle")) return "E_FORM";
  return refused.some(({ role }) => role === "keyring") ? "E_KEYRING" : null;
}

function judgeHeld(held: HeldFiles, { clock, rescore, ...known }: JudgingNeeds): Judgement {
  const trust = held.trust === undefined ? null : trustIn(held.trust);
  if (trust !== null && "kind" in trust) return trust;
  if (held.bundle === undefined) return { kind: "waiting", missing: "bundle" };
  if (trust === null) return { kind: "waiting", missing: "trust" };
  const input = { bundle: held.bundle.bytes, ...besideBundle(held), trust };
  // Without it not one key is known: that says nothing against the evidence.
  if (trust.keyring !== null && input.keyring === null) return { kind: "waiting", missing: "keyring" };
  const startedMs = clock.nowMs();
  const report = verifyBundle(input, noblePrimitives, {
    rescore,
    nowUs: clock.nowUs(),
    ...known,
  });
  return { kind: "judged", name: held.bundle.name, report, tookMs: clock.nowMs() - startedMs };
}

function besideBundle({ frames, keyring }: HeldFiles) {
  return { frames: frames?.bytes ?? null, keyring: keyring?.bytes ?? null };
}

/** Whether the trust file at hand names no keys itself, but the keyring that has them. */
export function wantsKeyring({ trust }: HeldFiles): boolean {
  const read = trust === undefined ? null : trustIn(trust);
  return read !== null && "keyring" in read && read.keyring !== null;
}

function trustIn({ name, bytes }: GivenFile): Trust | Extract<Judgement, { readonly kind: "unusable" }> {
  try {
    return readTrust(bytes, noblePrimitives.sha256);
  } catch (fault) {
    if (fault instanceof TrustFault) return { kind: "unusable", name, detail: fault.message };
    throw fault;
  }
}
