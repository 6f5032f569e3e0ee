import { expect, test } from "vitest";

import { validate } from "./validate.ts";

test.each([
  [{ map_center: [91, 0] }, "/map_center/0", "map_center[0] must be <= 90."],
  [{ duration_s: 0 }, "/duration_s", "duration_s must be >= 1."],
  [[], "", "The body must be object."],
])("a fault in %j points to the place and calls it by its name", (body, pointer, detail) => {
  expect(validate("ScenarioFeedRequest", body)).toMatchObject([{ pointer, detail }]);
});
