import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { fromBase64 } from "../../encoding/base64.ts";
import { toHex, utf8 } from "../../encoding/bytes.ts";
import { formatCheckpoint, parseCheckpoint } from "./checkpoint.ts";
import {
  formatVerifierKey,
  noteKey,
  openNote,
  parseVerifierKey,
  signNote,
  type NoteSigner,
} from "./signed-note.ts";

/** Signed and judged by Go's sumdb/note and by transparency-dev's checkpoint parser. */
const independent = JSON.parse(
  readFileSync(new URL("../../../clients/conformance/evidence/checkpoints.json", import.meta.url), "utf8"),
) as {
  readonly origin: string;
  readonly log: string;
  readonly witness: string;
  readonly size: number;
  readonly root: string;
  readonly log_seed: string;
  readonly cases: readonly {
    readonly name: string;
    readonly note: string;
    readonly go_opens_note: boolean;
    readonly go_parses_checkpoint: boolean;
  }[];
};
const { sha256 } = primitives;
const logKey = parseVerifierKey(independent.log, sha256)!;
const witnessKey = parseVerifierKey(independent.witness, sha256)!;
const byName = (name: string) => utf8(independent.cases.find((one) => one.name === name)!.note);

/** Where we are stricter than Go. */
const notesWeRefuse = ["padding bits"];
const checkpointsWeRefuse = [
  ...notesWeRefuse,
  "a leading zero in the size, signed",
  "a size beyond 2^53, signed",
  "a root of 31 bytes, signed",
  "an extension line, signed",
];

describe.each(independent.cases)("$name", ({ name, note, go_opens_note, go_parses_checkpoint }) => {
  const opened = openNote(utf8(note), [logKey], primitives);

  test("opens as a note where Go opens it, unless we are stricter", () => {
    expect(opened.kind === "signed").toBe(go_opens_note && !notesWeRefuse.includes(name));
  });

  test("is a checkpoint of the log where Go says so, unless we are stricter", () => {
    const checkpoint = opened.kind === "signed" ? parseCheckpoint(opened.text) : null;
    const isOurs = checkpoint?.origin === independent.origin;
    expect(isOurs).toBe(go_parses_checkpoint && !checkpointsWeRefuse.includes(name));
  });
});

function seededSigner(): NoteSigner {
  const prefix = Buffer.from("302e020100300506032b657004220420", "hex");
  const seed = Buffer.from(independent.log_seed, "base64");
  const key = createPrivateKey({ key: Buffer.concat([prefix, seed]), format: "der", type: "pkcs8" });
  const spki = createPublicKey(key).export({ type: "spki", format: "der" });
  const named = noteKey(independent.origin, new Uint8Array(spki.subarray(-32)), sha256);
  return { ...named, sign: (text) => sign(null, text, key) };
}

test("the same key signs the same checkpoint to the same bytes as Go", () => {
  const root = fromBase64(independent.root)!;
  const text = formatCheckpoint({ origin: independent.origin, size: independent.size, root });
  expect(utf8(signNote(text, [seededSigner()]))).toEqual(byName("as signed"));
});

test("a verifier key reads and writes as Go's does", () => {
  expect(formatVerifierKey(logKey)).toBe(independent.log);
  expect(formatVerifierKey(seededSigner())).toBe(independent.log);
});

test("both signers of a note are named, each once", () => {
  const opened = openNote(byName("a witness beside the log"), [witnessKey, logKey], primitives);
  expect(opened).toMatchObject({ kind: "signed", by: [{ name: logKey.name }, { name: witnessKey.name }] });
  const twice = openNote(byName("the same line twice"), [logKey], primitives);
  expect(twice).toMatchObject({ kind: "signed", by: [{ name: logKey.name }] });
});

test("one trusted signature that does not verify refuses the whole note", () => {
  const forged = { ...witnessKey, publicKey: logKey.publicKey };
  const opened = openNote(byName("a witness beside the log"), [logKey, forged], primitives);
  expect(opened).toMatchObject({ kind: "refused", reason: expect.stringContaining(witnessKey.name) });
});

test.each([
  ["another hash", () => independent.log.replace(/\+[0-9a-f]{8}\+/, "+00000000+")],
  ["another name", () => independent.log.replace("evidence", "evident")],
  ["a space in the name", () => independent.log.replace("evidence.", "evidence ")],
  ["no name", () => independent.log.slice(independent.log.indexOf("+"))],
  ["another algorithm", () => independent.log.replace("+A", "+B")],
  ["a byte more", () => `${independent.log.slice(0, -1)}AAAA`],
  ["nothing", () => ""],
])("a verifier key with %s is refused", (_, text) => {
  expect(parseVerifierKey(text(), sha256)).toBeNull();
});

test.each(["", "a b", "a+b", "a\nb", "a\u00a0b", "a\u2028b", "\ud800"])("%j cannot name a key", (name) => {
  expect(() => noteKey(name, logKey.publicKey, sha256)).toThrow(RangeError);
});

test.each(["no line feed", "a tab\t\n", "a return\r\n", "a null\u0000\n"])("%j cannot be signed", (text) => {
  expect(() => signNote(text, [seededSigner()])).toThrow(RangeError);
});

test("a note of more than a megabyte or a hundred signatures is not read", () => {
  const big = signNote(`${"a".repeat(1_000_000)}\n`, [seededSigner()]);
  expect(openNote(utf8(big), [logKey], primitives)).toMatchObject({ kind: "refused" });
  const many = signNote("text\n", Array.from({ length: 101 }, seededSigner));
  expect(openNote(utf8(many), [logKey], primitives)).toMatchObject({ kind: "refused" });
  const enough = signNote("text\n", Array.from({ length: 100 }, seededSigner));
  expect(openNote(utf8(enough), [logKey], primitives)).toMatchObject({ kind: "signed" });
});

test("the verifier key of the design's example has the hash its name and key give", () => {
  const text = "evidence.example.org+d90aefd2+AZsfhHkc/HZjBFhU04netcqVRJ2HXydqg4QLBgqznPxx";
  expect(toHex(parseVerifierKey(text, sha256)!.keyHash)).toBe("d90aefd2");
});
