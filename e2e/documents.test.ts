import { existsSync, readFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { sensorDropped } from "../core/contract/requests/read-sensors.ts";
import { verdictNoteValues } from "../core/contract/schemas/vehicles/residual-score.ts";
import { reasons, scoreWarnings } from "../core/scoring/model/score.ts";

const root = new URL("..", import.meta.url);
const documents = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => path !== "" && !path.includes("node_modules"));

describe.each(documents)("%s", (path) => {
  const text = readFileSync(new URL(path, root), "utf8");

  test("its links and pictures lead to files that are there, and to headings that are in them", () => {
    const missing = linksOf(text).filter((link) => !leadsSomewhere(link, path));
    expect(missing).toEqual([]);
  });
});

test("every word a verdict may use is in the troubleshooting guide, and no other", () => {
  const guide = readFileSync(new URL("docs/guides/troubleshooting.md", root), "utf8");
  const section = guide.slice(guide.indexOf("## What a verdict says"), guide.indexOf("## It stays Unknown"));
  const told = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, word]) => word!);
  const quiet: readonly string[] = ["learning", "in_control"];
  const words = [...reasons, ...scoreWarnings, sensorDropped, ...verdictNoteValues].filter(
    (word) => !quiet.includes(word),
  );
  expect(told.toSorted()).toEqual([...new Set(words)].toSorted());
});

/** Relative ones; addresses elsewhere are not asked. */
function linksOf(text: string): readonly string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, "").replaceAll(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g), ...prose.matchAll(/ (?:src|srcset)="([^"]+)"/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z]+:|^\//.test(target));
}

function leadsSomewhere(link: string, from: string): boolean {
  const [file = "", anchor] = link.split("#");
  const target = file === "" ? new URL(from, root) : new URL(file, new URL(from, root));
  if (!existsSync(target)) return false;
  return anchor === undefined || !target.pathname.endsWith(".md") || headingsOf(target).has(anchor);
}

/** As GitHub names them. */
function headingsOf(file: URL): ReadonlySet<string> {
  const headings = readFileSync(file, "utf8").matchAll(/^#{1,6} (.+)$/gm);
  return new Set(
    [...headings].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replaceAll(/\s/g, "-"),
    ),
  );
}
