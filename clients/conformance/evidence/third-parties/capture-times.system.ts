import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { parseCaptureTime, parseTime } from "../../../../core/encoding/instant.ts";
import { captureTimePattern } from "../../../../core/contract/schemas/vocabulary.ts";

/** Ingest, the published pattern, the verifier and the verifier in Python read the same times out of the same texts. */
const folder = join(import.meta.dirname, "..");
const { times } = JSON.parse(readFileSync(join(folder, "capture-times.json"), "utf8")) as {
  readonly times: readonly (readonly [text: string, atUs: number | null])[];
};
const python = join(folder, "python", ".venv", "bin", "python");

describe.each(times)("%j", (text, atUs) => {
  test(`is ${atUs} to ingest and to the verifier`, () => {
    const read = parseTime(text);
    expect(read.kind === "time" ? read.timestampUs : null).toBe(atUs);
    expect(parseCaptureTime(text)).toBe(atUs);
  });
});

test.each(times.filter(([, atUs]) => atUs !== null))("%j fits the published pattern", (text) => {
  expect(text).toMatch(new RegExp(captureTimePattern));
});

test.skipIf(!existsSync(python))("Python reads them all alike", () => {
  const program = join(folder, "python", "verify_evidence.py");
  const { stdout, stderr } = spawnSync(python, [program, "times", join(folder, "capture-times.json")], {
    encoding: "utf8",
  });
  expect({ stdout, stderr }).toEqual({
    stdout: `ok: ${times.length} of ${times.length} times\n`,
    stderr: "",
  });
});
