import type { ReactElement } from "react";
import { type TierWords, tierWords } from "../words/tier-words.ts";

/** Shape and word of a tier. */
export function TierMark({ tier }: { readonly tier: string }): ReactElement {
  const { word, tone } = tierWords(tier);
  return (
    <span className={`tier tone-${tone}`}>
      <TierShape tier={tier} />
      <span className="tier-word">{word}</span>
    </span>
  );
}

/** The shape alone, for where the word stands beside it anyway. */
export function TierShape({ tier }: { readonly tier: string }): ReactElement {
  const { shape, tone } = tierWords(tier);
  return (
    <svg className={`tier-shape tone-${tone}`} viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      {drawn(shape)}
    </svg>
  );
}

function drawn(shape: TierWords["shape"]): ReactElement {
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
