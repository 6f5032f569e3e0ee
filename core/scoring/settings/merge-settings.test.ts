import { expect, test } from "vitest";

import { mergeSettings } from "./merge-settings.ts";
import { defaultSettings } from "./settings.ts";

test("named numbers are replaced and the rest stays", () => {
  const merged = mergeSettings(defaultSettings, {
    change: { limit_nats: 9 },
    limits: { radar_m: { caution: 0.4 } },
  });
  expect(merged).toMatchObject({
    kind: "settings",
    settings: {
      change: { ...defaultSettings.change, limitNats: 9 },
      limits: {
        ...defaultSettings.limits,
        radarM: { caution: 0.4, critical: defaultSettings.limits.radarM.critical },
      },
    },
  });
});

test.each([
  [{ change: { limit_nat: 9 } }, "/change/limit_nat"],
  [{ change: 9 }, "/change"],
  [{ change: { limit_nats: "9" } }, "/change/limit_nats"],
  [{ change: { limit_nats: [9] } }, "/change/limit_nats"],
  [{ nothing: {} }, "/nothing"],
])("%j does not fit and is named", (changes, pointer) => {
  expect(mergeSettings(defaultSettings, changes)).toMatchObject({ kind: "misfit", pointer });
});
