import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { FileSpool } from "./file-spool.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumbline-spool-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const line = (text: string) => new TextEncoder().encode(`${text}\n`);
const segments = async () => (await readdir(folder)).filter((name) => name.endsWith(".ndjson")).sort();

async function contents(spool: FileSpool): Promise<readonly string[]> {
  const found: string[] = [];
  for (let group = await spool.oldest(); group !== null; group = await spool.oldest()) {
    found.push(new TextDecoder().decode(group.content));
    await spool.remove(group);
  }
  return found;
}

test("groups come out as they were filled, oldest first, and leave no file behind", async () => {
  const spool = await FileSpool.open(folder);
  await spool.append(line("a"));
  await spool.append(line("b"));
  await spool.seal();
  await spool.append(line("c"));
  expect([spool.lines, spool.bytes]).toEqual([3, 6]);
  await spool.seal();
  expect(await contents(spool)).toEqual(["a\nb\n", "c\n"]);
  expect([spool.lines, spool.bytes]).toEqual([0, 0]);
  await spool.close();
  expect(await readdir(folder)).toEqual([]);
});

test("lines that come together keep their order and go to disk together", async () => {
  const spool = await FileSpool.open(folder);
  await Promise.all(Array.from({ length: 300 }, (_, number) => spool.append(line(String(number)))));
  await spool.seal();
  const [whole] = await contents(spool);
  expect(whole).toBe(Array.from({ length: 300 }, (_, number) => `${number}\n`).join(""));
  await spool.close();
});

test("an empty group is none, and a group stays until it is removed", async () => {
  const spool = await FileSpool.open(folder);
  await spool.seal();
  expect(await spool.oldest()).toBeNull();
  await spool.append(line("a"));
  expect(await spool.oldest()).toBeNull();
  await spool.seal();
  const group = await spool.oldest();
  expect((await spool.oldest())?.name).toBe(group?.name);
  await spool.remove(group!);
  await spool.remove(group!);
  expect(spool.lines).toBe(0);
  await spool.close();
});

test("what one leaves the next one has, under the same names and before its own", async () => {
  const first = await FileSpool.open(folder);
  await first.append(line("a"));
  await first.seal();
  const name = (await first.oldest())?.name;
  await first.append(line("b"));
  await first.close();

  const second = await FileSpool.open(folder);
  expect([second.lines, second.bytes]).toEqual([2, 4]);
  expect((await second.oldest())?.name).toBe(name);
  await second.append(line("c"));
  await second.seal();
  expect(await contents(second)).toEqual(["a\n", "b\n", "c\n"]);
  await second.close();
});

test("a line that a kill cut off is dropped, a file with nothing whole in it goes", async () => {
  const first = await FileSpool.open(folder);
  await first.append(line("a"));
  await first.close();
  const [name] = await segments();
  await appendFile(join(folder, name!), '{"vehicle_id":"ve');
  await writeFile(join(folder, "999999999998-x.ndjson"), "half");
  await writeFile(join(folder, "999999999999-x.ndjson"), "");

  const second = await FileSpool.open(folder);
  expect(second.lines).toBe(1);
  expect(await readFile(join(folder, name!), "utf8")).toBe("a\n");
  expect(await segments()).toEqual([name]);
  expect(await contents(second)).toEqual(["a\n"]);
  await second.close();
});

test("a group that somebody removed by hand is passed over", async () => {
  const spool = await FileSpool.open(folder);
  await spool.append(line("a"));
  await spool.seal();
  await spool.append(line("b"));
  await spool.seal();
  await rm(join(folder, (await segments())[0]!));
  expect(await contents(spool)).toEqual(["b\n"]);
  expect(spool.lines).toBe(0);
  await spool.close();
});

test("one process, one writer: a second one is refused, until the first has closed", async () => {
  const first = await FileSpool.open(folder);
  await expect(FileSpool.open(folder)).rejects.toThrow(`is in use by process ${process.pid}`);
  await first.close();
  await (await FileSpool.open(folder)).close();
});

test.each([
  ["a process that is gone", { pid: 2 ** 22 + 1, began: "x:1" }],
  ["another process that has its number now", { pid: process.pid, began: "another-boot:1" }],
  ["nobody who could be read", "not json"],
])("the lock of %s is taken over", async (_, holder) => {
  await writeFile(join(folder, "lock"), typeof holder === "string" ? holder : JSON.stringify(holder));
  const spool = await FileSpool.open(folder);
  await spool.close();
  expect(await readdir(folder)).toEqual([]);
});

test("a line that cannot be written is refused, and does not spoil those behind it", async () => {
  const spool = await FileSpool.open(join(folder, "inner"));
  await rm(join(folder, "inner"), { recursive: true });
  await expect(spool.append(line("a"))).rejects.toThrow(/ENOENT/u);
  expect([spool.lines, spool.bytes]).toEqual([0, 0]);
});
