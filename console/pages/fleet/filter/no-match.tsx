import type { ReactElement } from "react";
import { Link } from "../../../frame/link.tsx";
import { addressOf } from "../../../frame/route.ts";
import { addressWith, type FleetAddress, noFilter } from "./fleet-address.ts";
import { filterWords } from "./filter-words.ts";

/** No vehicle fits: the filter in words, and the way out of it. */
export function NoMatch({ address }: { readonly address: FleetAddress }): ReactElement {
  const { text } = address.filter;
  return (
    <div className="notice" role="status">
      <p>
        No vehicle fits: <strong>{filterWords(address.filter)}</strong>.
      </p>
      <p className="actions">
        <Link href={addressWith(address, { filter: noFilter })}>Clear the filters</Link>
        {text !== null && <Link href={addressOf("vehicle", { vehicle_id: text })}>Open vehicle {text}</Link>}
      </p>
    </div>
  );
}
