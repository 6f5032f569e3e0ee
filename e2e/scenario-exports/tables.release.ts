import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { exportScenario } from "../../core/scenario/exports/export-scenario.ts";
import { feedForTests } from "../../core/scenario/feed/feed-for-tests.ts";
import type { Ended } from "../run-program.ts";
import { inFolder, needValidators, runInPython } from "./validators.ts";

function readInPython(bytes: Uint8Array, program: string): Promise<Ended> {
  return inFolder(async (folder) => {
    const file = join(folder, "export");
    await writeFile(file, bytes);
    return runInPython("python", ["-c", program, file]);
  });
}

const readMcap = `
import json, sys
from mcap.reader import make_reader
with open(sys.argv[1], "rb") as file:
    reader = make_reader(file, validate_crcs=True)
    summary = reader.get_summary()
    topics = {channel.topic: summary.statistics.channel_message_counts[id] for id, channel in summary.channels.items()}
    seen = {}
    for schema, channel, message in reader.iter_messages():
        seen[channel.topic] = seen.get(channel.topic, 0) + 1
        last = json.loads(message.data)
print(json.dumps({"indexed": topics, "seen": seen, "chunks": len(summary.chunk_indexes) > 0}))
`;

test("Python reads every message of an MCAP file, and its index agrees", async (context) => {
  needValidators(context);
  const feed = feedForTests();
  const { status, stdout } = await readInPython((await exportScenario(feed, "mcap")).bytes, readMcap);
  expect(status).toBe(0);
  const count = feed.parameters.trajectory.drift_deg.length;
  const topics = {
    "/tf": 4 + 4 * count,
    "/vehicle/location": count,
    "/drift": count,
    "/camera/calibration": count,
  };
  expect(JSON.parse(stdout)).toEqual({ indexed: topics, seen: topics, chunks: true });
});

test("Python refuses an MCAP file with one byte changed, and one that was cut", async (context) => {
  needValidators(context);
  const { bytes } = await exportScenario(feedForTests(), "mcap");
  const altered = bytes.slice();
  altered[20_000]! ^= 0xff;
  expect((await readInPython(altered, readMcap)).status).toBe(1);
  expect((await readInPython(bytes.subarray(0, 20_000), readMcap)).status).toBe(1);
});

const readCsv = `
import csv, json, sys
with open(sys.argv[1], newline="") as file:
    rows = list(csv.DictReader(file, strict=True))
numbers = [float(row["drift_deg"]) for row in rows]
if any(None in row or None in row.values() for row in rows): sys.exit("a line has too many or too few cells")
print(json.dumps({"rows": len(rows), "drift": numbers}))
`;

test("Python reads the table of poses, and refuses one with a word for a number or a cell too few", async (context) => {
  needValidators(context);
  const feed = feedForTests();
  const { bytes } = await exportScenario(feed, "csv");
  const { stdout } = await readInPython(bytes, readCsv);
  const { drift_deg: drift } = feed.parameters.trajectory;
  expect(JSON.parse(stdout)).toEqual({
    rows: drift.length,
    drift: drift.map((deg) => expect.closeTo(deg, 11)),
  });
  const text = new TextDecoder().decode(bytes);
  const lines = text.split("\r\n");
  const mutated = [
    text.replace("\r\n0,true,0,", "\r\n0,true,much,"),
    [lines[0], "0,true,0", ...lines.slice(2)].join("\r\n"),
  ];
  for (const one of mutated) {
    expect((await readInPython(new TextEncoder().encode(one), readCsv)).status).toBe(1);
  }
});
