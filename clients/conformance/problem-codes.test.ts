import { expect, test } from "vitest";

import { problemCodes } from "../../core/contract/problems.ts";

test("clients know every code of a problem by the committed table", async () => {
  const table = Object.fromEntries(
    Object.entries(problemCodes).map(([code, { meaning }]) => [code, meaning]),
  );
  await expect(`${JSON.stringify(table, null, 2)}\n`).toMatchFileSnapshot("problem-codes.json");
});
