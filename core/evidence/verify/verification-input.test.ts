import { expect, test } from "vitest";

import { trust } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { requiredBy } from "./verification-input.ts";

test("nothing is required where neither the trust file nor the caller asks", () => {
  expect(requiredBy(trust, {})).toEqual({
    frames: false,
    rescore: false,
    precommit: false,
    timestamp: false,
    witness: false,
    organisations: [],
  });
});

test("what either asks for is required, and both organisations", () => {
  const demanding = { ...trust, demands: { precommit: true, organisation: "acme", timestamp: false } };
  const options = { requireTimestamp: true, requireOrganisation: "bolt", requireFrames: true };
  expect(requiredBy(demanding, options)).toMatchObject({
    frames: true,
    precommit: true,
    timestamp: true,
    organisations: ["acme", "bolt"],
  });
});
