import { parseInstant } from "../../encoding/instant.ts";
import { checkKeyringHistory, keyringFormFault, type LoggedKeyring } from "../keys/keyring-history.ts";
import { publicKeyOf } from "../keys/keyring.ts";
import type { Primitives } from "../../encoding/primitives.ts";
import type { PublicKey } from "../keys/public-key.ts";
import type { Trust } from "../keys/trust.ts";
import { failed, missing, passed, type Finding } from "./verification-report.ts";

/** The keys a bundle may be signed with, and what is known of them. */
export interface EffectiveKeys {
  /** Of the step `trustedKeys`. */
  readonly finding: Finding;
  readonly keys: readonly PublicKey[];
  /** Null where the trust file names the keys themselves. */
  readonly versions: readonly LoggedKeyring[] | null;
}

/**
 * The keys of the trust file, or those of the keyring whose roots it pins. `keyring` is the keyring file's bytes. A copy that
 * should have been fetched again still says which keys counted then; that none was revoked since, it cannot say.
 */
export function effectiveKeys(
  given: { readonly trust: Trust; readonly keyring: Uint8Array | null; readonly nowUs: number | undefined },
  primitives: Primitives,
): EffectiveKeys {
  const { trust, keyring, nowUs } = given;
  const none = (detail: string): EffectiveKeys => ({ finding: failed(detail), keys: [], versions: null });
  if (trust.fault !== null) return { ...none(trust.fault), keys: trust.keys };
  const staleTrust = staleFault("the trust file", trust.refreshAfter, nowUs);
  if (trust.keyring === null) {
    const asked = unasked(keyring);
    const finding = asked.kind === "fail" ? asked : (staleTrust ?? asked);
    return { finding, keys: trust.keys, versions: null };
  }
  if (keyring === null) return none("the trust file pins the roots of a keyring, and no keyring was given");
  const { keyring: pin, logs } = trust;
  const checked = checkKeyringHistory(keyring, { pin, logs, primitives });
  if (checked.kind === "broken") return none(checked.detail);
  const { versions } = checked;
  const newest = checked.newest.keyring;
  const stale = staleTrust ?? staleFault("the keyring", newest.refresh_after ?? null, nowUs);
  return {
    finding: stale ?? { kind: "pass", note: `keyring version ${newest.version}` },
    keys: newest.keys.map(publicKeyOf),
    versions,
  };
}

/** A trust file that names the keys itself asks no keyring; one that was given must be one all the same. */
function unasked(keyring: Uint8Array | null): Finding {
  if (keyring === null) return passed;
  const fault = keyringFormFault(keyring);
  if (fault !== null) return failed(fault);
  return { kind: "pass", note: "the trust file names the keys; the keyring was not asked" };
}

function staleFault(file: string, refreshAfter: string | null, nowUs: number | undefined): Finding | null {
  if (refreshAfter === null || nowUs === undefined) return null;
  const untilUs = parseInstant(refreshAfter);
  if (untilUs !== null && nowUs <= untilUs) return null;
  return missing(
    `${file} was to be fetched again after ${refreshAfter}: it cannot know of keys revoked since. Fetch it again, or judge as of a moment up to then (--now)`,
    { required: false },
  );
}
