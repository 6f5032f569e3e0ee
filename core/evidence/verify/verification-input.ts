import type { Trust } from "../keys/trust.ts";
import type { Rescorer } from "../rescore/rescore.ts";

/** What is put before the verifier, byte for byte as it was received. */
export interface VerificationInput {
  readonly bundle: Uint8Array;
  /** Null when only the bundle is at hand. */
  readonly frames: Uint8Array | null;
  readonly trust: Trust;
  /** The keyring's history, for a trust file that pins a keyring. */
  readonly keyring?: Uint8Array | null;
}

export interface VerifyOptions {
  /** `relaxed` takes a bundle that was laid out anew; everything else stays as strict. */
  readonly form?: "strict" | "relaxed";
  /** Missing frames make the bundle invalid instead of incomplete. */
  readonly requireFrames?: boolean;
  /** A scoring that was not recomputed makes the bundle invalid instead of incomplete. */
  readonly requireRescore?: boolean;
  /** A bundle without a time stamp, or without a witness, is invalid, whatever the trust file asks for. */
  readonly requireTimestamp?: boolean;
  readonly requireWitness?: boolean;
  /** A bundle whose frames were not committed to as they came is invalid. */
  readonly requirePrecommit?: boolean;
  /** A bundle about the vehicle of another organisation, or of none it names, is invalid. */
  readonly requireOrganisation?: string;
  /**
   * The moment as of which is judged, the verifier's clock as a rule: a third party's time later than that is refused, and a
   * trust file or keyring that was to be fetched again by then leaves the verdict open. Left out: neither is noticed.
   */
  readonly nowUs?: number;
  /** Made by `rescorer`; absent where no scoring is at hand. */
  readonly rescore?: Rescorer;
  /** Content digests seen before, by event id: one id must never stand for two contents. */
  readonly knownDigests?: ReadonlyMap<string, string>;
  /** An export of this bundle for Sigstore's verifiers: made again from the bundle and compared. */
  readonly sigstore?: Uint8Array;
}

/** What a bundle must have to be valid: by the trust file, or by the one who asks. */
export interface Required {
  readonly frames: boolean;
  readonly rescore: boolean;
  readonly precommit: boolean;
  readonly timestamp: boolean;
  readonly witness: boolean;
  /** All that are named, by the file and by the one who asks. */
  readonly organisations: readonly string[];
}

export function requiredBy({ demands }: Trust, options: VerifyOptions): Required {
  const named = [demands.organisation, options.requireOrganisation ?? null];
  return {
    frames: options.requireFrames === true,
    rescore: options.requireRescore === true,
    precommit: demands.precommit || options.requirePrecommit === true,
    timestamp: demands.timestamp || options.requireTimestamp === true,
    witness: options.requireWitness === true,
    organisations: named.filter((name) => name !== null),
  };
}
