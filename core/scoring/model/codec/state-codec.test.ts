import { expect, test } from "vitest";
import { replayEntries } from "../../replay.ts";
import { journalOf } from "../../vehicle-journal.ts";
import { initialState } from "../initial-state.ts";
import { defaultSettings } from "../settings.ts";
import { packState, unpackState } from "./state-codec.ts";

test.each([0, 15, 40, 260])(
  "the state after %i frames comes back as it was, and packs to the same bytes",
  (frames) => {
    const { state } = replayEntries(
      journalOf({
        frames,
        seed: 12,
        sensors: ["camera", "radar", "lidar", "confidence"],
        displacement: (frame) => (frame >= 200 ? { radarM: 0.4 } : {}),
      }),
      defaultSettings,
    );
    const packed = packState(state);
    expect(unpackState(packed)).toEqual({ ...state, standing: null });
    expect(packState(unpackState(packed))).toEqual(packed);
  },
);

test("bytes that are cut short or go on are refused", () => {
  const packed = packState(initialState());
  expect(() => unpackState(packed.subarray(0, -1))).toThrow(RangeError);
  expect(() => unpackState(Uint8Array.of(...packed, 0))).toThrow(RangeError);
});
