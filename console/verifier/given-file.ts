import { fromBase64 } from "../../core/encoding/base64.ts";
import { textOf } from "../../core/encoding/bytes.ts";

export interface GivenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /**
   * `carried`: it came inside this page, and so from whoever made the page; `unpacked`: inside an archive, and so from
   * whoever made that.
   */
  readonly origin: "carried" | "given" | "unpacked";
}

export const roles = ["bundle", "frames", "trust", "keyring"] as const;
export type Role = (typeof roles)[number];

export const roleNames: Readonly<Record<Role, string>> = {
  bundle: "Bundle or statement",
  frames: "Frames",
  trust: "Trust file",
  keyring: "Keyring",
};

/** What the page holds: at most one file of each role. */
export type HeldFiles = Readonly<Partial<Record<Role, GivenFile>>>;

/** The files this very page carries: an archive puts its own into the copy it ships (core/reports/archive/carry-in-page.ts). */
export function carriedFiles(page: Document): readonly GivenFile[] {
  return Array.from(page.querySelectorAll<HTMLElement>("script[data-carried]"), (block) => ({
    name: block.dataset["carried"] ?? "",
    // A damaged block is an empty file, which no step passes.
    bytes: fromBase64(block.textContent ?? "") ?? new Uint8Array(),
    origin: "carried",
  }));
}

/**
 * What a file is meant to be: by what it holds, for names are changed too easily, and by its name where it holds nothing
 * that can be read. A damaged bundle is still the bundle that was given. A statement of a state takes
 * the bundle's place. Null for none of these.
 */
export function roleOf({ name, bytes }: Pick<GivenFile, "name" | "bytes">): Role | null {
  const text = looseText(bytes);
  const document = objectIn(text);
  const found = document === null ? roleByText(text) : roleByMembers(document);
  return found ?? roleByName(name);
}

/** Only to distinguish files; the verifier reads their bytes itself, and strictly. */
function looseText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  return encoding === "utf-8"
    ? (textOf(bytes) ?? new TextDecoder().decode(bytes)).replace(/^\ufeff/, "")
    : new TextDecoder(encoding).decode(bytes);
}

/** UTF-16 begins with its mark, or has a zero beside its first character. */
function encodingOf([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return "utf-16le";
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== undefined && second !== 0)
    ? "utf-16be"
    : "utf-8";
}

function objectIn(text: string): object | null {
  try {
    const document: unknown = JSON.parse(text);
    return typeof document === "object" && !Array.isArray(document) ? document : null;
  } catch {
    return null;
  }
}

function roleByMembers(document: object): Role | null {
  if ("proof" in document && "event_id" in document) return "bundle";
  if ("statement_id" in document && "envelope" in document) return "bundle";
  if ("evidence_keys" in document || "keyring" in document || "logs" in document) return "trust";
  if ("versions" in document) return "keyring";
  // A single record is a frames file of one line.
  return "seq" in document ? "frames" : null;
}

/** What does not parse, by the members it shows. A page or a script that speaks of them begins otherwise. */
const looksLike: readonly (readonly [RegExp, Role])[] = [
  [/^\s*\{[^\n]{0,400}"(?:kind|leaf)"\s*:/, "frames"],
  [/^[\s\S]*"urn:plumbline:keyring-history:/, "keyring"],
  [/^(?=[\s\S]*"event_id"\s*:)[\s\S]*"(?:proof|chain_of_custody)"\s*:/, "bundle"],
  [/^(?=[\s\S]*"statement_id"\s*:)[\s\S]*"envelope"\s*:/, "bundle"],
  [/^[\s\S]*"(?:evidence_keys|root_keys|logs)"\s*:/, "trust"],
];
/** Enough to see what a document is. */
const maxInspectedCharacters = 1_000_000;

function roleByText(text: string): Role | null {
  const beginning = text.slice(0, maxInspectedCharacters);
  if (!/^\s*[[{]/.test(beginning)) return null;
  return looksLike.find(([pattern]) => pattern.test(beginning))?.[1] ?? null;
}

const namedLike: readonly (readonly [RegExp, Role])[] = [
  [/\.ndjson$/i, "frames"],
  [/^trust[\w.-]*\.json$/i, "trust"],
  [/^keyring[\w.-]*\.json$/i, "keyring"],
  [/^(?:bundle[\w.-]*|(?:EVB|STM)-[\w-]+)\.json$/i, "bundle"],
];

function roleByName(name: string): Role | null {
  return namedLike.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}
