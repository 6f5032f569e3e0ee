import { expect, test } from "vitest";

import { radarFrame, startUs } from "../../storage/frames-for-tests.ts";
import { vehicleForTests } from "../../vehicle-for-tests.ts";
import { StateCache, unpackedBytes } from "../journal/state-cache.ts";
import { noChanges } from "../ports/changes.ts";
import { KnownVehicles } from "./known-vehicles.ts";
import { arrivalOf, StagedLedger } from "./staged-ledger.ts";
import { commitNeedsForTests, StoreForTests } from "./store-for-tests.ts";

const named = (vehicleId: string, organisation = "acme") => vehicleForTests({ organisation, vehicleId });

test("the newest summary of a vehicle is known, under its organisation's name only", () => {
  const known = new KnownVehicles(10);
  known.keep([named("van-1"), { ...named("van-1"), entries: 7 }]);
  expect(known.find(named("van-1"))?.entries).toBe(7);
  expect(known.find(named("van-1", "other"))).toBeUndefined();
});

test("beyond the limit the vehicle known for longest is forgotten", () => {
  const known = new KnownVehicles(2);
  known.keep([named("a"), named("b")]);
  known.keep([{ ...named("b"), entries: 7 }, named("c")]);
  expect(["a", "b", "c"].map((vehicleId) => known.find(named(vehicleId))?.entries)).toEqual([
    undefined,
    7,
    0,
  ]);
  known.forgetAll();
  expect(known.find(named("b"))).toBeUndefined();
});

test("only vehicles that are not known are read", async () => {
  const store = new StoreForTests();
  const known = new KnownVehicles(10);
  const read: string[][] = [];
  const lockVehicles = store.lockVehicles.bind(store);
  store.lockVehicles = (names) => {
    read.push(names.map(({ vehicleId }) => vehicleId));
    return lockVehicles(names);
  };
  const writer = { organisation: "acme", keyId: "key-1", fleets: null };
  const framesAfter = [[1, 1], [1, 1, 2, 2], [2]];
  for (const [round, vehicleIds] of [["a", "c"], ["a", "b", "c", "d"], ["b"]].entries()) {
    const frames = vehicleIds.map((vehicleId) => radarFrame(vehicleId, round));
    const request = {
      kind: "frames",
      writer,
      frames,
      receivedAtUs: startUs,
      answer: { form: "none" },
      keep: null,
    } as const;
    const needs = { ...commitNeedsForTests(), known };
    const ledger = await StagedLedger.open([request], store, new StateCache(10 * unpackedBytes), needs);
    for (const frame of frames) await ledger.takeFrame(arrivalOf(request, frame));
    const changes = ledger.changes([]);
    expect(changes.vehicles.map(({ vehicleId }) => vehicleId).toSorted()).toEqual(vehicleIds);
    expect(changes.vehicles.map(({ frames }) => frames).toSorted((one, other) => one - other)).toEqual(
      framesAfter[round],
    );
    await store.write({ ...noChanges, ...changes });
    known.keep(changes.vehicles);
  }
  expect(read).toEqual([["a", "c"], ["b", "d"], []]);
});
