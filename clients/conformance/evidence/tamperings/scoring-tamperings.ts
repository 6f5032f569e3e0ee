import { set, type Edit } from "../examples/toy-evidence.ts";

/**
 * What a bundle says of its scoring in two places, changed in one of them: the pointer of the one and the pointer of the
 * other, both of which a verifier has to name.
 */
export const saidTwice: readonly {
  readonly changed: string;
  readonly other: string;
  readonly edit: Edit;
}[] = [
  row("/tier", "/scoring/outputs/tier", "UNKNOWN"),
  row("/scoring/outputs/tier", "/tier", "NOMINAL"),
  row("/scoring/outputs/tier_before", "/tier_transition/before/tier", "CRITICAL"),
  row("/tier_transition/before/tier", "/scoring/outputs/tier_before", "CRITICAL"),
  row("/tier_transition/after/tier", "/scoring/outputs/tier", "UNKNOWN"),
  row("/tier_transition/after/health_score", "/scoring/outputs/health_score", 12.5),
  row("/scoring/outputs/health_score", "/measurements/health_score", 12.5),
  row("/tier_transition/rule", "/scoring/version", "tier-rules/other"),
  row("/measurements/camera_drift_deg", "/scoring/outputs/camera_drift_deg", 0.125),
  row("/scoring/outputs/camera_drift_deg", "/measurements/camera_drift_deg", 0.125),
  row("/measurements/radar_drift_mm", "/scoring/outputs/radar_drift_mm", -2.5),
  row("/scoring/outputs/radar_drift_mm", "/measurements/radar_drift_mm", -2.5),
  row("/measurements/health_score", "/scoring/outputs/health_score", 1e-7),
  row("/scoring/outputs/breach_opened", "/breach", false),
  row("/scoring/outputs/cusum_triggered", "/breach", false),
];

function row(changed: string, other: string, value: unknown) {
  return { changed, other, edit: set(changed.slice(1).replaceAll("/", "."), value) };
}
