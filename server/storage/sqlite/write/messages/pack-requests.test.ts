import * as fc from "fast-check";
import { expect, test } from "vitest";

import type { IncomingFrame } from "../../../../../core/contract/requests/parse-frame.ts";
import { noneWarned, type WriteRequest, type Writer } from "../../../../app/ports/write-request.ts";
import { radarFrame } from "../../../frames-for-tests.ts";
import { packRequests, transferable, unpackRequests } from "./pack-requests.ts";

const writer: Writer = { organisation: "acme", keyId: "k1", fleets: null };
const single = (frame: IncomingFrame, more: Partial<Writer> = {}, receivedAtUs = 7): WriteRequest => ({
  kind: "frames",
  writer: { ...writer, ...more },
  frames: [frame],
  receivedAtUs,
  answer: { form: "single" },
  keep: null,
});

/** As a thread gets it. */
function crossed(requests: readonly WriteRequest[]): readonly WriteRequest[] {
  const packed = packRequests(requests);
  return unpackRequests(structuredClone(packed, { transfer: [...transferable(packed)] }));
}

const number = fc.double({ noNaN: true, noDefaultInfinity: true });
const text = fc.oneof(fc.string(), fc.string({ unit: "binary" }));
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const frames: fc.Arbitrary<IncomingFrame> = fc
  .record({
    vehicleId: fc.constantFrom("van-1", "van-2", "b:3"),
    timestamp: text,
    timestampUs: fc.maxSafeInteger(),
    sensors: text,
    sensorsSha256: fc.stringMatching(/^[0-9a-f]{64}$/),
    raw: text,
    camera: optional(fc.array(number, { minLength: 9, maxLength: 9 })),
    radar: optional(number),
    lidar: optional(number),
    confidence: optional(number),
    fleetId: optional(fc.string({ minLength: 1 })),
    region: optional(fc.constantFrom("eu", "ü", "🚚")),
    warnings: fc.constantFrom([], ["rotation_not_orthonormal"], ["a", "b"]),
    dropped: fc.constantFrom<IncomingFrame["dropped"][]>(
      [],
      [
        { member: "lidar_confidence", detail: "ü\n2" },
        { member: "radar_range_bias_m", detail: "x" },
      ],
    ),
  })
  .map(({ camera, radar, lidar, confidence, fleetId, region, timestampUs, ...rest }) => ({
    ...rest,
    timestampUs,
    reading: {
      timestampUs,
      ...(camera !== undefined && { cameraRotation: camera }),
      ...(radar !== undefined && { radarRangeBiasM: radar }),
      ...(lidar !== undefined && { lidarRegistrationErrorM: lidar }),
      ...(confidence !== undefined && { lidarConfidence: confidence }),
    },
    ...(fleetId !== undefined && { fleetId }),
    ...(region !== undefined && { region }),
  }));
const slot = { space: "s", organisation: "acme", fingerprint: "f" };
const requests: fc.Arbitrary<WriteRequest> = fc.oneof(
  fc
    .tuple(frames, fc.constantFrom("k1", "k2"), fc.constantFrom(null, ["vans"]), fc.maxSafeInteger())
    .map(([frame, keyId, fleets, receivedAtUs]) => single(frame, { keyId, fleets }, receivedAtUs)),
  fc.tuple(frames, fc.boolean()).map(([frame, isKept]): WriteRequest => ({
    kind: "score",
    writer,
    frame,
    receivedAtUs: 9,
    requestId: "req_1",
    keep: isKept ? { ...slot, status: 200 } : null,
  })),
  fc.tuple(fc.array(frames), fc.boolean(), fc.boolean()).map(([list, hasLines, isLast]): WriteRequest => ({
    kind: "frames",
    writer,
    frames: list,
    receivedAtUs: 11,
    keep: null,
    places: list.map((_, index) => (hasLines ? { index, line: index * 2 + 1 } : { index })),
    answer: isLast
      ? {
          form: "batch",
          requestId: "req_2",
          soFar: {
            ingested: 1,
            duplicate: 0,
            rejected: 0,
            withoutRoom: 0,
            worstTier: null,
            vehicles: ["v"],
            errors: [],
            warned: noneWarned,
          },
        }
      : { form: "none" },
  })),
  fc.constant<WriteRequest>({
    kind: "answer",
    slot,
    answer: { status: 200, contentType: "a/b", body: "{}" },
  }),
  fc.constant<WriteRequest>({ kind: "key-uses", uses: [{ publicId: "k", usedAtUs: 3 }] }),
);

test("what the thread gets is what was asked, whatever is mixed", () => {
  fc.assert(
    fc.property(fc.array(requests, { maxLength: 12 }), (asked) => {
      expect(crossed(asked)).toEqual(asked);
    }),
    { numRuns: 500, seed: 3 },
  );
});

test("single frames of one writer share what they have in common, those of others do not", () => {
  const frame = radarFrame("van-1", 0);
  const both = [
    single(frame),
    single(frame),
    single(frame, { keyId: "k2" }),
    single(frame, { fleets: ["a"] }),
  ];
  const packed = packRequests([...both, single(frame, { fleets: ["b"] })]);
  expect(packed.heads).toHaveLength(4);
  expect(packed.names).toEqual(["van-1"]);
});

test("the columns of many frames are handed over, those of a few are copied", () => {
  const few = packRequests([single(radarFrame("van-1", 0))]);
  const many = packRequests(Array.from({ length: 500 }, (_, at) => single(radarFrame("van-1", at))));
  expect([transferable(few), transferable(many)]).toEqual([[], [many.frames.buffer]]);
  structuredClone(many, { transfer: [...transferable(many)] });
  expect(many.frames).toHaveLength(0);
});
