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
