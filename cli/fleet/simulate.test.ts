import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { answeringService } from "../answering-service-for-tests.ts";
import { runRecorded } from "../run-recorded-for-tests.ts";

test("simulate writes the same file twice, and the truth beside it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-simulate-"));
  const frames = join(folder, "frames.ndjson");
  const truth = join(folder, "truth.ndjson");
  const args = ["simulate", "--vehicles", "4", "--hours", "2", "--seed", "9"];
  const toFile = await runRecorded([...args, "--out", frames, "--truth", truth]);
  const toOutput = await runRecorded(args);
  expect(toFile).toEqual({ exitCode: 0, out: "", err: "" });
  expect(await readFile(frames, "utf8")).toBe(toOutput.out);
  const truths = (await readFile(truth, "utf8"))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(truths.map(({ scenario }) => scenario)).toEqual([
    "nominal_control",
    "post_collision",
    "nominal_control",
    "pothole_impact",
  ]);
  expect(truths[1]).toMatchObject({ vehicle_id: "sim-0002", expected: "alarm", fault_source: "multi_modal" });
});

test.each(["2026-01-05T08:00Z", "2026-01-05t08:00:00z", "2026-01-05T08:00:00+00:00"])(
  "simulate starts at %s, as a frame may write it",
  async (start) => {
    const from = (time: string) =>
      runRecorded(["simulate", "--vehicles", "1", "--hours", "0.02", "--start", time]);
    expect(await from(start)).toEqual(await from("2026-01-05T08:00:00.000Z"));
    expect((await from(start)).exitCode).toBe(0);
  },
);

test("a time that is none is refused with what to write", async () => {
  const run = await runRecorded(["simulate", "--start", "2026-02-30T08:00Z"]);
  expect(run).toMatchObject({ exitCode: 2, out: "" });
  expect(run.err).toContain("2026-02-30 is not a date of the calendar");
});

test("simulate to a service ends in the present, not in the future", async () => {
  const seen: string[] = [];
  const service = await answeringService({
    "/v1/telemetry/ingest": (body) => {
      const { frames } = JSON.parse(body) as { frames: { timestamp: string }[] };
      seen.push(...frames.map(({ timestamp }) => timestamp));
      return {
        status: "accepted",
        frames_ingested: frames.length,
        frames_duplicate: 0,
        frames_rejected: 0,
        errors: [],
      };
    },
  });
  const run = await runRecorded(["simulate", "--to", service.url, "--vehicles", "2", "--hours", "1"]);
  expect(run.exitCode).toBe(0);
  expect(run.out).toBe(`${seen.length} frames ingested, 0 counted before, 0 rejected\n`);
  const latestMs = Math.max(...seen.map((timestamp) => Date.parse(timestamp)));
  expect(latestMs).toBeLessThanOrEqual(Date.now());
  expect(latestMs).toBeGreaterThan(Date.now() - 200_000);
});

test("a folder that cannot be written to is said so", async () => {
  const file = join(await mkdtemp(join(tmpdir(), "plumbline-out-")), "no-such-folder", "frames.ndjson");
  const run = await runRecorded(["simulate", "--vehicles", "1", "--hours", "0.1", "--out", file]);
  expect(run.exitCode).toBe(1);
  expect(run.err).toContain("cannot be written: ENOENT");
});
