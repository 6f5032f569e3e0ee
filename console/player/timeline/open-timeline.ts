import type { Sensor } from "../../../core/sensors/sensor-lists.ts";
import { onceFontComes } from "../../labels/picture-font.ts";
import { followTheme } from "../../scene/picture-palette.ts";
import { make } from "../../verifier/make-element.ts";
import { paintTimeline } from "./paint-timeline.ts";
import type { Story } from "../story/story.ts";
import { timelinePaletteOf } from "./timeline-palette.ts";
import { timelineHeightPx, timelinePlan, type TimelinePlan } from "./timeline-plan.ts";

export interface Timeline {
  readonly element: HTMLElement;
  /** Which sensor's drift is drawn. */
  showSensor(kind: Sensor): void;
  showTime(tS: number): void;
  close(): void;
}

interface TimelineOptions {
  /** What it shows, in words. */
  readonly says: string;
  readonly onSeek: (tS: number) => void;
}

/** Events, drift, statistic and tier over one another, with one cursor over all; a press goes there, dragging scrubs. */
export function openTimeline(story: Story, { says, onSeek }: TimelineOptions): Timeline {
  const canvas = make("canvas", { class: "timeline-picture", role: "img", "aria-label": says });
  const cursor = make("div", { class: "timeline-cursor" });
  const element = make("div", { class: "timeline" }, canvas, cursor);
  const until = new AbortController();
  let kind = story.lead;
  let tS = 0;
  let plan: TimelinePlan = timelinePlan(story, kind, narrowestPx);

  const paint = (): void => {
    plan = timelinePlan(story, kind, Math.max(narrowestPx, element.clientWidth));
    const ratio = Math.min(2, window.devicePixelRatio);
    canvas.width = Math.round(plan.widthPx * ratio);
    canvas.height = Math.round(timelineHeightPx * ratio);
    const context = canvas.getContext("2d");
    if (context === null) return;
    context.scale(ratio, ratio);
    paintTimeline(context, plan, timelinePaletteOf(getComputedStyle(element)));
    showTime(tS);
  };
  const showTime = (atS: number): void => {
    tS = atS;
    cursor.style.setProperty("transform", `translateX(${plan.xOf(atS)}px)`);
  };
  const resized = new ResizeObserver(paint);
  resized.observe(element);
  followTheme(paint, until.signal);
  void onceFontComes(paint, until.signal);
  scrub(element, (x) => onSeek(plan.tOf(x)));
  return {
    element,
    showSensor(shown) {
      if (shown === kind) return;
      kind = shown;
      paint();
    },
    showTime,
    close() {
      until.abort();
      resized.disconnect();
    },
  };
}

const narrowestPx = 240;

function scrub(element: HTMLElement, onSeek: (x: number) => void): void {
  const seek = (event: PointerEvent): void => onSeek(event.clientX - element.getBoundingClientRect().left);
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    seek(event);
  });
  element.addEventListener("pointermove", (event) => {
    if (element.hasPointerCapture(event.pointerId)) seek(event);
  });
}
