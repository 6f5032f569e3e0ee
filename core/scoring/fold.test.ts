import { expect, test } from "vitest";

import { fold } from "./fold.ts";
import { packState } from "./model/codec/state-codec.ts";
import { initialState } from "./model/initial-state.ts";
import { defaultSettings } from "./settings/settings.ts";
import { journalOf, type TestVehicle } from "./vehicle-journal.ts";

test("a fold does not depend on the vehicles that were folded before", () => {
  const vehicle = { frames: 70, seed: 16 };
  const alone = folded(vehicle);
  folded({ frames: 90, seed: 11, displacement: (frame) => (frame >= 60 ? { radarM: 0.6 } : {}) });
  expect(folded(vehicle)).toEqual(alone);
});

function folded(vehicle: TestVehicle): readonly Uint8Array[] {
  let state = initialState();
  return journalOf(vehicle).map((entry) => {
    ({ state } = fold(state, entry, defaultSettings));
    return packState(state);
  });
}
