import { expect, test } from "vitest";
import type { VehicleDetail } from "../../clients/typescript/generated/contract.ts";
import { type Change, changesOf, momentsOf, stagesOf } from "./moments-of.ts";
import { seriesLike } from "./series-like-for-tests.ts";

const signal = (time: string): Change => ({ signal: time, began: null });
const at = (minute: number): number => Date.UTC(2026, 2, 1, 8, minute) / 1000;

test("the onset is the last zero of the winning sum before the signal", () => {
  const calm = seriesLike(8).channels[0]!;
  const series = seriesLike(8, {
    channels: [
      // Back at zero just before the signal, but far lower than the other: not the sum that signalled.
      { ...calm, cusum_upper: [0, 1, 2, 1, 0, 0, 1, 1] },
      { ...calm, channel: "lidar", cusum_lower: [0, 2, 0, 1, 3, 5, 8, 9] },
    ],
  });
  expect(momentsOf(series, [signal("2026-03-01T08:06:00.000Z")])).toEqual([
    { kind: "onset", atS: at(2) },
    { kind: "signal", atS: at(6) },
  ]);
});

test("a sum that was never zero in view has its onset before it: only the signal is marked", () => {
  const series = seriesLike(3, { channel: { cusum_upper: [4, 5, 6] } });
  expect(momentsOf(series, [signal("2026-03-01T08:02:00.000Z")])).toEqual([{ kind: "signal", atS: at(2) }]);
});

test("signals outside the series are left out, the same signal is marked once, oldest first", () => {
  const signals = ["08:02:00Z", "08:01:00Z", "08:02:00.000Z", "09:00:00Z"].map(
    (time) => `2026-03-01T${time}`,
  );
  const marked = momentsOf(seriesLike(4), [...signals, "2026-02-01T08:00:00Z"].map(signal));
  expect(marked.filter(({ kind }) => kind === "signal").map(({ atS }) => atS)).toEqual([at(1), at(2)]);
});

test("an empty series has no moments", () => {
  expect(momentsOf(seriesLike(0), [signal("2026-03-01T08:02:00Z")])).toEqual([]);
});

const began: NonNullable<Change["began"]> = {
  at: "2026-03-01T08:01:00.000Z",
  between_50: ["2026-03-01T08:00:30.000Z", "2026-03-01T08:01:30.000Z"],
  between_90: ["2026-03-01T07:59:00.000Z", "2026-03-01T08:02:00.000Z"],
};

test("the beginning the service says stands before what the tabular sums show, with its interval in view", () => {
  const series = seriesLike(8, { channel: { cusum_upper: [0, 0, 0, 0, 0, 0, 6, 7] } });
  expect(momentsOf(series, [{ signal: "2026-03-01T08:06:00Z", began }])).toEqual([
    { kind: "onset", atS: at(1), betweenS: { min: at(0), max: at(2) } },
    { kind: "signal", atS: at(6) },
  ]);
});

test("a beginning before the range that is shown is not drawn at its edge", () => {
  const earlier = { ...began, at: "2026-03-01T07:00:00.000Z" };
  expect(momentsOf(seriesLike(8), [{ signal: "2026-03-01T08:06:00Z", began: earlier }])).toEqual([
    { kind: "signal", atS: at(6) },
  ]);
});

type TierChange = VehicleDetail["tier_history"][number];

const change = (at: string, from: TierChange["from"], to: TierChange["to"]): TierChange => ({
  at,
  from,
  to,
  decided_by: "caution_limit_exceeded",
  frame_seq: 1,
});
const breachAt = (opened_at: string): VehicleDetail["open_breach"] => ({
  evidence_id: "EVB-20260301-7K3M9Q2XW4HJ",
  opened_at,
  frame_seq: 1,
});

test("an open breach is one signal, however often the tier rises because of it", () => {
  const tier_history = [
    change("2026-03-01T08:05:00.000Z", "CAUTION", "CRITICAL"),
    change("2026-03-01T08:04:00.000Z", "NOMINAL", "CAUTION"),
    change("2026-03-01T07:20:00.000Z", "UNKNOWN", "NOMINAL"),
  ];
  const open_breach = breachAt("2026-03-01T08:03:00.000Z");
  expect(changesOf({ open_breach, change_began: began, tier_history })).toEqual([
    { signal: "2026-03-01T08:03:00.000Z", began },
  ]);
});

test("earlier rises stay marked after the vehicle came back", () => {
  const tier_history = [
    change("2026-03-01T09:00:00.000Z", "CAUTION", "NOMINAL"),
    change("2026-03-01T08:04:00.000Z", "NOMINAL", "CAUTION"),
  ];
  expect(changesOf({ open_breach: null, change_began: null, tier_history })).toEqual([
    { signal: "2026-03-01T08:04:00.000Z", began: null },
  ]);
  const open_breach = breachAt("2026-03-01T10:00:00.000Z");
  expect(changesOf({ open_breach, change_began: null, tier_history })).toHaveLength(2);
});

test("a stage begins with the first frame after the command that began a baseline afresh, in the vehicle's time", () => {
  const change = (to: string, frame_seq: number, reason = "learning") =>
    ({ at: "2030-01-01T00:00:00.000Z", from: "CRITICAL", to, decided_by: reason, frame_seq }) as const;
  // Entry 4 is the command: the frame before it is 3, the one after it 5.
  const series = seriesLike(4, { frame_seqs: [2, 3, 5, 6] });
  const history = [change("NOMINAL", 6, "in_control"), change("UNKNOWN", 4)];
  expect(stagesOf(series, { tier_history: history } as Pick<VehicleDetail, "tier_history">)).toEqual([
    { kind: "recalibrated", atS: at(2) },
  ]);
  const before = { tier_history: [change("UNKNOWN", 1)] } as Pick<VehicleDetail, "tier_history">;
  expect(stagesOf(series, before)).toEqual([]);
});
