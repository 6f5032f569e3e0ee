import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { captureTimePattern } from "../../../core/contract/schemas/vocabulary.ts";
import { parseCaptureTime, parseTime } from "../../../core/encoding/instant.ts";

/** Ingest, the published pattern and the verifier read the same times out of the same texts, as the one in Python does. */
const { times } = JSON.parse(readFileSync(new URL("capture-times.json", import.meta.url), "utf8")) as {
  readonly times: readonly (readonly [text: string, atUs: number | null])[];
};

test("each text is the time of the table to ingest and to the verifier", () => {
  const read = times.map(([text]) => {
    const found = parseTime(text);
    return [text, found.kind === "time" ? found.timestampUs : null, parseCaptureTime(text)];
  });
  expect(read).toEqual(times.map(([text, atUs]) => [text, atUs, atUs]));
});

test("what is a time fits the published pattern", () => {
  for (const [text, atUs] of times) if (atUs !== null) expect(text).toMatch(new RegExp(captureTimePattern));
});
