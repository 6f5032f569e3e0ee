/** As JSON Schema patterns write it: no control characters, which have no place in a name and which some databases refuse. */
export const plainTextPattern = "^[^\\u0000-\\u001f\\u007f]*$";

/** Whether a text has no control character. Written as a loop because it runs twice a frame. */
export function isPlainText(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code === 0x7f) return false;
  }
  return true;
}

/** Length in Unicode characters, as JSON Schema counts it: a pair of surrogates is one. */
export function lengthOf(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0xdc00 && code <= 0xdfff) length -= 1;
  }
  return length;
}
