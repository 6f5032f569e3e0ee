import type { ReactElement } from "react";
import { retryEveryMs, setPaused, useLive } from "../api/live.ts";
import { utcClock } from "../labels/moments.ts";

/** Whether the numbers are moving, since when they are not, and the switch to hold them still. */
export function LiveStatus(): ReactElement {
  const { paused, answeredAtMs, lostAtMs } = useLive();
  const at = answeredAtMs === null ? "" : utcClock(answeredAtMs);
  const state = lostAtMs !== null ? "lost" : paused ? "paused" : "live";
  return (
    <div className="live">
      <span className={`live-dot live-${state}`} aria-hidden="true" />
      <span className="live-word">
        {state === "lost" ? "Not live" : state === "paused" ? "Paused" : "Live"}
        <span className="quiet"> {at}</span>
      </span>
      <button type="button" className="button" onClick={() => setPaused(!paused)}>
        {paused ? "Resume" : "Pause"}
      </button>
    </div>
  );
}

/** Says aloud when updates stop, and keeps saying from when the shown numbers are. */
export function ConnectionNotice(): ReactElement {
  const { paused, answeredAtMs, lostAtMs } = useLive();
  return (
    <div role="status" className="connection">
      {lostAtMs !== null && (
        <p className="banner">
          Live updates stopped at {utcClock(lostAtMs)} UTC
          {paused ? "" : `, trying again every ${retryEveryMs / 1000}\u00a0s`}. The service does not answer.
          {answeredAtMs !== null && ` What you see is from ${utcClock(answeredAtMs)} UTC.`}
        </p>
      )}
    </div>
  );
}
