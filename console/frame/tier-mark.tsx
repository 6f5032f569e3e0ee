import type { ReactElement } from "react";
import { standingLabel, type TierLabel, tierLabel } from "../labels/tier-labels.ts";

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
  switch (shape) {
    case "octagon":
      return <path d="M5 1h6l4 4v6l-4 4H5l-4-4V5z" fill="currentColor" />;
    case "triangle":
      return <path d="M8 1.5 15.5 14.5h-15z" fill="currentColor" />;
    case "circle":
      return <circle cx="8" cy="8" r="4.5" fill="currentColor" />;
    case "hollow-circle":
      return <circle cx="8" cy="8" r="4.5" fill="none" stroke="currentColor" strokeWidth="2" />;
  }
}
