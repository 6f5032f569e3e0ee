import { expect, test } from "vitest";

import { feedForTests } from "../../../scenario/feed/feed-for-tests.ts";
import { validate } from "../../requests/validate.ts";
import { exampleFeed } from "./example-feed.ts";

test("the published example is a feed as the service makes it", () => {
  expect(exampleFeed).toEqual(feedForTests({ durationS: 6 }));
  expect(validate("ScenarioFeed", exampleFeed)).toEqual([]);
});
