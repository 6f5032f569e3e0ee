import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { captureTimePattern } from "../../../core/contract/schemas/vocabulary.ts";
import { parseCaptureTime, parseTime, parseZonedTime } from "../../../core/encoding/instant.ts";

/** Ingest, the published pattern and the verifier read the same times out of the same texts, as the one in Python does. */
const { times, zoned } = JSON.parse(readFileSync(new URL("capture-times.json", import.meta.url), "utf8")) as {
  readonly times: readonly (readonly [text: string, atUs: number | null])[];
  readonly zoned: readonly (readonly [text: string, utc: string | null])[];
};

test("each text is the time of the table to ingest and to the verifier", () => {
  const read = times.map(([text]) => {
    const found = parseTime(text);
    return [text, found.kind === "time" ? found.timestampUs : null, parseCaptureTime(text)];
  });
  expect(read).toEqual(times.map(([text, atUs]) => [text, atUs, atUs]));
});

test("a time with an offset is that of its record in UTC, and every time in UTC stays as it was written", () => {
  const utcOf = (text: string) => {
    const found = parseZonedTime(text);
    if (found.kind === "fault") return null;
    expect(parseCaptureTime(found.utc)).toBe(found.timestampUs);
    return found.utc;
  };
  expect(zoned.map(([text]) => [text, utcOf(text)])).toEqual(zoned);
  for (const [text, atUs] of times) if (atUs !== null) expect(utcOf(text)).toBe(text);
});

test("what is a time fits the published pattern", () => {
  for (const [text, atUs] of times) if (atUs !== null) expect(text).toMatch(new RegExp(captureTimePattern));
});
