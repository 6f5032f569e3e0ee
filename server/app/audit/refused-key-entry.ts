import type { KeyBearer } from "../application.ts";
import type { RefusedKey } from "../api-keys/api-key-gate.ts";
import type { AuditEntry } from "../ports/audit.ts";

/**
 * A key that was not let in. Only who bore the right secret is laid to the organisation: anybody may write another's
 * public id, and must not fill that organisation's log.
 */
export function refusedKeyEntry(
  { why, organisation, publicId }: RefusedKey,
  { requestId, clientAddress }: KeyBearer,
): Omit<AuditEntry, "atUs" | "count"> {
  return {
    organisation: why === "expired" || why === "revoked" ? (organisation ?? "") : "",
    // What nobody was given names nobody.
    keyId: organisation === null ? null : publicId,
    action: "authenticate",
    subject: null,
    result: "refused",
    code: "api_key_invalid",
    reason: why,
    requestId,
    clientAddress,
  };
}
