import { FleetMap } from "../../../console/map/fleet-map.ts";
import { type MapView, panned, zoomed } from "../../../console/map/geometry/map-view.ts";
import { marksOf } from "../../../console/map/marks/marks.ts";
import { measureMoving } from "./moving.ts";
import { movingFleet } from "./moving-fleet.ts";
import type { TaskAsk, TaskResults } from "./task.ts";

const marksKept = 20;

/** The hand drags the map and zooms in and out over vehicles that stand where they last reported. */
export function measurePan(ask: TaskAsk, place: HTMLElement): Promise<TaskResults["pan"]> {
  return measureFleetMap(ask, place, 1);
}

/** The same, and every vehicle has moved in every picture. */
export function measureMap(ask: TaskAsk, place: HTMLElement): Promise<TaskResults["map"]> {
  return measureFleetMap(ask, place, marksKept);
}

async function measureFleetMap(
  { size, seconds }: TaskAsk,
  place: HTMLElement,
  steps: number,
): Promise<TaskResults["map"]> {
  const host = document.createElement("div");
  host.className = "map";
  place.replaceChildren(host);
  const fleet = movingFleet(size, { spreadDeg: 0.4 });
  const moves = Array.from({ length: steps }, (_, step) => marksOf(fleet(step)));

  const beganMs = performance.now();
  const drawn = Promise.withResolvers<number>();
  const map = new FleetMap(host, null, {
    onPick: () => {},
    onPoint: () => {},
    onView: () => drawn.resolve(performance.now() - beganMs),
    onShapes: () => {},
  });
  map.show(moves[0]!);
  const firstMs = await drawn.promise;
  await map.shapesLoaded;

  const moving = await measureMoving(seconds, (frame) => {
    if (steps > 1) map.show(moves[frame % steps]!);
    map.move((view) => swayed(view, frame));
  });
  map.close();
  return { ...moving, firstMs };
}

function swayed(view: MapView, frame: number): MapView {
  const angle = frame / 20;
  const moved = panned(view, 6 * Math.cos(angle), 3 * Math.sin(angle));
  return zoomed(moved, 0.02 * Math.sin(angle / 3), { x: view.width / 2, y: view.height / 2 });
}
