import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

import { compareWithRelease, todaysContract } from "./compare-with-release.ts";

const today = todaysContract();

test("a release breaks in nothing while nothing is taken back", () => {
  expect(compareWithRelease(today)).toEqual([]);
});

test("what a release had and today has not is named: operations, problem codes and pages of problems", () => {
  const released = {
    openapi: today.openapi.replace("\n  /v1/limits:\n", "\n  /v1/boundaries:\n"),
    problems: `${today.problems}\n\`/problems/gone\`. It went.\n\n| code | meaning |\n|---|---|\n| \`code_that_went\` | Went. |\n`,
  };
  expect(compareWithRelease(released)).toEqual([
    "get /v1/boundaries is gone",
    "the problem /problems/gone is gone",
    "the problem code_that_went is gone",
  ]);
});

test("the command reads the documents of a tag or commit", () => {
  const command = ["run", "--silent", "contract:compare", "--", "HEAD"];
  expect(execFileSync("npm", command, { encoding: "utf8" })).toBe("nothing of HEAD is taken back\n");
});
