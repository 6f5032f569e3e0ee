import { describe, expect, test } from "vitest";
import type { JournalEntry, SensorReading } from "../model/journal-entry.ts";
import { trackNames } from "../model/sensors.ts";
import { replayEntries } from "../replay.ts";
import { defaultSettings } from "../settings/settings.ts";
import { journalOf } from "../vehicle-journal.ts";

const healthy = journalOf({ frames: 300, seed: 71 });

function changeReadings(
  change: (reading: SensorReading, at: number) => Partial<SensorReading>,
): JournalEntry[] {
  return healthy.map((entry, at) =>
    entry.kind === "frame"
      ? { kind: "frame", reading: { ...entry.reading, ...change(entry.reading, at) } }
      : entry,
  );
}

describe("a sensor that repeats one value while the others move", () => {
  test("is to be inspected and never accused, wherever its value froze", () => {
    for (const radarRangeBiasM of [0.02, 0.1, 0.16, 0.4, -2]) {
      const replay = replayEntries(
        changeReadings((_, at) => (at >= 150 ? { radarRangeBiasM } : {})),
        defaultSettings,
      );
      expect(replay.breaches).toEqual([]);
      expect(replay.lastScore).toMatchObject({ tier: "NOMINAL", recommendedAction: "inspect_sensor" });
      expect(replay.lastScore!.warnings).toContain("sensor_stuck");
      expect(replay.lastScore!.channels.map(({ channel }) => channel)).not.toContain("radar");
    }
  });

  test("is reported within five frames, also for a camera, and trusted again once it moves", () => {
    const frozen = healthy[150]!.kind === "frame" ? healthy[150]!.reading.cameraRotation! : [];
    const entries = changeReadings((_, at) => (at >= 150 && at < 200 ? { cameraRotation: frozen } : {}));
    const at = (count: number) => replayEntries(entries.slice(0, count), defaultSettings).lastScore!.warnings;
    expect(at(150)).not.toContain("sensor_stuck");
    expect(at(156)).toContain("sensor_stuck");
    expect(at(200)).toContain("sensor_stuck");
    expect(at(202)).not.toContain("sensor_stuck");
  });
});

describe("what a sensor sends before it first varies", () => {
  const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const withDefaults = (defaults: number) =>
    changeReadings((_, at) => (at < defaults ? { cameraRotation: identity, radarRangeBiasM: 0 } : {}));

  test.each([1, 2, 5, 20, 100])("is a default, and %i of them are no baseline", (defaults) => {
    const entries = withDefaults(defaults);
    const replay = replayEntries(entries, defaultSettings);
    expect(replay.breaches).toEqual([]);
    expect(replay.lastScore).toMatchObject({ tier: "NOMINAL", recommendedAction: "none" });
    const within = replayEntries(entries.slice(0, defaults), defaultSettings).lastScore!;
    expect(within.channels.map(({ channel }) => channel)).toEqual(
      defaults === 1 ? expect.arrayContaining(["radar"]) : ["lidar"],
    );
  });

  test("is a reference where it may come out of a file of calibration: another one later is a change", () => {
    const configured = [0.8, -0.6, 0, 0.6, 0.8, 0, 0, 0, 1];
    const turned = [0.79, -0.6130252849599889, 0, 0.6130252849599889, 0.79, 0, 0, 0, 1];
    const entries = changeReadings((_, at) => ({ cameraRotation: at < 200 ? configured : turned }));
    const before = replayEntries(entries.slice(0, 200), defaultSettings).lastScore!;
    expect(before).toMatchObject({ tier: "NOMINAL", recommendedAction: "none" });
    expect(before.warnings).not.toContain("sensor_stuck");
    expect(replayEntries(entries, defaultSettings).lastScore!.tier).toBe("CRITICAL");
  });

  test("asks for an inspection from the thirtieth repeat on", () => {
    const at = (count: number) => replayEntries(withDefaults(count), defaultSettings).lastScore!;
    const after = (count: number) =>
      replayEntries(withDefaults(count).slice(0, count), defaultSettings).lastScore!;
    expect(after(30).warnings).not.toContain("sensor_stuck");
    expect(after(31)).toMatchObject({ recommendedAction: "inspect_sensor" });
    expect(after(31).warnings).toContain("sensor_stuck");
    expect(at(31).warnings).not.toContain("sensor_stuck");
  });
});

describe("whole frames that repeat", () => {
  /** 60 readings, and the last of them again for the rest of each 200 frames. */
  const parked = changeReadings((reading, at) => {
    const entry = healthy[200 * Math.floor(at / 200) + Math.min(59, at % 200)]!;
    return entry.kind === "frame" ? { ...entry.reading, timestampUs: reading.timestampUs } : {};
  });
  const at = (count: number, entries = parked) => replayEntries(entries.slice(0, count), defaultSettings);

  test("are not judged: UNKNOWN with its reason, until something is new", () => {
    expect(at(60).lastScore).toMatchObject({ tier: "NOMINAL", reason: "in_control" });
    for (const count of [70, 150, 200]) {
      const { lastScore } = at(count);
      expect(lastScore).toMatchObject({ tier: "UNKNOWN", reason: "repeating", recommendedAction: "none" });
      expect(lastScore!.warnings).toContain("frames_repeat");
    }
    expect(at(201).lastScore).toMatchObject({ tier: "NOMINAL", reason: "in_control" });
    expect(at(300).breaches).toEqual([]);
  });

  test("move clocks and no detector", () => {
    const { tracks, frames } = at(62).state;
    const after = at(200).state;
    expect(after.frames).toBe(frames);
    for (const name of trackNames) {
      const { clock, ...track } = after.tracks[name];
      const { clock: before, ...same } = tracks[name];
      expect(track).toEqual(same);
      if (name === "radar") expect(clock.newestUs).toBeGreaterThan(before.newestUs ?? Infinity);
    }
  });

  test("heal no fault", () => {
    const faulty = parked.map((entry, frame): JournalEntry => {
      if (entry.kind !== "frame" || frame < 40) return entry;
      const { radarRangeBiasM: biasM = 0 } = entry.reading;
      return { kind: "frame", reading: { ...entry.reading, radarRangeBiasM: biasM + 0.8 } };
    });
    const { tier } = at(60, faulty).lastScore!;
    expect(tier).toBe("CRITICAL");
    expect(at(200, faulty).lastScore!.tier).toBe(tier);
    expect(at(200, faulty).lastScore!.warnings).toContain("frames_repeat");
  });

  test.each([0.1, 0.05, 0.02])("by chance, in steps of %f m, are judged", (step) => {
    const steps = journalOf({ frames: 2000, seed: 72, sensors: ["radar"] }).map((entry): JournalEntry => {
      if (entry.kind !== "frame") return entry;
      const biasM = step * Math.round(entry.reading.radarRangeBiasM! / step);
      return { kind: "frame", reading: { ...entry.reading, radarRangeBiasM: biasM } };
    });
    const { tierPath, lastScore } = replayEntries(steps, defaultSettings);
    expect(tierPath.map(({ to }) => to)).toEqual(["NOMINAL"]);
    expect(lastScore!.warnings).not.toContain("frames_repeat");
  });
});

describe("no sensor is called stuck", () => {
  const never = (entries: readonly JournalEntry[]) =>
    expect(replayEntries(entries, defaultSettings).lastScore!.warnings).not.toContain("sensor_stuck");

  test("for repeating what it holds between measurements", () => {
    const held = (at: number) => {
      const entry = healthy[at - (at % 30)]!;
      return entry.kind === "frame" ? { radarRangeBiasM: entry.reading.radarRangeBiasM! } : {};
    };
    for (let count = 60; count <= 300; count += 20)
      never(changeReadings((_, at) => held(at)).slice(0, count));
  });

  test("when whole frames are sent again", () => {
    const last = healthy[199]!.kind === "frame" ? healthy[199]!.reading : null;
    never(changeReadings((reading, at) => (at >= 200 ? { ...last, timestampUs: reading.timestampUs } : {})));
  });

  test("for coarse steps of its own rounding", () => {
    for (let count = 60; count <= 300; count += 10) {
      const rounded = changeReadings((reading) => ({
        radarRangeBiasM: Math.round(reading.radarRangeBiasM! * 20) / 20,
      }));
      never(rounded.slice(0, count));
    }
  });
});
