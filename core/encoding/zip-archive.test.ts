import { unzipSync } from "fflate";
import { expect, test } from "vitest";

import { utf8 } from "./bytes.ts";
import { zipArchive } from "./zip-archive.ts";

const files = [
  { name: "b.txt", bytes: utf8("b") },
  { name: "a.sh", bytes: utf8("a"), isExecutable: true },
] as const;

test("files unpack into one folder, in the order given", () => {
  const unpacked = unzipSync(zipArchive("EVB", files));
  expect(Object.keys(unpacked)).toEqual(["EVB/b.txt", "EVB/a.sh"]);
  expect(unpacked["EVB/a.sh"]).toEqual(utf8("a"));
});

test("the same files give the same bytes, and a mode of their own", () => {
  const archive = zipArchive("EVB", files);
  expect(zipArchive("EVB", files)).toEqual(archive);
  const plain = zipArchive("EVB", [files[0], { name: "a.sh", bytes: utf8("a") }]);
  expect(plain.length).toBe(archive.length);
  expect(plain).not.toEqual(archive);
});
