import { expect, test } from "vitest";

import { fold } from "../../../core/scoring/fold.ts";
import { packScore } from "../../../core/scoring/model/codec/score-codec.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";
import { streamOf } from "../../storage/frames-for-tests.ts";
import type { RefoldedEntry, StoredEntry } from "./rebuild-vehicle.ts";
import { storedDigest } from "./sensors-digest.ts";
import { verifyFrame } from "./verify-frame.ts";

/** The first frame of a stream as it is stored, folded once more. */
function refolded(stored: Partial<StoredEntry["frame"]> = {}): RefoldedEntry {
  const [frame] = streamOf("van-1", { frames: 1 });
  if (frame === undefined) throw new Error("no frame");
  const entry = { kind: "frame", reading: frame.reading } as const;
  const { score, ...folded } = fold(initialState(), entry, defaultSettings);
  if (score === null) throw new Error("no score");
  const row = {
    raw: frame.raw,
    score: packScore(score),
    sensorsDigest: storedDigest(frame.sensorsSha256),
  };
  return {
    ...folded,
    score,
    stored: { seq: 1, receivedAtUs: 0, entry, frame: { ...row, ...stored } },
    estimatedNoise: [],
  };
}

test("a frame as it was stored has no difference", () => {
  expect(verifyFrame(refolded(), "van-1")).toEqual([]);
});

test.each([
  ["another score", { score: new Uint8Array(3) }, "score"],
  ["a text that is no JSON", { raw: "{" }, "reading"],
  ["a text without sensors", { raw: "{}" }, "reading"],
  ["another digest of the sensors", { sensorsDigest: 0 }, "reading"],
])("%s is found", (_, stored, what) => {
  expect(verifyFrame(refolded(stored), "van-1").map((one) => one.what)).toEqual([what]);
});

test("a changed number, time or vehicle is found against the text", () => {
  const { stored } = refolded();
  const raw = stored.frame?.raw ?? "";
  const changed = raw.replace(/"radar_range_bias_m":[-0-9.e]+/, '"radar_range_bias_m":9');
  expect(changed).not.toBe(raw);
  const detail = "the stored numbers are not those of the received text";
  expect(verifyFrame(refolded({ raw: changed }), "van-1")).toEqual([{ what: "reading", detail }]);
  expect(verifyFrame(refolded(), "van-2")).toEqual([{ what: "reading", detail }]);
});

test("an entry that is no frame has nothing to compare", () => {
  const one = refolded();
  expect(verifyFrame({ ...one, stored: { ...one.stored, frame: null } }, "van-1")).toEqual([]);
});
