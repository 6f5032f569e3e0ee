import { parseInstant } from "../../../core/encoding/instant.ts";
import { readTrust, TrustFault } from "../../../core/evidence/keys/trust.ts";
import type { VerifyOptions as Demands } from "../../../core/evidence/verify/verification-input.ts";
import { reportJson } from "../../../core/evidence/verify/verification-report.ts";
import { verifyBundle } from "../../../core/evidence/verify/verify-bundle.ts";
import { PlumblineError } from "../errors.ts";
import type { EvidenceVerification, VerificationDemand } from "../generated/contract.ts";
import { bytesOf } from "./bytes-of.ts";
import { frozenScorers } from "./frozen-scorers.ts";
import { noblePrimitives } from "./noble-primitives.ts";

/** A verdict as the service's own verifier gives it. */
export type Verification = Omit<EvidenceVerification, "trust_from">;

export interface VerifyOptions {
  /** The trust file: whose keys and which log you believe. From elsewhere than the bundle, or it proves nothing. */
  readonly trust: Uint8Array | string;
  /** `keyring.json`, for a trust file that pins the roots of a keyring. */
  readonly keyring?: Uint8Array | string;
  /** What makes a bundle invalid that would otherwise only be incomplete. */
  readonly require?: readonly VerificationDemand[];
  readonly requireOrganisation?: string;
  /** Judge as of this moment; default: now. */
  readonly now?: Date | string;
  /** Also take a bundle that was laid out anew, for example pretty-printed. */
  readonly relaxed?: boolean;
  /** Content digests seen before, by event id: one id must never stand for two contents. */
  readonly knownDigests?: Readonly<Record<string, string>>;
  /** An export of this bundle for Sigstore's verifiers: made again from the bundle and compared. */
  readonly sigstore?: Uint8Array;
}

/** The trust file is none: there is nothing to judge by. */
export class TrustFileError extends PlumblineError {
  override readonly name = "TrustFileError";
}

/**
 * Checks a bundle by every step of the evidence format: digests, signatures, log, third parties, frames, and the scoring
 * computed anew. Nothing is asked of any service. `bundle` and `frames` are the files as they came, byte for byte; without
 * frames the verdict is at best `incomplete`. Never throws on what they hold: that is a verdict.
 */
export async function verifyEvidence(
  bundle: Uint8Array | string,
  frames: Uint8Array | string | null,
  options: VerifyOptions,
): Promise<Verification> {
  const file = bytesOf(bundle);
  const input = {
    bundle: file,
    frames: frames === null ? null : bytesOf(frames),
    trust: trustIn(bytesOf(options.trust)),
    keyring: options.keyring === undefined ? null : bytesOf(options.keyring),
  };
  await frozenScorers.openFor(file);
  const report = verifyBundle(input, noblePrimitives, {
    ...demandsOf(options),
    nowUs: microsecondsOf(options.now ?? new Date()),
    rescore: frozenScorers.rescore,
  });
  return reportJson(report) as unknown as Verification;
}

function trustIn(bytes: Uint8Array) {
  try {
    return readTrust(bytes, noblePrimitives.sha256);
  } catch (fault) {
    if (fault instanceof TrustFault) throw new TrustFileError(fault.message);
    throw fault;
  }
}

function demandsOf(options: VerifyOptions): Demands {
  const { require = [], requireOrganisation, relaxed = false, knownDigests, sigstore } = options;
  return {
    ...(knownDigests !== undefined && { knownDigests: new Map(Object.entries(knownDigests)) }),
    ...(sigstore !== undefined && { sigstore }),
    form: relaxed ? "relaxed" : "strict",
    requireFrames: require.includes("frames"),
    requireRescore: require.includes("rescore"),
    requireTimestamp: require.includes("timestamp"),
    requireWitness: require.includes("witness"),
    requirePrecommit: require.includes("precommit"),
    ...(requireOrganisation !== undefined && { requireOrganisation }),
  };
}

function microsecondsOf(now: Date | string): number {
  const instant = typeof now === "string" ? parseInstant(now) : now.getTime() * 1000;
  if (instant === null || Number.isNaN(instant)) throw new RangeError("now is no time");
  return instant;
}
