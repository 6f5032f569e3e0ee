import { expect, test } from "vitest";

import type { IngestBody } from "./read-ingest-body.ts";
import { batchFramesLimit, parseIngestJson, readFrameText, readIngestBody } from "./read-ingest-body.ts";
import { Refusal } from "../refusal.ts";
import { exampleFrame } from "../schemas/vehicles/telemetry-frame.ts";

const given = { nowUs: Infinity, sha256Hex: (text: string): string => `digest of ${text.length}` };
const frame = JSON.stringify(exampleFrame);

function refusalFor(text: string): Pick<Refusal, "code" | "faults"> | null {
  try {
    readIngestBody(parseIngestJson(text), given);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, faults: error.faults };
    throw error;
  }
}

function outcomes(body: IngestBody): readonly string[] {
  if (body.kind === "frame") return ["one frame"];
  return [...body.entries].map((entry) =>
    entry.kind === "frame"
      ? "frame"
      : `${entry.rejected.index} ${entry.rejected.pointer} ${entry.rejected.code}`,
  );
}

test("an object is one frame, kept as received", () => {
  const body = readIngestBody(parseIngestJson(`\n ${frame} \n`), given);
  expect(body.kind === "frame" && body.frame.raw).toBe(frame);
});

test.each([
  ["an array", `[${frame},${frame}]`],
  ["an object with frames", `{"frames":[${frame},${frame}]}`],
])("%s is a batch", (_what, text) => {
  expect(outcomes(readIngestBody(parseIngestJson(text), given))).toEqual(["frame", "frame"]);
});

test("one frame in an array is still a batch", () => {
  expect(readIngestBody(parseIngestJson(`[${frame}]`), given).kind).toBe("batch");
});

test("a bad frame of a batch is its own affair, be it bad JSON short of its syntax, bad shape or bad physics", () => {
  const twice = frame.replace('"sensors"', '"vehicle_id":"x","sensors"');
  const tooConfident = frame.replace("0.94", "1.94");
  const quoted = frame.replace("0.94", '"0.94"');
  expect(
    outcomes(readIngestBody(parseIngestJson(`[${frame},${twice},7,${quoted},[],${tooConfident}]`), given)),
  ).toEqual([
    "frame",
    "1 /vehicle_id duplicate_member",
    "2  wrong_type",
    "3 /sensors/lidar_confidence wrong_type",
    "4  wrong_type",
    "frame",
  ]);
  const strict = readIngestBody(parseIngestJson(`[${tooConfident}]`), { ...given, isStrict: true });
  expect(outcomes(strict)).toEqual(["0 /sensors/lidar_confidence out_of_range"]);
});

test.each([
  ["[]", "batch_empty", ""],
  ['{"frames":[]}', "batch_empty", ""],
  ['{"frames":{}}', "wrong_type", "/frames"],
  ['{"frames":null}', "wrong_type", "/frames"],
  [`{"frames":[${frame}],"atomic":true}`, "member_unknown", "/atomic"],
  [`{"frames":[${frame}],"vehicle_id":"x"}`, "member_unknown", "/vehicle_id"],
  ["{}", "member_missing", "/vehicle_id"],
  ["null", "wrong_type", ""],
  ["7", "wrong_type", ""],
  [`[${frame},]`, "json_syntax", "/1"],
  [frame.slice(0, -1), "json_syntax", ""],
])("%s is refused whole", (text, code, pointer) => {
  expect(refusalFor(text)).toMatchObject({
    code,
    faults: [{ code, pointer }, ...(refusalFor(text)?.faults.slice(1) ?? [])],
  });
});

test("the limit of frames is taken, one more is not", () => {
  const many = (frames: number): string => `[${Array.from({ length: frames }, () => "0").join(",")}]`;
  expect(readIngestBody(parseIngestJson(many(batchFramesLimit)), given)).toMatchObject({
    kind: "batch",
    count: batchFramesLimit,
  });
  expect(refusalFor(many(batchFramesLimit + 1))?.code).toBe("too_many_frames");
});

test("a line of NDJSON answers for its own JSON", () => {
  expect(readFrameText(`${frame}\r`, given)).toMatchObject({ kind: "frame", frame: { raw: frame } });
  expect(readFrameText("{", given)).toMatchObject({ kind: "rejected", faults: [{ code: "json_syntax" }] });
});
