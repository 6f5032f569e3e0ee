import { expect, test } from "vitest";

import { mergeSettings } from "./merge-settings.ts";
import { defaultSettings } from "./settings.ts";

test("named numbers are replaced and the rest stays", () => {
  const merged = mergeSettings(defaultSettings, {
    evidence: { caution_nats: 9 },
    limits: { radar_m: { caution: 0.4 } },
  });
  expect(merged).toMatchObject({
    kind: "settings",
    settings: {
      evidence: { ...defaultSettings.evidence, cautionNats: 9 },
      limits: {
        ...defaultSettings.limits,
        radarM: { caution: 0.4, critical: defaultSettings.limits.radarM.critical },
      },
    },
  });
});

test.each([
  [{ evidence: { caution_nat: 9 } }, "/evidence/caution_nat"],
  [{ evidence: 9 }, "/evidence"],
  [{ evidence: { caution_nats: "9" } }, "/evidence/caution_nats"],
  [{ evidence: { shift_weights: [1] } }, "/evidence/shift_weights"],
  [{ nothing: {} }, "/nothing"],
])("%j does not fit and is named", (changes, pointer) => {
  expect(mergeSettings(defaultSettings, changes)).toMatchObject({ kind: "misfit", pointer });
});
