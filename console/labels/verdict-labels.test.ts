import { expect, test } from "vitest";
import { reasonValues as contractReasons } from "../../core/contract/schemas/vehicles/residual-score.ts";
import {
  actionValues as contractActions,
  baselineStateValues,
  channelValues as contractChannels,
  faultSourceValues as contractFaultSources,
} from "../../core/contract/schemas/vocabulary.ts";
import { actionLabel, baselineLabel, channelLabel, faultSourceLabel, reasonLabel } from "./verdict-labels.ts";

test.each([
  { what: "action", codes: contractActions, label: actionLabel },
  { what: "fault source", codes: contractFaultSources, label: faultSourceLabel },
  { what: "reason", codes: contractReasons, label: reasonLabel },
  { what: "baseline state", codes: baselineStateValues, label: baselineLabel },
  { what: "channel", codes: contractChannels, label: channelLabel },
])("every $what of the contract has a plain label of its own", ({ codes, label }) => {
  const labels = codes.map((code) => label(code));
  expect(new Set(labels).size).toBe(codes.length);
  expect(labels.filter((text) => text.includes("_"))).toEqual([]);
});

test("CRITICAL below the critical limit has a sentence of its own", () => {
  const [usual, below] = ["critical_limit_exceeded", "sustained_evidence"].map((reason) =>
    actionLabel("calibration_required", reason),
  );
  expect(usual).toBe(actionLabel("calibration_required"));
  expect(below).toMatch(/^Calibrate before further use: .*not surely beyond the critical one$/u);
  expect(reasonLabel("sustained_evidence")).toContain("not surely beyond the critical one");
});

test("a code newer than this console stays readable", () => {
  expect(reasonLabel("wheel_speed_mismatch")).toBe("wheel speed mismatch");
});
