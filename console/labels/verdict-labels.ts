import { findChannel, sensorReasons, sensors } from "../../core/sensors/sensor-lists.ts";

/** What to do, as the service says it to everybody. */
export function toDoLabel({
  to_do: toDo,
  recommended_action: action,
}: {
  readonly to_do?: string;
  readonly recommended_action: string;
}): string {
  return toDo ?? plain(action);
}

/** Which sensor the evidence points to. */
export function faultSourceLabel(source: string): string {
  return faultSources.get(source) ?? plain(source);
}

/** Why the tier is what it is: the codes of `thresholds.decided_by`. */
export function reasonLabel(reason: string): string {
  return reasons.get(reason) ?? plain(reason);
}

export function baselineLabel(state: string): string {
  return baselines.get(state) ?? plain(state);
}

/** Axes are those of the sensor's own frame: which of them is pitch or yaw depends on how it is mounted. */
export function channelLabel(channel: string): string {
  return findChannel(channel)?.label ?? plain(channel);
}

const faultSources: ReadonlyMap<string, string> = new Map([
  ["none", "none"],
  ...sensors.map((name): [string, string] => [name, name]),
  ["multi_modal", "several sensors"],
]);

const reasons: ReadonlyMap<string, string> = new Map([
  ["learning", "still learning the baseline"],
  ["in_control", "within ordinary noise"],
  ["convention_changed", "the numbers mean something else than before: transposed, or in another unit"],
  ["change_below_limit", "a proved change, too small to matter"],
  ["caution_limit_exceeded", "drift beyond the caution limit"],
  ["critical_limit_exceeded", "drift beyond the critical limit"],
  ["baseline_beyond_limits", "beyond the limits since the baseline was learnt"],
  ...sensorReasons.map(({ code, label }): [string, string] => [code, label]),
  ["noise_inflation", "far more noise than the baseline"],
  ["hysteresis_hold", "held until the drift has stayed low long enough"],
  ["sensor_late", "a sensor’s frames came too late to be judged"],
  ["repeating", "not judged: its frames repeat"],
]);

const baselines: ReadonlyMap<string, string> = new Map([
  ["learning", "Learning"],
  ["provisional", "Provisional"],
  ["established", "Established"],
  ["frozen", "Frozen"],
]);

/** A code newer than this console, readable as it is. */
function plain(code: string): string {
  return code.replaceAll("_", " ");
}
