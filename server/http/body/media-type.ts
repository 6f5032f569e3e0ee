/** A media type with its parameters, lower-case but for parameter values (RFC 9110 8.3.1). */
export interface MediaType {
  readonly essence: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Null for what is no media type. */
export function parseMediaType(text: string): MediaType | null {
  const match = mediaTypePattern.exec(text);
  if (match === null) return null;
  const parameters = new Map<string, string>();
  const [, essence = "", rest = ""] = match;
  for (const [, name = "", value = ""] of rest.matchAll(parameterPattern)) {
    const plain = value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, "$1") : value;
    if (parameters.has(name.toLowerCase())) return null;
    parameters.set(name.toLowerCase(), plain);
  }
  return { essence: essence.toLowerCase(), parameters };
}

const token = String.raw`[A-Za-z0-9!#$%&'*+.^_\x60|~-]+`;
// Blanks before a semicolon belong to it alone: a second reading of them would make the match exponential.
const parameter = String.raw`[ \t]*;(?:[ \t]*${token}=(?:${token}|"(?:[^"\\\x00-\x1f\x7f]|\\[\x20-\x7e])*"))?`;
const mediaTypePattern = new RegExp(`^(${token}/${token})((?:${parameter})*)[ \\t]*$`);
const parameterPattern = new RegExp(
  String.raw`;[ \t]*(${token})=(${token}|"(?:[^"\\\x00-\x1f\x7f]|\\[\x20-\x7e])*")`,
  "g",
);
