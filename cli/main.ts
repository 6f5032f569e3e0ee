import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { endWithParent } from "./end-with-parent.ts";

// Half of a command's time was reading its sources anew. Kept inside the installation, whose owner alone can write there.
const compiled = join(import.meta.dirname, "..", "node_modules", ".cache", "plumbline");
enableCompileCache(compiled);
// Threads do not inherit it from the process, but from its environment: they took as long again as the main thread.
process.env["NODE_COMPILE_CACHE"] ??= compiled;
endWithParent();
const { runCommandLine } = await import("./run-command-line.ts");
const { processTerminal } = await import("./terminal/terminal.ts");

process.exitCode = await runCommandLine(process.argv.slice(2), processTerminal());
