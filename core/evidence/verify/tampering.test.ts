import { expect, test } from "vitest";

import { tamperings } from "../../clients/conformance/evidence/tamperings.ts";
import { check } from "../../clients/conformance/evidence/toy-evidence.ts";

test.each(tamperings)("$name is found", ({ exhibit, code }) => {
  expect(check(exhibit())).toMatchObject({ verdict: "invalid", exitStatus: 1, code });
});
