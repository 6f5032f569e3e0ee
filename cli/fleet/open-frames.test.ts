import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answeringService } from "../answering-service-for-tests.ts";
import { runRecorded } from "../run-recorded-for-tests.ts";

const frameLine =
  '{"vehicle_id":"v","timestamp":"2026-01-05T08:00:00Z","sensors":{"radar_range_bias_m":0}}\n';
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-frames-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function ingest(file: string, stdin?: Uint8Array) {
  const service = await answeringService({
    "/v1/telemetry/ingest": {
      status: "accepted",
      frames_ingested: 1,
      frames_duplicate: 0,
      frames_rejected: 0,
      errors: [],
    },
  });
  const args = ["ingest", file, "--url", service.url];
  const run = await runRecorded(args, stdin === undefined ? {} : { stdin });
  return { ...run, sent: service.seen.map(({ body }) => body).join("") };
}

function fileOf(name: string, content: string | Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

const zipped = gzipSync(frameLine);
test.each([
  ["a plain file", "plain.ndjson", frameLine, frameLine],
  ["a file of gzip", "frames.ndjson.gz", zipped, frameLine],
  ["gzip under another name", "frames.log", zipped, frameLine],
  ["gzip of several members", "day.ndjson.gz", Buffer.concat([zipped, zipped]), frameLine.repeat(2)],
  ["more than a chunk of it", "long.ndjson.gz", gzipSync(frameLine.repeat(50_000)), frameLine.repeat(50_000)],
  ["NDJSON that is called a table", "frames.csv", frameLine, frameLine],
])("%s is read", async (_what, name, content, lines) => {
  const run = await ingest(fileOf(name, content));
  expect(run).toMatchObject({ exitCode: 0, err: "" });
  expect(run.sent === lines).toBe(true);
});

test("standard input may be gzip, too", async () => {
  expect(await ingest("-", zipped)).toMatchObject({ exitCode: 0, sent: frameLine });
});

test("gzip that ends too early is damaged; what came whole before it is stored", async () => {
  const content = gzipSync(
    Array.from({ length: 3_000 }, (_, at) => frameLine.replace(":0}", `:0.${at}}`)).join(""),
  );
  const run = await ingest(fileOf("half.ndjson.gz", content.subarray(0, content.length / 2)));
  expect(run.exitCode).toBe(1);
  expect(run.err).toContain("half.ndjson.gz is damaged: its gzip data end too early");
  expect(run.err).toContain("frames count once");
});

const header = "vehicle_id,timestamp,radar";
test.each([
  ["by its name", "export.csv", "v-1;2026-03-01;0.1\n"],
  ["by its first line", "export.txt", `${header}\r\nv,2026-03-01T08:00:00Z,0.01\n`],
  [
    "with tabs, quotes and a byte order mark",
    "export.data",
    '\uFEFF"Vehicle ID"\t"Time (UTC)"\t"radar [m]"\n',
  ],
  ["within gzip", "export.gz", gzipSync(`${header}\nv,2026-03-01T08:00:00Z,0.01\n`)],
])("a table is recognised %s, and nothing of it is sent", async (_what, name, content) => {
  const file = fileOf(name, content);
  const run = await ingest(file);
  expect(run).toMatchObject({ exitCode: 2, sent: "" });
  expect(run.err).toContain(`${file} is a table (CSV), and ingest reads NDJSON`);
  expect(run.err).toContain("frames_from_dataframe");
});

test("a line that is neither is sent: the service says what is wrong with it", async () => {
  expect((await ingest("-", Buffer.from("what is this?\n"))).sent).toBe("what is this?\n");
});
