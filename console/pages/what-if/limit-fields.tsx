import type { ReactElement } from "react";
import type { VehicleDetail } from "../../../clients/typescript/generated/contract.ts";

type Limits = VehicleDetail["sensor_limits"];

/** What was typed, by field; a field that was not touched is not there. */
export type LimitTexts = Readonly<Record<string, string>>;

const fields = [
  { sensor: "camera_deg", tier: "caution", label: "Camera, caution", unit: "degrees" },
  { sensor: "camera_deg", tier: "critical", label: "Camera, critical", unit: "degrees" },
  { sensor: "radar_m", tier: "caution", label: "Radar, caution", unit: "metres" },
  { sensor: "radar_m", tier: "critical", label: "Radar, critical", unit: "metres" },
  { sensor: "lidar_m", tier: "caution", label: "Lidar, caution", unit: "metres" },
  { sensor: "lidar_m", tier: "critical", label: "Lidar, critical", unit: "metres" },
] as const;

/** A field a limit, filled with the one in force. */
export function LimitFields(props: {
  readonly limits: Limits;
  readonly texts: LimitTexts;
  readonly onChange: (texts: LimitTexts) => void;
}): ReactElement {
  const { limits, texts, onChange } = props;
  return (
    <div className="limits">
      {fields.map(({ sensor, tier, label, unit }) => {
        const name = `${sensor}.${tier}`;
        const present = limits[sensor][tier];
        return (
          <label key={name}>
            <span>
              {label}, {unit} <span className="quiet">(now {present})</span>
            </span>
            <input
              type="number"
              min="0"
              step="any"
              value={texts[name] ?? String(present)}
              onChange={({ target }) => onChange({ ...texts, [name]: target.value })}
            />
          </label>
        );
      })}
    </div>
  );
}

/** The settings that differ from those in force, as the service takes them; null where none does, or one is no limit. */
export function settingsOf(texts: LimitTexts, limits: Limits): Readonly<Record<string, unknown>> | null {
  const changed: Record<string, Record<string, number>> = {};
  for (const { sensor, tier } of fields) {
    const text = texts[`${sensor}.${tier}`];
    if (text === undefined) continue;
    const value = Number(text);
    if (text.trim() === "" || !Number.isFinite(value) || value <= 0) return null;
    if (value !== limits[sensor][tier]) changed[sensor] = { ...changed[sensor], [tier]: value };
  }
  return Object.keys(changed).length === 0 ? null : { limits: changed };
}
