import { expect, test } from "vitest";

import { validate } from "../../../core/contract/requests/validate.ts";
import { vehicleForTests } from "../../vehicle-for-tests.ts";
import type { CommandRequest } from "../ports/write-request.ts";
import { presentCommand } from "./present-command.ts";

function requestOf(entry: CommandRequest["entry"]): CommandRequest {
  return {
    kind: "command",
    writer: { organisation: "acme", keyId: "k", fleets: null },
    vehicleId: "van-1",
    entry,
    reason: "workshop",
    keyId: "k",
    requestId: "req_1",
    receivedAtUs: 1_000_000,
    keep: null,
  };
}

test("a baseline command is answered with the vehicle as it stands after it", () => {
  const vehicle = vehicleForTests({ baselineState: "learning", baselineFrames: 4, baselineNeeded: 30 });
  const answer = presentCommand(requestOf({ kind: "baseline", action: "learn", atUs: 1_000_000 }), vehicle);
  expect(validate("BaselineResult", answer)).toEqual([]);
  expect(answer).toEqual({
    vehicle_id: "van-1",
    action: "learn",
    reason: "workshop",
    baseline: { state: "learning", frames: 4, needed: 26 },
    tier: "UNKNOWN",
    at: "1970-01-01T00:00:01.000Z",
  });
});

test.each([[[1, 0, 0, 0, 1, 0, 0, 0, 1]], [null]])(
  "a reference %j is answered with when it holds",
  (matrix) => {
    const entry = { kind: "reference", cameraRotation: matrix, validFromUs: 0 } as const;
    const answer = presentCommand(requestOf(entry), vehicleForTests());
    expect(validate("ReferenceResult", answer)).toEqual([]);
    expect(answer).toMatchObject({
      camera_rotation_matrix: matrix,
      source: "workshop",
      valid_from: "1970-01-01T00:00:00.000Z",
      registered_at: "1970-01-01T00:00:01.000Z",
    });
  },
);
