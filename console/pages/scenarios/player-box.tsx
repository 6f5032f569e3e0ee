import { type ReactElement, useLayoutEffect, useRef, useState } from "react";
import { type KeyActions, useKeys } from "../../frame/keys.ts";
import { replaceAddress } from "../../frame/navigation.ts";
import { openPlayer } from "../../player/open-player.ts";
import { playFromQuery, queryOfPlay } from "../../player/player-choice.ts";
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

interface PlayerBoxProps {
  readonly story: Story;
  readonly query: URLSearchParams;
  /** Of the page; what is played stands behind it. */
  readonly address: string;
}

/** Holds the player, which knows no React, and gives it the console's keys and address. */
export function PlayerBox({ story, query, address }: PlayerBoxProps): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  const begin = useRef(query);
  const [keys, setKeys] = useState<KeyActions>({});
  const [said, setSaid] = useState("");
  useKeys(keys);
  useLayoutEffect(() => {
    if (place.current === null) return;
    const player = openPlayer(place.current, {
      story,
      choice: playFromQuery(begin.current),
      onChoice: (choice) => {
        const query = new URLSearchParams(queryOfPlay(choice)).toString();
        replaceAddress(query === "" ? address : `${address}?${query}`);
      },
      copyLink: () => void copyAddress().then(setSaid),
    });
    setKeys(player.keys);
    return () => player.close();
  }, [story, address]);
  return (
    <>
      <div ref={place} />
      <p role="status" className="quiet">
        {said}
      </p>
    </>
  );
}

async function copyAddress(): Promise<string> {
  try {
    await navigator.clipboard.writeText(window.location.href);
    return "Link copied.";
  } catch {
    // Pages served without TLS from another machine may not write to the clipboard.
    return "The link could not be copied; it stands in the address bar.";
  }
}
