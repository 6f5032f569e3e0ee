import { useLayoutEffect, useMemo, useRef, type ReactElement } from "react";
import type { VehicleDetail } from "../../../clients/typescript/generated/contract.ts";
import type { Bundle } from "../../../core/encoding/bundle.ts";
import { describePose } from "../../scene/describe-pose.ts";
import { paintDrawing } from "../../scene/paint-drawing.ts";
import { type FlatView, flatViews, poseDrawing } from "../../scene/pose-drawing.ts";
import { tonesOf, turningSensors } from "../pose/pose-subject.ts";
import { factorFor, posesOf } from "./poses-of-bundle.ts";

/** Where the sensors looked at the breach against their baseline, from three sides and in words; it prints as it stands. */
export function PoseViews({ bundle }: { readonly bundle: Bundle }): ReactElement {
  const sensors = useMemo(() => posesOf(bundle), [bundle]);
  if (sensors.length === 0) return <p className="quiet">No sensor with a measured pose has reported.</p>;
  return (
    <>
      <ul className="plain">
        {sensors.map((sensor) => (
          <li key={sensor.id}>{describePose(sensor)}</li>
        ))}
      </ul>
      <div className="pose-views">
        {flatViews.map((view) => (
          <PoseView key={view} view={view} bundle={bundle} />
        ))}
      </div>
      <p className="quiet">
        Dashed: baseline; solid: at the breach, drawn ×{factorFor(sensors)}
        {`. Mounting places are typical ones; the ${turningSensors} axes are taken to be x right, y down, z ahead.`}
      </p>
    </>
  );
}

const words: Readonly<Record<FlatView, string>> = {
  top: "From above",
  side: "From its right",
  front: "From ahead",
};

function PoseView({ view, bundle }: { readonly view: FlatView; readonly bundle: Bundle }): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const sensors = posesOf(bundle);
    const factor = factorFor(sensors);
    const { tier, scoring } = bundle;
    const tones = tonesOf({
      tier,
      probable_fault_source: scoring.outputs.probable_fault_source as VehicleDetail["probable_fault_source"],
      monitored_sensors: sensors.map(({ kind }) => kind),
    });
    const drawing = poseDrawing(view, { sensors, factor, focus: null });
    place.current?.replaceChildren(
      paintDrawing(drawing, { says: `${words[view]}, drift ×${factor}`, tones }),
    );
  }, [view, bundle]);
  return (
    <figure className="pose-view">
      <div ref={place} />
      <figcaption className="quiet">{words[view]}</figcaption>
    </figure>
  );
}
