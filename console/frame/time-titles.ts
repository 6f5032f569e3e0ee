import { momentTitle } from "../labels/moments.ts";

/** Whoever points at a time, or comes to it by the keyboard, is told it by their own clock, too, and how long ago it was. */
export function tellTimes(page: Document): void {
  page.addEventListener("pointerover", ({ target }) => {
    if (target instanceof Element) tell(target.closest("time"));
  });
  page.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element) for (const time of target.querySelectorAll("time")) tell(time);
  });
}

/** Made when it is asked for: ages change. */
function tell(time: HTMLTimeElement | null): void {
  const title = time === null ? null : momentTitle(time.dateTime, Date.now());
  if (time !== null && title !== null) time.title = title;
}
