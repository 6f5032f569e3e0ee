import { basename } from "node:path";

/** What a process did to its files and told the world, in the order it was done. Only calls that succeeded. */
export type TracedStep =
  | { readonly kind: "create"; readonly file: string }
  | { readonly kind: "write"; readonly file: string; readonly offset: number; readonly bytes: Uint8Array }
  | { readonly kind: "truncate"; readonly file: string; readonly size: number }
  | { readonly kind: "unlink"; readonly file: string }
  | { readonly kind: "sync"; readonly file: string }
  | { readonly kind: "sync-folder" }
  | { readonly kind: "told"; readonly text: string };

/** Arguments for strace with which `readTrace` can read its log; the log goes to `logFile`. */
export function straceArguments(logFile: string): readonly string[] {
  const calls = "openat,pwrite64,write,fsync,fdatasync,ftruncate,unlink";
  return ["-f", "--seccomp-bpf", "-y", "-xx", "-s", "1000000", "-e", `trace=${calls}`, "-o", logFile];
}

/** Steps on the files directly in `folder` and writes to standard output, out of strace's log. */
export function readTrace(log: string, folder: string): readonly TracedStep[] {
  const steps: TracedStep[] = [];
  for (const call of wholeCalls(log)) {
    const step = stepOf(call, folder);
    if (step !== null) steps.push(step);
  }
  return steps;
}

/** Calls in the order they ended. One interrupted by another thread is two lines, which are put together. */
function* wholeCalls(log: string): Generator<string> {
  const begun = new Map<string, string>();
  for (const line of log.split("\n")) {
    const space = line.indexOf(" ");
    const thread = line.slice(0, space);
    const call = line.slice(space).trimStart();
    const resumed = /^<\.\.\. \w+ resumed>/.exec(call);
    if (call.endsWith("<unfinished ...>")) begun.set(thread, call.slice(0, -"<unfinished ...>".length));
    else if (resumed !== null) yield `${begun.get(thread) ?? ""}${call.slice(resumed[0].length)}`;
    else yield call;
  }
}

function stepOf(call: string, folder: string): TracedStep | null {
  const [, name, words, outcome] = /^(\w+)\((.*)\)\s*= (-?\d+)/s.exec(call) ?? [];
  if (name === undefined || words === undefined || Number(outcome) < 0) return null;
  const inFolder = (path: string) => (path === `${folder}/${basename(path)}` ? basename(path) : null);
  const descriptor = /^(\d+)<([^>]*)>/.exec(words);
  const path = descriptor === null ? "" : textOf(descriptor[2]!);
  const file = inFolder(path);
  switch (name) {
    case "openat": {
      const created = words.includes("O_CREAT") ? inFolder(textOf(/"([^"]*)"/.exec(words)![1]!)) : null;
      return created === null ? null : { kind: "create", file: created };
    }
    case "pwrite64": {
      const [, hex, offset] = /"((?:\\x[0-9a-f]{2})*)", \d+, (\d+)$/.exec(words) ?? [];
      if (file === null || hex === undefined) return null;
      return { kind: "write", file, offset: Number(offset), bytes: bytesOf(hex) };
    }
    case "write":
      return descriptor?.[1] === "1" ? { kind: "told", text: textOf(/"([^"]*)"/.exec(words)![1]!) } : null;
    case "ftruncate":
      return file === null ? null : { kind: "truncate", file, size: Number(/, (\d+)$/.exec(words)![1]) };
    case "unlink": {
      const gone = inFolder(textOf(/"([^"]*)"/.exec(words)![1]!));
      return gone === null ? null : { kind: "unlink", file: gone };
    }
    case "fsync":
    case "fdatasync":
      if (path === folder) return { kind: "sync-folder" };
      return file === null ? null : { kind: "sync", file };
    default:
      return null;
  }
}

function bytesOf(hex: string): Uint8Array {
  return Buffer.from(hex.replaceAll("\\x", ""), "hex");
}

function textOf(hex: string): string {
  return hex.includes("\\x") ? Buffer.from(bytesOf(hex)).toString("utf8") : hex;
}
