import type { Event } from "../../../core/contract/types.ts";
import { formatInstant } from "../../../core/encoding/instant.ts";
import type { RecordedEvent } from "../ports/reading/event-reader.ts";

/** An event as the stream, the list and webhooks tell it. */
export function presentEvent({ id, type, vehicle, occurredAtUs, recordedAtUs, data }: RecordedEvent): Event {
  const about = vehicle === null ? {} : aboutVehicle(vehicle);
  const times = { occurred_at: formatInstant(occurredAtUs), recorded_at: formatInstant(recordedAtUs) };
  // Type and data are of one event, so they go together.
  return { id, type, ...times, ...about, data } as Event;
}

function aboutVehicle({ vehicleId, fleetId, tier }: NonNullable<RecordedEvent["vehicle"]>) {
  return { vehicle_id: vehicleId, fleet_id: fleetId, tier };
}
