import { describe, expect, test } from "vitest";
import type { JournalEntry, SensorReading } from "../model/journal-entry.ts";
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

  test("for a value that never varied: it may be configured so", () => {
    never(changeReadings(() => ({ radarRangeBiasM: 0.1 })));
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
