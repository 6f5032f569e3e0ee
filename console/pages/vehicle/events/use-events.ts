import { useMemo, useState } from "react";
import type { VehicleDetail, VehicleSeries } from "../../../../clients/typescript/generated/contract.ts";
import type { KeyActions } from "../../../frame/keys.ts";
import { useVehicleWork } from "../work-panel/use-work.ts";
import { eventBeside, eventText, type StripEvent, stripEvents } from "./strip-events.ts";

interface EventsInUse {
  readonly events: readonly StripEvent[];
  /** Called with where the cursor went. */
  readonly said: string;
  readonly goTo: (event: StripEvent) => void;
  readonly keys: KeyActions;
}

/** The events of what the charts show, and the ways from one to the next. */
export function useEvents(
  series: VehicleSeries,
  vehicle: VehicleDetail,
  { cursorS, onCursor }: { readonly cursorS: number | null; readonly onCursor: (atS: number) => void },
): EventsInUse {
  const { data: work } = useVehicleWork(vehicle.vehicle_id, entriesOnStrip);
  const events = useMemo(() => stripEvents(series, vehicle, work?.data ?? []), [series, vehicle, work]);
  const [said, setSaid] = useState("");
  const goTo = (event: StripEvent): void => {
    onCursor(event.atS);
    setSaid(eventText(event));
  };
  const goBeside = (step: 1 | -1): void => {
    const event = eventBeside(events, { atS: cursorS, step });
    if (event === null) setSaid(step === 1 ? "No later event" : "No earlier event");
    else goTo(event);
  };
  return {
    events,
    said,
    goTo,
    keys: {
      "Shift+ArrowLeft": { what: "Event before", act: () => goBeside(-1) },
      "Shift+ArrowRight": { what: "Next event", act: () => goBeside(1) },
    },
  };
}

/** So many acts are looked for: more cannot be distinguished under one axis. */
const entriesOnStrip = 100;
