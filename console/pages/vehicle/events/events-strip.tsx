import type { ReactElement } from "react";
import { eventText, type StripEvent } from "./strip-events.ts";

interface EventsStripProps {
  readonly events: readonly StripEvent[];
  /** What the charts below cover, seconds since 1970. */
  readonly spanS: { readonly min: number; readonly max: number };
  readonly cursorS: number | null;
  readonly onEvent: (event: StripEvent) => void;
  /** For whoever listens. */
  readonly said: string;
}

/** What happened, over the charts and on their time axis; the same as a list, from which one goes to each. */
export function EventsStrip(props: EventsStripProps): ReactElement | null {
  const { events, onEvent, cursorS, said } = props;
  return (
    <section className="events" aria-labelledby="events">
      <h3 id="events">Events</h3>
      <p className="unseen" role="status">
        {said}
      </p>
      {events.length === 0 ? (
        <p className="quiet">None in this time range.</p>
      ) : (
        <>
          <EventsPicture events={events} spanS={props.spanS} cursorS={cursorS} />
          <details className="events-list">
            <summary>{events.length === 1 ? "1 event" : `${events.length} events`} as a list</summary>
            <ol className="plain">
              {events.map((event, at) => (
                <li key={`${event.kind} ${event.atS} ${at}`}>
                  <button
                    type="button"
                    className="link-button"
                    aria-current={cursorS === event.atS ? "true" : undefined}
                    onClick={() => onEvent(event)}
                  >
                    {eventText(event)}
                  </button>
                </li>
              ))}
            </ol>
          </details>
        </>
      )}
    </section>
  );
}

/** Words that would run into each other are left to the list; each mark says its own to who points at it. */
const leastApart = 0.085;
const marksY = 14;
const heightPx = 28;

function EventsPicture({
  events,
  spanS,
  cursorS,
}: Pick<EventsStripProps, "events" | "spanS" | "cursorS">): ReactElement {
  const shareOf = (atS: number): number =>
    spanS.max > spanS.min ? (atS - spanS.min) / (spanS.max - spanS.min) : 0.5;
  const shown = events.filter(({ atS }) => shareOf(atS) >= 0 && shareOf(atS) <= 1);
  const worded = wordedOf(shown.map(({ atS }) => shareOf(atS)));
  return (
    <div className="events-picture" aria-hidden="true">
      <div className="events-words">
        {shown.map(
          (event, at) =>
            worded.has(at) && (
              <span key={`${event.kind} ${event.atS}`} style={{ left: percentOf(shareOf(event.atS)) }}>
                {event.word}
              </span>
            ),
        )}
      </div>
      <svg width="100%" height={heightPx}>
        {shadesOf(shown).map(([from, to]) => (
          <rect
            key={from}
            className="events-shade"
            x={percentOf(shareOf(from))}
            width={percentOf(shareOf(to) - shareOf(from))}
            y="0"
            height={heightPx}
          />
        ))}
        <line className="events-axis" x1="0" x2="100%" y1={marksY} y2={marksY} />
        {shown.map((event, at) => (
          <svg
            key={`${event.kind} ${event.atS} ${at}`}
            x={percentOf(shareOf(event.atS))}
            className={`event event-${event.kind} ${event.tone === undefined ? "" : `tone-${event.tone}`}`}
          >
            <title>{eventText(event)}</title>
            <path d={marks[event.kind]} />
          </svg>
        ))}
        {cursorS !== null && shareOf(cursorS) >= 0 && shareOf(cursorS) <= 1 && (
          <line
            className="events-cursor"
            x1={percentOf(shareOf(cursorS))}
            x2={percentOf(shareOf(cursorS))}
            y1="0"
            y2={heightPx}
          />
        )}
      </svg>
    </div>
  );
}

/** About the point (0, 14): shapes differ, so that colour is not needed. */
const marks: Readonly<Record<StripEvent["kind"], string>> = {
  onset: "M0 2v24M-4 2h8",
  signal: "M0 1v26M0 1l8 5-8 5",
  tier: "M-6 14a6 6 0 1 0 12 0a6 6 0 1 0-12 0",
  recalibrated: "M-1.5 1h3v26h-3z",
  work: "M-5 9h10v10h-10z",
};

/** From each onset to the signal that follows it: there the change was, and was not seen yet. */
function shadesOf(events: readonly StripEvent[]): readonly (readonly [from: number, to: number])[] {
  return events.flatMap(({ kind, atS }, at) => {
    if (kind !== "onset") return [];
    const signal = events.slice(at).find((event) => event.kind === "signal");
    return signal === undefined ? [] : [[atS, signal.atS] as const];
  });
}

/** Which have their word beside them: each far enough from the one before that has. */
function wordedOf(shares: readonly number[]): ReadonlySet<number> {
  let last = Number.NEGATIVE_INFINITY;
  const worded = shares.flatMap((share, at) => {
    if (share - last < leastApart) return [];
    last = share;
    return [at];
  });
  return new Set(worded);
}

function percentOf(share: number): string {
  return `${(100 * share).toFixed(3)}%`;
}
