import { expect, test } from "vitest";

import { radarFrame } from "../../storage/frames-for-tests.ts";
import { vehicleForTests } from "../../vehicle-for-tests.ts";
import type { CommandRequest, FramesRequest } from "../ports/write-request.ts";
import { refusalOf } from "./refuse-write.ts";

const writer = { organisation: "acme", keyId: "k", fleets: ["vans"] };
const ledger = {
  find: ({ vehicleId }: { readonly vehicleId: string }) =>
    vehicleId === "new"
      ? null
      : vehicleForTests({ vehicleId, fleetId: vehicleId === "truck-1" ? "trucks" : "vans" }),
};

function framesOf(...given: readonly (readonly [string, string | null])[]): FramesRequest {
  const frames = given.map(([vehicleId, fleet], at) =>
    radarFrame(vehicleId, at, fleet === null ? {} : { metadata: { fleet_id: fleet } }),
  );
  return { kind: "frames", writer, frames, receivedAtUs: 0, answer: { form: "none" }, keep: null };
}

test.each([
  ["of its own fleet's vehicle", framesOf(["van-1", null])],
  ["of a vehicle that begins there", framesOf(["new", "vans"], ["new", null])],
])("a key limited to fleets writes a frame %s", (_, request) => {
  expect(refusalOf(request, ledger)).toBeNull();
});

test.each([
  ["of another fleet's vehicle", framesOf(["truck-1", "vans"])],
  ["that moves a vehicle away", framesOf(["van-1", "trucks"])],
  ["of a new vehicle that names no fleet", framesOf(["new", null])],
  ["that comes after one that moves it there", framesOf(["new", "vans"], ["new", "trucks"])],
])("and none %s", (_, request) => {
  expect(refusalOf(request, ledger)).toMatchObject({ code: "fleet_not_allowed" });
});

test("a command to another fleet's vehicle finds none, and one to a known vehicle goes through", () => {
  const command = (vehicleId: string, fleets: readonly string[] | null): CommandRequest => ({
    kind: "command",
    writer: { ...writer, fleets },
    vehicleId,
    entry: { kind: "baseline", action: "freeze", atUs: 0 },
    reason: "r",
    keyId: "k",
    requestId: "req",
    receivedAtUs: 0,
    keep: null,
  });
  expect(refusalOf(command("truck-1", ["vans"]), ledger)).toMatchObject({ code: "vehicle_not_found" });
  expect(refusalOf(command("new", null), ledger)).toMatchObject({ code: "vehicle_not_found" });
  expect(refusalOf(command("truck-1", null), ledger)).toBeNull();
});
