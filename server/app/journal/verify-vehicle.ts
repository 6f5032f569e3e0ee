import { measuredKinds } from "../../../core/sensors/sensor-lists.ts";
import { latenessOf, liveDrifts } from "./summary-after.ts";
import type { EstimatedNoise } from "../../../core/scoring/fleet/fleet-prior.ts";
import type { Score } from "../../../core/scoring/model/score.ts";
import { reasonOf, tierOf } from "../../../core/scoring/verdict/state-events.ts";
import type { ScoringSettings } from "../../../core/scoring/settings/settings.ts";
import { ByteSink } from "../../../core/scoring/model/codec/binary-codec.ts";
import { packState } from "../../../core/scoring/model/codec/state-codec.ts";
import type { VehicleState } from "../../../core/scoring/model/state.ts";
import { describeState } from "../../../core/scoring/verdict/describe-state.ts";
import { equalBytes } from "../../../core/encoding/bytes.ts";
import { describedAfter, undescribed, type DescribedVehicle } from "../attributes/described-after.ts";
import { droppedAfter } from "./dropped-after.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import type { Difference, DifferenceTally } from "./difference-tally.ts";
import {
  rebuildVehicle,
  type RefoldedEntry,
  type StoredEntry,
  type StoredVehicle,
} from "./rebuild-vehicle.ts";
import { droppedIn, verifyFrame } from "./verify-frame.ts";

export interface VehicleCheckNeeds {
  readonly settings: ScoringSettings;
  readonly scoring: string;
  readonly tally: DifferenceTally;
  /** Moves along, so that whoever catches a fault knows where it was. */
  readonly place: { seq: number };
}

/** Folds a vehicle's journal from nothing and adds to the tally where what is stored of it differs. */
export function verifyVehicle(vehicle: StoredVehicle, needs: VehicleCheckNeeds): void {
  const check = new VehicleCheck(vehicle, needs);
  for (const refolded of rebuildVehicle(vehicle, needs.settings)) check.compareEntry(refolded);
  check.compareWhole();
}

class VehicleCheck {
  readonly #vehicle: StoredVehicle;
  readonly #needs: VehicleCheckNeeds;
  /** Stored states that no entry has come by yet. */
  readonly #expected: Map<number, Uint8Array>;
  /** The newest of each sensor. */
  readonly #estimated = new Map<EstimatedNoise["name"], EstimatedNoise>();
  readonly #course = new Course();
  /** Where each score is packed to be compared. */
  readonly #sink = new ByteSink();
  #last: RefoldedEntry | null = null;
  #frames = 0;
  #described: Said = nothingSaid;
  #dropped: VehicleSummary["dropped"] = [];

  constructor(vehicle: StoredVehicle, needs: VehicleCheckNeeds) {
    this.#vehicle = vehicle;
    this.#needs = needs;
    const comparable = vehicle.states.filter(({ scoring }) => scoring === needs.scoring);
    this.#expected = new Map(comparable.map(({ seq, state }) => [seq, state]));
    needs.tally.statesOfOtherScoring += vehicle.states.length - comparable.length;
  }

  compareEntry(refolded: RefoldedEntry): void {
    const { stored, state, estimatedNoise } = refolded;
    const { seq } = stored;
    const { tally, place } = this.#needs;
    place.seq = seq;
    tally.entries += 1;
    this.#course.add(refolded);
    if (seq !== this.#lastSeq() + 1) this.#differ(seq, "numbering", "an entry before this one is missing");
    if (stored.frame !== null) {
      this.#frames += 1;
      tally.scoresCompared += 1;
      this.#describe(stored);
      const { vehicleId } = this.#vehicle.summary;
      for (const { what, detail } of verifyFrame(refolded, vehicleId, this.#sink))
        this.#differ(seq, what, detail);
    }
    this.#compareState(seq, state);
    for (const noise of estimatedNoise) this.#estimated.set(noise.name, noise);
    this.#last = refolded;
  }

  /** What can be said once the journal has ended. */
  compareWhole(): void {
    for (const seq of this.#expected.keys()) {
      this.#differ(seq, "state", "a state is stored for an entry that is not there");
    }
    const { states, summary } = this.#vehicle;
    const isComparable = states.every(({ scoring }) => scoring === this.#needs.scoring);
    if (isComparable && !estimatesTheSame(this.#vehicle, [...this.#estimated.values()])) {
      this.#differ(summary.entries, "taught", "what the vehicle taught its fleet is stored otherwise");
    }
    for (const detail of this.#countsThatDiffer()) this.#differ(summary.entries, "summary", detail);
    if (this.#last === null || !isComparable) return;
    const { state } = this.#last;
    for (const detail of this.#course.contradictions(summary, state, this.#needs.settings)) {
      this.#differ(summary.entries, "summary", detail);
    }
  }

  #compareState(seq: number, state: VehicleState): void {
    const stored = this.#expected.get(seq);
    if (stored === undefined) return;
    this.#needs.tally.statesCompared += 1;
    this.#expected.delete(seq);
    if (!equalBytes(packState(state), stored)) {
      this.#differ(seq, "state", "the stored state is another one");
    }
  }

  /** Follows what the frames say of their vehicle. Of a text that cannot be read somebody else complains. */
  #describe({ seq, entry, frame }: StoredEntry): void {
    if (frame === null || entry.kind !== "frame") return;
    this.#described = saidAfter(this.#described, {
      raw: frame.raw,
      timestampUs: entry.reading.timestampUs,
    });
    const { timestampUs } = entry.reading;
    this.#dropped = droppedAfter(this.#dropped, { dropped: droppedIn(frame.raw), timestampUs });
    const km = this.#described.odometer?.newestKm ?? null;
    const storedKm = this.#vehicle.odometerAtBreaches.get(seq);
    if (storedKm !== undefined && storedKm !== km) {
      this.#differ(
        seq,
        "summary",
        `an odometer of ${storedKm} km is stored with the breach, ${km} comes out`,
      );
    }
  }

  #countsThatDiffer(): readonly string[] {
    const { summary } = this.#vehicle;
    const tier = this.#last === null ? summary.tier : tierOf(this.#last.state);
    return [
      ...(summary.entries === this.#lastSeq() ? [] : ["wrong number of entries"]),
      ...(summary.frames === this.#frames ? [] : ["wrong number of frames"]),
      ...(summary.tier === tier ? [] : [`tier ${summary.tier} is stored, ${tier} comes out`]),
      ...(saidOf(summary) === saidOf(this.#described)
        ? []
        : [`attributes and position ${saidOf(summary)} are stored, ${saidOf(this.#described)} comes out`]),
      ...(lostOf(summary.dropped) === lostOf(this.#dropped)
        ? []
        : [`dropped readings ${lostOf(summary.dropped)} are stored, ${lostOf(this.#dropped)} comes out`]),
      ...(drivenOf(summary) === drivenOf(this.#described)
        ? []
        : [`odometer ${drivenOf(summary)} is stored, ${drivenOf(this.#described)} comes out`]),
    ];
  }

  #lastSeq(): number {
    return this.#last?.stored.seq ?? 0;
  }

  #differ(seq: number, what: Difference["what"], detail: string): void {
    const { organisation, vehicleId } = this.#vehicle.summary;
    this.#needs.tally.add({ organisation, vehicleId, seq, what, detail });
  }
}

type Said = DescribedVehicle & { readonly newestTimestampUs: number | null };
const nothingSaid: Said = { ...undescribed, newestTimestampUs: null };

function saidAfter(
  before: Said,
  { raw, timestampUs }: { readonly raw: string; readonly timestampUs: number },
): Said {
  const said = raw !== "" ? describedAfter(before, { raw, timestampUs }) : before;
  return { ...said, newestTimestampUs: Math.max(before.newestTimestampUs ?? timestampUs, timestampUs) };
}

function saidOf({ attributes, attributesAtUs, position }: DescribedVehicle): string {
  return JSON.stringify([attributes, attributesAtUs, position?.latitude, position?.longitude]);
}

function lostOf(dropped: VehicleSummary["dropped"]): string {
  return JSON.stringify(
    dropped.map(({ member, count, lastTimestampUs }) => [member, count, lastTimestampUs]),
  );
}

function drivenOf({ odometer }: DescribedVehicle): string {
  return odometer === null ? "none" : `${odometer.firstKm} to ${odometer.newestKm} km`;
}

/** What a vehicle's row repeats of its journal, gathered while the journal is folded. */
class Course {
  #firstReceivedUs: number | null = null;
  #firstTimestampUs: number | null = null;
  #lastReceivedUs = 0;
  #newestTimestampUs = -Infinity;
  #score: Score | null = null;

  add({ stored, score }: RefoldedEntry): void {
    if (stored.entry.kind !== "frame") return;
    this.#firstReceivedUs ??= stored.receivedAtUs;
    this.#firstTimestampUs ??= stored.entry.reading.timestampUs;
    this.#lastReceivedUs = stored.receivedAtUs;
    this.#newestTimestampUs = Math.max(this.#newestTimestampUs, stored.entry.reading.timestampUs);
    if (score !== null && !score.late) this.#score = score;
  }

  /** The row was written with the newest score, or with a command after it: either may be what it says. */
  contradictions(summary: VehicleSummary, state: VehicleState, settings: ScoringSettings): readonly string[] {
    const score = this.#score;
    if (score === null) return [];
    const view = describeState(state, settings);
    const drifts = liveDrifts(view);
    const allowed = {
      firstReceivedUs: [this.#firstReceivedUs],
      firstTimestampUs: [this.#firstTimestampUs],
      lastReceivedUs: [this.#lastReceivedUs],
      newestTimestampUs: [this.#newestTimestampUs],
      reason: [score.reason, reasonOf(state)],
      healthScore: [score.healthScore, view.healthScore],
      cusumTriggered: [score.cusumTriggered, view.breach !== null],
      probableFaultSource: [score.probableFaultSource, view.probableFaultSource],
      recommendedAction: [score.recommendedAction, view.recommendedAction],
      ...Object.fromEntries(
        measuredKinds.map(({ drift: { field } }) => [field, [score[field], drifts[field]]]),
      ),
      lateness: [latenessOf(state)],
      baselineState: [score.baseline.state, view.baseline.state],
      baselineFrames: [score.baseline.frames, view.baseline.frames],
      baselineNeeded: [score.baseline.needed, view.baseline.needed],
    } satisfies Partial<Record<keyof VehicleSummary, readonly unknown[]>>;
    const row = new Map<string, unknown>(Object.entries(summary));
    return Object.entries<readonly unknown[]>(allowed).flatMap(([name, values]) => {
      const stored = row.get(name);
      if (values.includes(stored)) return [];
      return [`${name} ${JSON.stringify(stored)} is stored, ${JSON.stringify(values[0])} comes out`];
    });
  }
}

function estimatesTheSame(
  { estimatedNoise: stored }: StoredVehicle,
  estimated: readonly EstimatedNoise[],
): boolean {
  const textOf = (list: readonly EstimatedNoise[]) =>
    list
      .map((noise) => JSON.stringify(noise))
      .sort()
      .join("\n");
  return textOf(stored.map(({ noise }) => noise)) === textOf(estimated);
}
