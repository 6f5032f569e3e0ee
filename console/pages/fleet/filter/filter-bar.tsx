import { sensors } from "../../../../core/sensors/sensor-lists.ts";
import { type FormEvent, type ReactElement, useRef } from "react";
import { useFleetAttributes, useFleetGroups } from "../../../api/fleet-views.ts";
import { useKeys } from "../../../frame/keys.ts";
import { Link } from "../../../frame/link.tsx";
import { goTo } from "../../../frame/navigation.ts";
import { count } from "../../../labels/quantities.ts";
import { faultSourceLabel } from "../../../labels/verdict-labels.ts";
import { filterParts, attributeName } from "./filter-words.ts";
import { addressWith, type FleetAddress, type FleetFilter, fleetViews, noFilter } from "./fleet-address.ts";

/** Which vehicles, and how they are shown. Every choice is an address: it can be kept, sent and gone back from. */
export function FilterBar({
  address,
  view,
}: {
  readonly address: FleetAddress;
  /** The view that is shown, chosen or not. */
  readonly view: FleetAddress["view"];
}): ReactElement {
  const narrow = (filter: Partial<FleetFilter>): void => goTo(addressWith(address, { filter, map: null }));
  return (
    <section className="panel filter-bar" aria-label="Filter">
      <div className="filter-row">
        <TextFilter key={address.filter.text} text={address.filter.text} narrow={narrow} />
        <GroupFilter by="fleet" address={address} narrow={narrow} />
        <GroupFilter by="region" address={address} narrow={narrow} />
        <Choice
          label="Sensor"
          any="Any sensor"
          options={sources.map((sensor) => ({ value: sensor, text: faultSourceLabel(sensor) }))}
          value={address.filter.sensor}
          onChoose={(sensor) => narrow({ sensor })}
        />
        <Choice
          label="Reporting"
          any="Reporting status"
          options={reporting}
          value={address.filter.silent === null ? null : String(address.filter.silent)}
          onChoose={(value) => narrow({ silent: value === null ? null : value === "true" })}
        />
        <AttributeFilter address={address} narrow={narrow} />
        <ViewSwitch address={address} view={view} />
      </div>
      <ActiveFilters address={address} />
    </section>
  );
}

type Narrow = (filter: Partial<FleetFilter>) => void;

const sources = [...sensors, "multi_modal"];
const reporting = [
  { value: "false", text: "Reporting" },
  { value: "true", text: "Silent" },
];

function TextFilter({
  text,
  narrow,
}: {
  readonly text: string | null;
  readonly narrow: Narrow;
}): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  useKeys({ "/": { what: "Find a vehicle", act: () => input.current?.focus() } });
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = input.current?.value.trim() ?? "";
    narrow({ text: wanted === "" ? null : wanted });
  };
  return (
    <form role="search" className="filter-text" onSubmit={onSubmit}>
      <label className="unseen" htmlFor="vehicle-search">
        Find vehicles by id, fleet or region
      </label>
      <input
        ref={input}
        id="vehicle-search"
        type="search"
        placeholder="Find id, fleet, region"
        autoComplete="off"
        maxLength={128}
        defaultValue={text ?? ""}
      />
      <button type="submit" className="button">
        Find
      </button>
    </form>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly any: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly value: string | null;
  readonly onChoose: (value: string | null) => void;
}

function Choice({ label, any, options, value, onChoose }: ChoiceProps): ReactElement {
  const isKnown = value === null || options.some((option) => option.value === value);
  return (
    <select
      className="choice"
      aria-label={label}
      value={value ?? ""}
      onChange={(event) => onChoose(event.target.value === "" ? null : event.target.value)}
    >
      <option value="">{any}</option>
      {!isKnown && <option value={value}>{value}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </select>
  );
}

interface PartProps {
  readonly address: FleetAddress;
  readonly narrow: Narrow;
}

/** One fleet or region here; an address may name several, and they are shown below. */
function GroupFilter({
  by,
  address,
  narrow,
}: PartProps & { readonly by: "fleet" | "region" }): ReactElement | null {
  const groups = useFleetGroups(by).data;
  const options = [...(groups?.by_fleet ?? []), ...(groups?.by_region ?? [])].flatMap((group) => {
    const name = "fleet_id" in group ? group.fleet_id : group.region;
    // Vehicles without a region are not to be asked for.
    return name === null ? [] : [{ value: name, text: `${name} (${count(group.total_vehicles)})` }];
  });
  const list = by === "fleet" ? "fleets" : "regions";
  const chosen = address.filter[list];
  if (options.length < 2 && chosen.length === 0) return null;
  return (
    <Choice
      label={by === "fleet" ? "Fleet" : "Region"}
      any={`All ${list}`}
      options={options}
      value={chosen[0] ?? null}
      onChoose={(value) => narrow({ [list]: value === null ? [] : [value] })}
    />
  );
}

/** Adds a condition: what vehicles say of themselves, with how many say it. */
function AttributeFilter({ address, narrow }: PartProps): ReactElement | null {
  const attributes = useFleetAttributes().data?.data ?? [];
  if (attributes.length === 0) return null;
  const { attributes: chosen } = address.filter;
  return (
    <select
      className="choice"
      aria-label="Attribute"
      value=""
      onChange={(event) => narrow({ attributes: [...new Set([...chosen, event.target.value])] })}
    >
      <option value="">Any attribute</option>
      {attributes.map(({ name, values }) => (
        <optgroup key={name} label={attributeName(name)}>
          {values.map(({ value, vehicles }) => (
            <option key={value} value={`${name}:${value}`}>
              {value} ({count(vehicles)})
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}

const viewWords = { map: "Map", list: "List", grid: "Grid" } as const;

function ViewSwitch({ address, view: shown }: Parameters<typeof FilterBar>[0]): ReactElement {
  return (
    <nav className="view-switch" aria-label="View">
      {fleetViews.map((view) => (
        <Link key={view} href={addressWith(address, { view })} aria-current={view === shown}>
          {viewWords[view]}
        </Link>
      ))}
    </nav>
  );
}

function ActiveFilters({ address }: { readonly address: FleetAddress }): ReactElement | null {
  const parts = filterParts(address.filter);
  if (parts.length === 0) return null;
  return (
    <ul className="filter-parts" aria-label="Shown vehicles">
      {parts.map(({ words, without }) => (
        <li key={words}>
          <Link className="filter-part" href={addressWith(address, { filter: without })}>
            {words}
            <svg viewBox="0 0 16 16" width="9" height="9" aria-hidden="true">
              <path d="M2 2l12 12M14 2 2 14" stroke="currentColor" strokeWidth="2.4" />
            </svg>
            <span className="unseen">, remove</span>
          </Link>
        </li>
      ))}
      <li>
        <Link className="filter-clear" href={addressWith(address, { filter: noFilter })}>
          Clear all
        </Link>
      </li>
    </ul>
  );
}
