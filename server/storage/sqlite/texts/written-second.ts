/** Seconds of RFC 3339, without their zone: 2026-03-01T08:00:00. */
export const secondLength = "2026-03-01T08:00:00".length;
const minuteLength = "2026-03-01T08:00:".length;
const minuteMs = 60_000;

/** The second that is written at a place of a text; null for one that `writeSecond` would not write so. */
export function secondAt(text: string, at: number): number | null {
  if (lately.minute === "" || !text.startsWith(lately.minute, at)) {
    const minute = text.slice(at, at + minuteLength);
    const atMs = Date.parse(`${minute}00Z`);
    if (Number.isNaN(atMs) || writeMinute(atMs) !== minute) return null;
  }
  const tens = text.charCodeAt(at + minuteLength) - digit0;
  const ones = text.charCodeAt(at + minuteLength + 1) - digit0;
  const isSecond = tens >= 0 && tens <= 5 && ones >= 0 && ones <= 9;
  return isSecond ? lately.atMs + (tens * 10 + ones) * 1000 : null;
}

const digit0 = 48;

export function writeSecond(atMs: number): string {
  const beganMs = Math.floor(atMs / minuteMs) * minuteMs;
  return writeMinute(beganMs) + String((atMs - beganMs) / 1000).padStart(2, "0");
}

/** The minute that was read or written last: most times of a while share it, and comparing it takes less than reading it. */
const lately = { minute: "", atMs: 0 };

function writeMinute(atMs: number): string {
  if (lately.minute !== "" && lately.atMs === atMs) return lately.minute;
  lately.minute = new Date(atMs).toISOString().slice(0, minuteLength);
  lately.atMs = atMs;
  return lately.minute;
}
