import { createHmac } from "node:crypto";

/** What of a message is signed. */
export interface SignedParts {
  readonly id: string;
  /** Seconds since 1970, of the attempt. */
  readonly timestampS: number;
  readonly body: string;
}

const secretPrefix = "whsec_";
const secretBytes = 32;

/** The headers of Standard Webhooks 1.0 (standardwebhooks.com), one HMAC-SHA-256 for each secret in force. */
export function signatureHeaders(
  { id, timestampS, body }: SignedParts,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const signatures = secrets.map((secret) => {
    const hmac = createHmac("sha256", Buffer.from(secret.slice(secretPrefix.length), "base64"));
    return `v1,${hmac.update(`${id}.${timestampS}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestampS),
    "webhook-signature": signatures.join(" "),
  };
}

export function newWebhookSecret(randomBytes: (count: number) => Uint8Array): string {
  return `${secretPrefix}${Buffer.from(randomBytes(secretBytes)).toString("base64")}`;
}
