import { readFile, writeFile } from "node:fs/promises";
import { carryScenario } from "../../core/scenario/course/carry-scenario.ts";
import { playScenario } from "../../core/scenario/course/play-scenario.ts";
import { readFeed } from "../../core/scenario/course/read-feed.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";

/** The player that `npm run build` makes, with a place for a scenario. */
const builtPlayer = new URL("../../console/dist/player.html", import.meta.url);

/** How a feed is told: as JSON, or, when a file is named, as a player in it. */
export const htmlOption = [
  "--html <file>",
  "write a player of it instead: one HTML file that needs no server",
] as const;

export async function tellScenario(
  feed: unknown,
  { html }: { readonly html?: string },
  terminal: Terminal,
): Promise<void> {
  if (html === undefined) return terminal.out(`${JSON.stringify(feed, null, 2)}\n`);
  await writePlayer(html, feed);
  return terminal.out(`${html}\n`);
}

/** What the scoring makes of the scenario is worked out here, and written with it. */
async function writePlayer(file: string, given: unknown): Promise<void> {
  const read = readFeed(given);
  if (read.kind === "refused") {
    throw new CommandFailure(
      exitCodes.failed,
      `the feed cannot be played: ${read.reason}`,
      `Look at the feed: ${typed("scenario")}, without --html, prints it.`,
    );
  }
  const { feed } = read;
  const page = await builtPage();
  await writeFile(file, carryScenario(page, { feed, course: playScenario(feed) }));
}

async function builtPage(): Promise<string> {
  try {
    return await readFile(builtPlayer, "utf8");
  } catch (cause) {
    throw new CommandFailure(
      exitCodes.failed,
      `the player's page is not built (${cause instanceof Error ? cause.message : String(cause)})`,
      "Build it with npm run build; the scenario itself is printed without --html.",
    );
  }
}
