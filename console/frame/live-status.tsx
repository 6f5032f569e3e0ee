import { type ReactElement, useEffect, useRef, useState } from "react";
import { isFollowing, isPaused, onPauseChange, retryEveryMs, setPaused, useLive } from "../api/live.ts";
import { onNews } from "../api/news-channel.ts";
import { utcClock } from "../labels/moments.ts";
import { count } from "../labels/quantities.ts";
import { TierAnnouncer } from "./tier-announcer.ts";

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

/** Says aloud when updates stop, keeps saying from when the shown numbers are, and what was missed once they go on. */
export function ConnectionNotice(): ReactElement {
  const { paused, answeredAtMs, lostAtMs } = useLive();
  const caughtUp = useCaughtUp(lostAtMs !== null);
  return (
    <div role="status" className="connection">
      {lostAtMs !== null && (
        <p className="banner">
          Live updates stopped at {utcClock(lostAtMs)} UTC
          {paused ? "" : `, trying again every ${retryEveryMs / 1000}\u00a0s`}. The service does not answer.
          {answeredAtMs !== null && ` What you see is from ${utcClock(answeredAtMs)} UTC.`}
        </p>
      )}
      {lostAtMs === null && caughtUp !== null && <p className="banner">{caughtUp}</p>}
    </div>
  );
}

/** Events of a silence come together, soon after the connection is there again. */
const [gatherMs, shownMs] = [4_000, 10_000];

/** For some seconds after a loss: how much happened meanwhile. Null where nobody follows the events. */
function useCaughtUp(isLost: boolean): string | null {
  const wasLost = useRef(false);
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    if (isLost) {
      wasLost.current = true;
      return undefined;
    }
    if (!wasLost.current) return undefined;
    wasLost.current = false;
    let changes = 0;
    const stop = onNews(({ events }) => {
      changes += events;
    });
    const gathered = setTimeout(() => {
      stop();
      if (isFollowing()) setText(`Caught up: ${count(changes)} ${changes === 1 ? "change" : "changes"}.`);
    }, gatherMs);
    const over = setTimeout(() => setText(null), gatherMs + shownMs);
    return () => {
      stop();
      clearTimeout(gathered);
      clearTimeout(over);
    };
  }, [isLost]);
  return text;
}

/** Says tier changes for who does not see the rows; nothing while the page is held still. */
export function TierAnnouncements(): ReactElement {
  const [text, setText] = useState("");
  useEffect(() => {
    const until = new AbortController();
    const announcer = new TierAnnouncer({ say: setText, maySay: () => !isPaused() });
    const leave = onNews((news) => announcer.hear(news));
    onPauseChange(() => announcer.sayWaiting(), until.signal);
    return () => {
      until.abort();
      leave();
      announcer.stop();
    };
  }, []);
  return (
    <p className="unseen" role="status">
      {text}
    </p>
  );
}
