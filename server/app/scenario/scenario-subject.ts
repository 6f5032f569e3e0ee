import { sensors, type TurnedKind, turnedKinds } from "../../../core/sensors/sensor-lists.ts";
import { Refusal } from "../../../core/contract/refusal.ts";
import type { EvidenceBundle, ScenarioFeedRequest } from "../../../core/contract/types.ts";
import type { Score } from "../../../core/scoring/model/score.ts";
import { unpackScore } from "../../../core/scoring/model/codec/score-codec.ts";
import type { ScenarioStart } from "../../../core/scenario/feed/scenario-start.ts";
import type { Vector3 } from "../../../core/scoring/numeric/quaternion.ts";
import type { Tier } from "../../../core/scoring/model/tier.ts";
import type { Caller } from "../application.ts";
import { readMetadata } from "../attributes/read-metadata.ts";
import { openEvidence } from "../evidence/read-evidence.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import { axisOf, openVehicle } from "../fleet/show-vehicle.ts";
import { scopeOf } from "../visibility-scope.ts";
import { silentBefore, tierToday } from "../fleet/silence.ts";
import { ownJson } from "../own-json.ts";

type Needs = Pick<ReadingNeeds, "fleet" | "vehicles" | "evidence" | "nowUs" | "silentAfterS">;

type Turned = TurnedKind["name"];
/** How far each sensor that turns has turned, degrees, and about which unit axis; null: none. */
export type Turns = Readonly<Record<Turned, { readonly driftDeg: number; readonly axis: Vector3 | null }>>;

/** The vehicle a scenario starts from, as it is now or as its evidence states it. */
export interface ScenarioSubject {
  readonly vehicleKey: number;
  readonly vehicleId: string;
  readonly name: { readonly vehicle_id: string; readonly evidence_event_id?: string };
  /** Its fleet now; null where evidence speaks, which stays with the fleet it was issued in. */
  readonly fleetId: string | null;
  readonly tier: Tier;
  readonly turns: Turns;
  /** The verdict it rests on; null before the first. */
  readonly score: Score | null;
  /** [latitude, longitude] of that frame's metadata, to about a kilometre. */
  readonly position: [number, number] | null;
  /** Of that frame's metadata. */
  readonly partNumbers: ScenarioStart["partNumbers"];
}

/** Null in an empty fleet. What is named and not there is refused, alike whether unknown or out of scope. */
export async function findScenarioSubject(
  caller: Caller,
  { vehicle_id: vehicleId, evidence_id: evidenceId }: ScenarioFeedRequest,
  needs: Needs,
): Promise<ScenarioSubject | null> {
  const vehicle = typeof vehicleId === "string" ? await openVehicle(caller, vehicleId, needs) : null;
  if (typeof evidenceId === "string") {
    const subject = await subjectOfEvidence(caller, evidenceId, needs);
    if (vehicle !== null && vehicle.vehicleId !== subject.vehicleId) throw notItsEvidence();
    return subject;
  }
  const found = vehicle ?? (await worstVehicle(caller, needs));
  if (found === null) return null;
  const silentBeforeUs = silentBefore(needs.nowUs(), needs.silentAfterS);
  const frame = await frameFacts(found.vehicleKey, found.scoredSeq, needs);
  return {
    vehicleKey: found.vehicleKey,
    vehicleId: found.vehicleId,
    fleetId: found.fleetId,
    name: { vehicle_id: found.vehicleId },
    tier: tierToday(found, silentBeforeUs),
    // The contract has a number there, whatever is measured.
    turns: turnsOf(frame, ({ drift }) => found[drift.field] ?? 0),
    ...frame,
  };
}

async function subjectOfEvidence(caller: Caller, eventId: string, needs: Needs): Promise<ScenarioSubject> {
  const evidence = await openEvidence(caller, { eventId, withFrames: false }, needs);
  const { tier, measurements } = ownJson<EvidenceBundle>(evidence.bundle);
  const frame = await frameFacts(evidence.vehicleKey, evidence.seq, needs);
  return {
    vehicleKey: evidence.vehicleKey,
    vehicleId: evidence.vehicleId,
    fleetId: null,
    name: { vehicle_id: evidence.vehicleId, evidence_event_id: eventId },
    tier,
    turns: turnsOf(frame, ({ drift }) => measurements[drift.member]),
    ...frame,
  };
}

async function worstVehicle(caller: Caller, needs: Needs) {
  const [worst] = await needs.fleet.listVehicles({
    filter: {
      scope: scopeOf(caller),
      regions: null,
      silentBeforeUs: silentBefore(needs.nowUs(), needs.silentAfterS),
    },
    tiers: null,
    actionable: false,
    order: "urgency",
    after: null,
    limit: 1,
  });
  return worst ?? null;
}

async function frameFacts(
  vehicleKey: number,
  seq: number | null,
  needs: Pick<Needs, "vehicles">,
): Promise<Pick<ScenarioSubject, "score" | "position" | "partNumbers">> {
  const frame = seq === null ? null : await needs.vehicles.findFrame({ vehicleKey, seq });
  if (frame === null) return { score: null, position: null, partNumbers: {} };
  const score = unpackScore(frame.score);
  const { metadata = {} } = ownJson<{ readonly metadata?: Metadata }>(frame.raw);
  return {
    score,
    position: positionOf(metadata),
    partNumbers: partNumbersOf(metadata),
  };
}

type Metadata = Readonly<Record<string, unknown>>;

function turnsOf({ score }: Pick<ScenarioSubject, "score">, driftOf: (kind: TurnedKind) => number): Turns {
  const turns = turnedKinds.map((kind) => {
    return [kind.name, { driftDeg: driftOf(kind), axis: score === null ? null : turnedAbout(kind, score) }];
  });
  return Object.fromEntries(turns) as Turns;
}

function turnedAbout({ channels, drift }: TurnedKind, score: Score): Vector3 | null {
  if (score[drift.field] === 0) return null;
  const along = (name: string) => score.channels.find(({ channel }) => channel === name)?.drift ?? 0;
  const [x, y, z] = channels;
  return axisOf([along(x.name), along(y.name), along(z.name)]);
}

/** Rounded to a hundredth of a degree, because a scenario leaves the house: the vehicle's depot does not have to. */
function positionOf(metadata: Metadata): [number, number] | null {
  const { position } = readMetadata(metadata);
  return position === null ? null : [hundredth(position.latitude), hundredth(position.longitude)];
}

function hundredth(degrees: number): number {
  return Math.round(degrees * 100) / 100 + 0;
}

function partNumbersOf(metadata: Metadata): ScenarioStart["partNumbers"] {
  const found = sensors.map((sensor) => [sensor, metadata[`${sensor}_part_number`]] as const);
  return Object.fromEntries(found.filter(([, number]) => typeof number === "string"));
}

function notItsEvidence(): Refusal {
  const detail =
    "evidence_id is of another vehicle than vehicle_id; name one of the two, or two that belong together.";
  return new Refusal("not_allowed", detail, [{ pointer: "/evidence_id", code: "not_allowed", detail }]);
}
