import { beforeAll, describe, expect, test } from "vitest";

import type { StreamDigest } from "./fold-stream.ts";
import { foldInNode, hosts } from "./hosts.ts";

describe("one engine, the same bits in every host after a million blocks", () => {
  const blocks = 1_000_000;
  let inNode: StreamDigest;
  beforeAll(async () => {
    inNode = await foldInNode(blocks);
  });

  test.for(hosts)("$name", async ({ fold }, context) => {
    const digest = await fold(blocks);
    if ("absent" in digest) return context.skip(digest.absent);
    expect(digest).toMatchObject({ states: inNode.states, statistics: inNode.statistics });
  });
});
