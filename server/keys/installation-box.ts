import { hkdfSync } from "node:crypto";

import type { SecretBox } from "../app/ports/secret-box.ts";
import { openSealedText, sealText } from "../app/sealed-text.ts";

/**
 * Seals what has to be read again, such as the secrets of webhooks, under a key made from the installation's secret by
 * HKDF (RFC 5869) for each purpose and owner.
 */
export function installationBox(installationSecret: Uint8Array, purpose: string): SecretBox {
  const keyOf = (owner: string): Uint8Array =>
    Buffer.from(hkdfSync("sha256", installationSecret, "", `plumbline ${purpose} ${owner}`, 32));
  return {
    seal: (text, owner) => sealText(text, keyOf(owner)),
    open: (sealed, owner) => openSealedText(sealed, keyOf(owner)),
  };
}
