import { type SensorRows, sensorsIn, vehicleRow } from "../model/rows.ts";
import {
  baselineStates,
  reasons,
  type BaselineState,
  type Reason,
  type ScoringEvent,
} from "../model/score.ts";
import { channels, firstChannel, type Channel, type TrackName } from "../model/sensors.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import type { VehicleState } from "../model/state.ts";
import { tiers, type Tier } from "../model/tier.ts";
import { sixDigits } from "../numeric/rounding/six-digits.ts";

/** What is reported of a state: a fold writes it over, and these are what it was. */
export interface Reported {
  readonly tier: Tier;
  /** Entry of the newest change among those that are open; null where none is. */
  readonly openedSeq: number | null;
  readonly baseline: BaselineState;
}

export function reportedOf(state: VehicleState): Reported {
  return {
    tier: tierOf(state),
    openedSeq: openChangeOf(state)?.of("openedEntry") ?? null,
    baseline: baselineStateOf(state),
  };
}

export function reasonOf({ rows }: VehicleState): Reason {
  return reasons[rows[vehicleRow.reason]!]!;
}

/** Whether the first rig's sensor of a kind has a baseline to drift from. */
export function hasBaseline({ rows }: VehicleState, kind: TrackName): boolean {
  return sensorsIn(rows).some(
    (sensor) => sensor.kind === kind && sensor.rig === 0 && sensor.of("baseline") > 0,
  );
}

export function tierOf({ rows }: VehicleState): Tier {
  return tiers[rows[vehicleRow.tier]!]!;
}

/** The sensor whose change was proved last among those that are open: the breach of the vehicle. */
export function openChangeOf({ rows }: VehicleState): SensorRows | null {
  if (rows[vehicleRow.breached] !== 1) return null;
  let newest: SensorRows | null = null;
  for (const sensor of sensorsIn(rows)) {
    if (!sensor.is("breached")) continue;
    if (newest === null || sensor.of("openedEntry") > newest.of("openedEntry")) newest = sensor;
  }
  return newest;
}

/** As far as its furthest sensor; frozen while a command or a breach holds it. */
export function baselineStateOf({ rows }: VehicleState): BaselineState {
  let furthest = 0;
  for (const sensor of sensorsIn(rows)) {
    if (sensor.kind !== "confidence") furthest = Math.max(furthest, sensor.of("baseline"));
  }
  const isHeld = rows[vehicleRow.frozen] === 1 || rows[vehicleRow.breached] === 1;
  return furthest > 0 && isHeld ? "frozen" : baselineStates[furthest]!;
}

/** What the outside is reported of the difference between two states: baseline, breach, tier, in this order. */
export function eventsBetween(
  before: Reported,
  after: VehicleState,
  settings: ScoringSettings,
): readonly ScoringEvent[] {
  const events: ScoringEvent[] = [];
  const now = reportedOf(after);
  if (before.baseline !== now.baseline)
    events.push({ kind: "baseline_changed", from: before.baseline, to: now.baseline });
  const isNewer = now.openedSeq !== null && now.openedSeq > (before.openedSeq ?? 0);
  // A sensor's change that moved on closes as the next one opens. One that is open beside it stays open, and is no news once it is
  // the newest again.
  const isOver = before.openedSeq !== null && !isOpenStill(after, before.openedSeq);
  if (isOver && (isNewer || now.openedSeq === null)) events.push({ kind: "breach_closed" });
  if (isNewer) events.push(openingOf(after, settings));
  if (before.tier !== now.tier) {
    events.push({ kind: "tier_changed", from: before.tier, to: now.tier, reason: reasonOf(after) });
  }
  return events;
}

function isOpenStill({ rows }: VehicleState, openedSeq: number): boolean {
  return sensorsIn(rows).some((sensor) => sensor.is("breached") && sensor.of("openedEntry") === openedSeq);
}

function openingOf(state: VehicleState, settings: ScoringSettings): ScoringEvent {
  const open = openChangeOf(state)!;
  const { openedSeq: _, ...opening } = openingFacts(open, settings);
  return {
    kind: "breach_opened",
    ...opening,
    changePointSeq: open.of("changeEntry"),
    provisional: open.is("provisional"),
  };
}

/** How a breach opened, as it was reported then. */
export interface OpeningFacts {
  readonly openedSeq: number;
  readonly statistic: number;
  readonly threshold: number;
  readonly channel: Channel;
  readonly side: "upper" | "lower";
}

/** How the breach opened that is open in a state; null where none is. */
export function openBreachOf(state: VehicleState, settings: ScoringSettings): OpeningFacts | null {
  const open = openChangeOf(state);
  return open === null ? null : openingFacts(open, settings);
}

export function openingFacts(open: SensorRows, { change }: ScoringSettings): OpeningFacts {
  const channel = open.of("openedChannel");
  return {
    openedSeq: open.of("openedEntry"),
    statistic: sixDigits(open.of("openedStatistic")),
    threshold: change.limitNats,
    channel: channels[firstChannel[open.kind] + channel]!,
    side: open.of("drift", channel) < 0 ? "lower" : "upper",
  };
}
