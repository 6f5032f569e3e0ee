import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { administer, serve, type RunningService } from "../../server/main.ts";
import { browserPath, sharedBrowser } from "../open-browser.ts";

/** A server of empty pages: another origin than the service. */
async function openPages(): Promise<{ readonly server: Server; readonly origin: string }> {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html").end("<!doctype html><title>page</title>");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe.skipIf(browserPath === null)("a real browser (apt-get install chromium)", () => {
  let browser: Browser;
  let service: RunningService;
  let dataDir: string;
  let key: string;
  const pages: { readonly server: Server; readonly origin: string }[] = [];

  beforeAll(async () => {
    pages.push(await openPages(), await openPages());
    dataDir = await mkdtemp(join(tmpdir(), "plumbline-cors-"));
    const administration = administer({ dataDir, env: {} });
    const asked = { organisation: "acme", name: "page", grants: { preset: "admin" } };
    key = (await administration.createKey(asked)).key;
    administration.close();
    const env = { PLUMBLINE_CORS_ORIGINS: pages[0]!.origin };
    service = await serve({ dataDir, port: 0, env, logLevel: "silent" });
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await service.stop();
    for (const { server } of pages) server.close();
    await rm(dataDir, { recursive: true });
  });

  /** What a page of this origin gets to read of a request with a key and a JSON body, which no browser sends unasked. */
  async function readFrom(origin: string) {
    const page = await browser.newPage();
    await page.goto(origin);
    const read = await page.evaluate(
      async ({ url, apiKey }) => {
        try {
          const answer = await fetch(`${url}/v1/keys`, {
            method: "POST",
            headers: {
              authorization: `Bearer ${apiKey}`,
              "content-type": "application/json",
              "idempotency-key": "p",
            },
            body: JSON.stringify({ name: "from a page", preset: "ingest" }),
          });
          const { name } = (await answer.json()) as { name: string };
          return { name, requestId: answer.headers.get("x-request-id") };
        } catch (fault) {
          return { fault: String(fault) };
        }
      },
      { url: service.url, apiKey: key },
    );
    await page.close();
    return read;
  }

  test("a page of a listed origin asks and reads, headers too", async () => {
    expect(await readFrom(pages[0]!.origin)).toEqual({
      name: "from a page",
      requestId: expect.stringMatching(/^req_/u),
    });
  });

  test("a page of another origin cannot even send its request", async () => {
    expect(await readFrom(pages[1]!.origin)).toEqual({ fault: expect.stringContaining("Failed to fetch") });
    const answer = await fetch(`${service.url}/v1/keys`, { headers: { authorization: `Bearer ${key}` } });
    const { data } = (await answer.json()) as { data: readonly { name: string }[] };
    expect(data.filter(({ name }) => name === "from a page")).toHaveLength(1);
  });
});
