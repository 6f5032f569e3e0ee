import { createHash, hash } from "node:crypto";
import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { fromHex, toHex, utf8 } from "../../encoding/bytes.ts";
import {
  consistencyProof,
  inclusionProof,
  leafHash,
  merkleLevels,
  merkleRoot,
  verifyConsistency,
  verifyInclusion,
} from "./merkle.ts";

const sha256 = (bytes: Uint8Array) => hash("sha256", bytes, "buffer");

/** Leaves and roots of the Certificate Transparency reference tests (RFC 6962 trees of 1 to 8 leaves). */
const referenceLeaves = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
].map((hex) => leafHash(fromHex(hex)!, sha256));
const referenceRoots = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

test("roots of the reference trees are the published ones", () => {
  const roots = referenceRoots.map((_, index) => merkleRoot(referenceLeaves.slice(0, index + 1), sha256));
  expect(roots.map(toHex)).toEqual(referenceRoots);
});

test("the tree without leaves has the hash of nothing", () => {
  expect(toHex(merkleRoot([], sha256))).toBe(
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  );
});

/** Made by Go's golang.org/x/mod/sumdb/tlog. */
const vectors = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../clients/conformance/evidence/${name}`, import.meta.url), "utf8"));
const independent = vectors("merkle-trees.json") as {
  readonly inclusion_sha256: string;
  readonly consistency_sha256: string;
};
const { logs } = vectors("log-tiles.json") as { readonly logs: readonly { readonly root: string }[] };
const largest = 300;
const leaves = Array.from({ length: largest }, (_, index) => leafHash(utf8(String(index)), sha256));
const trees = leaves.map((_, index) => merkleLevels(leaves.slice(0, index + 1), sha256));
const roots = trees.map((levels) => levels.at(-1)![0]!);

test("trees of 1 to 300 leaves have the roots another implementation computed", () => {
  expect(roots.map(toHex)).toEqual(logs.slice(0, largest).map(({ root }) => root));
});

/** Leaves and older sizes whose proofs are verified: the first and last ones, and every 16th between. */
const isVerified = (at: number, size: number) => at < 8 || at >= size - 8 || at % 16 === 0;

test("all inclusion proofs in trees of 1 to 300 leaves are those of another implementation, and verify", () => {
  const digest = createHash("sha256");
  const refused: number[][] = [];
  for (const [sizeBefore, levels] of trees.entries()) {
    for (let index = 0; index <= sizeBefore; index++) {
      const proof = inclusionProof(levels, index);
      digest.update(`${sizeBefore + 1} ${index} ${proof.length}\n`);
      for (const sibling of proof) digest.update(sibling);
      if (!isVerified(index, sizeBefore + 1)) continue;
      const claim = {
        leafHash: leaves[index]!,
        index,
        size: sizeBefore + 1,
        root: roots[sizeBefore]!,
        proof,
      };
      if (!verifyInclusion(claim, sha256)) refused.push([sizeBefore + 1, index]);
    }
  }
  expect(digest.digest("hex")).toBe(independent.inclusion_sha256);
  expect(refused).toEqual([]);
});

test("all consistency proofs in trees of 1 to 300 leaves are those of another implementation, and verify", () => {
  const digest = createHash("sha256");
  const refused: number[][] = [];
  for (const [sizeBefore, levels] of trees.entries()) {
    for (let oldSize = 1; oldSize <= sizeBefore; oldSize++) {
      const proof = consistencyProof(levels, oldSize);
      digest.update(`${sizeBefore + 1} ${oldSize} ${proof.length}\n`);
      for (const sibling of proof) digest.update(sibling);
      // A tree is consistent with itself without a proof: below.
      if (oldSize > sizeBefore || !isVerified(oldSize, sizeBefore + 1)) continue;
      const claim = {
        oldSize,
        oldRoot: roots[oldSize - 1]!,
        size: sizeBefore + 1,
        root: roots[sizeBefore]!,
        proof,
      };
      if (!verifyConsistency(claim, sha256)) refused.push([sizeBefore + 1, oldSize]);
    }
  }
  expect(digest.digest("hex")).toBe(independent.consistency_sha256);
  expect(refused).toEqual([]);
});

test("a tree is consistent with itself without a proof", () => {
  expect(consistencyProof(trees[6]!, 7)).toEqual([]);
  const claim = { oldSize: 7, oldRoot: roots[6]!, size: 7, root: roots[6]!, proof: [] };
  expect(verifyConsistency(claim, sha256)).toBe(true);
  expect(verifyConsistency({ ...claim, root: roots[5]! }, sha256)).toBe(false);
  expect(verifyConsistency({ ...claim, proof: [roots[6]!] }, sha256)).toBe(false);
});

const size = 7;
const levels = trees[size - 1]!;
const root = roots[size - 1]!;

test.each([0, 3, 6])("a proof for leaf %i of 7 holds for nothing else", (index) => {
  const proof = inclusionProof(levels, index);
  const claim = { leafHash: leaves[index]!, index, size, root, proof };
  expect(verifyInclusion(claim, sha256)).toBe(true);

  const tampered = {
    "next index": { ...claim, index: index + 1 },
    "index beyond the tree": { ...claim, index: index + size },
    "other leaf": { ...claim, leafHash: leaves[(index + 1) % size]! },
    "hash dropped": { ...claim, proof: proof.slice(1) },
    "hash added": { ...claim, proof: [...proof, proof[0]!] },
    "hashes swapped": { ...claim, proof: [proof[1]!, proof[0]!, ...proof.slice(2)] },
    "no proof": { ...claim, proof: [] },
    // A neighbouring size may have the same path: that the size is right, the signed checkpoint says.
    "much smaller tree": { ...claim, size: 4 },
    "larger tree": { ...claim, size: size + 2 },
    "not a number": { ...claim, index: Number.NaN },
    "half an index": { ...claim, index: index + 0.5 },
  };
  const accepted = Object.entries(tampered).filter(([, one]) => verifyInclusion(one, sha256));
  expect(accepted.map(([name]) => name)).toEqual([]);
});

test("an inner node is not accepted as a leaf", () => {
  const innerNode = levels[1]![0]!;
  const proof = inclusionProof(levels, 0).slice(1);
  // With one hash function for both, the node would be leaf 0 of a tree of 4.
  expect(verifyInclusion({ leafHash: sha256(innerNode), index: 0, size: 4, root, proof }, sha256)).toBe(
    false,
  );
  expect(toHex(leafHash(new Uint8Array([...levels[0]![0]!, ...levels[0]![1]!]), sha256))).not.toBe(
    toHex(innerNode),
  );
});

test.each([1, 3, 4, 6])("a consistency proof from %i to 7 holds for nothing else", (oldSize) => {
  const proof = consistencyProof(levels, oldSize);
  const claim = { oldSize, oldRoot: roots[oldSize - 1]!, size, root, proof };
  expect(verifyConsistency(claim, sha256)).toBe(true);

  const tampered = {
    "other old root": { ...claim, oldRoot: roots[oldSize]! },
    "other root": { ...claim, root: roots[size]! },
    "sizes swapped": { ...claim, oldSize: size, size: oldSize },
    "no old tree": { ...claim, oldSize: 0 },
    "next size": { ...claim, oldSize: oldSize + 1 },
    "hash dropped": { ...claim, proof: proof.slice(0, -1) },
    "hash added": { ...claim, proof: [...proof, proof[0]!] },
    "no proof": { ...claim, proof: [] },
  };
  const accepted = Object.entries(tampered).filter(([, one]) => verifyConsistency(one, sha256));
  expect(accepted.map(([name]) => name)).toEqual([]);
});

test("a proof that cannot exist is refused", () => {
  expect(() => inclusionProof(levels, size)).toThrow(RangeError);
  expect(() => inclusionProof(levels, -1)).toThrow(RangeError);
  expect(() => consistencyProof(levels, 0)).toThrow(RangeError);
  expect(() => consistencyProof(levels, size + 1)).toThrow(RangeError);
});
