import type { ScenarioFeed } from "../../contract/types.ts";
import type { Building } from "../streets/buildings.ts";
import { streetsOf } from "../streets/drive-of.ts";
import type { Street, StreetNetwork } from "../streets/generate-streets.ts";
import type { Junction, LaneEnd, Turn } from "../streets/junctions.ts";
import { type PathPiece, pathLengthM, wrapAngle } from "../streets/path.ts";
import { streetPlan } from "../streets/street-plan.ts";
import { decimal, element, xmlDocument } from "./xml-text.ts";

/**
 * ASAM OpenDRIVE 1.7: the streets of the scenario's seed. Not 1.8: its schema needs XSD 1.1, which few tools read.
 * Ids of roads: streets have their own, the ways through junctions come after them. Flat, right-hand traffic.
 */
export function writeOpenDrive(feed: ScenarioFeed): string {
  const network = streetsOf(feed);
  const ids = roadIds(network);
  const buildings = buildingsByStreet(network);
  return xmlDocument(
    element("OpenDRIVE", {}, [
      header(feed, network),
      ...network.streets.map((street) => streetRoad(street, buildings.get(street.id) ?? [])),
      ...network.junctions.flatMap((junction) => junction.turns.map((turn) => turnRoad(junction, turn, ids))),
      ...network.junctions.map((junction) => junctionOf(junction, ids)),
    ]),
  );
}

interface RoadIds {
  readonly ofTurn: (turn: Turn) => number;
}

function roadIds({ streets }: StreetNetwork): RoadIds {
  const first = 1 + Math.max(...streets.map(({ id }) => id));
  return { ofTurn: ({ id }) => first + id };
}

function header(
  { scenario_id: name, parameters, generator }: ScenarioFeed,
  { junctions }: StreetNetwork,
): string {
  const [latDeg = 0, lonDeg = 0] = parameters.visualizer.map_center;
  const projection = `+proj=tmerc +lat_0=${latDeg} +lon_0=${lonDeg} +k=1 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs`;
  const marginM = streetPlan.spacingM / 2;
  return element(
    "header",
    {
      revMajor: 1,
      revMinor: 7,
      name,
      version: streetPlan.name,
      north: decimal(Math.max(...junctions.map(({ yM }) => yM)) + marginM),
      south: decimal(Math.min(...junctions.map(({ yM }) => yM)) - marginM),
      east: decimal(Math.max(...junctions.map(({ xM }) => xM)) + marginM),
      west: decimal(Math.min(...junctions.map(({ xM }) => xM)) - marginM),
      vendor: `${generator.name} ${generator.version}`,
    },
    [`<geoReference><![CDATA[${projection}]]></geoReference>`],
  );
}

function streetRoad({ id, from, to, kind, line }: Street, buildings: readonly Building[]): string {
  const { speedKmh } = streetPlan[kind];
  return element(
    "road",
    { name: `Street ${id}`, length: decimal(line.lengthM), id, junction: -1, rule: "RHT" },
    [
      element("link", {}, [
        element("predecessor", { elementType: "junction", elementId: junctionId(from) }),
        element("successor", { elementType: "junction", elementId: junctionId(to) }),
      ]),
      roadType(kind === "arterial" ? "townArterial" : "townLocal", speedKmh),
      planView([line]),
      element("lanes", {}, [streetLanes(kind)]),
      ...(buildings.length === 0
        ? []
        : [
            element(
              "objects",
              {},
              buildings.map((at) => buildingObject(at, line)),
            ),
          ]),
    ],
  );
}

/** Ids of junctions are apart from those of roads: readers look both up in one list. */
function junctionId(id: number): number {
  return 100_000 + id;
}

function roadType(type: string, speedKmh: number): string {
  return element("type", { s: 0, type }, [element("speed", { max: speedKmh, unit: "km/h" })]);
}

function planView(path: readonly PathPiece[]): string {
  let s = 0;
  const geometries = path.map((piece) => {
    const { xM, yM, headingRad, lengthM, curvaturePerM } = piece;
    const shape =
      curvaturePerM === 0 ? element("line", {}) : element("arc", { curvature: decimal(curvaturePerM) });
    const place = {
      s: decimal(s),
      x: decimal(xM),
      y: decimal(yM),
      hdg: decimal(headingRad),
      length: decimal(lengthM),
    };
    s += lengthM;
    return element("geometry", place, [shape]);
  });
  return element("planView", {}, geometries);
}

function streetLanes(kind: Street["kind"]): string {
  const count = streetPlan[kind].lanesEachWay;
  const side = (sign: 1 | -1) => {
    const driving = Array.from({ length: count }, (_, at) =>
      lane({
        id: sign * (at + 1),
        type: "driving",
        widthM: streetPlan.laneWidthM,
        mark: at + 1 < count ? "broken" : "curb",
      }),
    );
    const sidewalk = lane({
      id: sign * (count + 1),
      type: "sidewalk",
      widthM: streetPlan.sidewalkM,
      mark: "none",
    });
    return [...driving, sidewalk];
  };
  return element("laneSection", { s: 0 }, [
    element("left", {}, side(1).reverse()),
    element("center", {}, [
      element("lane", { id: 0, type: "none", level: "false" }, [
        roadMark(kind === "arterial" ? "solid solid" : "broken"),
      ]),
    ]),
    element("right", {}, side(-1)),
  ]);
}

function lane(of: {
  readonly id: number;
  readonly type: string;
  readonly widthM: number;
  readonly mark: string;
  readonly link?: string;
}): string {
  return element("lane", { id: of.id, type: of.type, level: "false" }, [
    ...(of.link === undefined ? [] : [of.link]),
    element("width", { sOffset: 0, a: of.widthM, b: 0, c: 0, d: 0 }),
    roadMark(of.mark),
  ]);
}

function roadMark(type: string): string {
  const width = type === "none" ? undefined : 0.12;
  return element("roadMark", { sOffset: 0, type, weight: "standard", color: "standard", width });
}

/** One lane through a junction; its reference line is the lane's left border. */
function turnRoad(junction: Junction, turn: Turn, ids: RoadIds): string {
  const linked = (end: LaneEnd) => ({ elementType: "road", elementId: end.street, contactPoint: end.end });
  const link = element("link", {}, [
    element("predecessor", { id: turn.from.lane }),
    element("successor", { id: turn.to.lane }),
  ]);
  return element(
    "road",
    {
      name: "",
      length: decimal(pathLengthM(turn.path)),
      id: ids.ofTurn(turn),
      junction: junctionId(junction.id),
      rule: "RHT",
    },
    [
      element("link", {}, [element("predecessor", linked(turn.from)), element("successor", linked(turn.to))]),
      roadType("town", streetPlan.local.speedKmh),
      planView(turn.path),
      element("lanes", {}, [
        element("laneSection", { s: 0 }, [
          element("center", {}, [
            element("lane", { id: 0, type: "none", level: "false" }, [roadMark("none")]),
          ]),
          element("right", {}, [
            lane({ id: -1, type: "driving", widthM: streetPlan.laneWidthM, mark: "none", link }),
          ]),
        ]),
      ]),
    ],
  );
}

function junctionOf({ id, turns }: Junction, ids: RoadIds): string {
  const connections = turns.map((turn, at) =>
    element(
      "connection",
      { id: at, incomingRoad: turn.from.street, connectingRoad: ids.ofTurn(turn), contactPoint: "start" },
      [element("laneLink", { from: turn.from.lane, to: -1 })],
    ),
  );
  return element("junction", { id: junctionId(id), name: `Junction ${id}` }, connections);
}

/** Each building belongs to the nearest of the streets that pass it: an object lies beside its road, not beyond its end. */
function buildingsByStreet({ streets, buildings }: StreetNetwork): ReadonlyMap<number, readonly Building[]> {
  return Map.groupBy(buildings, (building) => {
    let nearest = { id: -1, offM: Number.POSITIVE_INFINITY };
    for (const { id, line } of streets) {
      const { s, t } = alongStreet(building, line);
      const passes = s >= 0 && s <= line.lengthM;
      if (passes && Math.abs(t) < nearest.offM) nearest = { id, offM: Math.abs(t) };
    }
    return nearest.id;
  });
}

function alongStreet({ xM, yM }: Building, line: PathPiece): { readonly s: number; readonly t: number } {
  const [dxM, dyM] = [xM - line.xM, yM - line.yM];
  const [cos, sin] = [Math.cos(line.headingRad), Math.sin(line.headingRad)];
  return { s: dxM * cos + dyM * sin, t: dyM * cos - dxM * sin };
}

function buildingObject(building: Building, line: PathPiece): string {
  const { s, t } = alongStreet(building, line);
  return element("object", {
    id: building.id,
    name: `Building ${building.id}`,
    type: "building",
    orientation: "none",
    s: decimal(s),
    t: decimal(t),
    zOffset: 0,
    hdg: decimal(wrapAngle(building.headingRad - line.headingRad)),
    pitch: 0,
    roll: 0,
    length: decimal(building.lengthM),
    width: decimal(building.widthM),
    height: decimal(building.heightM),
  });
}
