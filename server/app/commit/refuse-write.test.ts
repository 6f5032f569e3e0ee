import { expect, test } from "vitest";

import { radarFrame } from "../../storage/frames-for-tests.ts";
import { vehicleForTests } from "../../vehicle-for-tests.ts";
import { emptyTally } from "../ingest/ingest-frames.ts";
import type { CommandRequest, FramesRequest } from "../ports/write-request.ts";
import { fleetRefusalOf, refusalOf } from "./refuse-write.ts";

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
  expect(refusalOf(request, ledger)).toMatchObject({
    code: "fleet_not_allowed",
    fault: { pointer: "/metadata/fleet_id" },
  });
  expect(refusalOf({ ...request, wholeOrNothing: false }, ledger)).toBeNull();
});

test.each([
  [null, /^metadata\.fleet_id is missing, so the frame is of fleet default unless/],
  ["trucks", /^metadata\.fleet_id is "trucks"; this key/],
])("with fleet_id %j a frame is refused alike whether its vehicle is foreign or never was", (fleet, text) => {
  const [foreign] = framesOf(["truck-1", fleet]).frames;
  const detailOf = (before: ReturnType<typeof ledger.find>) =>
    fleetRefusalOf(writer, foreign!, before)?.detail ?? "";
  const detail = detailOf(null);
  expect(detail).toMatch(text);
  expect(detailOf(ledger.find({ vehicleId: "truck-1" }))).toBe(detail);
});

test("one that would take over another fleet's vehicle is told so", () => {
  const [frame] = framesOf(["truck-1", "vans"]).frames;
  const refusal = fleetRefusalOf(writer, frame!, ledger.find({ vehicleId: "truck-1" }));
  expect(refusal?.detail).toBe("This key is limited to other fleets than that of vehicle truck-1.");
});

test("a batch that is refused whole says which frame it is about", () => {
  const request = framesOf(["van-1", null], ["new", "trucks"]);
  const batch = { ...request, answer: { form: "batch", soFar: emptyTally, requestId: "req" } } as const;
  expect(refusalOf(batch, ledger)?.detail).toMatch(/^Frame 1: .* Nothing of the batch was taken\.$/);
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
