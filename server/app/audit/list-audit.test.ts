import { expect, test } from "vitest";

import { callerForTests } from "../../ledger-for-tests.ts";
import { listAudit } from "./list-audit.ts";

const needs = { audit: { listAudit: async () => [] }, cursorSecret: new Uint8Array(32) };

test("from after to is refused by name, and a moment is none", async () => {
  await expect(listAudit(callerForTests, { fromUs: 2, toUs: 1, limit: 10 }, needs)).rejects.toMatchObject({
    code: "query_parameter_invalid",
    faults: [{ parameter: "from" }],
  });
  expect(await listAudit(callerForTests, { fromUs: 1, toUs: 1, limit: 10 }, needs)).toMatchObject({
    data: [],
  });
});
