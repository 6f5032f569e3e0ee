import { set, type Edit } from "../examples/toy-evidence.ts";

/**
 * What a bundle says of its scoring in two places, changed in one of them: the pointer of the one and the pointer of the
 * other, both of which a verifier has to name.
 */
export const saidTwice: readonly {
  /** Of the case: one member may contradict several. */
  readonly name: string;
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
  row("/measurements/measured/camera", "/scoring/outputs", true),
  row("/measurements/measured/radar", "/scoring/outputs", false),
  row("/measurements/measured/lidar", "/scoring/outputs", true),
  row("/measurements/measured/health", "/scoring/outputs", false),
  row("/breach/trigger", "/request", "requested"),
  row("/breach/trigger", "/tier_transition/after/tier", "tier_worsened"),
  row("/breach/opened_seq", "/breach/trigger", 1),
  row("/scoring/outputs/breach_opened", "/breach/opened_seq", false),
  row("/scoring/outputs/cusum_triggered", "/breach", false),
];

function row(changed: string, other: string, value: unknown) {
  const beside = changed === "/breach/trigger" ? `, ${String(value)}` : "";
  const edit = set(changed.slice(1).replaceAll("/", "."), value);
  return { name: `T-46 ${changed} alone${beside}`, changed, other, edit };
}
