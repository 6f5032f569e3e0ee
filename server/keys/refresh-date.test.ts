import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { exampleLogSigner } from "../../clients/conformance/evidence/examples/example-log.ts";
import { testSigner } from "../../clients/conformance/evidence/examples/example-evidence.ts";
import { parseInstant } from "../../core/encoding/instant.ts";
import { exportTrust } from "./export-trust.ts";
import { refreshDate, refreshDateOf } from "./refresh-date.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-refresh-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (text: string) => parseInstant(text)!;

test("a file is good for the whole days of its term, to a midnight", () => {
  expect(refreshDate({ nowUs: at("2026-11-22T08:00:00Z"), days: 400 })).toBe("2027-12-28T00:00:00.000Z");
  expect(refreshDate({ nowUs: at("2026-11-22T00:00:00Z"), days: 1 })).toBe("2026-11-23T00:00:00.000Z");
  expect(refreshDate({ nowUs: at("2026-11-22T08:00:00Z"), days: 0 })).toBeNull();
});

test("a trust file keeps its date, and with it its fingerprint, until half of the term is over", () => {
  const written = (text: string, days = 400) => {
    const term = { nowUs: at(text), days };
    return readFileSync(exportTrust(folder, testSigner, exampleLogSigner, { term }).trustFile, "utf8");
  };
  const first = written("2026-11-22T08:00:00Z");
  expect(JSON.parse(first)).toMatchObject({ refresh_after: "2027-12-28T00:00:00.000Z" });
  expect(written("2026-11-23T08:00:00Z")).toBe(first);
  expect(written("2027-06-10T00:00:00Z")).toBe(first);
  expect(JSON.parse(written("2027-06-12T00:00:00Z"))).toMatchObject({
    refresh_after: "2028-07-16T00:00:00.000Z",
  });
  expect(JSON.parse(written("2027-06-12T00:00:00Z", 30))).toMatchObject({
    refresh_after: "2027-07-12T00:00:00.000Z",
  });
  expect(JSON.parse(written("2027-06-12T00:00:00Z", 0))).not.toHaveProperty("refresh_after");
});

test("a file that is none, or says no date, gets a new one", () => {
  const file = join(folder, "bent.json");
  for (const text of ["{", "null", "[]", '{"refresh_after":7}', '{"refresh_after":"9"}']) {
    writeFileSync(file, text);
    expect(refreshDateOf(file, { nowUs: at("2026-11-22T08:00:00Z"), days: 1 })).toBe(
      "2026-11-24T00:00:00.000Z",
    );
  }
});
