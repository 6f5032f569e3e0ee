/**
 * The `traceparent` of our part of a trace (W3C Trace Context, version 00): the caller's trace with a new span, or a
 * new trace when the caller sent none that can be used.
 */
export function readTraceparent(
  given: string | string[] | undefined,
  sources: { randomHex(bytes: number): string },
): string {
  const match =
    typeof given === "string"
      ? /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(given)
      : null;
  const span = sources.randomHex(8);
  const isUsable = match !== null && match[1] !== "ff" && !/^0+$/.test(match[2]!) && !/^0+$/.test(match[3]!);
  if (!isUsable) return `00-${sources.randomHex(16)}-${span}-00`;
  return `00-${match[2]}-${span}-${match[4]}`;
}
