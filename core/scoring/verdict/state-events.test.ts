import { expect, test } from "vitest";
import { defaultSettings } from "../model/settings.ts";
import { replayEntries } from "../replay.ts";
import { journalOf } from "../vehicle-journal.ts";
import { eventsBetween } from "./state-events.ts";

const journal = journalOf({
  frames: 240,
  seed: 7,
  displacement: (frame) => (frame >= 200 ? { radarM: 0.5 } : {}),
});
const stateAfter = (frames: number) => replayEntries(journal.slice(0, frames), defaultSettings).state;
const [empty, healthy, faulty] = [stateAfter(0), stateAfter(200), stateAfter(240)];

test("nothing between a state and itself", () => {
  expect(eventsBetween(faulty, faulty, defaultSettings)).toEqual([]);
});

test("a baseline that is learnt, with the tier that comes with it", () => {
  expect(eventsBetween(empty, healthy, defaultSettings)).toEqual([
    { kind: "baseline_changed", from: "learning", to: "established" },
    { kind: "tier_changed", from: "UNKNOWN", to: "NOMINAL", reason: "in_control" },
  ]);
});

test("a breach that opens, and the same one closed", () => {
  const opened = eventsBetween(healthy, faulty, defaultSettings);
  expect(opened.find(({ kind }) => kind === "breach_opened")).toMatchObject({
    channel: "radar",
    side: "upper",
    threshold: defaultSettings.evidence.cautionNats,
  });
  expect(eventsBetween(faulty, healthy, defaultSettings)).toContainEqual({ kind: "breach_closed" });
});

test("a breach that moved on closes as the other opens, in this order", () => {
  const further = { ...faulty, breach: { ...faulty.breach!, openedSeq: 239, statistic: 12 } };
  expect(eventsBetween(faulty, further, defaultSettings)).toMatchObject([
    { kind: "breach_closed" },
    { kind: "breach_opened", statistic: 12 },
  ]);
});

test("a breach that goes on, whatever was learnt of it since, is nothing new", () => {
  const known = { ...faulty, breach: { ...faulty.breach!, blocks: 99, posterior: [0, 1, 1] } };
  expect(eventsBetween(faulty, known, defaultSettings)).toEqual([]);
});

test("a tier that has another reason is the same tier", () => {
  const tier = { ...healthy.tier, reason: "noise_inflation" as const };
  expect(eventsBetween(healthy, { ...healthy, tier }, defaultSettings)).toEqual([]);
});
