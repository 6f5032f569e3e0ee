import type { ScenarioFeed } from "../../contract/types.ts";
import { departuresOf, type Departure, type SensorLimits } from "./departures-of.ts";

type Parameters = ScenarioFeed["parameters"];
type Truth = Parameters["truth"];
type Expected = Truth["expected"][number];
type Allowed = NonNullable<Truth["allowed"]>[number];

/** σ of a sample as a share of the CAUTION limit: the ordinary noise of one frame of a camera, 0.05° of 0.2°. */
const sigmaOfCaution = 0.25;
/** The usual chart: half a σ, and eight, about one false signal in 9,500 samples (Siegmund). */
const reference = { k: 0.5, h: 8 } as const;
/** A certain drift is CAUTION unless it is surely under half the limit (scoring: core/heart/engine/verdict.ts). */
const harmlessShare = 0.5;
/** Samples beyond the CAUTION limit from which a CRITICAL is no false alarm, though the service waits for the size. */
const lastingSamples = 20;

/**
 * What the truth itself warrants, without noise. `expected`: the first signal of a tabular CUSUM over the samples, and
 * each tier when a sensor's departure from its baseline first reaches its limit; nothing for a scenario that must not be
 * flagged. `allowed`: from when on a tier is no false alarm by the service's rules, which are sooner than the limits.
 */
export function expectedOf(
  facts: Pick<Parameters, "drift_model" | "trajectory" | "initial_drift_state"> & {
    readonly isSensorFault: boolean;
  },
  limits: SensorLimits,
): Pick<Truth, "expected" | "allowed" | "detector"> {
  const detector = { ...reference, sigma_of_caution: sigmaOfCaution, limits };
  const departures = departuresOf(facts, limits);
  const { dt_s: dtS } = facts.trajectory;
  const allowed = [...allowedOf(departures, dtS), ...allowedByConfidence(facts.drift_model)];
  if (!facts.isSensorFault) return { expected: [], allowed, detector };
  const found = [
    signalOf(departures, dtS),
    tierOf(departures, dtS, "CAUTION"),
    tierOf(departures, dtS, "CRITICAL"),
  ].filter((event) => event !== null);
  const expected = found.toSorted((one, other) => one.t_s - other.t_s);
  return { expected, allowed, detector };
}

function signalOf(sensors: readonly Departure[], dtS: number): Expected | null {
  const firsts = sensors.map(({ initial, samples }) => {
    let sum = 0;
    return samples.findIndex((departure) => {
      sum = Math.max(0, sum + (departure - initial) / sigmaOfCaution - reference.k);
      return sum > reference.h;
    });
  });
  const at = earliest(firsts);
  return at === null ? null : { t_s: secondsOf(at, dtS), event: "cusum_signal" };
}

function tierOf(sensors: readonly Departure[], dtS: number, to: "CAUTION" | "CRITICAL"): Expected | null {
  const at = earliest(sensors.map((sensor) => firstBeyond(sensor, to === "CAUTION" ? 1 : sensor.criticalAt)));
  return at === null ? null : { t_s: secondsOf(at, dtS), event: "tier_change", to };
}

function allowedOf(sensors: readonly Departure[], dtS: number): Allowed[] {
  const half = earliest(sensors.map((sensor) => firstBeyond(sensor, harmlessShare)));
  const critical = earliest(
    sensors.map((sensor) => {
      const caution = firstBeyond(sensor, 1);
      const lasting = caution === -1 ? -1 : caution + (sensor.initial >= 1 ? 0 : lastingSamples - 1);
      const size = sensor.initial >= sensor.criticalAt ? 0 : firstBeyond(sensor, sensor.criticalAt);
      return earliest([size, lasting < sensor.samples.length ? lasting : -1]) ?? -1;
    }),
  );
  return [
    ...(half === null
      ? []
      : [{ to: "CAUTION" as const, from_s: secondsOf(half, dtS), because: "drift" as const }]),
    ...(critical === null
      ? []
      : [{ to: "CRITICAL" as const, from_s: secondsOf(critical, dtS), because: "drift" as const }]),
  ];
}

/** Dirt on a lidar is for a look at it: CAUTION, and no drift. */
function allowedByConfidence({ type, params: { t0 = 0 } }: Parameters["drift_model"]): Allowed[] {
  return type === "occlusion_false_drift" ? [{ to: "CAUTION", from_s: t0, because: "confidence" }] : [];
}

function firstBeyond({ samples }: Departure, limit: number): number {
  return samples.findIndex((departure) => departure >= limit);
}

/** Of samples, of which −1 is none. */
function earliest(samples: readonly number[]): number | null {
  const found = samples.filter((sample) => sample !== -1);
  return found.length === 0 ? null : Math.min(...found);
}

/** Samples are at multiples of a tenth of a second. */
function secondsOf(sample: number, dtS: number): number {
  return Math.round(sample * dtS * 1e6) / 1e6;
}
