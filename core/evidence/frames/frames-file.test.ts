import * as fc from "fast-check";
import { expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { textOf, toHex, utf8 } from "../../encoding/bytes.ts";
import { canonicalText } from "../../encoding/canonical-json.ts";
import { writeFramesFile, writeLine, type JournalLine } from "./frames-file.ts";
import { formatInstant } from "../../encoding/instant.ts";
import { leafHash, nodeHash } from "../log/merkle.ts";
import { entryOf, readFramesFile } from "./read-frames-file.ts";

const { sha256 } = primitives;
const given = { sha256, salt: (seq: number) => String(seq).padStart(22, "A") };

const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value));
const rotation = fc.array(finite, { minLength: 9, maxLength: 9 });
const atUs = fc.integer({ min: 0, max: 253_370_764_799_000_000 / 32 });
const frameEntry = fc.record(
  {
    timestampUs: atUs,
    cameraRotation: rotation,
    radarRangeBiasM: finite,
    lidarRegistrationErrorM: finite,
    lidarConfidence: finite,
  },
  { requiredKeys: ["timestampUs"] },
);
const positive = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
const noise = fc.option(fc.record({ sd: positive, vehicles: fc.integer({ min: 1, max: 250 }) }));
const line: fc.Arbitrary<JournalLine> = fc.oneof(
  fc.record({
    seq: fc.integer({ min: 1 }),
    receivedAtUs: atUs,
    timestamp: fc.string({ unit: "grapheme", maxLength: 40 }).filter((text) => text.length <= 40),
    raw: fc.string({ unit: "grapheme" }),
    entry: fc.record({ kind: fc.constant("frame" as const), reading: frameEntry }),
  }),
  fc.record({
    seq: fc.integer({ min: 1 }),
    receivedAtUs: atUs,
    timestamp: fc.constant(null),
    raw: fc.constant(null),
    entry: fc.oneof(
      fc.record({
        kind: fc.constant("baseline" as const),
        action: fc.constantFrom("learn" as const, "freeze" as const, "unfreeze" as const),
        atUs,
      }),
      fc.record({
        kind: fc.constant("reference" as const),
        cameraRotation: fc.option(rotation),
        validFromUs: atUs,
      }),
      fc.record({
        kind: fc.constant("prior" as const),
        sensors: fc.record({ camera: noise, radar: noise, lidar: noise, confidence: noise }),
        atUs,
      }),
    ),
  }),
);

test("a line is the same whether the sensors' canonical JSON was at hand or not", () => {
  fc.assert(
    fc.property(frameEntry, (reading) => {
      const frame = {
        seq: 7,
        receivedAtUs: 0,
        timestamp: "t",
        raw: "{}",
        entry: { kind: "frame", reading },
      } as const;
      const sensors = canonicalText({
        ...(reading.cameraRotation !== undefined && { camera_rotation_matrix: reading.cameraRotation }),
        ...(reading.lidarConfidence !== undefined && { lidar_confidence: reading.lidarConfidence }),
        ...(reading.lidarRegistrationErrorM !== undefined && {
          lidar_registration_error_m: reading.lidarRegistrationErrorM,
        }),
        ...(reading.radarRangeBiasM !== undefined && { radar_range_bias_m: reading.radarRangeBiasM }),
      });
      expect(writeLine("VEH-1", { ...frame, sensors }, "s")).toBe(writeLine("VEH-1", frame, "s"));
    }),
  );
});

test("every line is in canonical form, and reading it gives the entry that was written", () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (lines) => {
      const file = writeFramesFile("VEH-1", lines, given);
      const texts = textOf(file.bytes)!.split("\n");
      expect(texts.pop()).toBe("");
      expect(texts).toEqual(texts.map((text) => canonicalText(JSON.parse(text))));

      const { records } = readFramesFile(file.bytes);
      expect(records.map(entryOf)).toEqual(lines.map(({ entry }) => entry));
      expect(records.map(({ seq }) => seq)).toEqual(lines.map(({ seq }) => seq));
      expect(records.map((record) => record.received_at)).toEqual(
        lines.map(({ receivedAtUs }) => formatInstant(receivedAtUs)),
      );
    }),
    { seed: 6962 },
  );
});

test("the file's digests are over its bytes and over its lines without line feeds", () => {
  const entry = { kind: "baseline", action: "learn", atUs: 1 } as const;
  const lines = [1, 2, 3].map((seq) => ({ seq, receivedAtUs: 0, timestamp: null, raw: null, entry }));
  const file = writeFramesFile("VEH-1", lines, given);
  const [one, two, three] = textOf(file.bytes)!
    .trimEnd()
    .split("\n")
    .map((text) => leafHash(utf8(text), sha256));
  expect(file.count).toBe(3);
  expect(file.sha256).toBe(toHex(sha256(file.bytes)));
  expect(file.root).toBe(toHex(nodeHash(nodeHash(one!, two!, sha256), three!, sha256)));
});

test("a frame that lost its raw text cannot be evidence", () => {
  const entry = { kind: "frame", reading: { timestampUs: 0 } } as const;
  const lines = [{ seq: 1, receivedAtUs: 0, timestamp: "1970-01-01T00:00:00Z", raw: null, entry }];
  expect(() => writeFramesFile("VEH-1", lines, given)).toThrow("frame 1");
});
