import { expect, test } from "vitest";

import { problemList } from "../openapi/problem-list.ts";
import { compareWithRelease, readRelease } from "./compare-with-release.ts";

test("what a release had and today has not is named: operations, problem codes and pages of problems", () => {
  const released = {
    openapi: "paths:\n  /v1/limits:\n    get:\n      operationId: getLimits\n  /v1/bounds:\n    get: {}\n",
    problems: `${problemList()}\n## Odd\n\n\`/problems/odd\`. It was.\n\n| code | meaning |\n|---|---|\n| \`odd_frame\` | Odd. |\n`,
  };
  expect(compareWithRelease(released)).toEqual([
    "get /v1/bounds is gone",
    "the problem /problems/odd is gone",
    "the problem odd_frame is gone",
  ]);
});

test("the documents of a release are read from its tag", () => {
  const { openapi, problems } = readRelease("HEAD");
  expect(openapi).toMatch(/^openapi: 3\.1\./u);
  expect(problems).toMatch(/^# Problems by code\n/u);
});
