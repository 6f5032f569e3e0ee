import { formatTime } from "../../../core/encoding/instant.ts";
import type { LimitPair, ScoringSettings } from "../../../core/scoring/model/settings.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";

type Limits = ScoringSettings["limits"];

/** Distance at which a camera's angle is told in metres too: degrees mean little to most people. */
const toldAtM = 50;
/** Less than this share of the CAUTION limit is not worth a word when several sensors share a fault. */
const toldShare = 0.25;

/** One sentence for the person who has to act: what moved, by how much, since when, and what that means. */
export function explainWork(vehicle: VehicleSummary, limits: Limits): string {
  const since = `since ${minuteOf(vehicle.tierSinceUs)}`;
  const moved = movedSensors(vehicle, limits);
  switch (vehicle.reason) {
    case "critical_limit_exceeded":
      return `${tellDrifts(moved)} ${since}, beyond ${tellLimit(beyond(moved, "critical"), "critical")}.`;
    case "caution_limit_exceeded":
      return `${tellDrifts(moved)} ${since}, beyond ${tellLimit(beyond(moved, "caution"), "caution")}.`;
    case "sustained_evidence":
      return `${tellDrifts(moved)} ${since}: not surely beyond ${tellLimit(moved, "critical")}, but surely beyond ${tellLimit(beyond(moved, "caution"), "caution")} and proved by frame after frame. Calibrate it before further use.`;
    case "cusum_breach":
      return `${tellDrifts(moved)} ${since}: a lasting change, not yet surely beyond ${tellLimit(moved, "caution")}.`;
    case "hysteresis_hold":
      return `${tellDrifts(moved)} now; it was worse before, and is not yet better for long enough to be cleared (${vehicle.tier} ${since}).`;
    case "significant_below_limit":
      return `${tellDrifts(moved)}: a real change, too small to matter yet: keep an eye on it.`;
    case "baseline_beyond_limits":
      return `${nameSensors(moved)} beyond the limits ever since this baseline was learnt (noticed ${minuteOf(vehicle.tierSinceUs)}): the baseline itself holds the fault.`;
    case "lidar_confidence_low":
      return `The lidar has matched its surroundings less well than it used to ${since}: clean and inspect it before trusting what it measures.`;
    case "noise_inflation":
      return `${tellNoise(vehicle)}: look for a loose mount, dirt or damage.`;
    case "learning":
      return "A sensor has fallen silent, repeats one value, or keeps giving single readings far outside the ordinary while the baseline is being learnt: look at the sensors.";
    case "in_control":
      return "A sensor has fallen silent, repeats one value, matches poorly, or keeps giving single readings far outside the ordinary: look at the sensors; nothing has drifted.";
  }
}

/** One sensor's drift, in words and against its limits. */
interface MovedSensor {
  readonly name: string;
  readonly told: string;
  readonly limits: LimitPair;
  readonly tell: (limit: number) => string;
  /** Size of the drift in units of the CAUTION limit. */
  readonly share: number;
}

/** The sensor at fault; of a fault that several share those that have moved noticeably, largest first. */
function movedSensors(vehicle: VehicleSummary, limits: Limits): readonly MovedSensor[] {
  const { probableFaultSource: source } = vehicle;
  const sensors = {
    camera: camera(vehicle, limits),
    radar: radar(vehicle, limits),
    lidar: lidar(vehicle, limits),
  };
  if (source !== "multi_modal" && source !== "none") return [sensors[source]];
  const byShare = Object.values(sensors).sort((one, other) => other.share - one.share);
  const noticeable = byShare.filter(({ share }) => share >= toldShare);
  return noticeable.length > 0 ? noticeable : byShare.slice(0, 1);
}

function camera({ cameraDriftDeg }: VehicleSummary, { cameraDeg }: Limits): MovedSensor {
  const deg = cameraDriftDeg ?? 0;
  const offM = toldAtM * Math.tan((deg * Math.PI) / 180);
  return {
    name: "camera",
    told: `the camera is turned by ${deg.toFixed(2)}° (${offM.toFixed(2)} m at ${toldAtM} m)`,
    limits: cameraDeg,
    tell: (limit) => `${limit.toFixed(2)}°`,
    share: deg / cameraDeg.caution,
  };
}

function radar({ radarDriftMm }: VehicleSummary, { radarM }: Limits): MovedSensor {
  const mm = radarDriftMm ?? 0;
  return {
    name: "radar",
    told: `the radar range is off by ${withSign(mm, 0)} mm`,
    limits: radarM,
    tell: (limit) => `${(1000 * limit).toFixed(0)} mm`,
    share: Math.abs(mm) / 1000 / radarM.caution,
  };
}

function lidar({ lidarDriftM }: VehicleSummary, { lidarM }: Limits): MovedSensor {
  const m = lidarDriftM ?? 0;
  return {
    name: "lidar",
    told: `the lidar registration error is off by ${withSign(m, 2)} m`,
    limits: lidarM,
    tell: (limit) => `${limit.toFixed(2)} m`,
    // The error only counts where it has grown.
    share: m / lidarM.caution,
  };
}

/** Those beyond their limit; the first where noise has brought all back under it, since a limit did decide the tier. */
function beyond(moved: readonly MovedSensor[], kind: keyof LimitPair): readonly MovedSensor[] {
  const those = moved.filter(({ share, limits }) => share * limits.caution >= limits[kind]);
  return those.length > 0 ? those : moved.slice(0, 1);
}

function tellDrifts(moved: readonly MovedSensor[]): string {
  return capitalised(moved.map(({ told }) => told).join(" and "));
}

function tellLimit(moved: readonly MovedSensor[], kind: keyof LimitPair): string {
  const told = moved.map(({ limits, tell }) => tell(limits[kind]));
  return `the ${kind} ${told.length === 1 ? "limit" : "limits"} of ${told.join(" and ")}`;
}

/** Each sensor by itself: what is loose, and what is dirty, need not have become so on the same day. */
function tellNoise({ noise }: VehicleSummary): string {
  const told = noise.map(({ sensor, sinceUs }) => `the ${sensor} since ${minuteOf(sinceUs)}`);
  return `Readings scatter far more than they used to: ${told.join(", ")}`;
}

function nameSensors(moved: readonly MovedSensor[]): string {
  const names = moved.map(({ name }) => `the ${name}`).join(" and ");
  return `${capitalised(names)} ${moved.length === 1 ? "has" : "have"} been`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function withSign(value: number, digits: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(digits)}`;
}

/** `2026-03-01 07:41 UTC`. */
function minuteOf(timeUs: number): string {
  return `${formatTime(timeUs).slice(0, 16).replace("T", " ")} UTC`;
}
