import { expect, test } from "vitest";

import { formatTlogProof, parseTlogProof } from "./tlog-proof.ts";

const hash = (byte: number) => new Uint8Array(32).fill(byte);
const proof = {
  index: 7,
  hashes: [hash(1), hash(2)],
  checkpoint: "example.org\n13\nroot\n\n— example.org sig\n",
};
const text = formatTlogProof(proof);

test("a proof is written as C2SP has it and read back", () => {
  expect(text.split("\n").slice(0, 5)).toEqual([
    "c2sp.org/tlog-proof@v1",
    "index 7",
    "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=",
    "AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI=",
    "",
  ]);
  expect(parseTlogProof(text)).toEqual(proof);
  const alone = { ...proof, index: 0, hashes: [] };
  expect(parseTlogProof(formatTlogProof(alone))).toEqual(alone);
});

test.each([
  ["another version", text.replace("@v1", "@v2")],
  ["a leading zero", text.replace("index 7", "index 07")],
  ["a sign", text.replace("index 7", "index -7")],
  ["an index beyond 2^53", text.replace("index 7", "index 9007199254740993")],
  ["no index", text.replace("index 7\n", "")],
  ["an extra line", text.replace("index 7", "extra AAAA\nindex 7")],
  ["CRLF", text.replaceAll("\n", "\r\n")],
  ["a short hash", text.replace("AgICAgIC", "AgIC")],
  ["padding bits", text.replace("AgI=", "AgJ=")],
  ["no empty line", text.replaceAll("\n\n", "\n")],
  [
    "more hashes than any tree needs",
    formatTlogProof({ ...proof, hashes: Array.from({ length: 65 }, () => hash(3)) }),
  ],
  ["nothing", ""],
])("a proof with %s is refused", (_, other) => {
  expect(parseTlogProof(other)).toBeNull();
});
