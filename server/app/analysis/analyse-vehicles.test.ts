import { expect, test } from "vitest";
import { packState } from "../../../core/scoring/model/codec/state-codec.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { describeState } from "../../../core/scoring/verdict/describe-state.ts";
import { notesOnState } from "../../../core/scoring/verdict/explain-verdict.ts";
import { firstFrameUs } from "../../fleet-for-tests.ts";
import type { VehicleAnalysis } from "../ports/reading/vehicle-analysis.ts";
import { analyseVehicles, dateChange, stateAt } from "./analyse-vehicles.ts";
import { journalForTests, scoringForTests } from "./journal-for-tests.ts";

const under = { settings: defaultSettings, scoring: scoringForTests, giveWay: () => Promise.resolve() };
const broken = { frames: 140, radarFaultM: (at: number) => (at < 80 ? 0 : 0.6) };

test("a state is described as of the entry asked for, stored or not", async () => {
  const { journal, states } = journalForTests(broken, [64, 128]);
  for (const bySeq of [70, 128, 140]) {
    const { view, notes } = await analyseVehicles(journal, under).describeState({ vehicleKey: 1, bySeq });
    const state = states[bySeq]!;
    expect(view).toEqual(describeState(state, defaultSettings));
    expect(notes).toEqual(notesOnState(state));
  }
});

test("residuals are those of one channel, from an instant on and up to an entry", async () => {
  const { journal, scores } = journalForTests(broken);
  const ask = {
    vehicleKey: 1,
    channel: "radar",
    fromUs: firstFrameUs + 80_000_000,
    toUs: Number.MAX_SAFE_INTEGER,
    throughSeq: 120,
    limit: 50,
  } as const;
  const residualsOf = (from: number, to: number) =>
    scores
      .slice(from, to)
      .map(({ channels }) => channels.find(({ channel }) => channel === "radar")?.residual);
  const analysis = analyseVehicles(journal, under);
  expect(await analysis.listResiduals(ask)).toEqual(residualsOf(80, 120));
  expect(await analysis.listResiduals({ ...ask, limit: 10 })).toEqual(residualsOf(80, 90));
  expect(await analysis.listResiduals({ ...ask, throughSeq: 0 })).toEqual([]);
});

test("questions that run side by side, under other limits too, come to what each comes to alone", async () => {
  const { journal } = journalForTests(broken, [64]);
  const stricter = { ...defaultSettings, change: { ...defaultSettings.change, limitNats: 20 } };
  const asked = [
    (of: VehicleAnalysis) => of.describeState({ vehicleKey: 1, bySeq: 140 }),
    (of: VehicleAnalysis) => of.compareSettings({ vehicleKey: 1, entries: 140, proposed: stricter }),
    (of: VehicleAnalysis) => of.compareSettings({ vehicleKey: 1, entries: 140, proposed: defaultSettings }),
    (of: VehicleAnalysis) => of.describeState({ vehicleKey: 1, bySeq: 60 }),
  ];
  const together = analyseVehicles(journal, under);
  const alone = asked.map((ask) => ask(analyseVehicles(journal, under)));
  expect(await Promise.all(asked.map((ask) => ask(together)))).toEqual(await Promise.all(alone));
});

const secondUs = 1_000_000;
const { journal } = journalForTests({ frames: 40 });

function breach(changePointSeq: number, likely: [number, number], widely: [number, number]) {
  const interval = ([fromSeq, toSeq]: [number, number]) => ({ fromSeq, toSeq });
  const course = { likely: interval(likely), widely: interval(widely) };
  return { openedUs: firstFrameUs + 39 * secondUs, changePointSeq, course };
}

test("each entry of a change point has the capture time of its frame", async () => {
  const at = (seq: number) => firstFrameUs + (seq - 1) * secondUs;
  expect(await dateChange(1, breach(20, [18, 21], [9, 30]), journal)).toEqual({
    atUs: at(20),
    likelyUs: [at(18), at(21)],
    widelyUs: [at(9), at(30)],
  });
});

test("an entry that is a command is dated by the next frame", async () => {
  const learn = { kind: "baseline", action: "learn", atUs: 1 } as never;
  const withCommand: typeof journal = {
    ...journal,
    listEntries: async (ask) =>
      (await journal.listEntries(ask)).map((each) => (each.seq === 20 ? { ...each, entry: learn } : each)),
  };
  const dated = await dateChange(1, breach(20, [20, 20], [20, 20]), withCommand);
  expect(dated?.atUs).toBe(firstFrameUs + 20 * secondUs);
});

test("without a breach there is nothing to date", async () => {
  expect(await dateChange(1, null, journal)).toBeNull();
});

const ask = { vehicleKey: 1, scoring: scoringForTests, settings: defaultSettings };

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
