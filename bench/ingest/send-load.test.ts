import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";

import { sendInTurn, sendOnTime } from "./send-load.ts";

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

async function serverOf(answer: RequestListener): Promise<number> {
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => answer(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

function requests(count: number): readonly Buffer[] {
  const request = "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n{}";
  return Array.from({ length: count }, () => Buffer.from(request));
}

const fine: RequestListener = (_, response) => response.writeHead(200, { "Content-Length": 2 }).end("{}");

test("a server that stands still is charged for what was due meanwhile", async () => {
  const stallMs = 300;
  let first = true;
  const port = await serverOf((request, response) => {
    setTimeout(() => fine(request, response), first ? stallMs : 0);
    first = false;
  });
  // One connection: requests due every 50 ms wait behind the first one. Sent in turn, only the first would be slow.
  const { answersMs } = await sendOnTime(port, requests(4), { perSecond: 20, clients: 1 });
  const slow = answersMs.filter((ms) => ms > 140);
  expect(slow).toHaveLength(4);
});

test("what is turned away is sent again until all are answered", async () => {
  let answers = 0;
  const port = await serverOf((request, response) => {
    answers += 1;
    if (answers === 2) response.writeHead(503, { "Content-Length": 0 }).end();
    else fine(request, response);
  });
  const { answersMs, turnedAway } = await sendInTurn(port, requests(5), 2);
  expect(answersMs).toHaveLength(5);
  expect(turnedAway).toBe(1);
});

test("any other answer stops the bench", async () => {
  const port = await serverOf((_, response) => response.writeHead(422, { "Content-Length": 0 }).end());
  await expect(sendInTurn(port, requests(1), 1)).rejects.toThrow("the server answered 422");
});

test("a connection that breaks stops the bench instead of waiting forever", async () => {
  const port = await serverOf((request) => request.socket.destroy());
  await expect(sendInTurn(port, requests(1), 1)).rejects.toThrow("the server answered 0");
});
