import { textOf } from "../../core/evidence/bytes.ts";

export interface GivenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** `carried`: it came inside this page, and so from whoever made the page. */
  readonly origin: "carried" | "given";
}

export const roles = ["bundle", "frames", "trust", "keyring"] as const;
export type Role = (typeof roles)[number];

export const roleNames: Readonly<Record<Role, string>> = {
  bundle: "Bundle",
  frames: "Frames",
  trust: "Trust file",
  keyring: "Keyring",
};

/** What a file is, by what it holds: names are changed too easily. Null for none of these. */
export function roleOf({ name, bytes }: Pick<GivenFile, "name" | "bytes">): Role | null {
  const document = objectIn(bytes);
  if (document === null) return name.endsWith(".ndjson") || startsLikeFrames(bytes) ? "frames" : null;
  if ("proof" in document && "event_id" in document) return "bundle";
  if ("evidence_keys" in document || "keyring" in document || "logs" in document) return "trust";
  if ("versions" in document) return "keyring";
  // A single record is a frames file of one line.
  return "seq" in document ? "frames" : null;
}

/** Only to tell files apart; the verifier reads their bytes itself, and strictly. */
function objectIn(bytes: Uint8Array): object | null {
  try {
    const document: unknown = JSON.parse(textOf(bytes) ?? "");
    return typeof document === "object" ? document : null;
  } catch {
    return null;
  }
}

const looksLikeFrames = /^\{[^\n]{0,400}"(?:kind|leaf)":/;

function startsLikeFrames(bytes: Uint8Array): boolean {
  return looksLikeFrames.test(new TextDecoder().decode(bytes.subarray(0, 500)));
}
