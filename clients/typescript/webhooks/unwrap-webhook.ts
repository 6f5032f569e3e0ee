import { PlumblineError } from "../errors.ts";
import type { Event } from "../generated/contract.ts";

export interface UnwrapOptions {
  /** Farthest a delivery's time may be from this machine's; default 300. */
  readonly toleranceS?: number;
  /** For tests: what time it is. */
  readonly now?: Date;
}

/** Headers as `fetch`, Node's `http` and frameworks have them. */
export type GivenHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The delivery is not by the service, too old, or not whole. Answer 400 and do nothing. */
export class WebhookVerificationError extends PlumblineError {
  override readonly name = "WebhookVerificationError";
}

/**
 * The event of a delivery, once its signature is checked (Standard Webhooks 1.0). `body` is what came, byte for byte: parsed
 * and written again it has another signature. While a secret is being changed, give both. The same event may come more than
 * once, with the same `id`.
 */
export async function unwrapWebhook(
  body: Uint8Array | string,
  headers: GivenHeaders,
  secret: string | readonly string[],
  { toleranceS = defaultToleranceS, now = new Date() }: UnwrapOptions = {},
): Promise<Event> {
  const [id, sentAt, signatures] = (["webhook-id", "webhook-timestamp", "webhook-signature"] as const).map(
    (name) => headerOf(headers, name),
  ) as [string, string, string];
  checkTime(sentAt, { toleranceS, nowS: now.getTime() / 1000 });
  const content = typeof body === "string" ? encoder.encode(body) : body;
  const signed = joined(encoder.encode(`${id}.${sentAt}.`), content);
  const keys = await Promise.all((typeof secret === "string" ? [secret] : secret).map(keyOf));
  if (!(await isSigned(signed, signatures, keys))) {
    throw new WebhookVerificationError("no signature of the delivery is by this secret");
  }
  return eventIn(content);
}

const defaultToleranceS = 300;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

function headerOf(headers: GivenHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : valueIn(headers, name);
  if (value === null || value === "") throw new WebhookVerificationError(`the header ${name} is missing`);
  return value;
}

function valueIn(headers: Exclude<GivenHeaders, Headers>, name: string): string | null {
  const found = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  return typeof found === "object" ? found.join(" ") : (found ?? null);
}

function checkTime(
  text: string,
  { toleranceS, nowS }: { readonly toleranceS: number; readonly nowS: number },
) {
  if (!/^\d{1,12}$/u.test(text)) throw new WebhookVerificationError("webhook-timestamp is no time");
  if (!(Math.abs(nowS - Number(text)) <= toleranceS)) {
    throw new WebhookVerificationError(
      "the delivery was signed too long ago, or ahead of this machine's clock",
    );
  }
}

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = base64(secret.trim().replace(/^whsec_/u, ""));
  // Never the secret itself: messages end up in logs.
  if (bytes === null || bytes.length === 0) {
    throw new TypeError("a webhook secret is `whsec_` and base64: copy it again, whole");
  }
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

/** The platform compares: in constant time, as the platforms' own texts say. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
  keys: readonly CryptoKey[],
): Promise<boolean> {
  const given = signatures
    .split(" ")
    .filter((each) => each.startsWith("v1,"))
    .flatMap((each) => base64(each.slice("v1,".length)) ?? [])
    .slice(0, mostSignatures);
  for (const key of keys) {
    const checks = await Promise.all(given.map((each) => crypto.subtle.verify("HMAC", key, each, signed)));
    if (checks.includes(true)) return true;
  }
  return false;
}

/** Two while a secret is being changed; many only from somebody who wants us to be busy. */
const mostSignatures = 16;

function base64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/u.test(text)) return null;
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

function joined(head: Uint8Array, rest: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + rest.length);
  whole.set(head);
  whole.set(rest, head.length);
  return whole;
}

function eventIn(content: Uint8Array): Event {
  let event: unknown;
  try {
    event = JSON.parse(decoder.decode(content));
  } catch {
    throw new WebhookVerificationError("the body is signed, and is not JSON");
  }
  if (typeof event !== "object" || event === null || Array.isArray(event)) {
    throw new WebhookVerificationError("the body is signed, and is not an event");
  }
  return event as Event;
}
