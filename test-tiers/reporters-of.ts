import type { ViteUserConfig } from "vitest/config";

import { tenSlowest } from "./ten-slowest.ts";

type Reporters = Exclude<NonNullable<NonNullable<ViteUserConfig["test"]>["reporters"]>, string>;

/** What every run prints; `TEST_REPORT` names a file for what was tried and how it ended, as JSON (.ci/run counts by it). */
export function reportersOf(tier: Parameters<typeof tenSlowest>[0]): Reporters {
  const outputFile = process.env["TEST_REPORT"];
  const counted: Reporters = outputFile === undefined ? [] : [["json", { outputFile }]];
  return ["default", tenSlowest(tier), ...counted];
}
