/*
 * node count-results.mjs <failed steps, a line each> <what went to standard error> <vitest's JSON reports …>: names what
 * was skipped and what failed, shows what V8 said of processes it ended, counts it in the last line, and ends with 1
 * unless everything is green.
 */
import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

const [steps, stderr, ...reports] = process.argv.slice(2);
const failed = [];
const skipped = [];
const reportsWithFailures = new Set();
let passed = 0;

for (const report of reports.filter((file) => existsSync(file))) {
  const before = failed.length;
  for (const { name, status, message, assertionResults } of JSON.parse(readFileSync(report, "utf8"))
    .testResults) {
    const file = name.replace(`${process.cwd()}/`, "");
    // A file that could not be loaded, or whose set-up failed, has a message and perhaps no test that failed.
    // One whose process died has neither, and tests that never ended.
    if (status === "failed" && !assertionResults.some((result) => result.status === "failed"))
      failed.push(`${file}: ${message || "its process ended before its tests did"}`);
    for (const result of assertionResults) count(file, result);
  }
  if (failed.length > before) reportsWithFailures.add(report);
}

function count(file, { status, fullName, failureMessages }) {
  const test = `${file}: ${fullName}`;
  if (status === "passed") passed += 1;
  else if (status === "failed") failed.push(`${test}\n  ${(failureMessages[0] ?? "").slice(0, 500)}`);
  else skipped.push(test);
}
// A test step that failed by its tests is counted by them; any other failed step counts as one.
for (const step of steps.split("\n").filter(Boolean)) {
  const report = /TEST_REPORT=(\S+)/.exec(step)?.[1];
  if (report === undefined || !reportsWithFailures.has(report)) failed.push(step);
}
if (passed === 0) failed.push("no test ran");

/**
 * What V8 or Node wrote before it ended a process, and which test file that was: few enough lines to be among the last
 * ones of the log with what failed.
 */
function deathsIn(text) {
  const lines = stripVTControlCharacters(text).split("\n");
  const shown = new Set();
  for (const [at, line] of lines.entries()) {
    if (line.includes("Worker exited unexpectedly")) shown.add(at);
    if (!/^# Fatal error|FATAL ERROR|^abort: |Native stack trace/.test(line)) continue;
    for (let next = at; next < Math.min(at + 24, lines.length); next += 1) {
      // Addresses and objects follow, which explain nothing without the core dump.
      if (/^=+ Details/.test(lines[next])) break;
      shown.add(next);
    }
  }
  return [...shown]
    .toSorted((a, b) => a - b)
    .slice(0, 45)
    .map((at) => lines[at].slice(0, 300))
    .filter((line) => line.trim() !== "" && line !== "#");
}

for (const name of skipped) console.log(`skipped: ${name}`);
for (const line of existsSync(stderr) ? deathsIn(readFileSync(stderr, "utf8")) : [])
  console.log(`died: ${line}`);
for (const name of failed) console.log(`failed: ${name}`);
console.log(`${passed} passed, ${failed.length} failed, ${skipped.length} skipped`);
process.exitCode = failed.length > 0 ? 1 : 0;
