/**
 * Characters that show nothing or change how others are shown, in the basic plane, as the inside of a character class:
 * controls, line ends, marks that turn the direction of text, zero-width and filling characters, variation selectors.
 * With each of them one name can be shown as another (Unicode Technical Report 36, 2.7; Technical Standard 39, 3.1).
 */
const unseenBasic =
  "\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f" +
  "\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb";

/** The same beyond it: shorthand and musical controls, tags, further variation selectors. */
const unseenBeyond = "\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}";

/**
 * Plain text as JSON Schema patterns write it. It knows the basic plane only, because no way of writing the others in a
 * pattern is read by every language's regular expressions; `isPlainText` knows them all.
 */
export const plainTextPattern = `^[^${unseenBasic}]*$`;

/** One character that is not plain text. */
export const unseenCharacter = new RegExp(`[${unseenBasic}${unseenBeyond}]`, "u");

/** A loop for what most names are made of, because it runs twice a frame. */
export function isPlainText(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code === 0x7f) return false;
    if (code > 0x7f) return !unseenCharacter.test(text);
  }
  return true;
}

/** What a detail says of a name or a reason that holds such characters. */
export const plainTextRule =
  "may not hold control characters, line ends, marks that turn the direction of text, or characters without width " +
  "(zero-width, tags, variation selectors): two names that look alike must be one";

/**
 * A name in the one spelling that is stored: composed (Unicode Standard Annex 15), for "München" can be written with
 * 7 characters and with 8, and a file system or a keyboard decides which.
 */
export function composed(name: string): string {
  return name.normalize("NFC");
}

/** Whether a name has no blanks at its ends. */
export function isTrimmed(name: string): boolean {
  return name.trim() === name;
}

/** What a detail says of a name that has. */
export const trimmedRule = "may not begin or end with a blank: two names that look alike must be one";

/**
 * What a name may have been before zero-width and tag characters were refused: whoever looks for one that is stored can
 * still name it.
 */
export const storedNamePattern = "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069]*$";

/** Length in Unicode characters, as JSON Schema counts it: a pair of surrogates is one. */
export function lengthOf(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0xdc00 && code <= 0xdfff) length -= 1;
  }
  return length;
}
