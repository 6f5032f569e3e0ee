import { describe, expect, test } from "vitest";
import { tierRanks } from "../../encoding/field-schemas.ts";
import { defaultSettings } from "../settings/settings.ts";
import { judgeTier, probabilityBeyond, rank } from "./judge-tier.ts";
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
  absolute: { level: "within", beyond: [], severity: 0, offsets: [] },
  provisional: false,
  confidenceAlarm: false,
  noiseInflated: false,
  unjudged: false,
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
  ["no data", { ready: false }, "UNKNOWN", "learning"],
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

test("what is held after an alarm of the lidar's confidence keeps its reason; a calibration fault on top of it does not", () => {
  const alarmed = judgeTier({ ...standing, confidenceAlarm: true }, defaultSettings).state;
  const held = judgeTier({ ...standing, before: alarmed, atSeq: 101 }, defaultSettings).state;
  expect(held).toMatchObject({ tier: "CAUTION", reason: "lidar_confidence_low", calmBlocks: 1 });
  const breached = judgeTier(
    { ...standing, before: held, breached: true, ...radar(2 * caution) },
    defaultSettings,
  );
  const after = judgeTier({ ...standing, before: breached.state, atSeq: 103 }, defaultSettings).state;
  expect(after).toMatchObject({ tier: "CAUTION", reason: "hysteresis_hold" });
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

describe("a probability that is needed", () => {
  const { criticalProbability, cautionProbability } = defaultSettings.tiers;
  const judged = (probability: number) =>
    judgeTier(
      { ...standing, breached: true, posterior: [0, probability, 0], ...radar(2 * critical) },
      defaultSettings,
    ).state;

  test("is enough when it is just reached", () => {
    expect(judged(criticalProbability).reason).toBe("critical_limit_exceeded");
    expect(judged(criticalProbability - 1e-9)).toMatchObject({ tier: "CAUTION", reason: "cusum_breach" });
    const atCaution = (probability: number) =>
      judgeTier(
        { ...standing, breached: true, posterior: [0, probability, 0], ...radar(1.5 * caution) },
        defaultSettings,
      ).state.reason;
    expect(atCaution(cautionProbability)).toBe("caution_limit_exceeded");
    expect(atCaution(cautionProbability - 1e-9)).toBe("cusum_breach");
  });

  test("is that of any sensor: two that take part by half make three quarters, and one not heard adds nothing", () => {
    const drift = radar(2 * critical).drifts.radar;
    const drifts = { camera: null, radar: drift, lidar: drift };
    for (const posterior of [
      [0, 0.5, 0.5],
      [1, 0.5, 0.5],
    ]) {
      expect(probabilityBeyond({ drifts, posterior }, "critical", 1, defaultSettings)).toBeCloseTo(0.75, 12);
    }
  });

  test("needs three blocks since the change to be CRITICAL", () => {
    const ofBlocks = (blocks: number) => {
      const drifts = { camera: null, radar: { ...radar(2 * critical).drifts.radar, blocks }, lidar: null };
      return judgeTier({ ...standing, breached: true, drifts }, defaultSettings).state.tier;
    };
    expect(ofBlocks(defaultSettings.tiers.minimumBlocks)).toBe("CRITICAL");
    expect(ofBlocks(defaultSettings.tiers.minimumBlocks - 1)).toBe("CAUTION");
    expect(ofBlocks(0)).toBe("NOMINAL");
  });
});

describe("certainty that lasts", () => {
  const { sustainedBlocks } = defaultSettings.tiers;
  const { criticalNats } = defaultSettings.evidence;
  const certain = { ...standing, breached: true, nats: criticalNats, ...radar(1.5 * caution) };
  const after = (blocks: number, facts: Partial<TierCase> = {}) =>
    judgeTier(
      { ...certain, before: { ...certain.before, tier: "CAUTION", sustainedBlocks: blocks }, ...facts },
      defaultSettings,
    ).state;

  test("is CRITICAL after twenty blocks, and not after nineteen", () => {
    expect(after(sustainedBlocks)).toMatchObject({ tier: "CRITICAL", reason: "sustained_evidence" });
    expect(after(sustainedBlocks - 1)).toMatchObject({ tier: "CAUTION", sustainedBlocks });
  });

  test("counts blocks, not the frames within them", () => {
    expect(after(4).sustainedBlocks).toBe(5);
    expect(after(4, { stepped: false }).sustainedBlocks).toBe(4);
  });

  test("begins anew when W falls below its limit, or the breach is over", () => {
    expect(after(4, { nats: criticalNats - 1e-9 }).sustainedBlocks).toBe(0);
    expect(after(4, { breached: false }).sustainedBlocks).toBe(0);
  });

  test("keeps CRITICAL what is so already, from its first block", () => {
    const before = { ...certain.before, tier: "CRITICAL" as const };
    expect(after(0, { before })).toMatchObject({ tier: "CRITICAL", reason: "sustained_evidence" });
  });
});

test("a harmless drift is surely under half the limit; one that rested must surely have left that", () => {
  const tierAt = (probability: number, rested: boolean) =>
    judgeTier(
      { ...standing, breached: true, rested, posterior: [0, probability, 0], ...radar(0.9 * caution) },
      defaultSettings,
    ).state.tier;
  expect([tierAt(0.049, false), tierAt(0.051, false)]).toEqual(["NOMINAL", "CAUTION"]);
  expect([tierAt(0.899, true), tierAt(0.901, true)]).toEqual(["NOMINAL", "CAUTION"]);
});

describe("a tier that steps down", () => {
  const { cautionHoldBlocks } = defaultSettings.tiers;
  const before = { ...standing.before, tier: "CAUTION" as const, calmBlocks: cautionHoldBlocks - 2 };

  test("waits for its blocks, and for none of the frames within them", () => {
    const within = judgeTier({ ...standing, before, stepped: false }, defaultSettings).state;
    expect(within).toMatchObject({ tier: "CAUTION", calmBlocks: cautionHoldBlocks - 2 });
    const almost = judgeTier({ ...standing, before }, defaultSettings).state;
    expect(almost).toMatchObject({ tier: "CAUTION", reason: "hysteresis_hold", sinceSeq: 1 });
    const down = judgeTier({ ...standing, before: almost, atSeq: 101 }, defaultSettings).state;
    expect(down).toMatchObject({ tier: "NOMINAL", reason: "in_control", sinceSeq: 101 });
  });

  test("begins anew when a sensor may still stand near its limit against zero", () => {
    const release = defaultSettings.tiers.releaseShare * caution;
    const near = (deviations: number) => {
      const offsets = [{ sensor: "radar" as const, amount: release + 0.001 * deviations, sd: 0.001 }];
      return judgeTier({ ...standing, before, absolute: { ...standing.absolute, offsets } }, defaultSettings)
        .state.calmBlocks;
    };
    // One in ten is at −1.2816.
    expect(near(-1.285)).toBe(cautionHoldBlocks - 1);
    expect(near(-1.278)).toBe(0);
  });

  test("takes its breach with it only when it gets there", () => {
    const over = { ...standing, before, breached: true, ended: true };
    const first = judgeTier(over, defaultSettings);
    expect(first.closesBreach).toBe(false);
    expect(judgeTier({ ...over, before: first.state }, defaultSettings)).toMatchObject({
      closesBreach: true,
      state: { tier: "NOMINAL" },
    });
  });
});

test("what is wrong from the start needs no breach", () => {
  const levelOf = (level: "caution" | "critical") =>
    judgeTier({ ...standing, ready: false, absolute: { ...standing.absolute, level } }, defaultSettings)
      .state;
  expect(levelOf("caution")).toMatchObject({ tier: "CAUTION", reason: "baseline_beyond_limits" });
  expect(levelOf("critical")).toMatchObject({ tier: "CRITICAL", reason: "baseline_beyond_limits" });
});

test("the scoring's order of tiers is that of everything else", () => {
  expect(rank).toEqual(tierRanks);
});
