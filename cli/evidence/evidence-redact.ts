import { readFile, writeFile } from "node:fs/promises";
import { Command } from "commander";
import { FramesFault } from "../../core/evidence/frames/read-frames-file.ts";
import { redactFrames } from "../../core/evidence/frames/redacted-frames.ts";
import { parseSeqRanges, type SeqRange } from "../../core/evidence/frames/seq-ranges.ts";
import { nodePrimitives } from "../../server/platform/node-primitives.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface RedactOptions {
  readonly withhold: string;
  readonly out: string;
}

export function evidenceRedactCommand(terminal: Terminal): Command {
  return new Command("redact")
    .description("withholds entries of a frames file so that the rest still stands under the same bundle")
    .argument("<frames>", "frames file, whole or redacted already")
    .requiredOption("--withhold <numbers>", "journal numbers and ranges of them, for example 12,15-20")
    .requiredOption("--out <file>", "where to write the redacted frames file; it must not exist")
    .action((frames: string, options: RedactOptions) => redact(frames, options, terminal));
}

async function redact(path: string, { withhold, out }: RedactOptions, terminal: Terminal): Promise<void> {
  const ranges = parseSeqRanges(withhold);
  if (ranges === null) throw wrongUse(`--withhold ${withhold.slice(0, 64)} names no entries`);
  const redacted = redacting(await readFile(path), ranges, path);
  await writeFile(out, redacted.bytes, { flag: "wx" });
  const shown = redacted.count - redacted.withheld;
  await terminal.out(
    `${out}\n${shown} of ${redacted.count} entries shown, ${redacted.withheld} withheld\n` +
      `check it with: ${typed(`evidence verify BUNDLE --frames ${out} --trust TRUST`)}\n`,
  );
}

function redacting(bytes: Uint8Array, ranges: readonly SeqRange[], path: string) {
  try {
    return redactFrames(bytes, ranges, nodePrimitives.sha256);
  } catch (fault) {
    if (fault instanceof FramesFault || fault instanceof RangeError)
      throw wrongUse(`${path}: ${fault.message}`);
    throw fault;
  }
}

function wrongUse(message: string): CommandFailure {
  return new CommandFailure(exitCodes.usage, message, typed("evidence redact --help"));
}
