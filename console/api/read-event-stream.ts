/** One block of a stream of server-sent events; `data` is null where it only moves the position. */
export interface StreamMessage {
  readonly id: string | null;
  readonly event: string;
  readonly data: string | null;
}

/**
 * Reads server-sent events (HTML standard, 9.2.6) as they come, those that came at once together: a burst is one thing to
 * its reader, not a thousand. Null for a comment, which shows that the stream lives.
 */
export async function* readEventStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<readonly (StreamMessage | null)[]> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const blocks = text.split(/\r?\n\r?\n/);
    // What comes after the last empty line is not whole yet.
    text = blocks.pop() ?? "";
    if (blocks.length > 0) yield blocks.map(messageOf);
  }
}

function messageOf(block: string): StreamMessage | null {
  const fields = Map.groupBy(block.split(/\r?\n/).map(fieldOf), ({ name }) => name);
  const valuesOf = (name: string) => fields.get(name)?.map(({ value }) => value) ?? null;
  const [ids, data] = [valuesOf("id"), valuesOf("data")];
  if (ids === null && data === null) return null;
  const [event = "message"] = valuesOf("event") ?? [];
  return { id: ids?.at(-1) ?? null, event, data: data === null ? null : data.join("\n") };
}

/** A comment is a field without a name. */
function fieldOf(line: string): { readonly name: string; readonly value: string } {
  const colon = line.indexOf(":");
  if (colon < 0) return { name: line, value: "" };
  return { name: line.slice(0, colon), value: line.slice(colon + 1).replace(/^ /, "") };
}
