import { expect, test } from "vitest";

import { utf8 } from "../../../core/encoding/bytes.ts";
import type { LogEdge } from "../../../core/evidence/log/append-to-log.ts";
import type { NoteSigner } from "../../../core/evidence/log/signed-note.ts";
import { sha256 } from "../sha256.ts";
import { enterInLog } from "./enter-in-log.ts";

const signer: NoteSigner = {
  name: "log.example",
  keyHash: new Uint8Array(4),
  publicKey: new Uint8Array(32),
  sign: () => new Uint8Array(64),
};
const empty: LogEdge = { size: 0, root: sha256(new Uint8Array()), tiles: [] };
const documentOf = (text: string) => ({ entry: sha256(utf8(text)), text });

function entering(admit: () => void = () => {}) {
  const documents = [documentOf("one"), documentOf("two")];
  const needs = { signer, mark: { admit, raise: () => {} }, sha256 };
  return () => enterInLog({ documents, evidence: [] }, empty, needs);
}

test("documents get the next places in their order, under one checkpoint that names the log", () => {
  const { documents, evidence, log } = entering()();
  expect(documents.map(({ text, leafIndex }) => [text, leafIndex])).toEqual([
    ["one", 0],
    ["two", 1],
  ]);
  expect([evidence, log.size]).toEqual([[], 2]);
  expect(log.checkpoint).toMatch(/^log\.example\n2\n/);
});

test("a log that may not be signed on from here is not", () => {
  const refuses = entering(() => {
    throw new Error("an older copy of the log");
  });
  expect(refuses).toThrow("an older copy of the log");
});
