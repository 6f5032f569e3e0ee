import { hash } from "node:crypto";
import { expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { toHex, utf8 } from "../../encoding/bytes.ts";
import { inclusionProof, merkleLevels } from "../log/merkle.ts";
import {
  chainBeginning,
  chainLink,
  comparePlaces,
  intervalLeafHash,
  lineLeaf,
  packTree,
  pathInTree,
  vehicleTag,
} from "./ingest-chain.ts";

const { sha256 } = primitives;
const sha256Hex = (text: string) => hash("sha256", text);

test("a link is SHA-256 over the head before and the leaf hash of the line", () => {
  const leaf = lineLeaf("line", sha256Hex);
  expect(leaf).toBe(hash("sha256", Buffer.from("\0line")));
  expect(chainLink(chainBeginning, leaf, sha256Hex)).toBe(hash("sha256", `${"0".repeat(64)}${leaf}`));
});

test("a vehicle is named by a salted digest, and a place hashed as its canonical JSON", () => {
  expect(vehicleTag("VEH-1", "salt", sha256)).toBe(hash("sha256", '["salt","VEH-1"]'));
  const place = { vehicle: "ab", seq: 7, head: "cd" };
  const leaf = '\0{"head":"cd","seq":7,"vehicle":"ab"}';
  expect(toHex(intervalLeafHash(place, sha256))).toBe(hash("sha256", Buffer.from(leaf)));
});

test("the leaves of an interval are ordered by vehicle, then by entry", () => {
  const places = [
    { vehicle: "b", seq: 1, head: "" },
    { vehicle: "a", seq: 10, head: "" },
    { vehicle: "a", seq: 9, head: "" },
  ];
  expect(places.toSorted(comparePlaces).map(({ vehicle, seq }) => `${vehicle}${seq}`)).toEqual([
    "a9",
    "a10",
    "b1",
  ]);
});

test("the path out of a packed tree is that of RFC 6962, for every leaf of every size up to 40", () => {
  for (let size = 1; size <= 40; size++) {
    const levels = merkleLevels(
      Array.from({ length: size }, (_, at) => sha256(utf8(String(at)))),
      sha256,
    );
    const packed = packTree(levels);
    const paths = Array.from({ length: size }, (_, index) => pathInTree(packed, { index, size }).map(toHex));
    expect(paths).toEqual(paths.map((_, index) => inclusionProof(levels, index).map(toHex)));
  }
});
