/**
 * RFC 3339 in UTC. Milliseconds, as most clients expect them; microseconds only where the time has them, so that a
 * time read here and sent back as `from` or `to` is the very same instant.
 */
export function presentTime(timeUs: number): string {
  const wholeMs = Math.floor(timeUs / 1000);
  const milliseconds = new Date(wholeMs).toISOString();
  const remainderUs = timeUs - wholeMs * 1000;
  if (remainderUs === 0) return milliseconds;
  return `${milliseconds.slice(0, -1)}${String(remainderUs).padStart(3, "0")}Z`;
}
