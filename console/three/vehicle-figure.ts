import {
  BufferAttribute,
  BufferGeometry,
  CylinderGeometry,
  EdgesGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
} from "three";
import type { PicturePalette } from "../scene/picture-palette.ts";
import { bodySolid, cabinSolid, wheels, type Solid } from "../scene/vehicle-shape.ts";

/** The vehicle as a solid figure in its own frame: x forward, y left, z up. */
export function vehicleFigure(palette: PicturePalette): Group {
  const group = new Group();
  group.add(...part(bodySolid(), palette.line, palette.quiet));
  group.add(...part(cabinSolid(), palette.control, palette.quiet));
  const tyre = new CylinderGeometry(wheels.radius, wheels.radius, wheels.width, 28);
  for (const [x, y, z] of wheels.at) {
    const wheel = new Mesh(tyre, new MeshLambertMaterial({ color: palette.quiet }));
    wheel.position.set(x, y, z);
    group.add(wheel);
  }
  return group;
}

function part(solid: Solid, fill: string, edge: string): readonly [Mesh, LineSegments] {
  const geometry = geometryOf(solid);
  const surface = new MeshLambertMaterial({
    color: fill,
    flatShading: true,
    // The edges lie on the surface and have to win against it.
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  });
  const lines = new LineSegments(new EdgesGeometry(geometry, 12), new LineBasicMaterial({ color: edge }));
  return [new Mesh(geometry, surface), lines];
}

function geometryOf({ corners, triangles }: Solid): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(corners.flat()), 3));
  geometry.setIndex(triangles.flat());
  geometry.computeVertexNormals();
  return geometry;
}
