import { describe, expect, test } from "vitest";
import { calibrationModel } from "../change/change-model.ts";
import { initialState } from "../model/initial-state.ts";
import { firstChannel, trackWidths } from "../model/sensors.ts";
import type { LimitedSensor } from "../model/sensors.ts";
import { defaultSettings as settings } from "../settings/settings.ts";
import type { DailyCycle, SensorTrack, VehicleState } from "../model/state.ts";
import { replayEntries } from "../replay.ts";
import { journalOf } from "../vehicle-journal.ts";
import { harmlessShift, withWiderZones } from "./wider-zones.ts";
import { recentBlocksOf, withValues } from "../blocks/recent-blocks-for-tests.ts";

const { tracks } = replayEntries(journalOf({ frames: 80, seed: 7 }), settings).state;
const usual = calibrationModel(tracks, false, settings);
const noCycle: Omit<DailyCycle, "unsure"> = {
  startHour: 0,
  newestHour: 0,
  hours: 1,
  heard: [1, 1, 0],
  today: [],
  days: [],
  wave: [],
};

describe("the zones it takes to open a breach", () => {
  test("are the usual ones where nothing is unsure, and where no day is heard", () => {
    expect(withWiderZones(usual, withUnsure("radar", 0), settings)).toBe(usual);
    expect(withWiderZones(usual, { ...tracks, radar: { ...tracks.radar, cycle: null } }, settings)).toBe(
      usual,
    );
    expect(withWiderZones(usual, initialState().tracks, settings)).toBe(usual);
  });

  test.each<[LimitedSensor, number, number]>([
    ["camera", 0, 0.12],
    ["camera", 2, 0.12],
    ["radar", 0, 0.15],
    ["lidar", 0, 0.9],
  ])(
    "of a %s's value %i take a wander of %d for none: what the clip leaves of it, across its middle",
    (sensor, axis, unsure) => {
      const { zones } = withWiderZones(usual, withUnsure(sensor, unsure, axis), settings);
      const channel = firstChannel[sensor] + axis;
      const { scale, clipUnit } = tracks[sensor].calibration!;
      expect(zones[channel]).toBeCloseTo(2 * clipped(unsure / 2 / (scale[axis]! * clipUnit[axis]!)), 12);
      expect(zones[channel]).toBeGreaterThan(usual.zones[channel]!);
      Array.from(usual.zones).forEach((zone, other) => {
        if (other !== channel) expect(zones[other]).toBe(zone);
      });
    },
  );

  test("are never narrower than the usual ones", () => {
    expect(withWiderZones(usual, withUnsure("radar", 1e-4), settings)).toBe(usual);
  });

  /* Twice what is unsure, or the CAUTION limit where that is less, and three standard errors of twenty blocks. */
  test.each<[LimitedSensor, number, number]>([
    ["radar", 0.08, 2 * 0.08],
    ["radar", 0.15, settings.limits.radarM.caution],
    ["camera", 0.08, 2 * 0.08],
    ["camera", 0.15, settings.limits.cameraDeg.caution],
    ["lidar", 0.9, 2 * 0.9],
  ])(
    "of a %s that stands further away than any wander of %d leads are the usual ones",
    (sensor, unsure, reach) => {
      const [scale] = tracks[sensor].calibration!.scale;
      const furthest = reach + (3 * scale!) / Math.sqrt(20);
      const zoneAt = (away: number, blocks = 20) => {
        const moved = { ...tracks, [sensor]: standingAt(withUnsure(sensor, unsure)[sensor], away, blocks) };
        return withWiderZones(usual, moved, settings).zones[firstChannel[sensor]]!;
      };
      for (const side of [-1, 1]) {
        expect(zoneAt(side * 1.01 * furthest)).toBe(usual.zones[firstChannel[sensor]]);
        expect(zoneAt(side * 0.99 * furthest)).toBeGreaterThan(usual.zones[firstChannel[sensor]]!);
        // Nine blocks do not say so yet.
        expect(zoneAt(side * 100, 9)).toBeGreaterThan(usual.zones[firstChannel[sensor]]!);
        expect(zoneAt(side * 100, 10)).toBe(usual.zones[firstChannel[sensor]]);
      }
    },
  );

  test("do not go by one block far out", () => {
    const { radar } = withUnsure("radar", 0.15);
    const recent = withValues(radar.recent, (value, at) => (at === 0 ? 1000 : value));
    const { zones } = withWiderZones(usual, { ...tracks, radar: { ...radar, recent } }, settings);
    expect(zones[3]).toBeGreaterThan(usual.zones[3]!);
  });
});

describe("the shift that is taken for none", () => {
  const harmless = (sensor: LimitedSensor, unsure: number, centre = 0) =>
    harmlessShift(
      sensor,
      { centre: [centre, centre, centre], cycle: { ...noCycle, unsure: [unsure, unsure, unsure] } },
      0,
      settings,
    );

  test("is a quarter of the CAUTION limit, or what is unsure of the day where that is more", () => {
    expect(harmless("camera", 0)).toBe(0.05);
    expect(harmless("radar", 0.04)).toBe(0.05);
    expect(harmless("radar", 0.12)).toBe(0.12);
    expect(harmlessShift("radar", { centre: [0], cycle: null }, 0, settings)).toBe(0.05);
  });

  test("of a lidar is metres above the error it has, of which the logarithm is unsure", () => {
    expect(harmless("lidar", 0)).toBe(0.025);
    // From 0.04 m, the offset counted in, to one and a half times and to three times that.
    expect(harmless("lidar", Math.log(1.5), Math.log(0.04))).toBe(0.025);
    expect(harmless("lidar", Math.log(3), Math.log(0.04))).toBeCloseTo(0.08, 12);
  });
});

/** The normal score of a Student t with 3 degrees of freedom, by Wallace's approximation (1959). */
function clipped(u: number): number {
  return Math.sqrt(3 * Math.log(1 + (u * u) / 3)) * (25 / 27);
}

function withUnsure(sensor: LimitedSensor, shift: number, axis = 0): VehicleState["tracks"] {
  const unsure = Array.from({ length: trackWidths[sensor] }, (_, at) => (at === axis ? shift : 0));
  return { ...tracks, [sensor]: { ...tracks[sensor], cycle: { ...noCycle, unsure } } };
}

/** The newest blocks all in one place, so far from where the baseline was learnt. */
function standingAt(track: SensorTrack, away: number, blocks: number): SensorTrack {
  const { location } = track.calibration!;
  const recent = Array.from({ length: blocks }, (_, at) => ({
    seq: at + 1,
    weight: 1,
    placed: Array.from(location, (middle) => middle + away),
  }));
  return { ...track, recent: recentBlocksOf(recent) };
}
