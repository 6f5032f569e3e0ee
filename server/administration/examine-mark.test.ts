import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { breachOf, openLife } from "../log-for-tests.ts";
import { openDataFolder } from "../storage/data-folder.ts";
import { openReadable } from "../storage/sqlite/open-database.ts";
import { examineKeys } from "./examine-keys.ts";
import { examineMark, readMark } from "./examine-mark.ts";

const parent = mkdtempSync(join(tmpdir(), "plumbline-mark-"));
const dataDir = join(parent, "data");
afterAll(() => rmSync(parent, { recursive: true }));
beforeAll(async () => {
  openDataFolder(dataDir);
  const { writer } = openLife(dataDir);
  await writer.commit([breachOf("van-1")]);
  await writer.close();
});

function examine(markFile = openDataFolder(dataDir).logMark) {
  const database = openReadable(openDataFolder(dataDir).database);
  try {
    return examineMark(database, { dataDir, markFile, marked: readMark(markFile) });
  } finally {
    database.close();
  }
}

function keys() {
  const database = openReadable(openDataFolder(dataDir).database);
  try {
    return examineKeys(database, dataDir);
  } finally {
    database.close();
  }
}

test("a mark that agrees is told of, and that it lies where a backup would take it along", () => {
  expect(examine()).toMatchObject([
    matching({ status: "warning", detail: /size 1; it lies in the data folder/ }),
  ]);
  const elsewhere = join(parent, "mark");
  renameSync(openDataFolder(dataDir).logMark, elsewhere);
  expect(examine(elsewhere)).toMatchObject([matching({ status: "ok", detail: /size 1$/ })]);
});

test.each([
  ["a mark that is ahead", `2 ${"A".repeat(43)}=\n`, /older than its log.*high-water mark/],
  ["a mark with another root", `1 ${"A".repeat(43)}=\n`, /another log.*high-water mark/],
  ["a mark that is none", "1\n", /is not a mark/],
] as const)("what the service refuses is a failure: %s", (_, text, why) => {
  const path = join(parent, "refused");
  writeFileSync(path, text);
  expect(examine(path)).toMatchObject([matching({ status: "failed", detail: why })]);
});

test("a mark that is missing is a failure, with the line that writes it", () => {
  const found = examine(join(parent, "nowhere"));
  expect(found).toMatchObject([
    matching({ status: "failed", detail: /high-water mark .* missing .*echo '1 / }),
  ]);
});

test("a key of the log that is gone, or another one, is a failure", async () => {
  expect(keys().status).toBe("ok");
  const path = join(dataDir, "keys", "log-key.pem");
  renameSync(path, `${path}.away`);
  expect(keys()).toMatchObject(matching({ status: "failed", detail: /log-key\.pem is missing/ }));
  const other = join(parent, "other");
  await openLife(other).writer.close();
  renameSync(join(other, "keys", "log-key.pem"), path);
  expect(keys()).toMatchObject(matching({ status: "failed", detail: /is not the key of this log/ }));
});

function matching({ status, detail }: { readonly status: string; readonly detail: RegExp }) {
  return { status, detail: expect.stringMatching(detail) as string };
}
