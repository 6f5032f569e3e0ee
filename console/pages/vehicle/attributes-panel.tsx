import { Fragment, type ReactElement } from "react";
import type { VehicleDetail } from "../../../clients/typescript/generated/contract.ts";

/** What the vehicle says of itself: the newest metadata of its frames. */
export function AttributesPanel({ vehicle }: { readonly vehicle: VehicleDetail }): ReactElement | null {
  const named = Object.entries(vehicle.attributes ?? {});
  const { position } = vehicle;
  if (named.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="attributes">
      <h2 id="attributes">Attributes</h2>
      <dl className="facts">
        {named.map(([name, value]) => (
          <div key={name}>
            <dt className="mono">
              {name.split(/(?<=[_.])/u).map((part, at) => (
                <Fragment key={at}>
                  {part}
                  <wbr />
                </Fragment>
              ))}
            </dt>
            <dd>{String(value)}</dd>
          </div>
        ))}
        {position !== undefined && position !== null && (
          <div>
            <dt>Position</dt>
            <dd>
              {position.latitude.toFixed(4)}, {position.longitude.toFixed(4)} (latitude, longitude)
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
