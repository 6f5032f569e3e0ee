import { expect, test } from "vitest";

import { type CpuProfile, describeProfiles, linesOf } from "./profile-service.ts";

const frame = (functionName: string, url: string) => ({ functionName, url });

const profile: CpuProfile = {
  startTime: 1000,
  nodes: [
    { id: 1, callFrame: frame("(root)", ""), children: [2, 4, 5] },
    { id: 2, callFrame: frame("fold", "file:///here/core/scoring/fold.ts"), children: [3] },
    { id: 3, callFrame: frame("hypot", "") },
    { id: 4, callFrame: frame("(idle)", "") },
    {
      id: 5,
      callFrame: frame("run", "file:///here/server/storage/sqlite/write/writer-thread.ts"),
      children: [6],
    },
    { id: 6, callFrame: frame("(garbage collector)", "") },
  ],
  samples: [2, 3, 4, 5, 6, 2],
  timeDeltas: [0, 10, 20, 30, 40, 50],
};

test("self time goes to the folder, native code to its caller, and idle time to nobody", () => {
  // From 1010 on: native code under fold for 20, idle for 30, the writer for 40, garbage for 50.
  expect(linesOf(profile, { fromUs: 1010, toUs: 2000 }, 10)).toEqual([
    { thread: "writer", part: "(garbage collector)", usPerFrame: 5 },
    { thread: "writer", part: "server/storage/sqlite", usPerFrame: 4 },
    { thread: "writer", part: "core/scoring", usPerFrame: 2 },
  ]);
});

test("what was sampled before or after the load does not count", () => {
  expect(linesOf(profile, { fromUs: 1000, toUs: 1010 }, 10)).toEqual([
    { thread: "writer", part: "core/scoring", usPerFrame: 1 },
  ]);
});

test("two services stand in one table, a part that one of them lacks at nothing", () => {
  const lineOf = (part: string, usPerFrame: number) => ({ thread: "writer", part, usPerFrame });
  const table = describeProfiles([
    { service: "now", lines: [lineOf("core/scoring", 5)] },
    { service: "before", lines: [lineOf("core/scoring", 50), lineOf("core/encoding", 3)] },
  ]);
  expect(table).toContain("| writer | core/scoring | 5.0 | 50.0 |");
  expect(table).toContain("| writer | core/encoding | 0.0 | 3.0 |");
});
