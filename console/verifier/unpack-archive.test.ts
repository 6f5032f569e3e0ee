import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { utf8 } from "../../core/encoding/bytes.ts";
import { isZip, unpackArchive } from "./unpack-archive.ts";

const files = {
  "EVB/bundle.json": utf8("{}"),
  "EVB/trust.json": utf8("{ }"),
  "EVB/README.txt": utf8("read me"),
};

test("what is judged is taken out of an archive, whatever folder it lies in", () => {
  const archive = zipSync(files);
  expect(isZip(archive)).toBe(true);
  expect(unpackArchive(archive)).toEqual({
    kind: "unpacked",
    files: {
      bundle: { name: "bundle.json", bytes: utf8("{}"), origin: "unpacked" },
      trust: { name: "trust.json", bytes: utf8("{ }"), origin: "unpacked" },
    },
  });
});

test.each([
  ["cut off", zipSync(files).subarray(0, 60), "cannot be unpacked"],
  ["two bundles", zipSync({ ...files, "other/bundle.json": utf8("{}") }), "it holds bundle.json twice"],
  ["more than a page can hold", saying(257 * 1024 * 1024), "it unpacks to more than 256 MiB"],
] as const)("%s is refused before anything is unpacked", (_what, archive, why) => {
  expect(unpackArchive(archive)).toEqual({ kind: "not_unpacked", why: expect.stringContaining(why) });
});

test("an entry is given no more room than it says it needs", () => {
  const bomb = zipSync({ "bundle.json": new Uint8Array(4 * 1024 * 1024) });
  const unpacked = unpackArchive(withSize(bomb, 10));
  if (unpacked.kind !== "unpacked") throw new TypeError(unpacked.why);
  expect(unpacked.files.bundle?.bytes.buffer.byteLength).toBe(10);
});

function saying(bytes: number): Uint8Array {
  return withSize(zipSync({ "bundle.json": utf8("{}".repeat(100)) }), bytes);
}

/** Says another unpacked size in the directory, which is what is believed. */
function withSize(archive: Uint8Array, bytes: number): Uint8Array {
  const changed = archive.slice();
  const view = new DataView(changed.buffer);
  const end = changed.length - 22;
  view.setUint32(view.getUint32(end + 16, true) + 24, bytes, true);
  return changed;
}
