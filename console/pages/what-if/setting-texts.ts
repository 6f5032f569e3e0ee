import { defaultSettings, settingsToJson } from "../../../core/scoring/settings/settings.ts";
import {
  settingsCatalogue,
  whyNotSetting,
  type DescribedSetting,
} from "../../../core/scoring/settings/settings-catalogue.ts";

/** What was typed, by the dotted name of the setting; one that is as it is in force is not there. */
export type SettingTexts = Readonly<Record<string, string>>;

export const describedSettings: ReadonlyMap<string, DescribedSetting> = new Map(
  settingsCatalogue.flatMap(({ settings }) => settings).map((setting) => [setting.path, setting]),
);

/** The limits people move first are shown unasked; the rest is found by search or in its group. */
export const firstGroup = "limits";

export function textInForce(path: string): string {
  return String(
    path
      .split(".")
      .reduce<unknown>((member, name) => (member as Readonly<Record<string, unknown>>)[name], inForce),
  );
}
const inForce: unknown = settingsToJson(defaultSettings);

/** A text is kept only while it says something else than what is in force. */
export function withText(texts: SettingTexts, path: string, text: string): SettingTexts {
  const { [path]: _, ...others } = texts;
  return text === textInForce(path) ? others : { ...others, [path]: text };
}

/** Why a text is nothing this setting may be; null when it is. */
export function whyNotText(path: string, text: string): string | null {
  const described = describedSettings.get(path);
  if (described === undefined) return "there is no such setting";
  const why = text.trim() === "" ? "a number" : whyNotSetting(described, Number(text));
  return why === null ? null : `it takes ${why}`;
}

/** The settings as the service takes them; null where nothing differs, or something is not what it may be. */
export function settingsOf(texts: SettingTexts): Readonly<Record<string, unknown>> | null {
  const paths = Object.keys(texts);
  if (paths.length === 0 || paths.some((path) => whyNotText(path, texts[path]!) !== null)) return null;
  const settings: Record<string, unknown> = {};
  for (const path of paths) {
    const names = path.split(".");
    const last = names.pop()!;
    let group = settings;
    for (const name of names) group = (group[name] ??= {}) as Record<string, unknown>;
    group[last] = Number(texts[path]);
  }
  return settings;
}

/** In the address: `set=name:value`, once for each. What it does not know is left out. */
export function textsOf(query: URLSearchParams): SettingTexts {
  return query.getAll("set").reduce<SettingTexts>((texts, given) => {
    const colon = given.indexOf(":");
    const path = given.slice(0, colon);
    return describedSettings.has(path) ? withText(texts, path, given.slice(colon + 1)) : texts;
  }, {});
}

export function addressPartsOf(texts: SettingTexts): readonly string[] {
  return Object.entries(texts).map(([path, text]) => `${path}:${text}`);
}

/** Whether a setting is one that somebody looks for: every word is in its name or its meaning. */
export function isFound({ path, meaning, unit }: DescribedSetting, search: string): boolean {
  const text = `${path} ${path.replaceAll(/[._]/g, " ")} ${meaning} ${unit}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
