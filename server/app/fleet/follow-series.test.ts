import { afterAll, beforeAll, expect, test } from "vitest";

import { incoming, radarFrame, startUs } from "../../storage/frames-for-tests.ts";
import { ownJson } from "../own-json.ts";
import { formatTime } from "../../../core/encoding/instant.ts";
import { validate } from "../../../core/contract/requests/validate.ts";
import type { VehicleSeries } from "../../../core/contract/types.ts";
import type { IncomingFrame } from "../../../core/contract/requests/parse-frame.ts";
import {
  callerOf,
  firstFrameUs,
  openFleetForTests,
  streamForTests,
  type FleetForTests,
} from "../../fleet-for-tests.ts";

const acme = callerOf("acme");

let fleet: FleetForTests;
beforeAll(async () => {
  fleet = await openFleetForTests();
  fleet.clock.nowUs = firstFrameUs + 3_600_000_000;
});
afterAll(() => fleet.close());

async function read(
  vehicleId: string,
  more: {
    readonly cursor?: string | null;
    readonly points?: number;
    readonly fromUs?: number;
    readonly toUs?: number;
  } = {},
): Promise<VehicleSeries> {
  const { cursor, ...query } = more;
  const { json } = await fleet.application.readSeries(acme, vehicleId, {
    points: 500,
    ...query,
    ...(typeof cursor === "string" && { cursor }),
  });
  const series: VehicleSeries = ownJson(json);
  expect(validate("VehicleSeries", series)).toEqual([]);
  return series;
}

/** Sends the frames of a vehicle up to each of these numbers, and hands over what a follower gets after each. */
async function followed(vehicleId: string, frames: readonly IncomingFrame[], ends: readonly number[]) {
  const got: VehicleSeries[] = [];
  let sent = 0;
  for (const end of ends) {
    await fleet.send(acme, frames.slice(sent, end));
    sent = end;
    got.push(await read(vehicleId, { cursor: got.at(-1)?.next_cursor ?? null }));
  }
  return got;
}

test("what was got bit by bit is what is got at once, whether many, one or no frame is new", async () => {
  const frames = streamForTests({
    vehicleId: "steady",
    frames: 120,
    radarFaultM: (at) => (at > 60 ? 0.5 : 0),
  });
  const got = await followed("steady", frames, [50, 51, 51, 90, 120]);
  expect(got.map((series) => series.continues)).toEqual([false, true, true, true, true]);
  expect(got.map((series) => series.frames)).toEqual([50, 1, 0, 39, 30]);
  const whole = await read("steady");
  const all = <Value>(of: (series: VehicleSeries) => readonly Value[]) => got.flatMap(of);
  expect(all((series) => series.frame_seqs)).toEqual(whole.frame_seqs);
  expect(all((series) => series.timestamps)).toEqual(whole.timestamps);
  expect(all((series) => series.tiers)).toEqual(whole.tiers);
  expect(all((series) => series.cusum_statistic)).toEqual(whole.cusum_statistic);
  const radarOf = (series: VehicleSeries) =>
    series.channels.find(({ channel }) => channel === "radar")?.residual ?? [];
  expect(all(radarOf)).toEqual(radarOf(whole));
});

test("a frame that belongs among earlier ones brings the whole range again", async () => {
  const frames = streamForTests({ vehicleId: "tardy", frames: 60 });
  const [late] = frames.splice(30, 1);
  const [before] = await followed("tardy", frames, [59]);
  await fleet.send(acme, [late!]);
  const after = await read("tardy", { cursor: before?.next_cursor ?? null });
  expect([after.continues, after.frames]).toEqual([false, 60]);
  expect(after.timestamps).toEqual([...after.timestamps].sort());
  await fleet.send(acme, streamForTests({ vehicleId: "tardy", frames: 61 }).slice(60));
  const next = await read("tardy", { cursor: after.next_cursor });
  expect([next.continues, next.frames]).toEqual([true, 1]);
});

test.each([
  ["by one clock", 0],
  ["by clocks an hour apart", -3_600],
])("a range has every sensor's readings, sent one file after another %s", async (_, radarClockS) => {
  const vehicleId = `topics${radarClockS}`;
  const camera = Array.from({ length: 110 }, (_, at) => cameraFrame(vehicleId, at));
  const radar = Array.from({ length: 110 }, (_, at) =>
    radarFrame(vehicleId, radarClockS + at, { biasM: 0.03 * Math.sin(at * at) }),
  );
  const got = await followed(vehicleId, [...camera, ...radar], [110, 190, 220]);
  const { newest_reading_at: newest } = await fleet.application.showVehicle(acme, vehicleId);
  const timeAt = (atS: number) => formatTime(startUs + atS * 1e6);
  expect(newest).toEqual({ camera: timeAt(109), radar: timeAt(radarClockS + 109), lidar: null });
  const [fromUs, toUs] = [startUs + (radarClockS + 60) * 1e6, startUs + (radarClockS + 99) * 1e6];
  const readings = (series: VehicleSeries | undefined, name: string) =>
    series?.channels.find(({ channel }) => channel === name)?.residual.filter((value) => value !== null)
      .length ?? 0;
  const within = await read(vehicleId, { fromUs, toUs });
  expect(readings(within, "radar")).toBe(40);
  expect(readings(within, "camera_x")).toBe(radarClockS === 0 ? 40 : 0);
  // Each from the fiftieth on: before it there is no baseline to be away from.
  expect(got.map((series) => [readings(series, "camera_x"), readings(series, "radar")])).toEqual([
    [61, 0],
    [61, 31],
    [61, 61],
  ]);
});

function cameraFrame(vehicleId: string, atS: number): IncomingFrame {
  const turn = 1e-3 * Math.sin(atS * atS);
  const [cosine, sine] = [Math.cos(turn), Math.sin(turn)];
  return incoming({
    vehicle_id: vehicleId,
    timestamp: new Date(startUs / 1000 + atS * 1000).toISOString(),
    sensors: { camera_rotation_matrix: [1, 0, 0, 0, cosine, -sine, 0, sine, cosine] },
  });
}

test("another reading at the very time of the newest frame is new", async () => {
  const twin = streamForTests({ vehicleId: "twin", frames: 30, radarFaultM: () => 0.01 });
  const [first] = await followed("twin", streamForTests({ vehicleId: "twin", frames: 30 }), [30]);
  await fleet.send(acme, twin.slice(29));
  const next = await read("twin", { cursor: first?.next_cursor ?? null });
  expect([next.continues, next.frames, next.from]).toEqual([true, 1, first?.to]);
});

test("a command is no frame, and a duplicate none either", async () => {
  const frames = streamForTests({ vehicleId: "commanded", frames: 40 });
  const [first] = await followed("commanded", frames, [40]);
  const at = { requestId: "req", receivedAtUs: fleet.clock.nowUs };
  await fleet.application.commandBaseline(acme, "commanded", { action: "freeze", reason: "test" }, at);
  await fleet.send(acme, frames.slice(39));
  const next = await read("commanded", { cursor: first?.next_cursor ?? null });
  expect([next.continues, next.frames]).toEqual([true, 0]);
  await fleet.send(acme, streamForTests({ vehicleId: "commanded", frames: 42 }).slice(40));
  expect((await read("commanded", { cursor: next.next_cursor })).frames).toBe(2);
});

test("more than the points asked for is a range read anew", async () => {
  const frames = streamForTests({ vehicleId: "busy", frames: 100 });
  const [first] = await followed("busy", frames, [20]);
  await fleet.send(acme, frames.slice(20));
  const next = await read("busy", { cursor: first?.next_cursor ?? null, points: 10 });
  expect([next.continues, next.downsampled, next.frames]).toEqual([false, true, 100]);
});

test("the beginning of the range may move along with a follower", async () => {
  const frames = streamForTests({ vehicleId: "moving", frames: 60 });
  await fleet.send(acme, frames.slice(0, 50));
  const first = await read("moving", { fromUs: firstFrameUs + 10_000_000 });
  expect(first.frames).toBe(40);
  await fleet.send(acme, frames.slice(50));
  const next = await read("moving", { fromUs: firstFrameUs + 20_000_000, cursor: first.next_cursor });
  expect([next.continues, next.frames]).toEqual([true, 10]);
});

test("a cursor is of its vehicle, and one that was made up is none", async () => {
  await fleet.send(acme, streamForTests({ vehicleId: "one", frames: 3 }));
  await fleet.send(acme, streamForTests({ vehicleId: "other", frames: 3 }));
  const { next_cursor: cursor } = await read("one");
  await expect(read("other", { cursor })).rejects.toMatchObject({ code: "cursor_invalid" });
  await expect(read("one", { cursor: `x${cursor}` })).rejects.toMatchObject({ code: "cursor_invalid" });
});
