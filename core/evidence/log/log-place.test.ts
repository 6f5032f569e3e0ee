import { expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import {
  exampleLogSigner,
  exampleOrigin,
  loggedAtOnce,
  noteSigner,
} from "../../../clients/conformance/evidence/examples/example-log.ts";
import { utf8 } from "../../encoding/bytes.ts";
import { leafIsLogged, openLogPlace } from "./log-place.ts";

const entries = ["one", "two", "three"].map(utf8);
const { leaves } = loggedAtOnce(entries);
const given = { logs: [exampleLogSigner], primitives };
const open = (proof: string, origin = exampleOrigin) => openLogPlace({ origin, tlog_proof: proof }, given);

test("each entry is logged at its own place and at no other", () => {
  const logged = leaves.map(({ proof }) => {
    const place = open(proof);
    return entries.map((entry) => place.kind === "open" && leafIsLogged(entry, place, primitives));
  });
  expect(logged).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ]);
});

test("a place names its log, its size and the lines on its checkpoint", () => {
  expect(open(leaves[0]!.proof)).toMatchObject({
    kind: "open",
    log: { name: exampleOrigin },
    checkpoint: { size: 3 },
    signatures: 1,
  });
});

test("another log, another signer and a text that is no proof are refused", () => {
  expect(open("proof")).toMatchObject({ detail: expect.stringContaining("tlog-proof") });
  expect(open(leaves[0]!.proof, "other.example.org")).toMatchObject({
    detail: expect.stringContaining("not in the trust file"),
  });
  const forged = loggedAtOnce(entries, noteSigner("other.example.org")).leaves[0]!.proof;
  expect(open(forged)).toMatchObject({ detail: expect.stringContaining("no trusted key signed it") });
  const beyond = leaves[0]!.proof.replace("index 0", "index 3");
  expect(open(beyond)).toMatchObject({ detail: "the checkpoint ends before the entry" });
});
