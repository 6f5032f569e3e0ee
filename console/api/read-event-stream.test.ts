import { expect, test } from "vitest";
import { readEventStream } from "./read-event-stream.ts";

async function readTogether(...pieces: readonly (string | Uint8Array)[]) {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(String(piece)));
      controller.close();
    },
  });
  const bursts = [];
  for await (const messages of readEventStream(body)) bursts.push(messages);
  return bursts;
}

async function read(...pieces: readonly (string | Uint8Array)[]) {
  return (await readTogether(...pieces)).flat();
}

const told = { id: "evt_1", event: "breach.opened", data: '{"a":1}' };

test("an event has its id, its type and its data", async () => {
  expect(await read('id: evt_1\nevent: breach.opened\ndata: {"a":1}\n\n')).toEqual([told]);
});

test("it does not matter where the pieces are cut, nor how lines end", async () => {
  const text = 'retry: 2000\nid: evt_0\n\n: quiet\n\nid: evt_1\nevent: breach.opened\ndata: {"a":1}\n\n';
  const whole = await read(text);
  expect(whole).toEqual([{ id: "evt_0", event: "message", data: null }, null, told]);
  expect(await read(...text.split(""))).toEqual(whole);
  expect(await read(text.replaceAll("\n", "\r\n"))).toEqual(whole);
});

test("several lines of data are one, and what is not whole at the end is nothing", async () => {
  expect(await read("data: a\ndata:b\ndata\n\ndata: lost")).toEqual([
    { id: null, event: "message", data: "a\nb\n" },
  ]);
});

test("what comes at once is one burst, with what was not whole before", async () => {
  const bursts = await readTogether("id: 1\n\nid: 2\n\nid:", " 3\n\n", ": quiet\n\n");
  expect(bursts.map((messages) => messages.map((message) => message?.id ?? null))).toEqual([
    ["1", "2"],
    ["3"],
    [null],
  ]);
});
