import { Command } from "commander";
import { coreOf } from "../../core/encoding/bundle.ts";
import type { BundleCore } from "../../core/encoding/bundle.ts";
import { checkFrames } from "../../core/evidence/verify/check-frames.ts";
import {
  compareScoring,
  describeDifference,
  differencesOf,
  type ScoringComparison,
} from "../../core/evidence/rescore/compare-scoring.ts";
import { reportRescoring, rescoringResult } from "../../core/evidence/rescore/rescoring-report.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { nodePrimitives } from "../../server/platform/node-primitives.ts";
import { nodeScorers } from "../../server/platform/node-scorers.ts";
import { paint } from "../terminal/paint.ts";
import { readBundle } from "./read-bundle.ts";
import { readGiven, refuseTwoFromInput } from "../terminal/read-given.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface RescoreOptions {
  readonly frames: string;
  readonly json?: true;
}

export function evidenceRescoreCommand(terminal: Terminal, ended: (code: ExitCode) => void): Command {
  return new Command("rescore")
    .description(
      "scores the frames of a bundle again and compares every figure, bit for bit; it checks no signature",
    )
    .argument("<bundle>", "bundle file; - reads standard input")
    .requiredOption("--frames <file>", "its frames file")
    .option("--json", "the differences as JSON")
    .action(async (bundle: string, options: RescoreOptions) =>
      ended(await rescore(bundle, options, terminal)),
    );
}

async function rescore(path: string, options: RescoreOptions, terminal: Terminal): Promise<ExitCode> {
  refuseTwoFromInput([path, options.frames], typed("evidence rescore --help"));
  const bundle = await readGiven(path, terminal);
  const core = coreOf(readBundle(bundle, path));
  const frames = checkFrames(core, await readGiven(options.frames, terminal), nodePrimitives.sha256);
  if (frames.kind === "broken") {
    throw new CommandFailure(
      exitCodes.evidenceInvalid,
      `${options.frames} is not the frames file of ${core.event_id}: ${frames.detail}`,
      `fetch it again: ${typed(`evidence get ${core.event_id} --out FOLDER`)}`,
    );
  }
  if (frames.kind === "redacted") {
    throw new CommandFailure(
      exitCodes.failed,
      `${options.frames} shows ${frames.disclosed} of ${core.frames.count} entries; the scoring needs all of them`,
      `fetch the whole file: ${typed(`evidence get ${core.event_id} --out FOLDER`)}`,
    );
  }

  await nodeScorers.openFor(bundle);
  const comparison = compareScoring(core, frames.records, {
    sha256: nodePrimitives.sha256,
    rescore: nodeScorers.rescore,
  });

  await terminal.out(
    options.json
      ? `${JSON.stringify(reportRescoring(core, comparison), null, 2)}\n`
      : readable(core, comparison, terminal),
  );
  return exitCodeOf(comparison);
}

function readable(core: BundleCore, comparison: ScoringComparison, terminal: Terminal): string {
  const { fold } = comparison;
  const head = `${core.event_id}  ${core.vehicle_id}  ${core.frames.count} entries, scoring ${core.scoring.version}\n`;
  const notRecomputed =
    fold.kind === "unable" ? `${paint(`NOT RECOMPUTED: ${fold.reason}`, "yellow", terminal)}\n` : "";
  switch (rescoringResult(comparison)) {
    case "same":
      return `${head}${paint("SAME: every figure comes out as recorded, to the last bit", "green", terminal)}\n`;
    case "unable":
      return `${head}${notRecomputed}`;
    case "different": {
      const lines = differencesOf(comparison).map((difference) => `  ${describeDifference(difference)}\n`);
      const word = "DIFFERENT: the record does not follow from its own frames, or says two things";
      return `${head}${paint(word, "red", terminal)}\n${lines.join("")}${notRecomputed}`;
    }
  }
}

function exitCodeOf(comparison: ScoringComparison): ExitCode {
  switch (rescoringResult(comparison)) {
    case "same":
      return exitCodes.ok;
    case "different":
      return exitCodes.evidenceInvalid;
    case "unable":
      return exitCodes.failed;
  }
}
