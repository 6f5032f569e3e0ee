import { expect, test } from "vitest";
import { answeringService, problem } from "../answering-service-for-tests.ts";
import { runRecorded } from "../run-recorded-for-tests.ts";

test("evidence of an unknown vehicle is not reported as a vehicle without evidence", async () => {
  const none = { data: [], has_more: false, next_cursor: null };
  const service = await answeringService({
    "/v1/evidence": none,
    "/v1/vehicles/veh-0042": { vehicle_id: "veh-0042" },
    "/v1/vehicles/veh-0024": problem(404, "vehicle_not_found"),
    "/v1/vehicles/veh-0099": problem(403, "insufficient_scope"),
  });
  const listOf = (...args: string[]) => runRecorded(["evidence", "list", ...args, "--url", service.url]);
  expect(await listOf("--vehicle", "veh-0024")).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining("no vehicle of this organisation is called veh-0024"),
  });
  expect(await listOf("--vehicle", "veh-0042")).toMatchObject({
    exitCode: 0,
    out: "No evidence of veh-0042 was issued.\n",
  });
  expect(await listOf("--vehicle", "veh-0099")).toMatchObject({
    exitCode: 0,
    out: "No evidence of veh-0099 was issued.\n",
  });
  expect((await listOf("--vehicle", "veh-0042", "--tier", "CRITICAL")).out).toBe(
    "No evidence of veh-0042 fits the tier CRITICAL.\n",
  );
  expect((await listOf()).out).toContain("No evidence was issued yet");
});
