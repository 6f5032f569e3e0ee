import { expect, test } from "vitest";

import { feedForTests } from "../feed/feed-for-tests.ts";
import { type PathPiece, type Pose, aside, poseAlong, wrapAngle } from "../streets/path.ts";
import { streetsOf } from "../streets/drive-of.ts";
import { writeOpenDrive } from "./opendrive.ts";

type Attributes = Readonly<Record<string, string>>;

interface Road {
  readonly attributes: Attributes;
  readonly text: string;
  readonly line: readonly PathPiece[];
}

function elements(xml: string, name: string): { readonly attributes: Attributes; readonly text: string }[] {
  const pattern = new RegExp(`<${name}((?: [\\w]+="[^"]*")*)(?:/>|>(.*?)</${name}>)`, "gs");
  return [...xml.matchAll(pattern)].map(([, attributes = "", text = ""]) => ({
    attributes: Object.fromEntries(
      [...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key!, value!]),
    ),
    text,
  }));
}

function roadsOf(xml: string): Road[] {
  return elements(xml, "road").map(({ attributes, text }) => ({
    attributes,
    text,
    line: elements(text, "geometry").map(({ attributes: at, text: shape }) => ({
      xM: Number(at["x"]),
      yM: Number(at["y"]),
      headingRad: Number(at["hdg"]),
      lengthM: Number(at["length"]),
      curvaturePerM: Number(elements(shape, "arc")[0]?.attributes["curvature"] ?? 0),
    })),
  }));
}

const seeds = [0, 42, 987_654_321];
const files = seeds.map((seed) => {
  const feed = feedForTests({ seed });
  const xml = writeOpenDrive(feed);
  return { seed, feed, xml, roads: roadsOf(xml) };
});

function endOf({ line }: Road, contact: string): Pose {
  const piece = contact === "start" ? line[0]! : line.at(-1)!;
  return contact === "start" ? piece : poseAlong(piece, piece.lengthM);
}

/** The left border of a lane, as a driver in it sees it, where the road ends. */
function border(road: Road, contact: string, lane: number): Pose {
  const pose = endOf(road, contact);
  const ahead = lane < 0 ? pose : { ...pose, headingRad: pose.headingRad + Math.PI };
  return aside(ahead, -(Math.abs(lane) - 1) * 3.25);
}

test.each(files)("geometries follow each other without gap or kink (seed $seed)", ({ roads }) => {
  expect(roads.length).toBeGreaterThan(500);
  for (const { attributes, line } of roads) {
    expect(Number(attributes["length"])).toBeCloseTo(
      line.reduce((sum, { lengthM }) => sum + lengthM, 0),
      8,
    );
    for (const [at, piece] of line.slice(1).entries()) {
      const before = poseAlong(line[at]!, line[at]!.lengthM);
      expect(Math.hypot(before.xM - piece.xM, before.yM - piece.yM)).toBeLessThan(1e-7);
      expect(Math.abs(wrapAngle(before.headingRad - piece.headingRad))).toBeLessThan(1e-7);
    }
  }
});

test.each(files)(
  "each way through a junction begins and ends on the lanes it is linked to (seed $seed)",
  ({ roads }) => {
    const byId = new Map(roads.map((road) => [road.attributes["id"]!, road]));
    const turns = roads.filter(({ attributes }) => attributes["junction"] !== "-1");
    for (const turn of turns) {
      const [from, lane] = elements(turn.text, "predecessor");
      const [to, laneTo] = elements(turn.text, "successor");
      const ends = [
        [endOf(turn, "start"), from!, lane!] as const,
        [endOf(turn, "end"), to!, laneTo!] as const,
      ];
      for (const [pose, { attributes: link }, { attributes: laneLink }] of ends) {
        const lanes = border(byId.get(link["elementId"]!)!, link["contactPoint"]!, Number(laneLink["id"]));
        expect(Math.hypot(pose.xM - lanes.xM, pose.yM - lanes.yM)).toBeLessThan(1e-7);
        expect(Math.abs(wrapAngle(pose.headingRad - lanes.headingRad))).toBeLessThan(1e-7);
      }
    }
  },
);

test.each(files)(
  "every building of the town is in the file, beside a street it lies along (seed $seed)",
  ({ feed, roads }) => {
    const objects = roads.flatMap(({ attributes, text }) =>
      elements(text, "object").map((object) => ({ ...object.attributes, length: attributes["length"]! })),
    );
    expect(objects).toHaveLength(streetsOf(feed).buildings.length);
    expect(objects.every(({ s, length }: Attributes) => Number(s) >= 0 && Number(s) <= Number(length))).toBe(
      true,
    );
  },
);

test("ids are of one thing each", () => {
  for (const { roads, xml } of files) {
    const ids = [...roads, ...elements(xml, "junction")].map(({ attributes }) => attributes["id"]);
    expect(new Set(ids).size).toBe(ids.length);
  }
});

test("the origin is where the map's centre is, latitude first", () => {
  const xml = writeOpenDrive(feedForTests({ mapCenter: [-33.87, 151.21] }));
  expect(xml).toContain("+lat_0=-33.87 +lon_0=151.21 ");
});
