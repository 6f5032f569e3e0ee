import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readLabels } from "./read-labels.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-labels-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(text: string): string {
  const path = join(folder, "labels.json");
  writeFileSync(path, text);
  return path;
}

const eightUs = Date.UTC(2026, 0, 5, 8) * 1000;

test("the truth of simulated vehicles gives a label where a fault is in these frames", async () => {
  const onset = "2026-01-05T08:00:00.000Z";
  const truth = [
    { vehicle_id: "hit", scenario: "post_collision", expected: "alarm", onset },
    { vehicle_id: "small", scenario: "car_wash", expected: "either", onset },
    { vehicle_id: "dirty", scenario: "occlusion_false_drift", expected: "quiet", onset },
    { vehicle_id: "healthy", scenario: "nominal_control", expected: "quiet", onset: null },
  ];
  const labels = await readLabels(fileOf(truth.map((line) => `${JSON.stringify(line)}\n`).join("")));
  expect(labels).toEqual(
    new Map([
      ["hit", [{ what: "post_collision", atUs: eightUs }]],
      ["small", [{ what: "car_wash", atUs: eightUs }]],
      ["dirty", []],
      ["healthy", []],
    ]),
  );
});

test("a labels document gives injected and natural faults, oldest first", async () => {
  const document = {
    files: [
      {
        vehicle_id: "kitti-00",
        injected: [{ type: "step", channel: "radar", start_timestamp: "2026-01-05T08:00:01Z" }],
        natural_events: [{ kind: "bump", timestamp: "2026-01-05T08:00:00Z" }],
      },
    ],
  };
  expect((await readLabels(fileOf(JSON.stringify(document)))).get("kitti-00")).toEqual([
    { what: "bump", atUs: eightUs },
    { what: "step of radar", atUs: eightUs + 1e6 },
  ]);
});

test.each([
  ["no JSON", "{"],
  ["no entry", '{"files":[]}'],
  ["an entry without a vehicle", '{"files":[{"injected":[]}]}'],
  [
    "a time that is none",
    '{"files":[{"vehicle_id":"v","natural_events":[{"kind":"bump","timestamp":"soon"}]}]}',
  ],
])("a file with %s is refused by its name", async (_, text) => {
  await expect(readLabels(fileOf(text))).rejects.toThrow(/labels\.json holds no labels: /u);
});
