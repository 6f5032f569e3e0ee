import { momentTitle } from "./labels/moments.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { sessionService } from "./api/service.ts";
import { openSession } from "./api/session.ts";
import { applyTheme } from "./frame/theme.ts";
import { Console } from "./console.tsx";

applyTheme();
tellTimes(document);
const place = document.querySelector("#console");
if (place === null) throw new Error("index.html has no element with the id console");

createRoot(place).render(
  <StrictMode>
    <Console />
  </StrictMode>,
);
void openSession(sessionService);

/** Whoever points at a time, or comes to it by the keyboard, is shown it by their own clock, too, and how long ago it was. */
function tellTimes(page: Document): void {
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
