#!/usr/bin/env node
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/*
 * `plumbline`, under whatever Node a machine has from 20.19 on: the program itself needs the embedded database of Node 24,
 * which comes with the installation as a package of its own. Written in JavaScript because nothing older reads the rest.
 */
const folder = import.meta.dirname;
const entry = [join(folder, "main.ts"), join(folder, "main.js")].find((file) => existsSync(file));
const oldestMajor = 24;

/** The Node of the installation: in a checkout the package `node`, in a packed one that of the platform. */
function installedNode() {
  const require = createRequire(import.meta.url);
  const platform = process.platform === "win32" ? "win" : process.platform;
  for (const name of ["node", `node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`]) {
    try {
      const file = require.resolve(`${name}/package.json`);
      const { bin } = JSON.parse(readFileSync(file, "utf8"));
      const program = join(dirname(file), bin.node);
      if (existsSync(program)) return program;
    } catch {
      // Another platform's, or an installation without it.
    }
  }
  return null;
}

/** The C library keeps so few pools of memory for all threads: what one gives back, another takes. */
const fewPools = { MALLOC_ARENA_MAX: "2", ...process.env };

/** A service under this same Node begins once more with that in its environment. */
function beginWithFewPools() {
  const isService = ["serve", "demo"].includes(process.argv[2]);
  if (!isService || process.platform !== "linux" || process.env.MALLOC_ARENA_MAX !== undefined) return;
  process.execve(
    process.execPath,
    [process.execPath, ...process.execArgv, ...process.argv.slice(1)],
    fewPools,
  );
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Ends as the program did. Ctrl-C reaches both from the terminal; every other signal is handed on. Of SIGKILL nothing can
 * be: the channel ends with this process, and the program with the channel (end-with-parent.ts).
 */
function runWith(program) {
  const child = spawn(program, [entry, ...process.argv.slice(2)], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: fewPools,
  });
  for (const signal of signals) {
    const comesTwice = signal === "SIGINT" && process.stdin.isTTY;
    process.on(signal, () => comesTwice || child.kill(signal));
  }
  child.on("error", (fault) => fail(`${program} does not run: ${fault.message}`));
  child.on("exit", (status, signal) => {
    if (signal === null) process.exit(status);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/**
 * `npx plumbline` runs it in a shell, and npm hands a SIGTERM to that shell alone, which ends by it and leaves what it ran
 * without a word. It is noticed by having another parent then. Only there: elsewhere whoever started it may end before it.
 */
function endWithShellOfNpx() {
  const { npm_lifecycle_event: event, npm_lifecycle_script: script = "" } = process.env;
  if (event !== "npx" || !/^['"]?plumbline['"]?(?: |$)/u.test(script)) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 250);
  watch.unref();
  // A second signal would end it at once.
  for (const signal of signals) process.once(signal, () => clearInterval(watch));
}

function fail(message) {
  process.stderr.write(
    `error: ${message}\n  next: run it with Node ${oldestMajor} or later, which https://nodejs.org has\n`,
  );
  process.exitCode = 1;
}

endWithShellOfNpx();
const own = installedNode();
if (own !== null && own !== process.execPath) runWith(own);
else if (Number.parseInt(process.versions.node, 10) >= oldestMajor) {
  beginWithFewPools();
  await import(pathToFileURL(entry).href);
} else {
  fail(
    `plumbline needs Node ${oldestMajor}, this is ${process.version}, and no Node for ${process.platform} ${process.arch} was installed with it`,
  );
}
