import { createHash, hash } from "node:crypto";
import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { concatBytes, equalBytes, toHex, utf8 } from "../../encoding/bytes.ts";
import { LogTree, type Tile } from "./log-tree.ts";
import {
  consistencyProof,
  inclusionProof,
  leafHash,
  merkleLevels,
  verifyConsistency,
  verifyInclusion,
} from "./merkle.ts";
import { edgeTilesOf, tilePath, tilesOf } from "./tile-place.ts";

const sha256 = (bytes: Uint8Array) => hash("sha256", bytes, "buffer");

/** Computed by Go's golang.org/x/mod/sumdb/tlog: clients/conformance/evidence/go. */
const independent = JSON.parse(
  readFileSync(new URL("../../../clients/conformance/evidence/log-tiles.json", import.meta.url), "utf8"),
) as {
  readonly logs: readonly { readonly size: number; readonly root: string; readonly tiles_sha256: string }[];
};
const largest = independent.logs.at(-1)!.size;
const leaves = Array.from({ length: largest }, (_, index) => leafHash(utf8(String(index)), sha256));

/** A log that grew by appends of these sizes, as a store would keep it. */
class GrownLog {
  readonly tiles = new Map<string, Tile>();
  size = 0;
  #tree = this.#fresh();

  append(count: number): void {
    for (const tile of this.#tree.grownTiles(this.size, leaves.slice(this.size, this.size + count))) {
      this.tiles.set(`${tile.level}/${tile.index}`, tile);
    }
    this.size += count;
    this.#tree = this.#fresh();
  }

  get tree(): LogTree {
    return this.#tree;
  }

  digest(): string {
    const digest = createHash("sha256");
    for (const place of tilesOf(this.size)) {
      const { hashes } = this.tiles.get(`${place.level}/${place.index}`)!;
      digest.update(`${tilePath(place)}\n`).update(hashes.subarray(0, place.width * 32));
    }
    return digest.digest("hex");
  }

  #fresh(): LogTree {
    return new LogTree((level, index) => this.tiles.get(`${level}/${index}`)!.hashes, sha256);
  }
}

test("tiles, their paths and the roots are those of another implementation, whatever the sizes of the appends", () => {
  const log = new GrownLog();
  const ours = independent.logs.map(({ size }) => {
    log.append(size - log.size);
    return { size, root: toHex(log.tree.root(size)), tiles_sha256: log.digest() };
  });
  expect(ours).toEqual(independent.logs);
});

test("only the unfinished tile of each level is needed to go on", () => {
  const log = new GrownLog();
  log.append(65_536 + 200);
  const edge = edgeTilesOf(log.size);
  expect(edge.map(tilePath)).toEqual(["0/256.p/200", "2/000.p/1"]);
  const keyOf = ({ level, index }: { level: number; index: number }) => `${level}/${index}`;
  const kept = new Map(edge.map((place) => [keyOf(place), log.tiles.get(keyOf(place))!]));
  const tree = () => new LogTree((level, index) => kept.get(keyOf({ level, index }))!.hashes, sha256);
  expect(tree().root(log.size)).toEqual(log.tree.root(log.size));

  const before = log.size;
  for (const tile of tree().grownTiles(before, leaves.slice(before, before + 200)))
    kept.set(keyOf(tile), tile);
  log.append(200);
  expect(tree().root(log.size)).toEqual(log.tree.root(log.size));
  for (const index of [before, before + 55, before + 56, before + 199]) {
    expect(tree().inclusionPath(index, log.size)).toEqual(log.tree.inclusionPath(index, log.size));
  }
});

function equalPaths(one: readonly Uint8Array[], other: readonly Uint8Array[]): boolean {
  return equalBytes(concatBytes(...one), concatBytes(...other));
}

/** Small trees, and those about the first full tile of 256 leaves. All of 1 to 300 by another implementation: merkle.test.ts. */
const someSizes = [...Array.from({ length: 33 }, (_, at) => at + 1), 127, 255, 256, 257, 300];

test("all inclusion proofs of small trees and about a full tile are those of the whole tree", () => {
  const log = new GrownLog();
  const differing: number[][] = [];
  for (const size of someSizes) {
    log.append(size - log.size);
    const levels = merkleLevels(leaves.slice(0, size), sha256);
    for (let index = 0; index < size; index++) {
      const path = log.tree.inclusionPath(index, size);
      if (!equalPaths(path, inclusionProof(levels, index))) differing.push([size, index]);
    }
  }
  expect(differing).toEqual([]);
});

test("so are all consistency proofs", () => {
  const log = new GrownLog();
  const differing: number[][] = [];
  log.append(300);
  for (const size of someSizes) {
    const levels = merkleLevels(leaves.slice(0, size), sha256);
    for (let oldSize = 1; oldSize <= size; oldSize++) {
      const path = log.tree.consistencyPath(oldSize, size);
      if (!equalPaths(path, consistencyProof(levels, oldSize))) differing.push([size, oldSize]);
    }
  }
  expect(differing).toEqual([]);
});

test("proofs in a log of three levels verify, and none but their own", () => {
  const log = new GrownLog();
  log.append(largest);
  const size = 65_999;
  const root = log.tree.root(size);
  for (const index of [0, 255, 256, 40_000, 65_535, 65_536, 65_998]) {
    const claim = { leafHash: leaves[index]!, index, size, root, proof: log.tree.inclusionPath(index, size) };
    expect(verifyInclusion(claim, sha256)).toBe(true);
    expect(verifyInclusion({ ...claim, index: (index + 1) % size }, sha256)).toBe(false);
  }
  for (const oldSize of [1, 256, 300, 65_535, 65_536, 65_998]) {
    const proof = log.tree.consistencyPath(oldSize, size);
    const claim = { oldSize, oldRoot: log.tree.root(oldSize), size, root, proof };
    expect(verifyConsistency(claim, sha256)).toBe(true);
    expect(verifyConsistency({ ...claim, oldRoot: root }, sha256)).toBe(false);
  }
  expect(() => log.tree.inclusionPath(size, size)).toThrow("no leaf");
  expect(() => log.tree.consistencyPath(0, size)).toThrow("no tree");
});
