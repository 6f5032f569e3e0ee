import { parseInstant } from "../../encoding/instant.ts";
import type { LoggedKeyring } from "../keys/keyring-history.ts";
import { keyWindow, keyWindowFault } from "../keys/key-window.ts";
import type { EffectiveKeys } from "./effective-keys.ts";
import { finding, type Finding } from "./verification-report.ts";

/** What time stamps and witnesses state of when a bundle existed. */
export interface ExistenceTime {
  /** The trust file or the caller wants third parties' times. */
  readonly isDemanded: boolean;
  /** The bundle existed by then; null when no third party says so. Microseconds since 1970. */
  readonly notAfterUs: number | null;
}

const notDemanded: ExistenceTime = { isDemanded: false, notAfterUs: null };

/** Whether the key counts at the leaf that the inclusion proof has shown. */
export function checkKeyWindow(
  { keys, versions }: EffectiveKeys,
  signed: { readonly keyId: string; readonly index: number },
  existence: ExistenceTime = notDemanded,
): Finding {
  if (versions !== null)
    return finding(keyWindowFault(versions, signed) ?? lateFault(versions, existence, signed));
  if (keys.length === 0) return { kind: "pass", note: "no key is known whose time could be looked up" };
  return { kind: "pass", note: "the trust file pins the evidence key and the log's key for the whole log" };
}

/** A thief who also holds the log's key could grow another log; third parties' clocks he does not hold. */
function lateFault(
  versions: readonly LoggedKeyring[],
  { isDemanded, notAfterUs }: ExistenceTime,
  { keyId }: { readonly keyId: string },
): string | null {
  const revoked = keyWindow(versions, keyId)?.key.revoked ?? null;
  if (!isDemanded || revoked === null || revoked.compromised_since_index === null) return null;
  const revokedUs = parseInstant(revoked.at);
  return notAfterUs !== null && revokedUs !== null && notAfterUs < revokedUs
    ? null
    : `the key is compromised, and no third party saw the bundle before it was revoked at ${revoked.at}`;
}
