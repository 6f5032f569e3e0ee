import { make } from "../verifier/make-element.ts";
import type { PosePicture } from "../three/pose-picture.ts";
import { describePose } from "./describe-pose.ts";
import { paintDrawing } from "./paint-drawing.ts";
import { followTheme, picturePaletteOf, type PicturePalette } from "./picture-palette.ts";
import { flatViews, poseDrawing, type FlatView } from "./pose-drawing.ts";
import { poseControls } from "./pose-controls.ts";
import type { PoseChoice } from "./pose-choice.ts";
import type { ShownSensor } from "./shown-sensor.ts";
import { movedView, presets, type Viewpoint } from "./viewpoint.ts";

/** A sensor's tone by its id: it names the colour tokens of styles/tokens.css. */
export type Tones = ReadonlyMap<string, "critical" | "caution" | "nominal" | "unknown">;

interface PoseSubject {
  readonly sensors: readonly ShownSensor[];
  readonly tones: Tones;
}

interface PoseViewerOptions extends PoseSubject {
  readonly choice: PoseChoice;
  /** False: how much a drift is enlarged and which sensor is looked at is chosen elsewhere. */
  readonly hasOwnChoices?: boolean;
  /** The reader chose another view: what an address keeps. */
  readonly onChoice: (choice: PoseChoice) => void;
}

export interface PoseViewer {
  show(subject: PoseSubject, choice: PoseChoice): void;
  close(): void;
}

/**
 * The sensors of one vehicle in space, with flat drawings of the same geometry beside it. The picture in space comes when
 * three.js has come, and not at all where the browser has no WebGL: then one line says so, and the drawings stay.
 */
export function openPoseViewer(place: HTMLElement, options: PoseViewerOptions): PoseViewer {
  let subject: PoseSubject = options;
  let { choice } = options;
  let picture: PosePicture | null = null;
  const until = new AbortController();

  const stage = make("div", { class: "pose-stage" });
  const note = make("p", { class: "pose-note", role: "status" }, "Loading the picture in space …");
  const factorMark = make("p", { class: "pose-factor" });
  const canvas = make("canvas", { class: "pose-canvas", role: "img" });
  const drawings = make("div", { class: "pose-drawings" });
  const controls = poseControls({
    sensors: subject.sensors,
    hasOwnChoices: options.hasOwnChoices ?? true,
    onChoice: (chosen) => choose(chosen),
    onMove: (by) => choose({ ...choice, viewpoint: movedView(around(choice.viewpoint), by) }),
  });
  stage.append(canvas, factorMark, note);
  place.append(controls.element, stage, drawings);

  const draw = (): void => {
    const says = sentencesOf(subject.sensors);
    controls.show(choice);
    factorMark.textContent = factorWords(choice.factor);
    canvas.setAttribute("aria-label", `The vehicle with its sensors, ${factorWords(choice.factor)}. ${says}`);
    drawings.replaceChildren(...flatViews.map((view) => flatFigure(view, { subject, choice, says })));
    drawInSpace();
  };
  const drawInSpace = (): void => {
    picture?.draw({
      sensors: subject.sensors,
      colors: colorsOf(subject.tones, picturePaletteOf(getComputedStyle(place))),
      ...choice,
    });
  };
  const choose = (chosen: PoseChoice): void => {
    choice = chosen;
    options.onChoice(chosen);
    draw();
  };
  const fit = (): void => {
    const { clientWidth: width, clientHeight: height } = stage;
    if (picture === null || width === 0) return;
    picture.resize(width, height, Math.min(2, window.devicePixelRatio));
    draw();
  };

  const begin = async (): Promise<void> => {
    const [{ openRenderer }, { PosePicture }] = await Promise.all([
      import("../three/open-renderer.ts"),
      import("../three/pose-picture.ts"),
    ]);
    if (until.signal.aborted) return;
    const renderer = openRenderer(canvas);
    if (renderer === null) {
      stage.classList.add("no-webgl");
      note.textContent =
        "This browser has no WebGL, so the picture in space is left out. The drawings below show the same numbers.";
      return;
    }
    note.remove();
    picture = new PosePicture(renderer, picturePaletteOf(getComputedStyle(place)));
    fit();
    stage.dataset["ready"] = "true";
  };

  const resized = new ResizeObserver(fit);
  resized.observe(stage);
  followTheme(() => {
    picture?.paint(picturePaletteOf(getComputedStyle(place)));
    draw();
  }, until.signal);
  turnByDragging(canvas, {
    onTurn: (by) => {
      choice = { ...choice, viewpoint: movedView(around(choice.viewpoint), by) };
      drawInSpace();
    },
    onEnd: () => choose(choice),
  });
  draw();
  void begin();

  return {
    show(shown, chosen) {
      subject = shown;
      choice = chosen;
      draw();
    },
    close() {
      until.abort();
      resized.disconnect();
      picture?.dispose();
      place.replaceChildren();
    },
  };
}

function around(viewpoint: Viewpoint): Extract<Viewpoint, { kind: "around" }> {
  return viewpoint.kind === "around" ? viewpoint : presets.overview;
}

function factorWords(factor: number): string {
  return factor === 1 ? "drift drawn true to scale (×1)" : `drift drawn ×${factor}`;
}

function sentencesOf(sensors: readonly ShownSensor[]): string {
  return sensors.map((sensor) => describePose(sensor)).join(" ");
}

function colorsOf(tones: Tones, palette: PicturePalette): ReadonlyMap<string, string> {
  return new Map([...tones].map(([id, tone]) => [id, palette[tone]]));
}

const flatCaptions: Readonly<Record<FlatView, string>> = {
  top: "From above",
  side: "From its right",
  front: "From ahead",
};

function flatFigure(
  view: FlatView,
  {
    subject,
    choice,
    says,
  }: { readonly subject: PoseSubject; readonly choice: PoseChoice; readonly says: string },
): HTMLElement {
  const drawing = poseDrawing(view, { sensors: subject.sensors, factor: choice.factor, focus: choice.focus });
  const words = `${flatCaptions[view]}, ${factorWords(choice.factor)}`;
  return make(
    "figure",
    { class: `pose-figure pose-${view}` },
    paintDrawing(drawing, { says: `${words}. ${says}`, tones: subject.tones }),
    make("figcaption", {}, words),
  );
}

interface Dragging {
  readonly onTurn: (by: { readonly azimuthDeg: number; readonly elevationDeg: number }) => void;
  readonly onEnd: () => void;
}

/** Dragging turns the view; buttons do the same for who cannot drag. */
function turnByDragging(canvas: HTMLCanvasElement, { onTurn, onEnd }: Dragging): void {
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button === 0) canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!canvas.hasPointerCapture(event.pointerId)) return;
    onTurn({
      azimuthDeg: -event.movementX * degreesPerPixel,
      elevationDeg: event.movementY * degreesPerPixel,
    });
  });
  canvas.addEventListener("lostpointercapture", onEnd);
}

const degreesPerPixel = 0.4;
