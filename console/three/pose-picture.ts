import { AmbientLight, Color, DirectionalLight, GridHelper, Group, type WebGLRenderer } from "three";
import type { PicturePalette } from "../scene/picture-palette.ts";
import { placed, turned } from "../scene/pose.ts";
import type { ShownSensor } from "../scene/shown-sensor.ts";
import { drawnSensor } from "../scene/view-shape.ts";
import { lookedAt, type Viewpoint } from "../scene/viewpoint.ts";
import { exaggerated } from "../scene/pose.ts";
import { sensorFigure } from "./sensor-figure.ts";
import { disposeFigure, Stage } from "./stage.ts";
import { vehicleFigure } from "./vehicle-figure.ts";

/** Everything a picture of the sensors depends on: the same view is the same picture. */
export interface PoseView {
  readonly sensors: readonly ShownSensor[];
  /** Colour of each sensor's present pose, by its id. */
  readonly colors: ReadonlyMap<string, string>;
  readonly factor: number;
  /** The one sensor that is looked at, the others faded; null for all. */
  readonly focus: string | null;
  readonly viewpoint: Viewpoint;
}

/** The vehicle with its sensors, baseline and now, drawn into one canvas. */
export class PosePicture {
  readonly #stage: Stage;
  #vehicle = new Group();
  #sensors = new Group();
  #baselineColor = "";

  constructor(renderer: WebGLRenderer, palette: PicturePalette) {
    this.#stage = new Stage(renderer, { fovDeg: 36, nearM: 0.05, farM: 200 });
    this.paint(palette);
  }

  /** Another theme: what does not move is made anew. */
  paint(palette: PicturePalette): void {
    disposeFigure(this.#vehicle);
    this.#stage.scene.clear();
    this.#stage.scene.background = new Color(palette.panel);
    const sun = new DirectionalLight("#ffffff", 1.6);
    sun.position.set(3, 6, 10);
    const ground = new GridHelper(40, 40, palette.control, palette.line);
    ground.rotateX(Math.PI / 2);
    this.#vehicle = vehicleFigure(palette);
    this.#stage.scene.add(new AmbientLight("#ffffff", 1.9), sun, ground, this.#vehicle, this.#sensors);
    this.#baselineColor = palette.text;
  }

  /** Size in CSS pixels. */
  resize(width: number, height: number, pixelRatio: number): void {
    this.#stage.resize(width, height, pixelRatio);
  }

  draw(view: PoseView): void {
    disposeFigure(this.#sensors);
    this.#sensors = new Group();
    for (const sensor of view.sensors) {
      const isFaded = view.focus !== null && view.focus !== sensor.id;
      // From within its housing one would see nothing else.
      const hasHousing = view.viewpoint.kind !== "through" || view.viewpoint.sensorId !== sensor.id;
      const colors = {
        baseline: this.#baselineColor,
        now: view.colors.get(sensor.id) ?? this.#baselineColor,
      };
      this.#sensors.add(sensorFigure(drawnSensor(sensor, view.factor), colors, { isFaded, hasHousing }));
    }
    this.#stage.scene.add(this.#sensors);
    this.#look(view);
    this.#stage.draw();
  }

  dispose(): void {
    this.#stage.dispose();
  }

  #look(view: PoseView): void {
    const through = view.viewpoint.kind === "through" ? sensorNamed(view, view.viewpoint.sensorId) : null;
    this.#vehicle.visible = through === null;
    if (view.viewpoint.kind === "around") this.#standAround(view.viewpoint);
    else if (through !== null) this.#lookThrough(through, view.factor);
  }

  #standAround({ azimuthDeg, elevationDeg, distanceM }: Extract<Viewpoint, { kind: "around" }>): void {
    const azimuth = (azimuthDeg * Math.PI) / 180;
    const elevation = (elevationDeg * Math.PI) / 180;
    const [x, y, z] = lookedAt;
    this.#stage.eye.fov = 36;
    this.#stage.eye.position.set(
      x + distanceM * Math.cos(elevation) * Math.cos(azimuth),
      y + distanceM * Math.cos(elevation) * Math.sin(azimuth),
      z + distanceM * Math.sin(elevation),
    );
    this.#stage.eye.up.set(0, 0, 1);
    this.#stage.eye.lookAt(x, y, z);
  }

  #lookThrough(sensor: ShownSensor, factor: number): void {
    const pose = exaggerated(sensor.baseline, sensor.now, factor);
    const ahead = placed(pose, [1, 0, 0]);
    const up = turned(pose.turn, [0, 0, 1]);
    this.#stage.eye.fov = wholeFieldDeg(sensor, this.#stage.eye.aspect);
    this.#stage.eye.position.set(...pose.at);
    this.#stage.eye.up.set(...up);
    this.#stage.eye.lookAt(...ahead);
  }
}

/** Vertical angle at which the whole field of the sensor, and a little more, is in a picture of this shape. */
function wholeFieldDeg({ hfovDeg, vfovDeg }: ShownSensor, aspect: number): number {
  const across = Math.tan((Math.min(hfovDeg, 110) * Math.PI) / 360) / aspect;
  const upright = Math.tan((Math.min(vfovDeg, 90) * Math.PI) / 360);
  return (2 * Math.atan(1.3 * Math.max(across, upright)) * 180) / Math.PI;
}

function sensorNamed(view: PoseView, id: string): ShownSensor | null {
  return view.sensors.find((sensor) => sensor.id === id) ?? null;
}
