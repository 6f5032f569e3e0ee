import { expect, test } from "vitest";
import { defaultSettings } from "../settings/settings.ts";
import { replayEntries } from "../replay.ts";
import { journalOf } from "../vehicle-journal.ts";
import type { VehicleState } from "../model/state.ts";
import { eventsBetween, reportedOf } from "./state-events.ts";

const journal = journalOf({
  frames: 240,
  seed: 7,
  displacement: (frame) => (frame >= 200 ? { radarM: 0.5 } : {}),
});
const stateAfter = (frames: number) => replayEntries(journal.slice(0, frames), defaultSettings).state;
const eventsFrom = (before: VehicleState, after: VehicleState) =>
  eventsBetween(reportedOf(before, defaultSettings), after, defaultSettings);
const [empty, healthy, faulty] = [stateAfter(0), stateAfter(200), stateAfter(240)];

test("nothing between a state and itself", () => {
  expect(eventsFrom(faulty, faulty)).toEqual([]);
});

test("a baseline that is learnt, with the tier that comes with it", () => {
  expect(eventsFrom(empty, healthy)).toEqual([
    { kind: "baseline_changed", from: "learning", to: "established" },
    { kind: "tier_changed", from: "UNKNOWN", to: "NOMINAL", reason: "in_control" },
  ]);
});

test("a breach that opens, and the same one closed", () => {
  const opened = eventsFrom(healthy, faulty);
  expect(opened.find(({ kind }) => kind === "breach_opened")).toMatchObject({
    channel: "radar",
    side: "upper",
    threshold: defaultSettings.evidence.cautionNats,
  });
  expect(eventsFrom(faulty, healthy)).toContainEqual({ kind: "breach_closed" });
});

test("a breach that moved on closes as the other opens, in this order", () => {
  const further = { ...faulty, breach: { ...faulty.breach!, openedSeq: 239, statistic: 12 } };
  expect(eventsFrom(faulty, further)).toMatchObject([
    { kind: "breach_closed" },
    { kind: "breach_opened", statistic: 12 },
  ]);
});

test("a breach that goes on, whatever was learnt of it since, is nothing new", () => {
  const known = { ...faulty, breach: { ...faulty.breach!, blocks: 99, posterior: [0, 1, 1] } };
  expect(eventsFrom(faulty, known)).toEqual([]);
});

test("a tier that has another reason is the same tier", () => {
  const tier = { ...healthy.tier, reason: "noise_inflation" as const };
  expect(eventsFrom(healthy, { ...healthy, tier })).toEqual([]);
});
