/**
 * As JSON Schema patterns write it: no control characters, which have no place in a name and which some databases
 * refuse, and none that end a line or turn the direction of text, with which one name can be shown as another
 * (Unicode Technical Report 36, 2.7).
 */
export const plainTextPattern = "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069]*$";

/** The same as a loop, because it runs twice a frame. */
export function isPlainText(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20) return false;
    if (code >= 0x7f && isUnseen(code)) return false;
  }
  return true;
}

function isUnseen(code: number): boolean {
  return code <= 0x9f || (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
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
