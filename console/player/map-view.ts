import { make } from "../verifier/make-element.ts";
import { onceFontComes } from "../labels/picture-font.ts";
import { tierLabel } from "../labels/tier-labels.ts";
import { followTheme, picturePaletteOf } from "../scene/picture-palette.ts";
import { MapPicture } from "./map-picture.ts";
import type { StageView } from "./stage-view.ts";
import type { Story } from "./story/story.ts";

export function openMapView(story: Story): StageView {
  const canvas = make("canvas", {
    class: "stage-canvas",
    role: "img",
    "aria-label": "The vehicle on the map of generated streets",
  });
  const element = make("div", { class: "stage-view" }, canvas);
  const picture = new MapPicture(canvas, story);
  const until = new AbortController();
  let latest: Parameters<StageView["draw"]> | null = null;
  const draw: StageView["draw"] = (frame, choice, isMoving) => {
    latest = [frame, choice, isMoving];
    const palette = picturePaletteOf(getComputedStyle(element));
    picture.draw(frame, { palette, factor: choice.factor, now: palette[tierLabel(frame.tier).tone] });
  };
  const fit = (): void => {
    const ratio = Math.min(2, window.devicePixelRatio);
    canvas.width = Math.max(1, Math.round(element.clientWidth * ratio));
    canvas.height = Math.max(1, Math.round(element.clientHeight * ratio));
    if (latest !== null) draw(...latest);
  };
  const resized = new ResizeObserver(fit);
  resized.observe(element);
  followTheme(fit, until.signal);
  void onceFontComes(fit, until.signal);
  return {
    element,
    draw,
    close() {
      until.abort();
      resized.disconnect();
    },
  };
}
