import { expect, test } from "vitest";

import { faultsWith } from "../changed-example-for-tests.ts";

test.each([
  ["a bundle may come as text, to be judged to the byte", { bundle: "{}" }, []],
  ["a demand that cannot be met is refused", { require: ["luck"] }, ["/require/0 not_allowed"]],
  ["the same demand twice is refused", { require: ["frames", "frames"] }, ["/require wrong_format"]],
  [
    "an organisation has the form the service gives it",
    { require_organisation: "acme corp" },
    ["/require_organisation wrong_format"],
  ],
  ["without a bundle there is nothing to verify", { bundle: undefined }, ["/bundle member_missing"]],
])("%s", (_, changes, faults) => {
  expect(faultsWith("EvidenceVerifyRequest", changes)).toEqual(faults);
});
