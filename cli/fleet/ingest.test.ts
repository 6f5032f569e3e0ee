import { expect, test } from "vitest";
import { answeringService, problem } from "../answering-service-for-tests.ts";
import { runRecorded } from "../run-recorded-for-tests.ts";
import { StoppedByUser } from "../terminal/terminal.ts";

const frameLine = '{"vehicle_id":"v","timestamp":"2026-01-05T08:00:00Z","sensors":{"radar_range_bias_m":0}}';

test("ingest reads standard input, reports rejected lines and ends with 5", async () => {
  const fault = {
    index: 1,
    line: 2,
    code: "member_missing",
    pointer: "/sensors",
    detail: "sensors is missing.",
  };
  const service = await answeringService({
    "/v1/telemetry/ingest": {
      status: "partial",
      frames_ingested: 1,
      frames_duplicate: 1,
      frames_rejected: 1,
      errors: [fault],
    },
    "/v1/fleet/health-summary": { critical_count: 1, caution_count: 0, nominal_count: 2, unknown_count: 3 },
  });
  const args = ["ingest", "-", "--url", service.url];
  const run = await runRecorded(args, { stdin: `${frameLine}\n{}\n${frameLine}` });
  expect(service.seen[0]!.body).toBe(`${frameLine}\n{}\n${frameLine}\n`);
  expect(run.exitCode).toBe(5);
  expect(run.out).toMatch(/^1 frames ingested, 1 counted before, 1 rejected in /u);
  expect(run.out).toContain(
    `Fleet now: 1 critical, 0 caution, 2 nominal, 3 unknown\nConsole: ${service.url}/fleet\n`,
  );
  expect(run.err).toMatch(
    /LINE {2}CODE +POINTER +REASON\n +2 {2}member_missing {2}\/sensors {2}sensors is missing\./u,
  );

  const machine = await runRecorded([...args, "--json"], { stdin: `${frameLine}\n{}\n` });
  expect(JSON.parse(machine.out)).toMatchObject({
    frames_rejected: 1,
    errors: [fault],
    errors_truncated: false,
  });
});

test("ingest reports what was left out, the first of each kind, and asks for no more than that with --strict", async () => {
  const warning = (line: number, member: string) => ({
    index: line - 1,
    line,
    code: "sensor_dropped",
    pointer: `/sensors/${member}`,
    detail: `Left out: ${member} in line ${line}.`,
  });
  const service = await answeringService({
    "/v1/telemetry/ingest": {
      status: "accepted",
      frames_ingested: 3,
      frames_duplicate: 0,
      frames_rejected: 0,
      errors: [],
      frames_with_warnings: 2,
      warnings: [
        warning(1, "radar_range_bias_m"),
        warning(2, "radar_range_bias_m"),
        warning(2, "lidar_confidence"),
      ],
      warnings_truncated: false,
    },
  });
  const stdin = `${frameLine}\n${frameLine}\n${frameLine}\n`;
  const run = await runRecorded(["ingest", "-", "--url", service.url], { stdin });
  expect(run.exitCode).toBe(0);
  expect(run.out).toMatch(/^3 frames ingested, 0 counted before, 0 rejected, 2 with a warning in /u);
  expect(run.err).toContain("warnings, the first of each kind:");
  expect(run.err).toContain("Left out: radar_range_bias_m in line 1.");
  expect(run.err).toContain("Left out: lidar_confidence in line 2.");
  expect(run.err).not.toContain("radar_range_bias_m in line 2.");
  await runRecorded(["ingest", "-", "--url", service.url, "--strict"], { stdin });
  const sent = service.seen.filter(({ method }) => method === "POST");
  expect(sent.map(({ url }) => url.includes("strict=true"))).toEqual([false, true]);
});

test("an ingest whose frames are in ends well although the fleet cannot be read afterwards", async () => {
  const taken = {
    status: "accepted",
    frames_ingested: 1,
    frames_duplicate: 0,
    frames_rejected: 0,
    errors: [],
  };
  for (const status of [403, 503]) {
    const service = await answeringService({
      "/v1/telemetry/ingest": taken,
      "/v1/fleet/health-summary": problem(status, "insufficient_scope"),
    });
    const run = await runRecorded(["ingest", "-", "--url", service.url], { stdin: `${frameLine}\n` });
    expect(run.exitCode).toBe(0);
    expect(run.out).not.toContain("Fleet now");
    expect(run.out).toContain(`Console: ${service.url}/fleet`);
    expect(service.seen.filter(({ method }) => method === "GET")).toHaveLength(1);
  }
});

test.each([
  [1, 100, 0],
  [2, 100, 5],
])("ingest counts the frames that came too late: %d of %d end it with %d", async (late, frames, exitCode) => {
  const service = await answeringService({
    "/v1/telemetry/ingest": {
      status: "accepted",
      frames_ingested: frames,
      frames_duplicate: 0,
      frames_rejected: 0,
      frames_late: late,
      errors: [],
    },
  });
  const run = await runRecorded(["ingest", "-", "--url", service.url], { stdin: `${frameLine}\n` });
  expect(run.exitCode).toBe(exitCode);
  expect(run.out).toContain(`0 rejected, ${late} too late to be judged in `);
});

test("ingest ends with 4 when nothing was taken", async () => {
  const counts = { frames_ingested: 0, frames_duplicate: 0, frames_rejected: 1, errors: [] };
  const service = await answeringService({ "/v1/telemetry/ingest": problem(422, "batch_rejected", counts) });
  const run = await runRecorded(["ingest", "-", "--url", service.url], { stdin: "{}" });
  expect(run.exitCode).toBe(4);
  expect(run.err).toContain("none of the 1 frames");
});

test("ingest into full storage ends with 4, and says what is durable and how to go on", async () => {
  const counts = { frames_ingested: 0, frames_duplicate: 0, frames_rejected: 1, errors: [] };
  const taken = {
    status: "accepted",
    frames_ingested: 1,
    frames_duplicate: 0,
    frames_rejected: 0,
    errors: [],
  };
  const service = await answeringService({
    "/v1/telemetry/ingest": () =>
      service.seen.length === 1 ? taken : problem(507, "stored_bytes_limit_reached", counts),
  });
  const run = await runRecorded(["ingest", "-", "--url", service.url, "--group", "1"], {
    stdin: `${frameLine}\n${frameLine}\n`,
  });
  expect([run.exitCode, service.seen.length]).toEqual([4, 2]);
  expect(run.err).toMatch(/1 lines are done and durable/u);
  expect(run.err).toContain("--skip-lines 1");
});

test("a stopped ingest says what is durable and how to go on", async () => {
  const stop = new AbortController();
  const service = await answeringService({
    "/v1/telemetry/ingest": () => {
      stop.abort(new StoppedByUser("stopped by SIGINT"));
      return { status: "accepted", frames_ingested: 1, frames_duplicate: 0, frames_rejected: 0, errors: [] };
    },
  });
  const run = await runRecorded(["ingest", "-", "--url", service.url, "--group", "1"], {
    stdin: `${frameLine}\n${frameLine}\n`,
    stop: stop.signal,
  });
  expect(run.exitCode).toBe(1);
  expect(run.err).toContain("stopped by SIGINT");
  expect(run.err).toContain("frames count once");
});

test("an ingest that waits says why, once and not for every attempt, also without a terminal", async () => {
  let attempts = 0;
  const stored = {
    status: "accepted",
    frames_ingested: 1,
    frames_duplicate: 0,
    frames_rejected: 0,
    errors: [],
  };
  const full = problem(503, "storage_unavailable", { detail: "The disk is full." });
  const service = await answeringService({
    "/v1/telemetry/ingest": () => {
      attempts += 1;
      return attempts < 3 ? full : stored;
    },
  });
  const run = await runRecorded(["ingest", "-", "--url", service.url], { stdin: `${frameLine}\n` });
  expect(run).toMatchObject({ exitCode: 0, err: "waiting: The disk is full.\n" });
});
