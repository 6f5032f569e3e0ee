import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { takeSensors } from "../../../core/encoding/take-sensors.ts";

/** Ingest, the journal and the verifier take the same readings, as the verifier in Python does. */
const { cases } = JSON.parse(readFileSync(new URL("taken-sensors.json", import.meta.url), "utf8")) as {
  readonly cases: readonly {
    readonly received: Readonly<Record<string, unknown>>;
    readonly sensors: object;
    readonly dropped: readonly string[];
    readonly misshapen: readonly string[];
  }[];
};

test.each(cases)("$received", ({ received, ...taken }) => {
  expect(takeSensors(received)).toEqual(taken);
});
