import type { ScenarioFeed } from "../../contract/types.ts";
import type { Sensor } from "../drift/sensor-effects.ts";

type Parameters = ScenarioFeed["parameters"];
type Truth = Parameters["truth"];
export type SensorLimits = Truth["detector"]["limits"];

/** σ of a sample as a share of the CAUTION limit: the ordinary noise of one frame of a camera, 0.05° of 0.2°. */
const sigmaOfCaution = 0.25;
/** The usual chart: half a σ, and eight, about one false signal in 9,500 samples (Siegmund). */
const reference = { k: 0.5, h: 8 } as const;

/**
 * What the truth itself warrants: the first signal of a tabular CUSUM over the noiseless samples, and each tier when a
 * sensor's departure from its baseline first reaches its limit. Nothing for a scenario that must not be flagged.
 */
export function expectedOf(
  facts: Pick<Parameters, "drift_model" | "trajectory" | "initial_drift_state"> & {
    readonly isSensorFault: boolean;
  },
  limits: SensorLimits,
): Pick<Truth, "expected" | "detector"> {
  const detector = { ...reference, sigma_of_caution: sigmaOfCaution, limits };
  if (!facts.isSensorFault) return { expected: [], detector };
  const departures = departuresOf(facts, limits);
  const expected = [signalOf(departures), tierOf(departures, "CAUTION"), tierOf(departures, "CRITICAL")];
  const found = expected.filter((event) => event !== null);
  return { expected: found.toSorted((one, other) => one.t_s - other.t_s), detector };
}

/** A sensor's departure in every sample, and how much it has gained since the beginning, in its CAUTION limits. */
interface Departure {
  readonly dtS: number;
  readonly criticalAt: number;
  readonly departures: readonly number[];
}

function departuresOf(
  {
    drift_model: model,
    trajectory,
    initial_drift_state: initial,
  }: Pick<Parameters, "drift_model" | "trajectory" | "initial_drift_state">,
  limits: SensorLimits,
): readonly Departure[] {
  return model.sensors.map((moved) => {
    const sensor = initial.sensors.find(({ id }) => id === moved.id);
    const kind: Sensor = sensor?.kind ?? "camera";
    const { caution, critical } = limits[kind];
    const perDeg = {
      camera: moved.rotation_deg_per_deg,
      radar: -(moved.translation_m_per_deg[0] ?? 0),
      lidar: moved.registration_error_m_per_deg,
    }[kind];
    const from = {
      camera: initial.camera_drift_deg,
      radar: sensor?.range_bias_m ?? 0,
      lidar: sensor?.registration_error_m ?? 0,
    }[kind];
    return {
      dtS: trajectory.dt_s,
      criticalAt: critical / caution,
      departures: trajectory.drift_deg.map(
        (deg) => Math.abs(from + perDeg * (kind === "lidar" ? Math.abs(deg) : deg)) / caution,
      ),
    };
  });
}

function signalOf(sensors: readonly Departure[]): Truth["expected"][number] | null {
  const times = sensors.flatMap(({ dtS, departures }) => {
    let sum = 0;
    const at = departures.findIndex((departure) => {
      sum = Math.max(0, sum + (departure - (departures[0] ?? 0)) / sigmaOfCaution - reference.k);
      return sum > reference.h;
    });
    return at === -1 ? [] : [at * dtS];
  });
  return times.length === 0 ? null : { t_s: tidy(Math.min(...times)), event: "cusum_signal" };
}

function tierOf(sensors: readonly Departure[], to: "CAUTION" | "CRITICAL"): Truth["expected"][number] | null {
  const times = sensors.flatMap(({ dtS, criticalAt, departures }) => {
    const limit = to === "CAUTION" ? 1 : criticalAt;
    const at = departures.findIndex((departure) => departure >= limit);
    return at === -1 ? [] : [at * dtS];
  });
  return times.length === 0 ? null : { t_s: tidy(Math.min(...times)), event: "tier_change", to };
}

/** Samples are at multiples of a tenth of a second. */
function tidy(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}
