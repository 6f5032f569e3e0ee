import { expect, test } from "vitest";

import { textOf, utf8 } from "../../../core/encoding/bytes.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { callerForTests } from "../../ledger-for-tests.ts";
import { vehicleForTests } from "../../vehicle-for-tests.ts";
import type { VehicleAnalysis } from "../ports/reading/vehicle-analysis.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import { writtenColumns } from "../analysis/gather-series.ts";
import { ownJson } from "../own-json.ts";
import { readSeries } from "./read-series.ts";

function seriesOf(isKnown = true, more: Partial<VehicleSummary> = {}) {
  const asked: Parameters<VehicleAnalysis["gatherSeries"]>[0][] = [];
  const fails = () => Promise.reject(new Error("not asked for"));
  const columns = {
    timestamps: [],
    frame_seqs: [],
    tiers: [],
    decided_by: [],
    channels: [],
    cusum_statistic: [],
    t2: [],
    t2_limit: [],
  };
  const needs = {
    vehicles: {
      openVehicle: async () => (isKnown ? vehicleForTests({ vehicleKey: 7, ...more }) : null),
      readHistory: fails,
      findFrame: fails,
    },
    analysis: {
      async gatherSeries(ask: Parameters<VehicleAnalysis["gatherSeries"]>[0]) {
        asked.push(ask);
        return {
          covered: { frames: 0, fromUs: null, toUs: null },
          last: { timestampUs: 1, seq: 1 },
          isDownsampled: false,
          ...writtenColumns([utf8(JSON.stringify(columns))]),
        };
      },
      followSeries: fails,
      describeState: fails,
      listResiduals: fails,
      compareSettings: fails,
    },
    settings: defaultSettings,
    cursorSecret: new Uint8Array(32),
  };
  return {
    asked,
    needs,
    read: async (question: object) =>
      textOf((await readSeries(callerForTests, "van-1", { points: 9, ...question }, needs)).json)!,
  };
}

test("without limits all of the vehicle's time is asked for, and an empty span is answered", async () => {
  const { asked, read } = seriesOf();
  expect(JSON.parse(await read({}))).toMatchObject({
    from: null,
    to: null,
    frames: 0,
    cusum_limit: defaultSettings.change.limitNats,
    t2_limit: [],
  });
  expect(asked).toEqual([{ vehicleKey: 7, fromUs: 0, toUs: Number.MAX_SAFE_INTEGER, points: 9 }]);
});

test("times backwards are refused; a beginning without an end may lie after everything", async () => {
  const { asked, read } = seriesOf();
  await expect(read({ fromUs: 2, toUs: 1 })).rejects.toMatchObject({ code: "query_parameter_invalid" });
  await expect(read({ toUs: 1, cursor: "x" })).rejects.toMatchObject({ code: "query_parameter_invalid" });
  await expect(read({ cursor: "x" })).rejects.toMatchObject({ code: "cursor_invalid" });
  expect(asked).toEqual([]);
  await read({ fromUs: Number.MAX_SAFE_INTEGER });
});

test("of a vehicle that is scored again there is no cursor, and it says by which rules it was judged", async () => {
  const attended: unknown[] = [];
  const { read, needs } = seriesOf(true, { earlierScoring: "0.9.0-0123456789abcdef" });
  const refold = { refoldProgress: () => null, attend: async (name: object) => void attended.push(name) };
  const series = ownJson(
    (await readSeries(callerForTests, "van-1", { points: 9 }, { ...needs, refold })).json,
  );
  expect(series).toMatchObject({ earlier_scoring: "0.9.0", next_cursor: null });
  expect(attended).toEqual([{ organisation: callerForTests.organisation, vehicleId: "van-1" }]);
  const before = JSON.parse(await seriesOf().read({}));
  expect(before.next_cursor).toEqual(expect.any(String));
  expect(before).not.toHaveProperty("earlier_scoring");
  // What somebody had of it before is no beginning of what comes now.
  expect(JSON.parse(await read({ cursor: before.next_cursor }))).toMatchObject({ continues: false });
});

test("a vehicle the caller may not see is not found", async () => {
  await expect(seriesOf(false).read({})).rejects.toMatchObject({ code: "vehicle_not_found" });
});
