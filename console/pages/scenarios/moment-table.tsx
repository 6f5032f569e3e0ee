import type { ReactElement } from "react";
import { quantity, sensorName } from "../../player/player-frame.ts";
import type { Story } from "../../player/story/story.ts";

/** The timeline as a table: what happens, what is found, and what is true and estimated then. */
export function MomentTable({ story }: { readonly story: Story }): ReactElement {
  const { moments, tracks, lead, course } = story;
  const track = tracks.find(({ kind }) => kind === lead);
  const at = (tS: number) => Math.min(course.tier.length - 1, Math.round(tS / course.period_s));
  return (
    <section className="panel" aria-labelledby="moments-heading">
      <h2 id="moments-heading">Moment by moment</h2>
      {moments.length === 0 && <p className="quiet">Nothing happens, and nothing is found.</p>}
      {moments.length > 0 && (
        <table className="numbers">
          <thead>
            <tr>
              <th scope="col" className="number">
                s
              </th>
              <th scope="col">What</th>
              <th scope="col" className="number">
                True
              </th>
              <th scope="col" className="number">
                Estimated
              </th>
            </tr>
          </thead>
          <tbody>
            {moments.map(({ tS, kind, words }) => (
              <tr key={`${tS} ${kind} ${words}`}>
                <td className="number">{tS.toFixed(2)}</td>
                <td>{kind === "tier" ? `tier becomes ${words}` : words}</td>
                <td className="number">{track && quantity(track.kind, track.truth[at(tS)] ?? 0)}</td>
                <td className="number">{track && quantity(track.kind, track.estimate[at(tS)] ?? 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {track !== undefined && <p className="quiet">Drift of the {sensorName(track.id)}.</p>}
    </section>
  );
}
