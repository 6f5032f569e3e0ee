import { make } from "../verifier/make-element.ts";
import { tierLabel } from "../labels/tier-labels.ts";
import { followTheme, picturePaletteOf } from "../scene/picture-palette.ts";
import type { StreetPicture } from "../three/street-picture.ts";
import { coarser, finest } from "./picture-detail.ts";
import { openMapView } from "./map-view.ts";
import type { PlayerFrame } from "./player-frame.ts";
import type { StageView } from "./stage-view.ts";
import type { Story } from "./story/story.ts";

/** The sensors that are scored: those of a vehicle that looks all around would hide the street. */
function withScored(frame: PlayerFrame): PlayerFrame {
  const scored = new Set(frame.readings.map(({ id }) => id));
  return { ...frame, sensors: frame.sensors.filter(({ id }) => scored.has(id)) };
}

/** The street scene. Without WebGL one line says so, and the map shows the same. */
export function openStreetView(story: Story): StageView {
  const canvas = make("canvas", {
    class: "stage-canvas",
    role: "img",
    "aria-label": "The vehicle in generated streets",
  });
  const note = make("p", { class: "pose-note", role: "status" }, "Loading the street scene …");
  const element = make("div", { class: "stage-view" }, canvas, note);
  const until = new AbortController();
  let picture: StreetPicture | null = null;
  let fallback: StageView | null = null;
  let latest: Parameters<StageView["draw"]> | null = null;
  let detail = finest;
  let drawnAtMs = Number.NaN;

  const fit = (): void => {
    const { clientWidth: width, clientHeight: height } = element;
    if (picture === null || width === 0) return;
    picture.resize(width, height, Math.min(2, window.devicePixelRatio) * detail);
  };
  const setDetail = (next: number): void => {
    if (next === detail) return;
    detail = next;
    element.dataset["detail"] = `${next}`;
    fit();
  };
  const draw: StageView["draw"] = (frame, choice, isMoving) => {
    latest = [frame, choice, isMoving];
    fallback?.draw(frame, choice, isMoving);
    if (picture === null) return;
    const nowMs = performance.now();
    setDetail(isMoving ? coarser(detail, nowMs - drawnAtMs) : finest);
    drawnAtMs = isMoving ? nowMs : Number.NaN;
    const palette = picturePaletteOf(getComputedStyle(element));
    picture.draw({
      frame: withScored(frame),
      factor: choice.factor,
      focus: choice.sensor,
      now: palette[tierLabel(frame.tier).tone],
    });
  };
  const redraw = (): void => {
    if (latest !== null) draw(...latest);
  };

  const begin = async (): Promise<void> => {
    const [{ openRenderer }, { StreetPicture }] = await Promise.all([
      import("../three/open-renderer.ts"),
      import("../three/street-picture.ts"),
    ]);
    if (until.signal.aborted) return;
    const renderer = openRenderer(canvas);
    if (renderer === null) {
      fallback = openMapView(story);
      note.textContent =
        "This browser has no WebGL, so the street scene is left out. The map shows the same moment.";
      element.classList.add("no-webgl");
      canvas.replaceWith(fallback.element);
      redraw();
      return;
    }
    note.remove();
    picture = new StreetPicture(renderer, story.network, picturePaletteOf(getComputedStyle(element)));
    fit();
    redraw();
    element.dataset["ready"] = "true";
  };

  const resized = new ResizeObserver(() => {
    fit();
    redraw();
  });
  resized.observe(element);
  followTheme(() => {
    picture?.paint(picturePaletteOf(getComputedStyle(element)));
    redraw();
  }, until.signal);
  void begin();
  return {
    element,
    draw,
    close() {
      until.abort();
      resized.disconnect();
      picture?.dispose();
      fallback?.close();
    },
  };
}
