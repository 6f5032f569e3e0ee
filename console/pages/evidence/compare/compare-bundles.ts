import { sensorKinds } from "../../../../core/sensors/kinds.ts";
import type { Bundle } from "../../../../core/encoding/bundle.ts";
import { utcSecond } from "../../../labels/moments.ts";
import { count, counted, nats, noValue, statistic } from "../../../labels/quantities.ts";
import { measuredDrifts, measuredHealth } from "../../../../core/evidence/bundle/measured-drifts.ts";
import { kindOf, type Sensor } from "../../../../core/sensors/sensor-lists.ts";
import { triggerLabels } from "../../../../core/reports/quantity-labels.ts";
import { driftLabel } from "../../../labels/sensor-labels.ts";
import { tierLabel } from "../../../labels/tier-labels.ts";

/** One thing two bundles say, side by side. */
export interface ComparedFact {
  readonly name: string;
  readonly one: string;
  readonly other: string;
  readonly differs: boolean;
}

export interface BundleComparison {
  /** How the two belong together, in a sentence or two. */
  readonly relation: string;
  readonly measurements: readonly ComparedFact[];
  /** Settings of the scoring that differ; `sameSettings` are alike. */
  readonly settings: readonly ComparedFact[];
  readonly sameSettings: number;
  readonly custody: readonly ComparedFact[];
}

/** What another bundle says beside this one. Says nothing of whether either is genuine. */
export function compareBundles(one: Bundle, other: Bundle): BundleComparison {
  const settings = settingFacts(one, other);
  return {
    relation: relationOf(one, other),
    measurements: measurementFacts(one, other),
    settings: settings.filter(({ differs }) => differs),
    sameSettings: settings.filter(({ differs }) => !differs).length,
    custody: custodyFacts(one, other),
  };
}

function relationOf(one: Bundle, other: Bundle): string {
  if (one.signature === other.signature) return "Both are the same evidence: one content digest.";
  if (one.event_id === other.event_id) {
    return "Both bear the same event id and say different things: one of them is not what was issued.";
  }
  if (!isSameVehicle(one, other)) {
    return one.vehicle_id === other.vehicle_id
      ? `Another vehicle of the same name: ${one.vehicle_id} of ${organisationOf(one)}, and of ${organisationOf(other)}.`
      : `Another vehicle: ${one.vehicle_id} here, ${other.vehicle_id} there.`;
  }
  return [successionOf(one, other), ...replacementOf(one, other)].join(" ");
}

/** Which of two came first the journal says, not the clock. */
function successionOf(one: Bundle, other: Bundle): string {
  const since = other.breach.frame_seq - one.breach.frame_seq;
  const between = other.breach.opened_seq - one.breach.opened_seq;
  if (between === 0 && since !== 0)
    return `The same vehicle, and the same breach of it, ${entries(Math.abs(since))} ${since > 0 ? "later" : "earlier"}.`;
  if (between === 0) return "The same vehicle, and the same breach of it.";
  const order = between > 0 ? "a later" : "an earlier";
  const [earlier, later] = between > 0 ? [one, other] : [other, one];
  const gap = later.scoring.inputs.first_seq - earlier.scoring.inputs.last_seq - 1;
  return `The same vehicle, ${order} breach of it: ${entries(Math.abs(between))} of its journal lie between the two, and the readings held ${gapText(gap)}.`;
}

function gapText(gap: number): string {
  if (gap === 0) return "follow one another without a gap";
  return gap > 0 ? `have ${entries(gap)} between them` : `share ${entries(-gap)}`;
}

function replacementOf(one: Bundle, other: Bundle): readonly string[] {
  if (other.supersedes === one.event_id) return ["The other one replaces this one."];
  return one.supersedes === other.event_id ? ["This one replaces the other."] : [];
}

function isSameVehicle(one: Bundle, other: Bundle): boolean {
  return one.vehicle_id === other.vehicle_id && organisationOf(one) === organisationOf(other);
}

function organisationOf({ submitter }: Bundle): string {
  return submitter?.organisation ?? "an organisation that is not named";
}

function measurementFacts(one: Bundle, other: Bundle): readonly ComparedFact[] {
  return [
    fact("Tier", [one, other], ({ tier }) => tierLabel(tier).word),
    fact("Tier before", [one, other], (bundle) => tierLabel(bundle.tier_transition.before.tier).word),
    fact("Issued because", [one, other], ({ breach }) => triggerLabels[breach.trigger]),
    ...sensorKinds.map(({ name, label }) =>
      fact(`${label} drift`, [one, other], (bundle) => driftOf(name, bundle)),
    ),
    fact("Health score", [one, other], (bundle) => {
      const health = measuredHealth(bundle);
      return health === null ? "not judged" : statistic(health);
    }),
    fact("Health score before", [one, other], ({ tier_transition: { before } }) =>
      before.health_score === null ? noValue : statistic(before.health_score),
    ),
    fact("Log likelihood ratio as the breach opened", [one, other], ({ breach }) => nats(breach.statistic)),
    fact(
      "Deciding channel",
      [one, other],
      ({ breach }) => `${breach.channel.replace("_", " ")}, ${breach.side}`,
    ),
    fact("Readings held", [one, other], ({ frames }) => counted(frames.count, "frame")),
    fact(
      "Entries of the journal",
      [one, other],
      ({ scoring: { inputs } }) => `${inputs.first_seq}\u2013${inputs.last_seq}`,
    ),
  ];
}

function driftOf(sensor: Sensor, bundle: Bundle): string {
  const found = measuredDrifts(bundle).find((one) => one.sensor === sensor);
  return found === undefined || found.drift === null
    ? "not measured"
    : driftLabel(kindOf(sensor).unit, found.drift);
}

function settingFacts(one: Bundle, other: Bundle): readonly ComparedFact[] {
  const [left, right] = [settingsOf(one), settingsOf(other)];
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  return names.map((name) => pair(name, left[name] ?? noValue, right[name] ?? noValue));
}

function settingsOf({ scoring }: Bundle): Readonly<Record<string, string>> {
  return {
    "scoring version": scoring.version,
    "scorer, SHA-256": scoring.scorer_sha256 ?? noValue,
    "scoring method, SHA-256": scoring.specification_sha256,
    "numeric profile": scoring.numeric_profile,
    ...flattened(scoring.parameters),
  };
}

function custodyFacts(one: Bundle, other: Bundle): readonly ComparedFact[] {
  const steps = one.chain_of_custody.map(({ step }, at) =>
    fact(step.replaceAll("_", " ").toLowerCase(), [one, other], ({ chain_of_custody: chain }) =>
      utcSecond(chain[at]!.at),
    ),
  );
  return [
    ...steps,
    fact("Signing key", [one, other], ({ chain_of_custody: [, , signed] }) => signed.outputs.key_id),
    fact("API key of the breach frame", [one, other], ({ submitter }) => submitter?.api_key_id ?? noValue),
    fact("Issued by", [one, other], ({ issuer }) => issuer.organisation),
    fact(
      "Software",
      [one, other],
      ({ issuer: { software } }) => `${software.name} ${software.version}, build ${software.build_sha256}`,
    ),
    fact("Content digest", [one, other], ({ signature }) => signature),
  ];
}

function fact(
  name: string,
  [one, other]: readonly [Bundle, Bundle],
  tell: (bundle: Bundle) => string,
): ComparedFact {
  return pair(name, tell(one), tell(other));
}

function pair(name: string, one: string, other: string): ComparedFact {
  return { name, one, other, differs: one !== other };
}

/** `tiers.criticalProbability: 0.8`: what is nested by its path. */
function flattened(value: unknown, path = ""): Readonly<Record<string, string>> {
  if (typeof value !== "object" || value === null) return { [path]: JSON.stringify(value) };
  const parts = Object.entries(value).map(([name, part]) =>
    flattened(part, path === "" ? name : `${path}.${name}`),
  );
  return Object.assign({}, ...parts) as Readonly<Record<string, string>>;
}

function entries(number: number): string {
  return number === 1 ? "1 entry" : `${count(number)} entries`;
}
