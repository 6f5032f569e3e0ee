/*
 * node count-results.mjs <failed steps, a line each> <vitest's JSON reports …>: names what failed and what was skipped,
 * counts it in the last line, and ends with 1 unless everything is green.
 */
import { existsSync, readFileSync } from "node:fs";

const [steps, ...reports] = process.argv.slice(2);
const failed = [];
const skipped = [];
let passed = 0;

for (const report of reports.filter((file) => existsSync(file))) {
  for (const { name, message, assertionResults } of JSON.parse(readFileSync(report, "utf8")).testResults) {
    const file = name.replace(`${process.cwd()}/`, "");
    // A file that could not be loaded, or whose set-up failed, has a message and perhaps no test that failed.
    if (message && !assertionResults.some(({ status }) => status === "failed"))
      failed.push(`${file}: ${message}`);
    for (const result of assertionResults) count(file, result);
  }
}

function count(file, { status, fullName, failureMessages }) {
  const test = `${file}: ${fullName}`;
  if (status === "passed") passed += 1;
  else if (status === "failed") failed.push(`${test}\n  ${(failureMessages[0] ?? "").slice(0, 500)}`);
  else skipped.push(test);
}
// A test step that failed by its tests is counted by them; any other failed step counts as one.
for (const step of steps.split("\n").filter(Boolean)) {
  if (failed.length === 0 || !step.includes("--outputFile")) failed.push(step);
}
if (passed === 0) failed.push("no test ran");

for (const name of skipped) console.log(`skipped: ${name}`);
for (const name of failed) console.log(`failed: ${name}`);
console.log(`${passed} passed, ${failed.length} failed, ${skipped.length} skipped`);
process.exitCode = failed.length > 0 ? 1 : 0;
