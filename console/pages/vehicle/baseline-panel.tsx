import type { ReactElement } from "react";
import type { VehicleDetail } from "../../../clients/typescript/generated/contract.ts";
import { count, counted, degrees, sensorMetres } from "../../labels/quantities.ts";
import { baselineLabel, channelLabel } from "../../labels/verdict-labels.ts";

type BaselineChannel = VehicleDetail["baseline"]["channels"][number];

/** What the vehicle is compared with, and the smallest drift that comparison can show. */
export function BaselinePanel({ vehicle }: { readonly vehicle: VehicleDetail }): ReactElement {
  const { state, frames, needed, channels, fleet_prior: prior } = vehicle.baseline;
  return (
    <section className="panel card" aria-labelledby="baseline">
      <h2 id="baseline">Baseline</h2>
      {state === "learning" ? (
        <>
          <p className="card-main">
            {count(frames)} of {count(frames + needed)} usable frames
          </p>
          <p className="quiet">Still learning: no verdict on drift before that.</p>
        </>
      ) : (
        <>
          <p className="card-main">
            {baselineLabel(state)}, {counted(frames, "frame")}
          </p>
          <p className="quiet">Detectable within a day: {visibleShifts(channels)}.</p>
          <p className="quiet">Ignored below: {ignoredBelow(vehicle.baseline)}.</p>
        </>
      )}
      {prior === undefined ? null : (
        <p className="quiet">
          Started from the noise of {priorEstimatedFrom(prior.sensors)} vehicles of its fleet.
        </p>
      )}
    </section>
  );
}

function ignoredBelow({ channels }: VehicleDetail["baseline"]): string {
  return channels
    .flatMap(({ channel, unit, harmless_shift: shift }) =>
      shift === undefined ? [] : [`${channelLabel(channel)} ${lengthOf(shift, unit)}`],
    )
    .join(", ");
}

/** The vehicles behind the best-known sensor. */
function priorEstimatedFrom(sensors: readonly { readonly vehicles: number }[]): string {
  return count(Math.max(...sensors.map(({ vehicles }) => vehicles)));
}

function visibleShifts(channels: readonly BaselineChannel[]): string {
  return channels.map((channel) => `${channelLabel(channel.channel)} ${shiftOf(channel)}`).join(", ");
}

function shiftOf(channel: BaselineChannel): string {
  return lengthOf(channel.min_detectable_shift, channel.unit);
}

function lengthOf(shift: number, unit: BaselineChannel["unit"]): string {
  return unit === "deg" ? degrees(shift) : sensorMetres(shift);
}
