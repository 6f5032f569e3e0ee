import { hash } from "node:crypto";

import { expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { noteSigner } from "../../../clients/conformance/evidence/examples/example-log.ts";
import { appendToLog, type LogEdge, type LogGrowth } from "./append-to-log.ts";
import { utf8 } from "../../encoding/bytes.ts";
import { parseCheckpoint } from "./checkpoint.ts";
import { readEntries, writeEntries } from "./entry-bundle.ts";
import type { Tile } from "./log-tree.ts";
import { leafHash, verifyInclusion } from "./merkle.ts";
import { openNote } from "./signed-note.ts";
import { edgeTilesOf } from "./tile-place.ts";
import { parseTlogProof } from "./tlog-proof.ts";

const { sha256 } = primitives;
const signer = noteSigner("log.example.org");
const needs = { signer, sha256 };
const empty: LogEdge = { size: 0, root: sha256(new Uint8Array(0)), tiles: [] };
const entries = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => utf8(`entry ${from + at}`));

function edgeAfter(edge: LogEdge, growth: LogGrowth): LogEdge {
  const kept = new Map<string, Tile>(
    [...edge.tiles, ...growth.tiles].map((tile) => [`${tile.level}/${tile.index}`, tile]),
  );
  const tiles = edgeTilesOf(growth.size).map(({ level, index }) => kept.get(`${level}/${index}`)!);
  return { size: growth.size, root: growth.root, tiles };
}

test("every leaf of every append is proven under the append's own signed checkpoint", () => {
  let edge = empty;
  for (const count of [1, 1, 254, 1, 300, 256, 7]) {
    const growth = appendToLog(edge, entries(edge.size, count), needs);
    const note = openNote(utf8(growth.checkpoint), [signer], primitives);
    expect(note).toMatchObject({ kind: "signed" });
    const checkpoint = parseCheckpoint(note.kind === "signed" ? note.text : "")!;
    expect(checkpoint).toMatchObject({ origin: "log.example.org", size: edge.size + count });
    expect(growth.leaves.map(({ index }) => index)).toEqual(entries(0, count).map((_, at) => edge.size + at));
    for (const { index, entry, proof } of growth.leaves) {
      const { hashes, ...parsed } = parseTlogProof(proof)!;
      expect(parsed).toEqual({ index, checkpoint: growth.checkpoint });
      const claim = { leafHash: leafHash(entry, sha256), index, ...checkpoint, proof: hashes };
      expect(verifyInclusion(claim, sha256)).toBe(true);
    }
    edge = edgeAfter(edge, growth);
  }
});

test("an edge that is not what its tiles say is not signed", () => {
  const edge = edgeAfter(empty, appendToLog(empty, entries(0, 5), needs));
  expect(() => appendToLog({ ...edge, root: sha256(utf8("other")) }, entries(5, 1), needs)).toThrow("root");
  expect(() => appendToLog({ ...edge, tiles: [] }, entries(5, 1), needs)).toThrow("not at hand");
  expect(() => appendToLog({ ...edge, size: 4 }, entries(4, 1), needs)).toThrow("root");
});

test("entries travel behind their lengths, and half an entry is refused", () => {
  const some = [utf8("a"), new Uint8Array(0), new Uint8Array(65_535).fill(7)];
  const bytes = writeEntries(some);
  expect(bytes.subarray(0, 3)).toEqual(Uint8Array.of(0, 1, 0x61));
  expect(readEntries(bytes)!.map((entry) => hash("sha256", entry))).toEqual(
    some.map((entry) => hash("sha256", entry)),
  );
  expect(readEntries(bytes.subarray(0, -1))).toBeNull();
  expect(readEntries(Uint8Array.of(0))).toBeNull();
  expect(() => writeEntries([new Uint8Array(65_536)])).toThrow("too long");
});
