import { expect, test } from "vitest";

import { FrameTester } from "../../../core/scoring/frame/frame-tester.ts";
import { packState } from "../../../core/scoring/model/codec/state-codec.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { journalForTests, scoringForTests } from "./journal-for-tests.ts";
import { stateAt } from "./state-at.ts";

const tester = new FrameTester();
const ask = { vehicleKey: 1, scoring: scoringForTests, settings: defaultSettings, tester };

test.each([
  ["from nothing", []],
  ["from a stored state", [40]],
  ["from the newest of several", [10, 60]],
  ["from the state itself", [70]],
  ["past a state that is too new", [75]],
] as const)("%s, the state at an entry is the fold up to it", async (_, storedAt) => {
  const { journal, states } = journalForTests({ frames: 80 }, storedAt);
  expect(packState(await stateAt({ ...ask, bySeq: 70 }, journal))).toEqual(packState(states[70]!));
});

test("only what follows the stored state is read", async () => {
  const { journal, pieces } = journalForTests({ frames: 80 }, [60]);
  await stateAt({ ...ask, bySeq: 80 }, journal);
  expect(pieces).toEqual([20]);
});

test("a state that was folded by another scoring is not used", async () => {
  const { journal, pieces, states } = journalForTests({ frames: 80 }, [60]);
  const state = await stateAt({ ...ask, scoring: "another", bySeq: 80 }, journal);
  expect(packState(state)).toEqual(packState(states[80]!));
  expect(pieces).toEqual([80]);
});

test("a long journal is read piece by piece", async () => {
  const { journal, pieces } = journalForTests({ frames: 1_100 });
  await stateAt({ ...ask, bySeq: 1_100 }, journal);
  expect(pieces).toEqual([512, 512, 76]);
});

test("a journal that ends too early is a fault", async () => {
  const { journal } = journalForTests({ frames: 5 });
  await expect(stateAt({ ...ask, bySeq: 6 }, journal)).rejects.toThrow("ends at entry 5");
});
