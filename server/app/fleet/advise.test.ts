import { expect, test } from "vitest";
import { type Reason, reasons } from "../../../core/scoring/model/score.ts";
import { type Action, type Tier, tiers } from "../../../core/scoring/model/tier.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import type { PlaceComparison } from "../../../core/scoring/verdict/compare-places.ts";
import { startUs } from "../../storage/frames-for-tests.ts";
import { vehicleForTests } from "../../vehicle-for-tests.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import { noWork, type Repair, type Work } from "../ports/work.ts";
import { presentBaseline } from "../present/present-baseline.ts";
import { explainRepair } from "../work/explain-repair.ts";
import { adviseOn, explainVehicle } from "./advise.ts";
import { explainWork } from "./explain-work.ts";

/** Every verdict the scoring gives, with the tier it gives it for (score-of.ts). */
const verdicts: readonly (readonly [Tier, Reason, Action])[] = [
  ["UNKNOWN", "learning", "none"],
  ["UNKNOWN", "learning", "inspect_sensor"],
  ["UNKNOWN", "repeating", "none"],
  ["UNKNOWN", "repeating", "inspect_sensor"],
  ["NOMINAL", "in_control", "none"],
  ["NOMINAL", "in_control", "inspect_sensor"],
  ["NOMINAL", "change_below_limit", "monitor"],
  ["NOMINAL", "noise_inflation", "inspect_sensor"],
  ["UNKNOWN", "sensor_late", "inspect_sensor"],
  ["CAUTION", "convention_changed", "inspect_sensor"],
  ["CAUTION", "caution_limit_exceeded", "inspect_sensor"],
  ["CAUTION", "caution_limit_exceeded", "schedule_calibration"],
  ["CAUTION", "hysteresis_hold", "schedule_calibration"],
  ["CAUTION", "baseline_beyond_limits", "schedule_calibration"],
  ["CAUTION", "lidar_confidence_low", "inspect_sensor"],
  ["CRITICAL", "critical_limit_exceeded", "calibration_required"],
  ["CRITICAL", "baseline_beyond_limits", "calibration_required"],
  ["CRITICAL", "hysteresis_hold", "calibration_required"],
];

const off: PlaceComparison = {
  sensor: "camera",
  outcome: "not_restored",
  against: "baseline_before",
  difference: 1.5,
  sd: 0.02,
  limits: defaultSettings.limits.cameraDeg,
  blocks: 50,
  needed: 50,
};
const by = { keyId: "key-1", keyName: "workshop desk" };
const noted = { entry: 2, atUs: startUs, by };
const repair: Repair = {
  ...noted,
  comment: "bracket replaced",
  seq: 130,
  tier: "CRITICAL",
  before: [],
  outcome: "not_restored",
  decidedAtUs: startUs + 1,
  compared: [off],
};
const slightly: Repair = { ...repair, compared: [{ ...off, difference: 0.6 }] };
const left = { ...noted, reason: "not_restored" } as const;

const works = {
  none: noWork,
  notRestored: { ...noWork, hold: left, repair },
  slightlyOff: { ...noWork, hold: left, repair: slightly },
  accepted: { ...noWork, repair },
  reopened: { ...noWork, hold: { ...noted, reason: "reopened" } },
  pending: { ...noWork, repair: { ...repair, outcome: "pending", compared: [] } },
  restored: { ...noWork, repair: { ...repair, outcome: "restored", compared: [] } },
} satisfies Readonly<Record<string, Work>>;

const cases = verdicts.flatMap(([tier, reason, action]) =>
  Object.keys(works).flatMap((work) =>
    [false, true].map((silent) => ({ tier, reason, action, silent, work: work as keyof typeof works })),
  ),
);

function vehicleOf({ tier, reason, action }: Pick<(typeof cases)[number], "tier" | "reason" | "action">) {
  const given: Partial<VehicleSummary> = {
    tier,
    reason,
    recommendedAction: action,
    lastReceivedUs: startUs,
    probableFaultSource: action === "none" || reason === "in_control" ? "none" : "radar",
    radarDriftMm: { UNKNOWN: 0, NOMINAL: 40, CAUTION: 260, CRITICAL: 600 }[tier],
    healthScore: { UNKNOWN: 100, NOMINAL: 95, CAUTION: 60, CRITICAL: 30 }[tier],
    noise: [{ sensor: "lidar", sinceUs: startUs }],
    baselineFrames: 12,
    baselineNeeded: 8,
  };
  return vehicleForTests(given);
}

function adviceOf(one: (typeof cases)[number]) {
  const silentBeforeUs = one.silent ? startUs + 1 : startUs;
  return adviseOn(vehicleOf(one), works[one.work], { silentBeforeUs, settings: defaultSettings });
}

test("every reason the scoring gives is in the table", () => {
  expect(new Set(verdicts.map(([, reason]) => reason))).toEqual(new Set(reasons));
});

/** Which row a failure is of; every row that fails is told. */
function nameOf({ tier, reason, action, silent, work }: (typeof cases)[number]): string {
  return `${tier} for ${reason} (${action}), silent: ${silent}, work: ${work}`;
}

test("“nothing to do” is said of a vehicle alone that sends, has learnt, in order and not held", () => {
  for (const one of cases) {
    const { toDo, why } = adviceOf(one);
    const isAtRest = ["none", "accepted", "restored"].includes(one.work);
    const isInOrder = one.action === "none" && one.tier !== "UNKNOWN" && !one.silent && isAtRest;
    expect.soft(toDo === "Nothing to do", nameOf(one)).toBe(isInOrder);
    if (isInOrder)
      expect.soft(why, nameOf(one)).toBe("No sensor differs from its baseline by more than ordinary noise.");
  }
});

test("instruction, sentence and action agree", () => {
  for (const one of cases) {
    const { toDo, why, action } = adviceOf(one);
    expect
      .soft(/calibrat|repair/i.test(toDo) && /^(Calibrate|Schedule|Repair)/.test(toDo), nameOf(one))
      .toBe(action === "schedule_calibration" || action === "calibration_required");
    expect.soft(toDo.startsWith("Inspect"), nameOf(one)).toBe(action === "inspect_sensor");
    expect.soft(toDo.startsWith("Keep watching"), nameOf(one)).toBe(action === "monitor");
    // Neither "in order" of one that is to be acted on, nor "no verdict" of one that has one.
    if (action !== "none") expect.soft(why, nameOf(one)).not.toMatch(/^No sensor differs|no verdict/);
    if (one.tier !== "UNKNOWN") expect.soft(`${toDo} ${why}`, nameOf(one)).not.toMatch(/no verdict/i);
    expect.soft(why, nameOf(one)).toMatch(/^[A-Z].*\.$/s);
  }
});

test("a silence is told of one that is silent, and of no other", () => {
  for (const one of cases) {
    const { toDo, why, action } = adviceOf(one);
    expect.soft(/No frame since/.test(why), nameOf(one)).toBe(one.silent);
    if (one.silent && action === "none")
      expect.soft(toDo, nameOf(one)).toBe("Check its connection and its power");
  }
});

test("what a repair left comes before every verdict of a lower tier than it would have", () => {
  for (const one of cases) {
    const { why, action } = adviceOf(one);
    if (one.work !== "notRestored" && one.work !== "slightlyOff") continue;
    const told = explainRepair(works[one.work].repair, works[one.work].repair.compared);
    const wouldBe = one.work === "notRestored" ? "CRITICAL" : "CAUTION";
    expect.soft(why.startsWith(told) || why.startsWith(ownText(one)), nameOf(one)).toBe(true);
    if (tiers.indexOf(one.tier) < tiers.indexOf(wouldBe))
      expect.soft(why.startsWith(told), nameOf(one)).toBe(true);
    if (tiers.indexOf(one.tier) > tiers.indexOf(wouldBe))
      expect.soft(why.startsWith(told), nameOf(one)).toBe(false);
    expect.soft(action === "none" || action === "monitor", nameOf(one)).toBe(false);
  }
});

test("a repair that is being checked, or work that was reopened, hides no fault of its own", () => {
  for (const one of cases) {
    const { why } = adviceOf(one);
    if (one.work !== "pending" && one.work !== "reopened") continue;
    if (one.action === "none")
      expect.soft(why, nameOf(one)).toMatch(/^A repair was reported|Reopened by workshop desk/);
    else expect.soft(why.startsWith(ownText(one)), nameOf(one)).toBe(true);
  }
});

test("a repair that is being checked keeps the place of the tier the vehicle had", () => {
  for (const one of cases)
    if (one.work === "pending")
      expect
        .soft(adviceOf(one).priority, nameOf(one))
        .toBeGreaterThanOrEqual(1000 * tiers.indexOf("CRITICAL"));
});

function ownText(one: (typeof cases)[number]): string {
  return explainWork(vehicleOf(one), defaultSettings.limits);
}

test("who is to be inspected is named where one sensor is suspected", () => {
  const of = (given: Partial<VehicleSummary>) =>
    adviseOn(vehicleForTests({ tier: "CAUTION", recommendedAction: "inspect_sensor", ...given }), noWork, {
      silentBeforeUs: 0,
      settings: defaultSettings,
    }).toDo;
  expect(of({ reason: "lidar_confidence_low", probableFaultSource: "lidar" })).toBe("Inspect the lidar");
  expect(of({ reason: "noise_inflation", noise: [{ sensor: "radar", sinceUs: 1 }] })).toBe(
    "Inspect the radar",
  );
  expect(of({ reason: "in_control", probableFaultSource: "none" })).toBe("Inspect the sensors");
  expect(of({ reason: "caution_limit_exceeded", probableFaultSource: "multi_modal" })).toBe(
    "Inspect the sensors",
  );
});

const { limits } = defaultSettings;

test("a vehicle with an action is explained by what its verdict rests on", () => {
  for (const reason of reasons) {
    const ill = vehicleForTests({ reason, recommendedAction: "inspect_sensor", cameraDriftDeg: 0.6 });
    expect(explainVehicle(ill, limits, false)).toBe(explainWork(ill, limits));
  }
});

test("a vehicle in order is not told to have its sensors looked at", () => {
  const healthy = vehicleForTests({ reason: "in_control", recommendedAction: "none" });
  expect(explainVehicle(healthy, limits, false)).toBe(
    "No sensor differs from its baseline by more than ordinary noise.",
  );
});

test("of a vehicle that is silent nobody is told that it is in order", () => {
  const healthy = vehicleForTests({
    reason: "in_control",
    recommendedAction: "none",
    lastReceivedUs: Date.parse("2026-03-01T07:41:59Z") * 1000,
  });
  expect(explainVehicle(healthy, limits, true)).toBe(
    "No frame since 2026-03-01 07:41 UTC: its present state is not known. At its last frame no sensor differed from its baseline by more than ordinary noise.",
  );
});

test.each([
  [12, 20, "12 of 20 usable frames:"],
  [0, 1, "0 of 1 usable frame:"],
])("one that learns says how far it has come, as its baseline does: %d of %d", (frames, needed, said) => {
  const baseline = { baselineState: "learning", baselineFrames: frames, baselineNeeded: needed } as const;
  const young = vehicleForTests({ reason: "learning", recommendedAction: "none", ...baseline });
  expect(explainVehicle(young, limits, false)).toContain(said);
  expect(presentBaseline({ state: "learning", frames, needed }).needed).toBe(needed - frames);
});
