import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import { runRecorded } from "../run-recorded-for-tests.ts";

/** Two vehicles of six hours, whose radars are moved by a repair. */
let frames = "";
let truth = "";
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-replay-"));
  frames = join(folder, "frames.ndjson");
  truth = join(folder, "truth.ndjson");
  const args = ["--vehicles", "2", "--hours", "6", "--scenario", "bumper_repair_radar", "--truth", truth];
  await runRecorded(["simulate", ...args, "--out", frames]);
});

test("replay reports when each vehicle's tier changed, and how long after the known fault", async () => {
  const run = await runRecorded(["replay", frames, "--labels", truth]);
  expect(run).toMatchObject({ exitCode: 0, err: "" });
  expect(run.out).toMatch(/^sim-0001 {2}3\d\d frames, baseline/u);
  expect(run.out).toMatch(/UNKNOWN → NOMINAL +in_control/u);
  const limit = String(defaultSettings.change.limitNats).replace(".", "\\.");
  expect(run.out).toMatch(
    new RegExp(`breach of radar, log likelihood ratio [\\d.]+ ≥ ${limit}, led by radar \\(upper\\)`, "u"),
  );
  expect(run.out).toMatch(
    /known fault: bumper_repair_radar, found \d+ frames? later .*, 0 false alarms before it/u,
  );
});

test("the same frames give the same state to the bit, in whatever pieces they come, and twice is once", async () => {
  const once = JSON.parse((await runRecorded(["replay", frames, "--json"])).out);
  const twice = JSON.parse((await runRecorded(["replay", frames, frames, "--json"])).out);
  expect(once.vehicles[0].state_sha256).toMatch(/^[0-9a-f]{64}$/u);
  for (const [index, vehicle] of once.vehicles.entries()) {
    expect(twice.vehicles[index]).toEqual({ ...vehicle, duplicates: vehicle.frames });
  }
});

test("--json with labels gives the delay in frames and seconds", async () => {
  const run = await runRecorded(["replay", frames, "--labels", truth, "--json"]);
  const [vehicle] = JSON.parse(run.out).vehicles;
  expect(vehicle).toMatchObject({ tier: "CRITICAL", recommended_action: "calibration_required" });
  expect(vehicle.labels).toMatchObject({ first_fault: { what: "bumper_repair_radar" }, false_alarms: 0 });
  expect(vehicle.labels.delay_frames).toBeGreaterThanOrEqual(1);
  expect(vehicle.labels.delay_s).toBeLessThan(3600);
  const opened = vehicle.breaches[0].frame_seq;
  expect(vehicle.tiers.some((step: { to: string }) => step.to === "CRITICAL")).toBe(true);
  expect(opened).toBeGreaterThan(vehicle.baseline[0].frame_seq);
});

test("broken lines are reported with their place, skipped, and end the command with 5", async () => {
  const line = '{"vehicle_id":"v","timestamp":"2026-01-05T08:00:00Z","sensors":{"lidar_confidence":2}}';
  const run = await runRecorded(["replay", frames, "-"], { stdin: `${line}\nnot json\n` });
  expect(run.exitCode).toBe(5);
  expect(run.err).toMatch(/^skipped -:1 \w+ \/sensors\/lidar_confidence: /u);
  expect(run.err).toMatch(/skipped -:2 \w+ \(whole frame\): /u);
  expect(run.out).toContain("sim-0002");
});

describe("a frame ten years ahead", () => {
  const frameAt = (minute: number, aheadDays = 0) =>
    JSON.stringify({
      vehicle_id: "v",
      timestamp: new Date(Date.UTC(2026, 0, 5) + 60_000 * minute + 86_400_000 * aheadDays).toISOString(),
      sensors: { radar_range_bias_m: 0.02 + 0.01 * Math.sin(7 * minute) },
    });
  const ordinary = Array.from({ length: 200 }, (_, minute) => frameAt(minute));
  const replayed = async (lines: readonly string[]) => {
    const stdin = `${lines.join("\n")}\n`;
    const run = await runRecorded(["replay", "-"], { stdin });
    const json = await runRecorded(["replay", "-", "--json"], { stdin });
    expect(json.exitCode).toBe(run.exitCode);
    return { ...run, vehicle: JSON.parse(json.out).vehicles[0] };
  };

  test.each([0, 1, 90, 199])(
    "counts at line %d, its time is set aside and named with its line, and it makes none late",
    async (at) => {
      const run = await replayed([...ordinary.slice(0, at), frameAt(at, 3652), ...ordinary.slice(at)]);
      expect(run.exitCode).toBe(5);
      expect(run.err).toContain(`set aside -:${at + 1} v: taken 2036-01-05`);
      expect(run.out).toContain("1 set aside as misdated");
      expect(run.vehicle).toMatchObject({ frames: 201, late_frames: 0, late_behind: null, tier: "NOMINAL" });
      expect(run.vehicle.set_aside).toMatchObject([{ file: "-", line: at + 1 }]);
    },
  );

  test("at the very end, or with all that follows, is where time has gone on to", async () => {
    const last = await replayed([...ordinary, frameAt(200, 3652)]);
    expect(last).toMatchObject({ exitCode: 0, err: "", vehicle: { frames: 201, set_aside: [] } });
    const moved = [...ordinary, ...Array.from({ length: 150 }, (_, minute) => frameAt(200 + minute, 3652))];
    expect(await replayed(moved)).toMatchObject({
      exitCode: 0,
      err: "",
      vehicle: { frames: 350, late_frames: 0 },
    });
  });

  test("followed by others like it makes twenty of those after them late, and says behind which line", async () => {
    const ahead = join(await mkdtemp(join(tmpdir(), "plumbline-ahead-")), "ahead.ndjson");
    const many = Array.from({ length: 100 }, (_, minute) => frameAt(minute, 3652));
    await writeFile(ahead, [...ordinary.slice(0, 50), ...many].join("\n"));
    const run = await runRecorded(["replay", ahead, "-"], { stdin: ordinary.slice(50).join("\n") });
    expect(run.exitCode).toBe(5);
    expect(run.err).toMatch(/^late v: 19 of 300 frames are more than 10 minutes older .*:150, taken 2036-/u);
    expect(run.out).toContain("19 of 300 frames of the radar came too late to be judged");
  });

  test("half an hour old is late, and within a reordering window of an hour in time", async () => {
    const file = join(await mkdtemp(join(tmpdir(), "plumbline-window-")), "frames.ndjson");
    await writeFile(file, ordinary.join("\n"));
    const lateWith = async (...options: readonly string[]) => {
      const stdin = frameAt(199 - 30.5);
      const { out } = await runRecorded(["replay", file, "-", "--json", ...options], { stdin });
      return JSON.parse(out).vehicles[0].late_frames;
    };
    expect([await lateWith(), await lateWith("--set", "frame.late_us=3600e6")]).toEqual([1, 0]);
  });

  test("of one file, newest first, are folded in the order of their times", async () => {
    const clean = await replayed(ordinary);
    expect(await replayed(ordinary.toReversed())).toMatchObject({
      exitCode: 0,
      vehicle: { late_frames: 0, state_sha256: clean.vehicle.state_sha256 },
    });
  });
});

test("a time before 2000 is the sender's fault, is said with its line, and costs that frame only", async () => {
  const lineAt = (timestamp: string) =>
    JSON.stringify({ vehicle_id: "v", timestamp, sensors: { radar_range_bias_m: 0.02 } });
  const stdin = ["1970-01-01T00:00:01Z", "1999-12-31T23:59:59Z", "2000-01-01T00:00:00Z"]
    .map(lineAt)
    .join("\n");
  const run = await runRecorded(["replay", "-"], { stdin });
  expect(run.exitCode).toBe(5);
  expect(run.err).toMatch(/^skipped -:1 timestamp_invalid \/timestamp: .*clock was not set/u);
  expect(run.err).toContain("skipped -:2 ");
  expect(run.out).toContain("v  1 frames");
});

test("nothing but broken lines fails", async () => {
  const run = await runRecorded(["replay", "-"], { stdin: "{}\n" });
  expect(run).toMatchObject({ exitCode: 1, out: "" });
  expect(run.err).toContain("no line could be read as a frame");
});

test("another limit gives another verdict; an unknown setting is a mistake of use that lists the known ones", async () => {
  const strict = await runRecorded(["replay", frames, "--set", "change.limit_nats=1000", "--json"]);
  expect(JSON.parse(strict.out).vehicles[0].breaches).toEqual([]);
  const unknown = await runRecorded(["replay", frames, "--set", "change.limit=8"]);
  expect(unknown.exitCode).toBe(2);
  expect(unknown.err).toContain("limit_nats");
  expect((await runRecorded(["replay", frames, "--set", "change.limit_nats"])).exitCode).toBe(2);
});

test("labels in the other form name faults by channel, and a file that holds none is a mistake of use", async () => {
  const labels = join(await mkdtemp(join(tmpdir(), "plumbline-labels-")), "labels.json");
  const injected = [
    { type: "step", channel: "radar_range_bias_m", start_timestamp: "2026-01-05T01:50:00.000Z" },
  ];
  await writeFile(
    labels,
    JSON.stringify({ files: [{ vehicle_id: "sim-0001", injected, natural_events: [] }] }),
  );
  const run = await runRecorded(["replay", frames, "--labels", labels]);
  expect(run.out).toContain("known fault: step of radar_range_bias_m, found");
  await writeFile(labels, "[]");
  expect((await runRecorded(["replay", frames, "--labels", labels])).exitCode).toBe(2);
});
