import { defaultSettings, settingsToJson } from "../../core/scoring/settings/settings.ts";
import { settingsCatalogue, type DescribedSetting } from "../../core/scoring/settings/settings-catalogue.ts";
import { markdownTable } from "../markdown-table.ts";

/** docs/scoring-settings.md: every number a verdict depends on. */
export function renderSettingsPage(): string {
  const groups = settingsCatalogue.map(({ title, settings }) =>
    [
      `## ${title}`,
      "",
      ...markdownTable(["setting", "meaning", "unit", "may be", "is"], settings.map(rowOf)),
      "",
    ].join("\n"),
  );
  return `${head}\n${groups.join("\n")}`;
}

const head = `# Settings of the scoring

Every number a verdict depends on, besides the frames; evidence records them whole. The service runs under those of the last column. What others would have led to is shown by the *Threshold simulator* under Analytics, by \`POST /v1/fleet/rescore\` (\`{"settings": {"change": {"limit_nats": 8}}}\`) and by \`plumbline replay --set\`; none of them saves anything. Written from \`core/scoring/settings/settings-catalogue.ts\` by \`npm run docs:scoring-settings\`; why each value is what it is stands in \`settings.ts\` beside it, and what it does in [how the scoring works](scoring-method.md).
`;

function rowOf({ path, meaning, unit, least, most }: DescribedSetting): readonly string[] {
  return [`\`${path}\``, meaning, unit, `${least} to ${most}`, String(presentOf(path))];
}

function presentOf(path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>>)[name], present);
}
const present = settingsToJson(defaultSettings);
