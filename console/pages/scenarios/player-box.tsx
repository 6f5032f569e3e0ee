import { useLayoutEffect, useRef, useState, type ReactElement } from "react";
import { useKeys, type KeyActions } from "../../frame/keys.ts";
import { replaceAddress } from "../../frame/navigation.ts";
import { openPlayer } from "../../player/open-player.ts";
import { playFromQuery, queryOfPlay } from "../../player/player-choice.ts";
import type { Story } from "../../player/story/story.ts";

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
        const told = new URLSearchParams(queryOfPlay(choice)).toString();
        replaceAddress(told === "" ? address : `${address}?${told}`);
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
