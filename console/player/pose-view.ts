import { make } from "../verifier/make-element.ts";
import { tierLabel } from "../labels/tier-labels.ts";
import { openPoseViewer, type PoseViewer, type Tones } from "../scene/pose-viewer.ts";
import type { PoseChoice } from "../scene/pose-choice.ts";
import type { PlayerChoice } from "./player-choice.ts";
import type { PlayerFrame } from "./player-frame.ts";
import type { StageView } from "./stage-view.ts";
import type { Viewpoint } from "../scene/viewpoint.ts";

/** The sensors around the vehicle, as on the page of a vehicle's poses. */
export function openPoseView(onViewpoint: (viewpoint: Viewpoint) => void): StageView {
  const element = make("div", { class: "stage-poses" });
  let viewer: PoseViewer | null = null;
  return {
    element,
    draw(frame, choice) {
      const subject = { sensors: frame.sensors, tones: tonesOf(frame) };
      const wanted = poseChoice(frame, choice);
      if (viewer === null) {
        viewer = openPoseViewer(element, {
          ...subject,
          choice: wanted,
          hasOwnChoices: false,
          onChoice: ({ viewpoint }) => onViewpoint(viewpoint),
        });
        return;
      }
      viewer.show(subject, wanted);
    },
    close: () => viewer?.close(),
  };
}

function poseChoice({ sensors }: PlayerFrame, { factor, sensor, viewpoint }: PlayerChoice): PoseChoice {
  return { viewpoint, factor, focus: sensors.find(({ kind }) => kind === sensor)?.id ?? null };
}

/** In a scenario one knows who has moved: those are in the tier's tone. */
function tonesOf({ sensors, readings, tier }: PlayerFrame): Tones {
  return new Map(
    sensors.map(({ id }) => {
      const truth = readings.find((reading) => reading.id === id)?.truth ?? 0;
      return [id, truth === 0 ? "nominal" : tierLabel(tier).tone];
    }),
  );
}
