import { expect, test } from "vitest";

import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { nameScoring } from "./name-scoring.ts";

test("the same settings have one name, and any other setting has another", () => {
  const name = nameScoring(defaultSettings);
  expect(nameScoring(structuredClone(defaultSettings))).toBe(name);
  const limits = { ...defaultSettings.limits, cameraDeg: { caution: 0.21, critical: 0.5 } };
  expect(nameScoring({ ...defaultSettings, limits })).not.toBe(name);
});
