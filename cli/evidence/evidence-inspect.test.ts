import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fromFleet } from "../../clients/conformance/evidence/examples/scored-evidence.ts";
import { runRecorded } from "../run-recorded-for-tests.ts";

test("inspect shows the numbers of a bundle as the file writes them", async () => {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-inspect-"));
  const issued = Buffer.from(fromFleet.issued.bytes).toString();
  const exact = await runRecorded(["evidence", "inspect", await written(folder, issued)]);
  expect(exact.out).toContain(`${/"statistic":([0-9.]+)/u.exec(issued)![1]} nats, limit `);
  // One digit more than binary64 holds: the nearest number is the one that was issued.
  const changed = issued.replace(/("radar_drift_mm":)([0-9.]+)/u, "$1$2000001");
  const radar = /"radar_drift_mm":([0-9.]+)/u.exec(changed)![1]!;
  const run = await runRecorded(["evidence", "inspect", await written(folder, changed)]);
  const shown = `${(Number(radar) / 1000).toFixed(3)} m off (radar_drift_mm ${radar})`;
  expect(run.out.replaceAll(/ +/gu, " ")).toContain(`radar ${shown}`);
});

async function written(folder: string, text: string): Promise<string> {
  const path = join(folder, "bundle.json");
  await writeFile(path, text);
  return path;
}
