import { expect, test } from "vitest";
import { reasonValues as contractReasons } from "../../core/contract/schemas/vehicles/residual-score.ts";
import {
  baselineStateValues,
  channelValues as contractChannels,
  faultSourceValues as contractFaultSources,
} from "../../core/contract/schemas/vocabulary.ts";
import { baselineLabel, channelLabel, faultSourceLabel, reasonLabel, toDoLabel } from "./verdict-labels.ts";

test.each([
  { what: "fault source", codes: contractFaultSources, label: faultSourceLabel },
  { what: "reason", codes: contractReasons, label: reasonLabel },
  { what: "baseline state", codes: baselineStateValues, label: baselineLabel },
  { what: "channel", codes: contractChannels, label: channelLabel },
])("every $what of the contract has a plain label of its own", ({ codes, label }) => {
  const labels = codes.map((code) => label(code));
  expect(new Set(labels).size).toBe(codes.length);
  expect(labels.filter((text) => text.includes("_"))).toEqual([]);
});

test("what to do is said as the service says it, and by its code where a service does not", () => {
  const action = { recommended_action: "schedule_calibration" };
  expect(toDoLabel({ ...action, to_do: "Schedule a calibration" })).toBe("Schedule a calibration");
  expect(toDoLabel(action)).toBe("schedule calibration");
});

test("a code newer than this console stays readable", () => {
  expect(reasonLabel("wheel_speed_mismatch")).toBe("wheel speed mismatch");
});
