import { expect, test } from "vitest";

import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { streamOf } from "../../storage/frames-for-tests.ts";
import type { StoredVehicle } from "./rebuild-vehicle.ts";
import { scoringForStoredVehicle, storedVehicleOf } from "./stored-vehicle-for-tests.ts";
import { verifyStates, type JournalAudit } from "./verify-states.ts";

const sound = storedVehicleOf(streamOf("van-1", { frames: 20 }));
const given = { settings: defaultSettings, scoring: scoringForStoredVehicle };

/** Vehicles numbered from 1; one that is a fault cannot be read. */
function auditOf(...vehicles: readonly (StoredVehicle | Error)[]): JournalAudit {
  return {
    vehicleKeys: () => vehicles.map((_, at) => at + 1),
    readVehicle(vehicleKey, read) {
      const vehicle = vehicles[vehicleKey - 1];
      if (vehicle === undefined || vehicle instanceof Error) throw vehicle ?? new Error("no such vehicle");
      return read(vehicle);
    },
  };
}

test("every vehicle is folded again, and its progress told", () => {
  const done: string[] = [];
  const onProgress = (vehicles: number, of: number) => done.push(`${vehicles}/${of}`);
  const report = verifyStates({ ...given, audit: auditOf(sound, sound), onProgress });
  expect(report).toMatchObject({ vehicles: 2, entries: 40, scoresCompared: 40, statesCompared: 2 });
  expect([report.differenceCount, report.differences, done]).toEqual([0, [], ["1/2", "2/2"]]);
});

test("an empty store has nothing that differs", () => {
  expect(verifyStates({ ...given, audit: auditOf() })).toEqual({
    vehicles: 0,
    entries: 0,
    statesCompared: 0,
    scoresCompared: 0,
    statesOfOtherScoring: 0,
    vehiclesWaiting: 0,
    differenceCount: 0,
    differences: [],
  });
});

test("a vehicle that cannot be read is named by its number, and the next one is looked at", () => {
  const report = verifyStates({ ...given, audit: auditOf(new Error("disk image is malformed"), sound) });
  expect(report).toMatchObject({ vehicles: 2, entries: 20, differenceCount: 1 });
  const [damage] = report.differences;
  expect(damage).toMatchObject({ organisation: "?", vehicleId: "number 1 of table vehicle", seq: 1 });
  expect(damage).toMatchObject({
    what: "damage",
    detail: "cannot be read or folded: disk image is malformed",
  });
});

test("a journal damaged on the way is reported at the entry behind the last that was folded", () => {
  const [first] = sound.entries;
  if (first === undefined) throw new Error("no entry is stored");
  const unreadable = {
    ...first,
    get entry(): never {
      throw new Error("page 9 is torn");
    },
  };
  const torn = { ...sound, entriesAfter: () => sound.entries.with(7, unreadable) };
  expect(verifyStates({ ...given, audit: auditOf(torn) }).differences).toMatchObject([
    { organisation: "acme", vehicleId: "van-1", seq: 8, what: "damage" },
  ]);
});
