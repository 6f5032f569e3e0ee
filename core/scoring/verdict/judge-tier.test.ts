import { expect, test } from "vitest";
import { defaultSettings } from "../model/settings.ts";
import { judgeTier, probabilityBeyond } from "./judge-tier.ts";
import type { TierCase } from "./judge-tier.ts";

const standing: TierCase = {
  before: {
    tier: "NOMINAL",
    reason: "in_control",
    sinceSeq: 1,
    sinceUs: 1,
    calmBlocks: 0,
    sustainedBlocks: 0,
  },
  atSeq: 100,
  atUs: 1000,
  ready: true,
  stepped: true,
  breached: false,
  nats: 0,
  drifts: { camera: null, radar: null, lidar: null },
  posterior: [0, 1, 0],
  ended: false,
  rested: false,
  absolute: { level: "within", beyond: [], severity: 0, beyondReleaseCaution: 0, beyondReleaseCritical: 0 },
  confidenceAlarm: false,
  noiseInflated: false,
};
const radar = (amount: number) => ({
  drifts: {
    camera: null,
    radar: { amount, sd: 0.001, parts: [amount], partSds: [0.001], blocks: 10 },
    lidar: null,
  },
});
const { caution, critical } = defaultSettings.limits.radarM;

test.each([
  ["nothing heard", { ready: false }, "UNKNOWN", "learning"],
  ["nothing wrong", {}, "NOMINAL", "in_control"],
  ["noise that grew", { noiseInflated: true }, "NOMINAL", "noise_inflation"],
  [
    "a tiny certain drift",
    { breached: true, nats: 20, ...radar(0.1 * caution) },
    "NOMINAL",
    "significant_below_limit",
  ],
  [
    "a drift beyond the caution limit",
    { breached: true, ...radar(1.5 * caution) },
    "CAUTION",
    "caution_limit_exceeded",
  ],
  [
    "a drift beyond the critical limit",
    { breached: true, ...radar(2 * critical) },
    "CRITICAL",
    "critical_limit_exceeded",
  ],
  ["the same without a breach", radar(2 * critical), "NOMINAL", "in_control"],
  ["a lidar in doubt", { confidenceAlarm: true }, "CAUTION", "lidar_confidence_low"],
] as const)("%s is %s %s %s", (_, facts, tier, reason) => {
  expect(judgeTier({ ...standing, ...facts }, defaultSettings).state).toMatchObject({ tier, reason });
});

test("a tier goes up at once and down only after calm blocks, one step at a time", () => {
  const up = judgeTier({ ...standing, breached: true, ...radar(2 * critical) }, defaultSettings).state;
  expect(up).toMatchObject({ tier: "CRITICAL", sinceSeq: 100, sinceUs: 1000 });
  const { criticalHoldBlocks } = defaultSettings.tiers;
  const held = judgeTier({ ...standing, before: up, atSeq: 101 }, defaultSettings).state;
  expect(held).toMatchObject({ tier: "CRITICAL", reason: "hysteresis_hold", calmBlocks: 1, sinceSeq: 100 });
  const before = { ...up, calmBlocks: criticalHoldBlocks - 1 };
  expect(judgeTier({ ...standing, before }, defaultSettings).state).toMatchObject({
    tier: "CAUTION",
    calmBlocks: 0,
  });
});

test("a breach closes once its drift has gone", () => {
  expect(judgeTier({ ...standing, breached: true, ended: true }, defaultSettings).closesBreach).toBe(true);
  expect(judgeTier({ ...standing, breached: true }, defaultSettings).closesBreach).toBe(false);
});

test("a sensor that takes no part is beyond nothing", () => {
  const facts = { ...standing, ...radar(2 * critical) };
  expect(probabilityBeyond(facts, "critical", 1, defaultSettings)).toBeCloseTo(1, 12);
  expect(probabilityBeyond({ ...facts, posterior: [1, 0, 1] }, "critical", 1, defaultSettings)).toBe(0);
});
