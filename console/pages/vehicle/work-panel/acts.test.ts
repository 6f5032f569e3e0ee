import { expect, test } from "vitest";
import type { VehicleWork } from "../../../../clients/typescript/generated/contract.ts";
import { actsFor } from "./acts.ts";

const work: Pick<VehicleWork, "state" | "recommended_action" | "repair"> = {
  state: "open",
  recommended_action: "calibration_required",
  repair: null,
};
const names = (more: Partial<typeof work>) => actsFor({ ...work, ...more }).map(({ name }) => name);

test.each([
  ["open", ["Acknowledge", "Assign…", "Repaired…", "Snooze…", "Comment…"]],
  ["acknowledged", ["Assign…", "Repaired…", "Snooze…", "Comment…", "Reopen…"]],
  ["snoozed", ["Assign…", "Repaired…", "Comment…", "Reopen…"]],
] as const)("of %s work that the vehicle asks for, this is offered", (state, offered) => {
  expect(names({ state })).toEqual(offered);
});

test("of a healthy vehicle a preventive repair, a comment and reopening", () => {
  expect(names({ state: "closed", recommended_action: "none" })).toEqual([
    "Repaired…",
    "Comment…",
    "Reopen…",
  ]);
});

test("what only people or a check hold open can be closed", () => {
  expect(names({ state: "open", recommended_action: "none" })).toContain("Close…");
  const repair = { outcome: "pending" } as VehicleWork["repair"];
  expect(names({ state: "repaired", recommended_action: "none", repair })).toContain("Close…");
  expect(names({ state: "open" })).not.toContain("Close…");
});
