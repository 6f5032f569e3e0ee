import { expect, test } from "vitest";
import { reasonWords as contractReasons } from "../../core/contract/schemas/vehicles/residual-score.ts";
import {
  actionWords as contractActions,
  baselineStateValues,
  channelWords as contractChannels,
  faultSourceWords as contractFaultSources,
} from "../../core/contract/schemas/vocabulary.ts";
import { actionWords, baselineLabel, channelWords, faultSourceWords, reasonWords } from "./verdict-labels.ts";

test.each([
  { what: "action", codes: contractActions, words: actionWords },
  { what: "fault source", codes: contractFaultSources, words: faultSourceWords },
  { what: "reason", codes: contractReasons, words: reasonWords },
  { what: "baseline state", codes: baselineStateValues, words: baselineLabel },
  { what: "channel", codes: contractChannels, words: channelWords },
])("every $what of the contract is said in different, plain words", ({ codes, words }) => {
  const said = codes.map((code) => words(code));
  expect(new Set(said).size).toBe(codes.length);
  expect(said.filter((text) => text.includes("_"))).toEqual([]);
});

test("CRITICAL below the critical limit has words of its own", () => {
  const [usual, below] = ["critical_limit_exceeded", "sustained_evidence"].map((reason) =>
    actionWords("calibration_required", reason),
  );
  expect(usual).toBe(actionWords("calibration_required"));
  expect(below).toMatch(/^Calibrate before further use: .*not surely beyond the critical one$/u);
  expect(reasonWords("sustained_evidence")).toContain("not surely beyond the critical one");
});

test("a code newer than this console stays readable", () => {
  expect(reasonWords("wheel_speed_mismatch")).toBe("wheel speed mismatch");
});
