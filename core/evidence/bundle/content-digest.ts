import { toHex } from "../../encoding/bytes.ts";
import { canonicalBytes } from "../../encoding/canonical-json.ts";
import type { Sha256 } from "../../encoding/primitives.ts";

/** SHA-256 of the canonical form of a value, lowercase hex. */
export function digestOf(value: unknown, sha256: Sha256): string {
  return toHex(sha256(canonicalBytes(value)));
}

/** The same with its algorithm before it: `sha256:` and hex. */
export function namedDigestOf(value: unknown, sha256: Sha256): string {
  return `sha256:${digestOf(value, sha256)}`;
}

/**
 * The contract's `signature`: `sha256:` and the digest of the canonical core. The core is the bundle without
 * `signature` and `proof`. It proves integrity only together with the signed statement that names it.
 */
export function contentDigest(core: object, sha256: Sha256): string {
  return namedDigestOf(core, sha256);
}
