import { type ReactElement, useEffect, useMemo, useRef, useState } from "react";
import type { FleetPositions } from "../../../../clients/typescript/generated/contract.ts";
import { Link } from "../../../frame/link.tsx";
import { addressOf } from "../../../frame/route.ts";
import { useIsDark } from "../../../frame/theme.ts";
import { StandingMark, TierShape } from "../../../frame/tier-mark.tsx";
import { utcMinute } from "../../../labels/moments.ts";
import { count } from "../../../labels/quantities.ts";
import { tierLabel } from "../../../labels/tier-labels.ts";
import { FleetMap } from "../../../map/fleet-map.ts";
import type { MapView } from "../../../map/geometry/map-view.ts";
import { type Marks, marksOf, markTones } from "../../../map/marks/marks.ts";
import { addressWith, type FleetAddress } from "../filter/fleet-address.ts";
import { mapStartOf, mapStartText } from "./map-start.ts";
import { type MarksInView, marksInView } from "./marks-in-view.ts";

interface FleetMapViewProps {
  readonly address: FleetAddress;
  readonly positions: FleetPositions;
}

/** How long the map has to stand still before it is described, and the address says where it stands. */
const restMs = 250;
const listed = 12;

/** The map, who is picked, and the same in words: what is in the window, worst first. */
export function FleetMapView({ address, positions }: FleetMapViewProps): ReactElement {
  const marks = useMemo(() => marksOf(positions), [positions]);
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [pointed, setPointed] = useState<number | null>(null);
  const [fault, setFault] = useState<Error | null>(null);
  const { host, inView } = useFleetMap({
    address,
    marks,
    selected: picked.length === 1 ? positions.columns.vehicle_id.indexOf(picked[0]!) : -1,
    onPick: (found) => setPicked(found.map((mark) => positions.columns.vehicle_id[mark]!)),
    onPoint: setPointed,
    onShapes: setFault,
  });
  return (
    <>
      <div ref={host} className="map" />
      {fault !== null && (
        <p className="not-refreshed" role="status">
          The base map could not be loaded ({fault.message}). The positions of the vehicles are correct.
        </p>
      )}
      <p className="quiet map-pointed" aria-hidden="true">
        {pointed === null ? (
          "Click a vehicle or a number. The wheel zooms after a click."
        ) : (
          <Pointed positions={positions} mark={pointed} />
        )}
      </p>
      {picked.length > 0 && <Picked ids={picked} positions={positions} close={() => setPicked([])} />}
      {inView !== null && <InView inView={inView} positions={positions} />}
    </>
  );
}

interface UsedMap {
  readonly address: FleetAddress;
  readonly marks: Marks;
  readonly selected: number;
  readonly onPick: (marks: readonly number[]) => void;
  readonly onPoint: (mark: number | null) => void;
  readonly onShapes: (fault: Error | null) => void;
}

function useFleetMap(given: UsedMap) {
  const host = useRef<HTMLDivElement>(null);
  const map = useRef<FleetMap | null>(null);
  const latest = useRef(given);
  const [inView, setInView] = useState<MarksInView | null>(null);
  const isDark = useIsDark();
  useEffect(() => {
    latest.current = given;
  });

  useEffect(() => {
    let rest: ReturnType<typeof setTimeout> | undefined;
    let hasShapes = false;
    const start = mapStartOf(latest.current.address.map);
    const made = new FleetMap(host.current!, start, {
      onPick: (marks) => latest.current.onPick(marks),
      onPoint: (mark) => latest.current.onPoint(mark),
      onShapes: (fault) => {
        hasShapes = true;
        latest.current.onShapes(fault);
      },
      onView: (view, isFitted) => {
        clearTimeout(rest);
        rest = setTimeout(() => {
          setInView(marksInView(latest.current.marks, view, listed));
          keepPlace(latest.current.address, isFitted ? null : view);
          if (hasShapes) host.current?.setAttribute("data-ready", "true");
        }, restMs);
      },
    });
    map.current = made;
    made.show(latest.current.marks);
    return () => {
      clearTimeout(rest);
      made.close();
      map.current = null;
    };
  }, []);

  useEffect(() => map.current?.show(given.marks), [given.marks]);
  useEffect(
    () => map.current?.select(given.selected === -1 ? null : given.selected),
    [given.selected, given.marks],
  );
  useEffect(() => map.current?.readColors(), [isDark]);
  return { host, inView };
}

/** Replaced, not added: Back leads to the page before, not through every move of the map. */
function keepPlace(address: FleetAddress, view: MapView | null): void {
  const place = view === null ? null : mapStartText(view);
  if (new URLSearchParams(window.location.search).get("map") === place) return;
  window.history.replaceState(null, "", addressWith(address, { map: place }));
}

interface OneProps {
  readonly positions: FleetPositions;
  readonly mark: number;
}

function Pointed({ positions: { columns, tiers }, mark }: OneProps): ReactElement {
  return (
    <>
      <span className="mono">{columns.vehicle_id[mark]}</span>{" "}
      <StandingMark tier={tiers[columns.tier[mark] ?? 0] ?? "UNKNOWN"} silent={columns.silent[mark] === 1} />
    </>
  );
}

function VehicleLine({ positions, mark }: OneProps): ReactElement {
  const { columns } = positions;
  const received = new Date((columns.last_received_s[mark] ?? 0) * 1000).toISOString();
  return (
    <li className="map-vehicle">
      <Link className="mono" href={addressOf("vehicle", { vehicle_id: columns.vehicle_id[mark] ?? "" })}>
        {columns.vehicle_id[mark]}
      </Link>
      <StandingMark
        tier={positions.tiers[columns.tier[mark] ?? 0] ?? "UNKNOWN"}
        silent={columns.silent[mark] === 1}
      />
      <span className="quiet">
        received <time dateTime={received}>{utcMinute(received)}</time>
      </span>
    </li>
  );
}

const mostPicked = 20;

/** Who was clicked; of vehicles that stand on one spot, all of them. */
function Picked({
  ids,
  positions,
  close,
}: {
  readonly ids: readonly string[];
  readonly positions: FleetPositions;
  readonly close: () => void;
}): ReactElement {
  const marks = ids.map((id) => positions.columns.vehicle_id.indexOf(id)).filter((mark) => mark !== -1);
  return (
    <section className="map-picked" aria-label="Picked on the map">
      <ul className="plain" role="list">
        {marks.slice(0, mostPicked).map((mark) => (
          <VehicleLine key={mark} positions={positions} mark={mark} />
        ))}
      </ul>
      {marks.length > mostPicked && (
        <p className="quiet">and {count(marks.length - mostPicked)} more on this spot</p>
      )}
      <button type="button" className="button" onClick={close}>
        Close
      </button>
    </section>
  );
}

/** The map in words. */
function InView({
  inView,
  positions,
}: {
  readonly inView: MarksInView;
  readonly positions: FleetPositions;
}): ReactElement {
  const tones = markTones
    .map((tone, index) => ({ label: tierLabel(tone.toUpperCase()), vehicles: inView.byTone[index] ?? 0 }))
    .filter(({ vehicles }) => vehicles > 0)
    .toReversed();
  return (
    <details className="map-words">
      <summary>
        In this window: {count(inView.total)} {inView.total === 1 ? "vehicle" : "vehicles"}
        {tones.map(({ label, vehicles }) => (
          <span key={label.word} className={`map-tone tone-${label.tone}`}>
            <TierShape label={label} /> {count(vehicles)} {label.word.toLowerCase()}
          </span>
        ))}
      </summary>
      <ul className="plain" role="list">
        {inView.worst.map((mark) => (
          <VehicleLine key={mark} positions={positions} mark={mark} />
        ))}
      </ul>
      {inView.total > inView.worst.length && <p className="quiet">The {listed} worst are named.</p>}
    </details>
  );
}
