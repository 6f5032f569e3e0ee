import { expect, test } from "vitest";
import type { QueuedWork, VehicleWork, WorkEntry } from "../../clients/typescript/generated/contract.ts";
import { componentSchemas } from "../../core/contract/schemas/schema-documents.ts";
import {
  actorLabel,
  entryLabel,
  queuedWorkLabel,
  repairValue,
  snoozeEndLabel,
  workSinceLabel,
  workStateLabel,
} from "./work-labels.ts";

const schemas = componentSchemas();
const valuesOf = (name: string) => schemas[name]!["enum"] as readonly string[];
const [example] = schemas["VehicleWork"]!["examples"] as unknown as readonly [VehicleWork];
const entry = example.data[0]!;

test("every state of the contract has words, and an unknown one is shown as it is", () => {
  for (const state of valuesOf("WorkState")) expect(workStateLabel(state)).not.toBe(state);
  expect(workStateLabel("parked")).toBe("parked");
});

test("every action of the contract is told as a clause, and an unknown one as it is", () => {
  for (const action of valuesOf("WorkAction")) {
    expect(entryLabel({ ...entry, action: action as WorkEntry["action"] })).not.toBe(action);
  }
  expect(entryLabel({ ...entry, action: "parked" as WorkEntry["action"] })).toBe("parked");
});

test("entries bear no numbers, so what was taken back is not told by one", () => {
  expect(entryLabel({ ...entry, action: "undo", undoes: 3 })).toBe("undid an earlier entry");
});

test("who did it is the key's name, its id where it has none, or the service", () => {
  expect(actorLabel({ key_id: "k1", key_name: "desk" })).toBe("desk");
  expect(actorLabel({ key_id: "k1", key_name: null })).toBe("k1");
  expect(actorLabel({ key_id: null, key_name: null })).toBe("the service");
});

test("a state says by whom and since when, a snooze until when and why it ended", () => {
  expect(workSinceLabel(example)).toBe("by workshop desk, 2025-03-01 08:00 UTC");
  expect(workSinceLabel({ ...example, state: "open" })).toBeNull();
  const snooze = { ...example.acknowledged!, until: "2025-03-03T06:00:00.000Z", ended: null };
  const snoozed = { ...example, state: "snoozed" as const, snooze };
  expect(workSinceLabel(snoozed)).toMatch(/^until 2025-03-03 06:00 UTC, or until it becomes worse/);
  expect(snoozeEndLabel(snoozed)).toBeNull();
  expect(snoozeEndLabel({ ...snoozed, snooze: { ...snooze, ended: "time" } })).toContain("until 2025-03-03");
  expect(snoozeEndLabel({ ...snoozed, snooze: { ...snooze, ended: "worse" } })).toContain("worse");
  expect(snoozeEndLabel({ ...example, snooze: null })).toBeNull();
});

test("numbers of a repair are in the sensor's unit, and none is a dash", () => {
  expect(repairValue("camera", 1.2)).toBe("1.20°");
  expect(repairValue("radar", 0.6)).toBe("0.600\u00a0m");
  expect(repairValue("lidar", -0.02)).toBe("−0.020\u00a0m");
  expect(repairValue("radar", null)).toBe("–");
});

test("the queue says who has it and that a repair restored nothing; of untouched vehicles nothing", () => {
  const untouched: QueuedWork = {
    version: 0,
    state: "open",
    assignee: null,
    snoozed_until: null,
    comment: null,
    repair_outcome: null,
  };
  expect(queuedWorkLabel(untouched)).toBeNull();
  expect(queuedWorkLabel({ ...untouched, state: "acknowledged", assignee: "north" })).toBe(
    "acknowledged · assigned to north",
  );
  expect(queuedWorkLabel({ ...untouched, repair_outcome: "not_restored" })).toBe("repaired, not restored");
});
