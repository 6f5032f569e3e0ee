import { lazy, type ReactElement, Suspense } from "react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { FleetPositions } from "../../../../clients/typescript/generated/contract.ts";
import { Link } from "../../../frame/link.tsx";
import { AnswerNotice, Loading } from "../../../frame/notices.tsx";
import { count } from "../../../labels/quantities.ts";
import { addressWith, type FleetAddress } from "../filter/fleet-address.ts";
import { NoMatch } from "../filter/no-match.tsx";

/** The map and its shapes come after the counts and the list of what to do. */
const FleetMapView = lazy(async () => {
  const { FleetMapView } = await import("./fleet-map-view.tsx");
  return { default: FleetMapView };
});

interface MapPanelProps {
  readonly address: FleetAddress;
  readonly positions: UseQueryResult<FleetPositions>;
}

/** Where the vehicles of the filter are; and how many have not said where. */
export function MapPanel({ address, positions }: MapPanelProps): ReactElement {
  const { data } = positions;
  const located = data?.columns.vehicle_id.length ?? 0;
  return (
    <>
      <AnswerNotice answer={positions} what="The map" loading="the map" lines={16} />
      {data !== undefined && data.vehicles === 0 && <NoMatch address={address} />}
      {data !== undefined && data.vehicles > 0 && (
        <>
          <Suspense fallback={<Loading what="the map" lines={16} />}>
            <FleetMapView address={address} positions={data} />
          </Suspense>
          {located < data.vehicles && (
            <p className="quiet panel-foot">
              {count(data.vehicles - located)} of {count(data.vehicles)} vehicles have sent no position
              (metadata <code>latitude</code>, <code>longitude</code>); they are in the{" "}
              <Link href={addressWith(address, { view: "list" })}>list</Link>.
            </p>
          )}
        </>
      )}
    </>
  );
}
