import { codesOf, problemCodes, problemPages, type ProblemSlug } from "../problems.ts";

/** Every problem an answer may tell of, as a page to look a `code` up in: what is wrong, and what to do. Markdown. */
export function problemList(): string {
  const sections = (Object.keys(problemPages) as ProblemSlug[]).map((slug) => {
    const { title, cause, fix } = problemPages[slug];
    const codes = codesOf(slug).map((code) => `| \`${code}\` | ${cell(problemCodes[code].meaning)} |`);
    return [
      `## ${title}`,
      `\`/problems/${slug}\`. ${cause}`,
      `**What to do.** ${fix}`,
      ["| code | meaning |", "|---|---|", ...codes].join("\n"),
    ].join("\n\n");
  });
  const head =
    "# Problems by code\n\nWritten by `npm run contract:publish`. Every refusal of the service has one of these codes (RFC 9457), at the top or in `errors`. While the service runs, `type` leads to the same text.";
  return `${[head, ...sections].join("\n\n")}\n`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
