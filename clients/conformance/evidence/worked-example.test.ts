import { createPublicKey, hash, verify } from "node:crypto";
import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import type { Bundle } from "../../../core/encoding/bundle.ts";
import { examplePage, withWorkedExample } from "./worked-example.ts";

const page = readFileSync(examplePage, "utf8");
const blocks = new Map(
  [...page.matchAll(/^```text ([a-z0-9-]+)\n(.*?)\n```$/gmsu)].map(([, name, text]) => [name!, text!]),
);
const shown = (name: string) => blocks.get(name)!;
const bundle = JSON.parse(
  readFileSync(new URL("precommitted.bundle.json", import.meta.url), "utf8"),
) as Bundle;
const hexOf = (text: string | Uint8Array) => hash("sha256", text);

test("the page's worked example is the one the vector files give", () => {
  const cure = "if meant: npx node clients/conformance/evidence/worked-example.ts";
  expect(withWorkedExample(page) === page, cure).toBe(true);
});

test("the values on the page are the bundle's, and follow from each other as the page says", () => {
  expect(shown("signature")).toBe(bundle.signature);
  expect(shown("tag")).toBe(bundle.submitter!.organisation_tag);
  expect(hexOf(shown("tagged"))).toBe(shown("tag"));
  expect(`sha256:${hexOf(shown("custody-0"))}`).toBe(bundle.chain_of_custody[1].prev);
  expect(shown("custody-1-prev")).toBe(bundle.chain_of_custody[1].prev);

  const { envelope, log } = bundle.proof;
  expect(Buffer.from(shown("statement")).toString("base64")).toBe(envelope.payload);
  const signed = shown("pae-head") + shown("statement");
  expect(hash("sha256", signed, "base64")).toBe(shown("pae-sha256"));
  const spki = Buffer.from(shown("spki"), "base64");
  expect(`sha256:${hexOf(spki)}`).toBe(shown("keyid"));
  const key = createPublicKey({ key: spki, type: "spki", format: "der" });
  expect(verify("sha256", Buffer.from(signed), key, Buffer.from(shown("sig"), "base64"))).toBe(true);

  expect(Buffer.from(shown("entry")).toString("base64")).toBe(log!.entry);
  expect(hexOf(`\0${shown("entry")}`)).toBe(shown("entry-leaf"));
  for (const part of ["pae-sha256", "sig", "spki"]) expect(shown("entry")).toContain(`"${shown(part)}"`);
  expect(`${shown("tlog-proof")}\n`).toBe(log!.tlog_proof);
  expect(shown("tlog-proof").split("\n")).toContain(shown("nodes").split("\n").at(-1));

  const [interval] = bundle.frames.precommit!.intervals;
  const [proof] = bundle.proof.precommit!;
  expect(hexOf(`\0${shown("line-1")}`)).toBe(shown("line-1-leaf"));
  expect(hexOf(shown("link-1"))).toBe(shown("heads").split("\n")[0]);
  expect(shown("heads").split("\n").at(-1)).toBe(interval!.head);
  expect(shown("interval-leaf")).toContain(hexOf(shown("vehicle")));
  expect(shown("path").split("\n")).toEqual(proof!.path);
  const last = Buffer.from(shown("interval-nodes").split("\n").at(-1)!, "base64").toString("hex");
  expect([last, shown("interval-root")]).toEqual([interval!.root, interval!.root]);
  expect(Buffer.from(shown("interval")).toString("base64")).toBe(proof!.envelope.payload);
});
