import { FleetMap } from "../../../console/map/fleet-map.ts";
import { type MapView, panned, zoomed } from "../../../console/map/geometry/map-view.ts";
import { marksOf } from "../../../console/map/marks/marks.ts";
import { measureMoving } from "./moving.ts";
import { movingFleet } from "./moving-fleet.ts";
import type { TaskAsk, TaskResults } from "./task.ts";

const marksKept = 20;

/** The fleet moves in every picture; the hand drags the map and zooms in and out. */
export async function measureMap(
  { size, seconds }: TaskAsk,
  place: HTMLElement,
): Promise<TaskResults["map"]> {
  const host = document.createElement("div");
  host.className = "map";
  place.replaceChildren(host);
  const fleet = movingFleet(size, { spreadDeg: 0.4 });
  const moves = Array.from({ length: marksKept }, (_, step) => marksOf(fleet(step)));

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
    map.show(moves[frame % marksKept]!);
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
