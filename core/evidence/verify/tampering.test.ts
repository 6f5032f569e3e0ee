import { expect, test } from "vitest";

import { tamperings } from "../../../clients/conformance/evidence/tamperings/tamperings.ts";
import { check } from "../../../clients/conformance/evidence/examples/toy-evidence.ts";

test.each(tamperings)("$name is found", ({ input, code }) => {
  expect(check(input())).toMatchObject({ verdict: "invalid", exitStatus: 1, code });
});
