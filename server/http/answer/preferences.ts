/** One part of a header such as Accept or Accept-Encoding: a name in small letters, and how much it is liked (RFC 9110 12.4.2). */
export interface Preference {
  readonly name: string;
  /** 0, which excludes it, to 1. */
  readonly quality: number;
}

export function readPreferences(header: string): readonly Preference[] {
  return header.split(",", partsLimit).map(readPreference);
}

/** What else a header lists is not looked at. */
const partsLimit = 64;

function readPreference(text: string): Preference {
  const [name = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => /^q=(?:0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)$/.test(parameter));
  return { name, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
}
