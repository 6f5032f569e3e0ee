import { expect, test } from "vitest";

import { callerForTests, ledgerForTests } from "../../ledger-for-tests.ts";
import { registerReference } from "./register-reference.ts";

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const ask = { requestId: "req", receivedAtUs: 5_000_000 };
const needs = () => ({
  ...ledgerForTests(() => ({ kind: "command", answer: { value: {} as never, body: "{}" } })),
  nowUs: () => 5_000_000,
});

test("without a time the reference holds from now on, else from the time given", async () => {
  const given = needs();
  const reference = { camera_rotation_matrix: identity, source: "factory" };
  await registerReference(callerForTests, { ...reference, vehicleId: "van-1" }, ask, given);
  const later = { ...reference, vehicleId: "van-1", valid_from: "1970-01-01T00:00:01Z" };
  await registerReference(callerForTests, later, ask, given);
  expect(given.asked).toMatchObject([
    {
      reason: "factory",
      requestId: "req",
      entry: { kind: "reference", validFromUs: 5_000_000, cameraRotation: identity },
    },
    { entry: { validFromUs: 1_000_000 } },
  ]);
});

test("null withdraws it", async () => {
  const given = needs();
  const none = { camera_rotation_matrix: null, source: "repair", vehicleId: "van-1" };
  await registerReference(callerForTests, none, ask, given);
  expect(given.asked).toMatchObject([{ entry: { cameraRotation: null } }]);
});

test.each([
  ["a mirror", { camera_rotation_matrix: [1, 0, 0, 0, 1, 0, 0, 0, -1] }, "rotation_matrix_invalid"],
  ["a stretch", { camera_rotation_matrix: [2, 0, 0, 0, 1, 0, 0, 0, 1] }, "rotation_matrix_invalid"],
  ["no time at all", { camera_rotation_matrix: identity, valid_from: "yesterday" }, "timestamp_invalid"],
])("%s is refused before the ledger is asked", async (_, reference, code) => {
  const given = needs();
  const asking = registerReference(
    callerForTests,
    { source: "factory", vehicleId: "van-1", ...reference },
    ask,
    given,
  );
  await expect(asking).rejects.toMatchObject({ code });
  expect(given.asked).toEqual([]);
});
