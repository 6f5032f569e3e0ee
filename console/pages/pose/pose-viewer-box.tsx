import { useEffect, useLayoutEffect, useRef, type ReactElement } from "react";
import type { PoseChoice } from "../../scene/pose-choice.ts";
import { openPoseViewer, type PoseViewer, type Tones } from "../../scene/pose-viewer.ts";
import type { ShownSensor } from "../../scene/shown-sensor.ts";

interface PoseViewerBoxProps {
  readonly sensors: readonly ShownSensor[];
  readonly tones: Tones;
  readonly choice: PoseChoice;
  readonly onChoice: (choice: PoseChoice) => void;
}

/** Holds the pictures, which know no React: they are opened once and then told what to show. */
export function PoseViewerBox(props: PoseViewerBoxProps): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  const viewer = useRef<PoseViewer | null>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const names = props.sensors.map(({ id }) => id).join(" ");

  useLayoutEffect(() => {
    if (place.current === null) return;
    const opened = openPoseViewer(place.current, {
      ...latest.current,
      onChoice: (choice) => latest.current.onChoice(choice),
    });
    viewer.current = opened;
    return () => {
      opened.close();
      viewer.current = null;
    };
    // Another set of sensors has other buttons; new values of the same ones do not.
  }, [names]);

  const { viewpoint, factor, focus } = props.choice;
  const view = JSON.stringify(viewpoint);
  useEffect(() => {
    viewer.current?.show({ sensors: props.sensors, tones: props.tones }, latest.current.choice);
  }, [props.sensors, props.tones, view, factor, focus]);

  return <div ref={place} className="pose-viewer" />;
}
