import { held, type MapView, panned, zoomed } from "./geometry/map-view.ts";

/** How hands move the map. Each of these has a button, too (WCAG 2.5.7). */
export interface Gestures {
  readonly view: () => MapView;
  readonly move: (view: MapView) => void;
  readonly fit: () => void;
  readonly pick: (at: { readonly x: number; readonly y: number }) => void;
  readonly point: (at: { readonly x: number; readonly y: number } | null) => void;
}

const panStepPx = 90;
const zoomStep = 1;
/** A hand that trembles still clicks. */
const clickWithinPx = 4;

export const mapSteps = {
  nearer: (view: MapView) => zoomed(view, zoomStep, middleOf(view)),
  farther: (view: MapView) => zoomed(view, -zoomStep, middleOf(view)),
  west: (view: MapView) => panned(view, panStepPx, 0),
  east: (view: MapView) => panned(view, -panStepPx, 0),
  north: (view: MapView) => panned(view, 0, panStepPx),
  south: (view: MapView) => panned(view, 0, -panStepPx),
} as const;

const stepOfKey: ReadonlyMap<string, (view: MapView) => MapView> = new Map([
  ["+", mapSteps.nearer],
  ["=", mapSteps.nearer],
  ["-", mapSteps.farther],
  ["ArrowLeft", mapSteps.west],
  ["ArrowRight", mapSteps.east],
  ["ArrowUp", mapSteps.north],
  ["ArrowDown", mapSteps.south],
]);

/** Listens on the stage until the signal says to stop. */
export function listenToGestures(stage: HTMLElement, gestures: Gestures, until: AbortSignal): void {
  const options = { signal: until };
  stage.addEventListener("keydown", (event) => onKey(event, gestures), options);
  stage.addEventListener("wheel", (event) => onWheel(event, { stage, gestures }), {
    ...options,
    passive: false,
  });
  listenToHand({ stage, gestures }, until);
  stage.addEventListener(
    "pointermove",
    (event) => gestures.point(event.buttons === 0 ? placeIn(stage, event) : null),
    options,
  );
  stage.addEventListener("pointerleave", () => gestures.point(null), options);
  stage.addEventListener(
    "dblclick",
    (event) => {
      if (!isOnLabel(event)) gestures.move(zoomed(gestures.view(), zoomStep, placeIn(stage, event)));
    },
    options,
  );
}

interface Stage {
  readonly stage: HTMLElement;
  readonly gestures: Gestures;
}

function onKey(event: KeyboardEvent, gestures: Gestures): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = stepOfKey.get(event.key);
  if (step === undefined && event.key !== "0") return;
  event.preventDefault();
  if (step === undefined) gestures.fit();
  else gestures.move(step(gestures.view()));
}

/** A page that is scrolled past a map must not be caught by it: the wheel zooms only after a click, or with Ctrl. */
function onWheel(event: WheelEvent, { stage, gestures }: Stage): void {
  const isMeant = event.ctrlKey || event.metaKey || stage.contains(document.activeElement);
  if (!isMeant) return;
  event.preventDefault();
  // Lines and pages count as 16 and 400 pixels; a trackpad's pinch comes in small steps with Ctrl.
  const pixels = event.deltaY * ([1, 16, 400][event.deltaMode] ?? 1);
  const by = -pixels * (event.ctrlKey ? 0.01 : 0.003);
  gestures.move(zoomed(gestures.view(), Math.min(2, Math.max(-2, by)), placeIn(stage, event)));
}

/** Mouse, pen and fingers: one drags, two pinch, and what did not move picks. */
function listenToHand({ stage, gestures }: Stage, until: AbortSignal): void {
  const options = { signal: until };
  const fingers = new Map<number, Place>();
  let begun = { view: gestures.view(), places: [] as readonly Place[] };
  let isDragged = false;
  const begin = (): void => {
    begun = { view: gestures.view(), places: [...fingers.values()] };
  };
  const onDown = (event: PointerEvent): void => {
    if (event.button !== 0 || isOnLabel(event) || fingers.size === mostFingers) return;
    isDragged = fingers.size > 0;
    fingers.set(event.pointerId, placeIn(stage, event));
    stage.setPointerCapture(event.pointerId);
    begin();
  };
  const onMove = (event: PointerEvent): void => {
    if (!fingers.has(event.pointerId)) return;
    const place = placeIn(stage, event);
    fingers.set(event.pointerId, place);
    const [first] = begun.places;
    isDragged ||= Math.hypot(place.x - first!.x, place.y - first!.y) > clickWithinPx;
    if (isDragged) gestures.move(held(begun.view, begun.places, [...fingers.values()]));
  };
  const onUp = (event: PointerEvent): void => {
    if (!fingers.delete(event.pointerId)) return;
    begin();
    if (!isDragged && event.type === "pointerup") gestures.pick(placeIn(stage, event));
  };
  stage.addEventListener("pointerdown", onDown, options);
  stage.addEventListener("pointermove", onMove, options);
  stage.addEventListener("pointerup", onUp, options);
  stage.addEventListener("pointercancel", onUp, options);
  // One finger scrolls the page past the map; two mean the map, or the browser would take them away.
  const onTouch = (event: TouchEvent): void => {
    if (event.touches.length > 1) event.preventDefault();
  };
  stage.addEventListener("touchmove", onTouch, { ...options, passive: false });
}

const mostFingers = 2;

interface Place {
  readonly x: number;
  readonly y: number;
}

/** The labels of crowded places are buttons of their own. */
function isOnLabel({ target }: Event): boolean {
  return target instanceof Element && target.closest("button") !== null;
}

function placeIn(
  stage: HTMLElement,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): Place {
  const { left, top } = stage.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

function middleOf({ width, height }: MapView): { readonly x: number; readonly y: number } {
  return { x: width / 2, y: height / 2 };
}
