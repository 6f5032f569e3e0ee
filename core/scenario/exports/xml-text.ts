export type XmlValue = string | number | boolean;

/** An element as text: attributes in the order given, those that are undefined left out. */
export function element(
  name: string,
  attributes: Readonly<Record<string, XmlValue | undefined>>,
  children: readonly string[] = [],
): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
    .join("");
  return children.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${children.join("")}</${name}>`;
}

export function xmlDocument(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

/** At most ten decimals and no exponent, which not every reader knows. */
export function decimal(value: number): string {
  const fixed = value.toFixed(10);
  const short = String(Number(fixed) + 0);
  return short.includes("e") ? fixed : short;
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/** What XML 1.0 cannot carry at all, half a surrogate pair among it, becomes the replacement character. */
function escapeXml(text: string): string {
  // Nearly all values are numbers and names: the slow way is for the rest.
  if (/^[\w .:+-]*$/.test(text)) return text;
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replaceAll(/[&<>"\t\n\r]/g, (character) => escapes[character]!);
}
