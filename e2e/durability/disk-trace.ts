import { basename } from "node:path";

/** What a process did to its files and printed, in the order it was done. Only calls that succeeded. */
export type TracedStep =
  | { readonly kind: "create"; readonly file: string }
  | { readonly kind: "write"; readonly file: string; readonly offset: number; readonly bytes: Uint8Array }
  | { readonly kind: "truncate"; readonly file: string; readonly size: number }
  | { readonly kind: "unlink"; readonly file: string }
  | { readonly kind: "sync"; readonly file: string }
  | { readonly kind: "sync-folder" }
  | { readonly kind: "printed"; readonly text: string };

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
  const read = /^(\w+)\((.*)\)\s*= \d+/s.exec(call);
  if (read === null) return null;
  const [, name = "", words = ""] = read;
  if (name === "write") return printed(words);
  if (name === "openat" || name === "unlink") return stepOnName(name, words, folder);
  const [, path = ""] = /^\d+<([^>]*)>/.exec(words) ?? [];
  return stepOnFile(name, words, { path: textOf(path), folder });
}

/** Only standard output counts: what anybody was told by the process. */
function printed(words: string): TracedStep | null {
  return words.startsWith("1<") ? { kind: "printed", text: quotedIn(words) } : null;
}

function stepOnName(name: "openat" | "unlink", words: string, folder: string): TracedStep | null {
  const file = nameIn(folder, quotedIn(words));
  if (file === null) return null;
  if (name === "unlink") return { kind: "unlink", file };
  return words.includes("O_CREAT") ? { kind: "create", file } : null;
}

function stepOnFile(
  name: string,
  words: string,
  { path, folder }: { readonly path: string; readonly folder: string },
): TracedStep | null {
  const isSync = name === "fsync" || name === "fdatasync";
  if (isSync && path === folder) return { kind: "sync-folder" };
  const file = nameIn(folder, path);
  if (file === null) return null;
  if (isSync) return { kind: "sync", file };
  if (name === "ftruncate") return { kind: "truncate", file, size: lastNumber(words) };
  const [, hex] = /"((?:\\x[0-9a-f]{2})*)", \d+, \d+$/.exec(words) ?? [];
  if (name !== "pwrite64" || hex === undefined) return null;
  return { kind: "write", file, offset: lastNumber(words), bytes: bytesOf(hex) };
}

function lastNumber(words: string): number {
  return Number(/, (\d+)$/.exec(words)?.[1]);
}

/** The name of a file directly in the folder. */
function nameIn(folder: string, path: string): string | null {
  return path === `${folder}/${basename(path)}` ? basename(path) : null;
}

function quotedIn(words: string): string {
  return textOf(/"([^"]*)"/.exec(words)?.[1] ?? "");
}

function bytesOf(hex: string): Uint8Array {
  return Buffer.from(hex.replaceAll("\\x", ""), "hex");
}

function textOf(hex: string): string {
  return hex.includes("\\x") ? Buffer.from(bytesOf(hex)).toString("utf8") : hex;
}
