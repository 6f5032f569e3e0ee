import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { publishedFiles } from "../../../core/contract/openapi/published-files.ts";
import { problemCodes, problemPages } from "../../../core/contract/problems.ts";
import { namedSchemas } from "../../../core/contract/schemas/named-schemas.ts";
import { ConsoleFiles } from "./console-files.ts";
import { DocsPage } from "./docs-page.ts";
import { type ServerForTests, startServer, tagOf } from "../server-for-tests.ts";

let server: ServerForTests;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test("the documents are served as they are published, byte for byte", async () => {
  const names = [
    "openapi.json",
    "openapi.yaml",
    ...Object.keys(namedSchemas).map((name) => `schemas/${name}.json`),
  ];
  for (const name of names) {
    const served = Buffer.from(await (await fetch(`${server.url}/${name}`)).arrayBuffer());
    expect(served.equals(Buffer.from(publishedFiles.get(name)!())), name).toBe(true);
  }
  expect((await fetch(`${server.url}/schemas/Nothing.json`)).status).toBe(404);
  expect((await fetch(`${server.url}/schemas/..%2fopenapi.json`)).status).toBe(404);
});

test("the index of problems lists every kind, for people and for programs", async () => {
  const { data } = (await (await fetch(`${server.url}/problems`)).json()) as { data: { type: string }[] };
  expect(data.map(({ type }) => type)).toEqual(Object.keys(problemPages).map((slug) => `/problems/${slug}`));
  const page = await (await fetch(`${server.url}/problems`, { headers: { accept: "text/html" } })).text();
  for (const { type } of data) expect(page).toContain(`href="${type}"`);
});

test("every problem's type leads to a page with cause and fix, for people and for programs", async () => {
  for (const slug of Object.keys(problemPages)) {
    const asJson = await fetch(`${server.url}/problems/${slug}`);
    const document: { readonly codes: readonly unknown[] } = JSON.parse(await asJson.text());
    expect([asJson.status, document]).toMatchObject([
      200,
      { type: `/problems/${slug}`, cause: expect.any(String) as string },
    ]);
    expect(document.codes.length).toBeGreaterThan(0);
    const page = await fetch(`${server.url}/problems/${slug}`, {
      headers: { accept: "text/html,*/*;q=0.8" },
    });
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(await page.text()).toContain("What to do");
  }
  expect((await fetch(`${server.url}/problems/none`)).status).toBe(404);
  expect(Object.values(problemCodes).every(({ slug }) => Object.hasOwn(problemPages, slug))).toBe(true);
});

test("no page may load, frame or run anything from elsewhere, or any inline script", async () => {
  for (const path of ["/", "/docs", "/problems/forbidden", "/vehicles/a?range=7d", "/health"]) {
    const { headers } = await fetch(server.url + path, { headers: { accept: "text/html, */*" } });
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy, path).toContain("default-src 'none'");
    expect(policy, path).toContain("frame-ancestors 'none'");
    expect(policy, path).not.toMatch(/unsafe|https?:|\*/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("access-control-allow-origin")).toBeNull();
  }
});

test("the documentation names no outside address and holds no key outside development", async () => {
  const page = await (await fetch(`${server.url}/docs`)).text();
  expect(page).not.toMatch(/https?:\/\//);
  expect(page).not.toMatch(/<script>|style=|onload=/);
  const files = [...page.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, path = ""]) => path);
  expect(files.length).toBe(5);
  for (const path of files) {
    const file = await fetch(server.url + path);
    expect(file.status, path).toBe(200);
    expect((await fetch(server.url + path, { headers: { "if-none-match": tagOf(file) } })).status).toBe(304);
  }
  expect(await (await fetch(`${server.url}/docs/start.js`)).text()).not.toContain("plumb_");
  expect((await fetch(`${server.url}/docs/package.json`)).status).toBe(404);
});

test("in development the documentation already holds the development key", () => {
  expect(new DocsPage({ isDevelopment: true }).page().body).toContain(
    'data-development-key="plumb_dev_local"',
  );
  expect(new DocsPage({ isDevelopment: false }).page().body).not.toContain("plumb_dev");
});

test("a console that is not built says how to build it", async () => {
  expect(await (await fetch(server.url)).text()).toContain("npm run build");
});

test("a built console is served from its own files only, at every address of its own", () => {
  const folder = mkdtempSync(join(tmpdir(), "console-"));
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), "<!doctype html>console");
  writeFileSync(join(folder, "assets", "index-1a2b.js"), "1;");
  const files = new ConsoleFiles(folder);
  rmSync(join(folder, "..", "nothing"), { force: true });
  expect(files.addresses).toEqual(["/assets/index-1a2b.js"]);
  const exchange = { headers: {} };
  expect(String(files.page(exchange).body)).toContain("console");
  const policy = files.page(exchange).headers?.["Content-Security-Policy"];
  // The scoring is WebAssembly; beside it nothing is allowed that the other pages are not.
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
  expect(String(policy).replace("'wasm-unsafe-eval'", "")).not.toMatch(/unsafe|https?:|\*/);
  expect(files.file(exchange, "/assets/index-1a2b.js").headers).toMatchObject({
    "Cache-Control": expect.stringContaining("immutable") as string,
  });
  rmSync(folder, { recursive: true });
});

test("a browser that goes where nothing is gets the console, which says so; a program gets the problem", async () => {
  const folder = mkdtempSync(join(tmpdir(), "console-"));
  writeFileSync(join(folder, "index.html"), "<!doctype html>console");
  const built = await startServer({ consoleFolder: folder });
  const html = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  const ask = async (path: string, accept: string, method = "GET") => {
    const answer = await fetch(built.url + path, { method, headers: { accept } });
    return [answer.status, answer.headers.get("content-type"), answer.headers.get("etag")];
  };
  const problem = "application/problem+json";
  expect(await ask("/nosuch", html)).toEqual([404, "text/html; charset=utf-8", null]);
  expect(await ask("/what-if", html)).toEqual([404, "text/html; charset=utf-8", null]);
  expect(await ask("/nosuch", "*/*")).toEqual([404, problem, null]);
  expect(await ask("/nosuch", "application/json, text/html;q=0.5, */*;q=0.9")).toEqual([404, problem, null]);
  expect(await ask("/nosuch", html, "POST")).toEqual([404, problem, null]);
  expect(await ask("/v1/nosuch", html)).toEqual([401, problem, null]);
  await built.stop();
  rmSync(folder, { recursive: true });
  expect(
    (await fetch(`${server.url}/nosuch`, { headers: { accept: html } })).headers.get("content-type"),
  ).toBe(problem);
});
