import { make } from "./make-element.ts";

const dayUs = 86_400_000_000;

/**
 * The day as of which is judged. An archive is opened years later: what it carries was to be fetched again long ago, and only
 * whoever judges can say what counted on the day that matters. A day counts to its last moment.
 */
export function chooseMoment(asOfUs: number | null, choose: (asOfUs: number | null) => void): HTMLElement {
  const input = make("input", { type: "date", id: "as-of", min: "1970-01-01", max: "9998-12-31" });
  if (asOfUs !== null) input.value = new Date(asOfUs / 1000).toISOString().slice(0, 10);
  input.addEventListener("change", () => choose(endOfDayUs(input.value)));
  const explained =
    asOfUs === null
      ? "Judged as of now, by this machine's clock. To judge as of an earlier day, choose it."
      : "Judged as of the end of the chosen day (UTC): keys revoked later are not considered. Clear it to judge as of now.";
  return make(
    "section",
    {},
    make("h2", {}, "As of when"),
    make("p", { class: asOfUs === null ? "quiet" : "warning" }, explained),
    make("p", { class: "comparison" }, make("label", { for: "as-of", class: "quiet" }, "Judge as of"), input),
  );
}

/** Microseconds since 1970; null for no day. */
export function endOfDayUs(day: string): number | null {
  const startMs = Date.parse(`${day}T00:00:00.000Z`);
  return Number.isNaN(startMs) ? null : startMs * 1000 + dayUs - 1000;
}
