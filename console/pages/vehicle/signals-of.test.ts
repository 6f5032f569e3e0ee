import { expect, test } from "vitest";
import type { VehicleDetail } from "../../../core/contract/types.ts";
import { signalsOf } from "./signals-of.ts";

type TierChange = VehicleDetail["tier_history"][number];

const change = (at: string, from: TierChange["from"], to: TierChange["to"]): TierChange => ({
  at,
  from,
  to,
  decided_by: "cusum_breach",
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
  expect(signalsOf({ open_breach: breachAt("2026-03-01T08:03:00.000Z"), tier_history })).toEqual([
    "2026-03-01T08:03:00.000Z",
  ]);
});

test("earlier rises stay marked after the vehicle came back", () => {
  const tier_history = [
    change("2026-03-01T09:00:00.000Z", "CAUTION", "NOMINAL"),
    change("2026-03-01T08:04:00.000Z", "NOMINAL", "CAUTION"),
  ];
  expect(signalsOf({ open_breach: null, tier_history })).toEqual(["2026-03-01T08:04:00.000Z"]);
  expect(signalsOf({ open_breach: breachAt("2026-03-01T10:00:00.000Z"), tier_history })).toHaveLength(2);
});
