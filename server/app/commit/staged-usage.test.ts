import { expect, test } from "vitest";

import { radarFrame } from "../../storage/frames-for-tests.ts";
import { noQuotas, type Quotas, type Usage } from "../ports/quotas.ts";
import type { FramesRequest } from "../ports/write-request.ts";
import { vehicleForTests } from "../../vehicle-for-tests.ts";
import { arrivalOf } from "./staged-ledger.ts";
import { StagedUsage, expectedFrameBytes } from "./staged-usage.ts";

const writer = { organisation: "acme", keyId: "k", fleets: null };
const none: Usage = { vehicles: 0, newVehicles: 0, storedBytes: 0, keptAnswers: 0 };

function batchOf(...vehicleIds: readonly string[]): FramesRequest {
  const frames = vehicleIds.map((vehicleId, at) => radarFrame(vehicleId, at));
  return {
    kind: "frames",
    writer,
    frames,
    wholeOrNothing: true,
    receivedAtUs: 0,
    answer: { form: "none" },
    keep: null,
  };
}

/** A batch in which these vehicles are known and nothing was counted before. */
const ledgerOf = (...known: readonly string[]) => ({
  find: ({ vehicleId }: { readonly vehicleId: string }) =>
    known.includes(vehicleId) ? vehicleForTests({ vehicleId }) : null,
  isCounted: () => false,
});

async function usageOf(quotas: Partial<Quotas>, used: Partial<Usage>, request = batchOf("van-1")) {
  const transaction = {
    findUsage: async () => [{ ...none, ...used }],
    countEvidenceRequests: async () => 0,
    findAnswers: async () => [],
  };
  const given = { quotas: { ...noQuotas, ...quotas }, nowUs: 0, keptSinceUs: 0 };
  const usage = await StagedUsage.open([request], transaction, given);
  const [frame] = request.frames;
  if (frame === undefined) throw new Error("a batch of nothing");
  return { usage, arrival: arrivalOf(request, frame), request };
}

test("the last vehicle there is room for is taken, the next is refused, a known one is not", async () => {
  const { usage, arrival } = await usageOf({ vehicles: 1 }, {});
  expect(usage.admit(arrival, ledgerOf())).toBeNull();
  expect(usage.admit(arrival, ledgerOf())).toMatchObject({ code: "vehicle_limit_reached" });
  expect(usage.admit(arrival, ledgerOf("van-1"))).toBeNull();
});

test("new vehicles are limited within the hour, stored bytes at all times", async () => {
  const hourly = await usageOf({ newVehiclesPerHour: 2 }, { newVehicles: 2 });
  expect(hourly.usage.admit(hourly.arrival, ledgerOf())).toMatchObject({ code: "new_vehicle_limit_reached" });
  const full = await usageOf({ storedBytes: 100 }, { storedBytes: 100 });
  expect(full.usage.admit(full.arrival, ledgerOf("van-1"))).toMatchObject({
    code: "stored_bytes_limit_reached",
    detail: expect.stringMatching(/^100 of 100 bytes .*PLUMBLINE_STORED_MEBIBYTES_PER_ORGANISATION\.$/),
  });
});

test("a frame is booked with what frames mostly take; the batch it fills up is the last", async () => {
  const { raw } = radarFrame("van-1", 0);
  const { usage, arrival } = await usageOf({ storedBytes: expectedFrameBytes(raw) }, {});
  expect(usage.admit(arrival, ledgerOf("van-1"))).toBeNull();
  expect(usage.admit(arrival, ledgerOf("van-1"))).toMatchObject({ code: "stored_bytes_limit_reached" });
});

test("a frame counted before costs nothing", async () => {
  const { usage, arrival } = await usageOf({ storedBytes: 0 }, {});
  expect(usage.admit(arrival, { ...ledgerOf(), isCounted: () => true })).toBeNull();
});

test("what is taken whole is refused before any of it is taken, one new vehicle counted once", async () => {
  const three = await usageOf({ vehicles: 1 }, {}, batchOf("van-1", "van-1", "van-2"));
  expect(three.usage.refusalOfWhole(three.request, ledgerOf())).toMatchObject({ kind: "refused" });
  const two = await usageOf({ vehicles: 1 }, {}, batchOf("van-1", "van-1"));
  expect(two.usage.refusalOfWhole(two.request, ledgerOf())).toBeNull();
});

test("answers are limited with those the batch adds", async () => {
  const { usage } = await usageOf({ keptAnswers: 3 }, { keptAnswers: 1 });
  expect(usage.refusalOfAnswer("acme", 1)).toBeNull();
  expect(usage.refusalOfAnswer("acme", 2)).toMatchObject({ code: "kept_answer_limit_reached" });
});
