import { expect, test } from "vitest";
import { trustText } from "../../clients/conformance/evidence/examples/example-evidence.ts";
import { fromStart, fromState } from "../../clients/conformance/evidence/examples/scored-evidence.ts";
import { utf8 } from "../../core/encoding/bytes.ts";
import { emptyCase, takeFiles, type OfferedFile } from "./take-files.ts";

const given = (name: string, bytes: Uint8Array): OfferedFile => ({ name, bytes, origin: "given" });
const bundle = given("bundle.json", fromStart.issued.bytes);
const frames = given("frames.ndjson", fromStart.frames.bytes);
const trust = given("trust.json", utf8(trustText));
const all = takeFiles(emptyCase, [bundle, frames, trust]);

test("each file comes into its slot, in any order and over several drops", () => {
  const after = [frames, trust, bundle].reduce((so, file) => takeFiles(so, [file]), emptyCase);
  expect(after).toEqual({ ...all, trustIsApart: true });
  expect(Object.keys(all.held).toSorted()).toEqual(["bundle", "frames", "trust"]);
});

test.each([
  ["a picture", given("a.jpg", Uint8Array.of(0xff, 0xd8)), "neither a bundle"],
  ["an empty file", given("a", new Uint8Array()), "empty"],
  ["a damaged archive", { name: "EVB.zip", why: "it cannot be unpacked", role: null }, "unpacked"],
  ["a folder", { name: "EVB", why: "it is a folder: give the files in it", role: null }, "folder"],
] as const)("%s is the outcome, alone and beside good files", (_what, file, why) => {
  for (const offered of [[file], [bundle, frames, trust, file]]) {
    const after = takeFiles(all, offered);
    expect(after.refused).toMatchObject([{ name: file.name, why: expect.stringContaining(why) }]);
    // The evidence of before is gone with it; whose keys are trusted is not.
    expect(Object.keys(after.held)).toEqual(["trust"]);
    expect(takeFiles(after, [trust])).toMatchObject({ held: { trust }, refused: [] });
  }
});

test("the trust file in an archive does not replace the reader's own, given before or together with it", () => {
  const inArchive = (file: OfferedFile) => ({ ...file, origin: "unpacked" }) as OfferedFile;
  const archive = [bundle, frames, given("trust.json", utf8(`${trustText} `))].map(inArchive);
  const alone = takeFiles(emptyCase, archive);
  expect(alone).toMatchObject({ held: { trust: { origin: "unpacked" } }, refused: [] });
  for (const after of [
    takeFiles(takeFiles(emptyCase, [trust]), archive),
    takeFiles(alone, [trust, ...archive]),
  ]) {
    expect(after).toMatchObject({ held: { trust, bundle: { origin: "unpacked" } }, refused: [] });
  }
  expect(takeFiles(alone, archive)).toEqual(alone);
});

test("two bundles at once are refused: the verdict would not say which was judged", () => {
  const other = given("other.json", fromState.issued.bytes);
  expect(takeFiles(all, [bundle, other]).refused).toMatchObject([{ name: "bundle.json and other.json" }]);
});

test("a drop without any file is the outcome too", () => {
  expect(takeFiles(all, []).refused).toHaveLength(1);
});

test("what an archive has beside the evidence is named and left out, but only beside a bundle", () => {
  const readme = given("README.txt", utf8("Evidence"));
  expect(takeFiles(emptyCase, [bundle, frames, trust, readme])).toEqual({ ...all, beside: ["README.txt"] });
  expect(takeFiles(emptyCase, [trust, readme]).refused).toMatchObject([{ name: "README.txt" }]);
});
