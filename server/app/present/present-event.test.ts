import { expect, test } from "vitest";

import { validate } from "../../../core/contract/requests/validate.ts";
import { startUs } from "../../storage/frames-for-tests.ts";
import type { RecordedEvent } from "../ports/reading/event-reader.ts";
import { presentEvent } from "./present-event.ts";

const id = "evt_01ARZ3NDEKTSV4RRFFQ69G5FAV";
const recorded = { id, organisation: "acme", occurredAtUs: startUs, recordedAtUs: startUs + 1_000 };

const silent: RecordedEvent = {
  ...recorded,
  type: "vehicle.silent",
  vehicle: { vehicleId: "van-1", fleetId: "vans", tier: "NOMINAL" },
  data: { last_received_at: "2026-01-01T00:00:00.000Z", silent_after_s: 60 },
};
const expiring: RecordedEvent = {
  ...recorded,
  type: "key.expiring",
  vehicle: null,
  data: { key_id: "4f8Zk2Qp9a", name: "gateway", expires_at: "2026-02-01T00:00:00.000Z", days_left: 3 },
};

test.each([silent, expiring])("an event is published as the contract has it: $type", (event) => {
  expect(validate("Event", presentEvent(event))).toEqual([]);
});

test("the organisation is never told, and of a vehicle its fleet and tier are", () => {
  expect(presentEvent(silent)).toEqual({
    id,
    type: "vehicle.silent",
    occurred_at: new Date(startUs / 1000).toISOString(),
    recorded_at: new Date(startUs / 1000 + 1).toISOString(),
    vehicle_id: "van-1",
    fleet_id: "vans",
    tier: "NOMINAL",
    data: silent.data,
  });
  expect(Object.keys(presentEvent(expiring))).toEqual(["id", "type", "occurred_at", "recorded_at", "data"]);
});
