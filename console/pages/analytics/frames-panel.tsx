import { useState, type ReactElement } from "react";
import type { FleetAnalytics } from "../../../clients/typescript/generated/contract.ts";
import { FigureTable } from "../../frame/figure-table.tsx";
import { utcShort } from "../../labels/moments.ts";
import { count } from "../../labels/quantities.ts";
import { sayFrames } from "./words.ts";

const width = 640;
const height = 72;

/** Whether what should come comes. */
export function FramesPanel({
  frames,
}: {
  readonly frames: NonNullable<FleetAnalytics["frames"]>;
}): ReactElement {
  const [isTableOpen, setTableOpen] = useState(false);
  const { received, late, expected_per_step: expected, step_s: stepS } = frames;
  const most = Math.max(1, expected, ...received);
  const y = (value: number) => height - 2 - (value / most) * (height - 6);
  const wide = width / Math.max(1, received.length);
  const beginS = Date.parse(frames.from) / 1000;
  return (
    <section className="panel" aria-labelledby="frames">
      <h2 id="frames">Are frames missing?</h2>
      <p className="card-main">{sayFrames(frames)}</p>
      {received.length > 0 && (
        <figure>
          <svg
            className="frames-picture"
            viewBox={`0 0 ${width} ${height}`}
            height={height}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {received.map((value, at) => (
              <rect
                key={at}
                className="bar-frames"
                x={at * wide}
                width={wide * 0.9}
                y={y(value)}
                height={height - 2 - y(value)}
              />
            ))}
            <line className="usual" x1="0" x2={width} y1={y(expected)} y2={y(expected)} />
          </svg>
          <figcaption className="quiet">
            Frames received in every {count(stepS / 60)} minutes since {utcShort(frames.from)} UTC; the line
            is what is usual, {count(expected)}.
          </figcaption>
          <details onToggle={(event) => setTableOpen(event.currentTarget.open)}>
            <summary>
              Table<span className="unseen"> of frames</span>
            </summary>
            {isTableOpen && (
              <FigureTable
                label="Frames received"
                columns={[
                  { head: "From (UTC)" },
                  { head: "Frames", isNumber: true },
                  { head: "Too late to be judged", isNumber: true },
                ]}
                rows={received.map((value, at) => [
                  utcShort(new Date((beginS + at * stepS) * 1000).toISOString()),
                  count(value),
                  count(late[at] ?? 0),
                ])}
              />
            )}
          </details>
        </figure>
      )}
    </section>
  );
}
