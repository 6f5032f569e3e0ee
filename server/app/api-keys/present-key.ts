import { formatTime } from "../../../core/encoding/instant.ts";
import type { Scope } from "../../../core/contract/api-key.ts";
import type { ApiKey, IssuedApiKey, RevokedApiKey, RotatedApiKey } from "../../../core/contract/types.ts";
import type { StoredApiKey } from "../ports/reading/api-key-reader.ts";
import type { KeyDecision } from "../ports/key-change.ts";
import { isInForce } from "./decide-key-change.ts";

/** A key as those who manage it see it. */
export function presentKey(key: StoredApiKey, nowUs: number): ApiKey {
  return {
    id: key.publicId,
    organisation: key.organisation,
    name: key.name,
    mode: key.mode,
    status: isInForce(key, nowUs) ? "active" : key.revokedAtUs === null ? "expired" : "revoked",
    // Only scopes of the contract are ever stored.
    scopes: key.scopes as Scope[],
    fleets: key.fleets === null ? null : [...key.fleets],
    created_at: formatTime(key.createdAtUs),
    created_by: key.createdBy,
    expires_at: timeOf(key.expiresAtUs),
    revoked_at: timeOf(key.revokedAtUs),
    last_used_at: timeOf(key.lastUsedAtUs),
    rotated_to: key.rotatedTo,
  };
}

/** What is answered to a change; `secret` is the whole key where one was made. */
export function presentKeyChange(
  { key, previous, alsoEnded }: Extract<KeyDecision, { kind: "changed" }>,
  { secret, nowUs }: { readonly secret: string | null; readonly nowUs: number },
): ApiKey | IssuedApiKey | RevokedApiKey | RotatedApiKey {
  const shown = presentKey(key, nowUs);
  if (alsoEnded !== null) return { ...shown, also_revoked: alsoEnded.map(({ publicId }) => publicId) };
  if (secret === null) return shown;
  const issued = { ...shown, key: secret };
  return previous === null ? issued : { ...issued, previous: presentKey(previous, nowUs) };
}

function timeOf(us: number | null): string | null {
  return us === null ? null : formatTime(us);
}
