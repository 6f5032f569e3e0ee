import {
  AmbientLight,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Color,
  DirectionalLight,
  Fog,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PlaneGeometry,
  Quaternion,
  Vector3,
  type WebGLRenderer,
} from "three";
import { expDeg } from "../../core/scoring/numeric/quaternion.ts";
import type { Building } from "../../core/scenario/streets/buildings.ts";
import type { StreetNetwork } from "../../core/scenario/streets/generate-streets.ts";
import type { PlayerFrame } from "../player/player-frame.ts";
import type { PicturePalette } from "../scene/picture-palette.ts";
import { times } from "../scene/pose.ts";
import { drawnSensor } from "../scene/view-shape.ts";
import { laneMarks, streetSurfaces, type FlatTriangles } from "../scene/street-shapes.ts";
import { sensorFigure } from "./sensor-figure.ts";
import { disposeFigure, Stage } from "./stage.ts";
import { vehicleFigure } from "./vehicle-figure.ts";

export interface StreetView {
  readonly frame: PlayerFrame;
  readonly factor: number;
  /** The one sensor that is looked at; null for all. */
  readonly focus: string | null;
  /** Colour of what is now, the tier's. */
  readonly now: string;
}

/** The vehicle in its streets, seen from behind. The same view is the same picture. */
export class StreetPicture {
  readonly #stage: Stage;
  readonly #network: StreetNetwork;
  #vehicle = new Group();
  #sensors = new Group();
  #palette: PicturePalette;

  constructor(renderer: WebGLRenderer, network: StreetNetwork, palette: PicturePalette) {
    this.#stage = new Stage(renderer, { fovDeg: 48, nearM: 0.5, farM: 700 });
    this.#network = network;
    this.#palette = palette;
    this.paint(palette);
  }

  paint(palette: PicturePalette): void {
    while (this.#stage.scene.children[0] !== undefined) disposeFigure(this.#stage.scene.children[0]);
    this.#palette = palette;
    this.#stage.scene.background = new Color(palette.panel);
    this.#stage.scene.fog = new Fog(palette.panel, 90, 420);
    const sun = new DirectionalLight("#ffffff", 1.7);
    sun.position.set(-40, 60, 90);
    this.#vehicle = vehicleFigure(palette);
    this.#sensors = new Group();
    this.#stage.scene.add(
      new AmbientLight("#ffffff", 1.9),
      sun,
      ground(palette.hover),
      flat(streetSurfaces(this.#network), palette.line, 0.02),
      flat(laneMarks(this.#network), palette.control, 0.04),
      houses(this.#network.buildings, palette.line),
      this.#vehicle,
    );
  }

  /** Size in CSS pixels. */
  resize(width: number, height: number, pixelRatio: number): void {
    this.#stage.resize(width, height, pixelRatio);
  }

  draw({ frame, factor, focus, now }: StreetView): void {
    disposeFigure(this.#sensors);
    this.#sensors = new Group();
    for (const sensor of frame.sensors) {
      const colors = { baseline: this.#palette.quiet, now };
      const isFaded = focus !== null && focus !== sensor.kind;
      this.#sensors.add(sensorFigure(drawnSensor(sensor, factor), colors, { isFaded, hasHousing: true }));
    }
    const { xM, yM, headingRad } = frame.ego;
    const [w, x, y, z] = expDeg(times(frame.bodyTurnDeg, factor));
    this.#vehicle.position.set(xM, yM, 0);
    this.#vehicle.quaternion
      .setFromAxisAngle(new Vector3(0, 0, 1), headingRad)
      .multiply(new Quaternion(x, y, z, w));
    this.#vehicle.add(this.#sensors);
    this.#follow(frame.ego);
    this.#stage.draw();
  }

  dispose(): void {
    this.#stage.dispose();
  }

  /** From behind and above, a little to the left, so that the fields are seen from their side. */
  #follow({ xM, yM, headingRad }: PlayerFrame["ego"]): void {
    const [ahead, left] = [
      [Math.cos(headingRad), Math.sin(headingRad)],
      [-Math.sin(headingRad), Math.cos(headingRad)],
    ] as const;
    const [behindM, asideM, aboveM, aimM] = [8.5, 4.5, 4.6, 5];
    this.#stage.eye.position.set(
      xM - behindM * ahead[0] + asideM * left[0],
      yM - behindM * ahead[1] + asideM * left[1],
      aboveM,
    );
    this.#stage.eye.lookAt(xM + aimM * ahead[0], yM + aimM * ahead[1], 0.9);
  }
}

function ground(color: string): Mesh {
  return new Mesh(new PlaneGeometry(3000, 3000), new MeshBasicMaterial({ color }));
}

function flat(triangles: FlatTriangles, color: string, heightM: number): Mesh {
  const geometry = new BufferGeometry();
  const corners = triangles.corners.flatMap(({ xM, yM }) => [xM, yM, heightM]);
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(corners), 3));
  geometry.setIndex([...triangles.indices]);
  return new Mesh(geometry, new MeshBasicMaterial({ color }));
}

function houses(buildings: readonly Building[], color: string): InstancedMesh {
  const mesh = new InstancedMesh(
    new BoxGeometry(1, 1, 1),
    new MeshLambertMaterial({ color }),
    buildings.length,
  );
  for (const [at, building] of buildings.entries()) {
    const turn = new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), building.headingRad);
    const place = new Vector3(building.xM, building.yM, building.heightM / 2);
    const size = new Vector3(building.lengthM, building.widthM, building.heightM);
    mesh.setMatrixAt(at, new Matrix4().compose(place, turn, size));
  }
  return mesh;
}
