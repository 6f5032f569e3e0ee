import { expect, test } from "vitest";
import { explainVerdict, notesOnScore, notesOnState } from "./explain-verdict.ts";
import { fold } from "../fold.ts";
import { defaultSettings } from "../settings/settings.ts";
import { journalOf } from "../vehicle-journal.ts";
import type { TestVehicle } from "../vehicle-journal.ts";
import { initialState } from "../model/initial-state.ts";

const calm = {
  tier: "NOMINAL",
  reason: "in_control",
  breached: false,
  nats: 1,
  cautionLimit: 6.75,
  criticalLimit: 9.5,
  largestChart: 2,
  chartLimit: 11.96,
  provisional: null,
  late: [],
} as const;

test("nothing is explained where nothing is odd", () => {
  expect(explainVerdict(calm)).toEqual([]);
  expect(explainVerdict({ ...calm, nats: null })).toEqual([]);
  expect(
    explainVerdict({
      ...calm,
      tier: "CRITICAL",
      reason: "critical_limit_exceeded",
      breached: true,
      nats: 40,
      largestChart: 30,
    }),
  ).toEqual([]);
});

test("CRITICAL by lasting evidence, a breach beside NOMINAL, and charts beside a breach are each explained", () => {
  const lasting = last({
    frames: 180,
    seed: 95,
    noise: { radarM: 0.02 },
    displacement: after(100, { radarM: 0.25 }),
  });
  expect(lasting.score).toMatchObject({ tier: "CRITICAL", reason: "sustained_evidence" });
  expect(lasting.codes).toContain("critical_below_limit");

  const small = last({
    frames: 200,
    seed: 96,
    noise: { radarM: 0.01 },
    displacement: after(100, { radarM: 0.07 }),
  });
  expect(small.score).toMatchObject({ tier: "NOMINAL", cusumTriggered: true });
  expect(small.codes).toContain("breach_below_limits");
  expect(small.onState).toEqual(expect.arrayContaining(["breach_below_limits"]));

  // The frame on which the breach opens, on whatever limit.
  const soon = [102, 103, 104, 105, 106].map((frames) =>
    last({ frames, seed: 97, displacement: after(100, { radarM: 0.8 }) }),
  );
  const early = soon.find(({ score }) => score.cusumTriggered)!;
  expect(early.codes).toContain("charts_do_not_decide");
});

test("a statistic at its limit without a breach, and a breach under it, are explained", () => {
  const codes = (facts: Partial<Parameters<typeof explainVerdict>[0]>) =>
    explainVerdict({ ...calm, ...facts }).map(({ code }) => code);
  expect(codes({ nats: 7 })).toEqual(["statistic_without_breach"]);
  expect(
    codes({ tier: "CAUTION", reason: "hysteresis_hold", breached: true, nats: null, largestChart: null }),
  ).toEqual(["breach_under_hold"]);
});

test("a provisional verdict is explained by what it rests on, and not by W being under its limit", () => {
  const early = last({
    frames: 16,
    seed: 5,
    sensors: ["radar"],
    periodS: 10,
    displacement: after(10, { radarM: 0.4 }),
  });
  expect(early.codes).toEqual(["charts_do_not_decide", "verdict_provisional"]);
  expect(early.onState).toEqual(early.codes);
  const { blocksBefore, blocksAfter } = early.score.provisional!;
  const [{ text } = { text: "" }] = notesOnScore(early.score).slice(-1);
  expect(text).toMatch(/^Provisional: the radar has no baseline yet\./u);
  expect(text).toContain(`${blocksAfter} newest blocks of 1 frame stood 0.`);
  expect(text).toContain(`from the ${blocksBefore} before them`);
});

function after(start: number, moved: ReturnType<NonNullable<TestVehicle["displacement"]>>) {
  return (frame: number) => (frame >= start ? moved : {});
}

function last(vehicle: TestVehicle) {
  let folded = fold(initialState(), journalOf({ ...vehicle, frames: 1 })[0]!, defaultSettings);
  for (const entry of journalOf(vehicle).slice(1)) folded = fold(folded.state, entry, defaultSettings);
  const score = folded.score!;
  return {
    score,
    codes: notesOnScore(score).map(({ code }) => code),
    onState: notesOnState(folded.state, defaultSettings).map(({ code }) => code),
  };
}
