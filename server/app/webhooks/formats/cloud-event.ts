import type { FormatContext, SentEvent } from "./sent-event.ts";

/**
 * An event as CloudEvents 1.0 in structured JSON. `recordedtime` is the documented extension of that name; `fleetid` is
 * one of this service.
 */
export function cloudEvent(event: SentEvent, { source }: FormatContext): object {
  const { id, type, occurred_at, recorded_at, vehicle_id, fleet_id, data } = event;
  return {
    specversion: "1.0",
    id,
    source,
    type: `plumbline.${type}`,
    time: occurred_at,
    recordedtime: recorded_at,
    ...(vehicle_id === undefined ? {} : { subject: vehicle_id }),
    ...(fleet_id === undefined ? {} : { fleetid: fleet_id }),
    datacontenttype: "application/json",
    data,
  };
}
