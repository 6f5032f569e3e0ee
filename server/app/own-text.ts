/**
 * A part of a text in memory of its own: as it is cut out, it keeps the whole text, which may be that of a request of hundreds of
 * frames.
 */
export function ownText(part: string): string {
  const own = Buffer.from(part).toString();
  // Half a surrogate has no bytes of its own.
  return own === part ? own : part;
}
