/** What a key may be allowed to do (api.md 6). `admin` implies every other scope. */
export const scopes = [
  "telemetry:write",
  "score:write",
  "fleet:read",
  "evidence:read",
  "evidence:write",
  "evidence:manage",
  "risk:write",
  "events:read",
  "baseline:write",
  "webhooks:manage",
  "keys:manage",
  "audit:read",
  "admin",
] as const;
export type Scope = (typeof scopes)[number];

/** Ready-made sets of scopes for the usual holders of a key (api.md 9.13). */
export const scopePresets = {
  ingest: ["telemetry:write"],
  engineer: [
    "telemetry:write",
    "score:write",
    "fleet:read",
    "evidence:read",
    "evidence:write",
    "risk:write",
    "events:read",
    "baseline:write",
  ],
  operator: [
    "fleet:read",
    "evidence:read",
    "evidence:write",
    "risk:write",
    "events:read",
    "baseline:write",
    "webhooks:manage",
  ],
  auditor: ["fleet:read", "evidence:read", "audit:read"],
  insurer: ["evidence:read"],
  simulation: ["fleet:read", "risk:write"],
  admin: scopes,
} as const satisfies Record<string, readonly Scope[]>;
export type ScopePreset = keyof typeof scopePresets;

export function allowsScope(held: readonly string[], needed: Scope): boolean {
  return held.includes(needed) || held.includes("admin");
}

/** Works only in development mode, with the server bound to loopback and the peer on loopback. */
export const developmentApiKey = "plumb_dev_local";
/** The public id it goes by; no key that was made has one of this form. */
export const developmentKeyId = "development";

/** The part of a key that names it: kept and shown in clear. */
export const apiKeyIdPattern = "^[0-9A-Za-z]{10}$";

export type ApiKeyMode = "live" | "test";

export interface ApiKeyParts {
  readonly mode: ApiKeyMode;
  /** 10 base62 characters; kept and shown in clear. */
  readonly publicId: string;
  /** 32 base62 characters; known to the holder alone. */
  readonly secret: string;
}

/** `plumb_live_<public id>_<secret><checksum>`. Throws a RangeError when a part does not have its form. */
export function formatApiKey({ mode, publicId, secret }: ApiKeyParts): string {
  if (!/^[0-9A-Za-z]{10}$/.test(publicId)) throw new RangeError("a public id is 10 base62 characters");
  if (!/^[0-9A-Za-z]{32}$/.test(secret)) throw new RangeError("a secret is 32 base62 characters");
  const unchecked = `plumb_${mode}_${publicId}_${secret}`;
  return unchecked + checksumOf(unchecked);
}

/** The parts of a key, or null when shape or checksum is wrong: then no look-up is worth making. */
export function parseApiKey(text: string): ApiKeyParts | null {
  if (!/^plumb_(?:live|test)_[0-9A-Za-z]{10}_[0-9A-Za-z]{38}$/.test(text)) return null;
  // By place: every request brings a key, and taking it apart by pattern makes an object and five texts of it.
  if (checksumOf(text.slice(0, 54)) !== text.slice(54)) return null;
  const mode = text.startsWith("live", 6) ? "live" : "test";
  return { mode, publicId: text.slice(11, 21), secret: text.slice(22, 54) };
}

/** CRC-32 of the text as 6 base62 digits, so that a mistyped key is detected without a look-up. */
function checksumOf(text: string): string {
  return base62(crc32(text), 6);
}

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A non-negative integer below 62^width, most significant digit first, zero-padded. */
export function base62(value: number, width: number): string {
  let text = "";
  for (let rest = value; text.length < width; rest = Math.floor(rest / 62))
    text = digits.charAt(rest % 62) + text;
  return text;
}

/** CRC-32 as in ISO-HDLC (IEEE 802.3, gzip): reflected polynomial 0xEDB88320, start and final XOR of all ones. ASCII only. */
export function crc32(text: string): number {
  let remainder = 0xffffffff;
  for (let at = 0; at < text.length; at += 1) {
    remainder = (remainder >>> 8) ^ remainders[(remainder ^ text.charCodeAt(at)) & 0xff]!;
  }
  return (remainder ^ 0xffffffff) >>> 0;
}

/** Of every byte alone: a key is checked with every request. */
const remainders = Int32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit += 1) {
    remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
  }
  return remainder;
});
