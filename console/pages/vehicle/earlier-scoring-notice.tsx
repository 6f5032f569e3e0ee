import type { ReactElement } from "react";

/** Above a verdict by rules that are no longer the present ones, until the vehicle is scored again. */
export function EarlierScoringNotice({
  version,
}: {
  readonly version: string | undefined;
}): ReactElement | null {
  if (version === undefined) return null;
  return (
    <p className="panel not-refreshed">
      <strong>Judged by scoring {version}.</strong> After an upgrade of the service this vehicle is being
      scored again by the present rules; its charts show what is done so far.
    </p>
  );
}
