import { parseInstant } from "../../encoding/instant.ts";
import { keyWindow, keyWindowFault } from "../keys/key-window.ts";
import { checkKeyringHistory, keyringFormFault, type LoggedKeyring } from "../keys/keyring-history.ts";
import { publicKeyOf } from "../keys/keyring.ts";
import type { Primitives } from "../../encoding/primitives.ts";
import type { Trust, TrustedKey } from "../keys/trust.ts";
import { failed, finding, missing, passed, type Finding } from "./verification-report.ts";

/** The keys a bundle may be signed with, and what is known of them. */
export interface EffectiveKeys {
  /** Step V4. */
  readonly finding: Finding;
  readonly keys: readonly TrustedKey[];
  /** Null where the trust file names the keys themselves. */
  readonly versions: readonly LoggedKeyring[] | null;
}

/**
 * The keys of the trust file, or those of the keyring whose roots it pins. `keyring` is the keyring file's bytes. A copy that
 * should have been fetched again still says which keys were believed then; that none was revoked since, it cannot say.
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
  const newest = versions.at(-1)!.keyring;
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
  if (refreshAfter === null || nowUs === undefined || nowUs <= parseInstant(refreshAfter)!) return null;
  return missing(
    `${file} was to be fetched again after ${refreshAfter}: it cannot know of keys revoked since. Fetch it again, or judge as of a moment up to then (--now)`,
    { required: false },
  );
}

/** What time stamps and witnesses say of when a bundle existed. */
export interface ExistenceTime {
  /** The trust file or the caller wants third parties' times. */
  readonly isDemanded: boolean;
  /** The bundle existed by then; null when no third party says so. Microseconds since 1970. */
  readonly notAfterUs: number | null;
}

const notDemanded: ExistenceTime = { isDemanded: false, notAfterUs: null };

/** Step V10: whether the key counts at the leaf that step V9 has proven. */
export function checkKeyWindow(
  { versions }: EffectiveKeys,
  signed: { readonly keyId: string; readonly index: number },
  seen: ExistenceTime = notDemanded,
): Finding {
  if (versions !== null)
    return finding(keyWindowFault(versions, signed) ?? lateFault(versions, seen, signed));
  return { kind: "pass", note: "the trust file pins the evidence key and the log's key for the whole log" };
}

/** A thief who also holds the log's key could grow another log; third parties' clocks he does not hold. */
function lateFault(
  versions: readonly LoggedKeyring[],
  { isDemanded, notAfterUs }: ExistenceTime,
  { keyId }: { readonly keyId: string },
): string | null {
  const { revoked } = keyWindow(versions, keyId)!.key;
  if (!isDemanded || revoked === null || revoked.compromised_since_index === null) return null;
  return notAfterUs !== null && notAfterUs < parseInstant(revoked.at)!
    ? null
    : `the key is compromised, and no third party saw the bundle before it was revoked at ${revoked.at}`;
}
