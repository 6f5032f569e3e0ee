import type { ReactElement } from "react";
import { standingLabel, type TierLabel, tierLabel } from "../labels/tier-labels.ts";
import { outlineMiddle, svgPoints, tierOutlines } from "../labels/tier-shapes.ts";

/** Shape and word of a tier. */
export function TierMark({ tier }: { readonly tier: string }): ReactElement {
  return <Mark label={tierLabel(tier)} />;
}

/** Shape and word of a vehicle as it stands today. */
export function StandingMark(vehicle: { readonly tier: string; readonly silent: boolean }): ReactElement {
  return <Mark label={standingLabel(vehicle)} />;
}

/** The shape alone, for where the word stands beside it anyway. */
export function TierShape({ label }: { readonly label: TierLabel }): ReactElement {
  return (
    <svg
      className={`tier-shape tone-${label.tone}`}
      viewBox="0 0 16 16"
      width="14"
      height="14"
      aria-hidden="true"
    >
      {drawn(label.shape)}
    </svg>
  );
}

function Mark({ label }: { readonly label: TierLabel }): ReactElement {
  return (
    <span className={`tier tone-${label.tone}`}>
      <TierShape label={label} />
      <span className="tier-word">{label.word}</span>
    </span>
  );
}

function drawn(shape: TierLabel["shape"]): ReactElement {
  const outline = tierOutlines[shape];
  if (outline.kind === "polygon") return <polygon points={svgPoints(outline.corners)} fill="currentColor" />;
  const circle = { cx: outlineMiddle, cy: outlineMiddle, r: outline.radius };
  if (outline.stroke === null) return <circle {...circle} fill="currentColor" />;
  return <circle {...circle} fill="none" stroke="currentColor" strokeWidth={outline.stroke} />;
}
