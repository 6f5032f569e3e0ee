import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { loggedAtOnce } from "../../clients/conformance/evidence/examples/example-log.ts";
import { writeLogFolder } from "../../clients/conformance/evidence/examples/log-folder.ts";
import { utf8 } from "../../core/encoding/bytes.ts";
import { consistencyPathFrom, type LogSource, openLogSource } from "./log-source.ts";

const entries = Array.from({ length: 300 }, (_, at) => utf8(`entry ${at}`));
const never = new AbortController().signal;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-log-"));
  writeLogFolder(folder, entries);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Answers 200 with these bytes to one path, and 404 to every other. */
async function addressOf(path: string, bytes: Uint8Array): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url === path) response.end(bytes);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

test("a folder gives the checkpoint and the parts that lie in it", async () => {
  const source = openLogSource(folder, never);
  expect(source.name).toBe(folder);
  expect(Buffer.from(await source.checkpoint()).toString()).toBe(
    Buffer.from(loggedAtOnce(entries).checkpoint).toString(),
  );
  expect(await source.part({ level: 0, index: 0, width: 256 })).toHaveLength(256 * 32);
  expect(await source.part({ level: 0, index: 1, width: 44 })).toHaveLength(44 * 32);
  await expect(source.part({ level: 0, index: 2, width: 1 })).rejects.toThrow("ENOENT");
});

test("the address of a service stands for its log, any other path for itself", async () => {
  const note = utf8("note");
  const service = await addressOf("/v1/log/checkpoint", note);
  const elsewhere = `${await addressOf("/mirror/checkpoint", note)}/mirror/`;
  for (const address of [service, elsewhere]) {
    expect(Buffer.from(await openLogSource(address, never).checkpoint())).toEqual(Buffer.from(note));
  }
  await expect(openLogSource(`${service}/other`, never).checkpoint()).rejects.toThrow("answers 404");
});

test("more than any part of a log has is not read to its end", async () => {
  const address = await addressOf("/v1/log/checkpoint", new Uint8Array(17 * 1024 * 1024 + 1));
  await expect(openLogSource(address, never).checkpoint()).rejects.toThrow("more than any part of a log has");
});

test("a proof takes the tiles it needs, each once, and none for the log's own beginning", async () => {
  const asked: string[] = [];
  const source = openLogSource(folder, never);
  const counting: LogSource = {
    ...source,
    part: (place) => {
      asked.push(`${place.level}/${place.index}`);
      return source.part(place);
    },
  };
  expect((await consistencyPathFrom(counting, 256, 300)).length).toBeGreaterThan(0);
  expect(new Set(asked).size).toBe(asked.length);
  expect(await consistencyPathFrom(counting, 300, 300)).toEqual([]);
});
