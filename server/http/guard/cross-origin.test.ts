import { afterAll, beforeAll, expect, test } from "vitest";

import { keyNamed, startServer, type ServerForTests } from "../server-for-tests.ts";

const page = "https://dashboard.example.com";
let open: ServerForTests;
let closed: ServerForTests;
beforeAll(async () => {
  open = await startServer({ corsOrigins: [page, "http://localhost:5173"] });
  closed = await startServer();
});
afterAll(async () => {
  await open.stop();
  await closed.stop();
});

function ask(
  server: ServerForTests,
  path: string,
  given: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Response> {
  return fetch(`${server.url}${path}`, { method: given.method ?? "GET", headers: given.headers ?? {} });
}

const authorization = `Bearer ${keyNamed("admin")}`;
const preflight = (origin: string, method = "POST") => ({
  method: "OPTIONS",
  headers: {
    origin,
    "access-control-request-method": method,
    "access-control-request-headers": "authorization,content-type",
  },
});
const permissionsOf = ({ headers }: Response) =>
  [...headers.keys()].filter((name) => name.startsWith("access-control-"));

test("a page on the list is permitted to ask, before any key is shown", async () => {
  const answer = await ask(open, "/v1/keys", preflight(page));
  expect([answer.status, await answer.text()]).toEqual([204, ""]);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "access-control-allow-origin": page,
    "access-control-allow-methods": "GET, HEAD, POST",
    "access-control-max-age": "600",
    vary: "Access-Control-Request-Method, Access-Control-Request-Headers, Origin",
  });
  const allowed = answer.headers.get("access-control-allow-headers")?.toLowerCase().split(", ");
  expect(allowed).toEqual(
    // What the TypeScript client sends from a page.
    expect.arrayContaining([
      "authorization",
      "content-encoding",
      "content-type",
      "idempotency-key",
      "last-event-id",
      "x-plumbline-client",
    ]),
  );
  expect(answer.headers.get("content-type")).toBeNull();
});

test("its answers may be read, refusals too, with the headers a client needs", async () => {
  for (const headers of [{ authorization, origin: page }, { origin: page }]) {
    const answer = await ask(open, "/v1/vehicles", { headers });
    expect(answer.headers.get("access-control-allow-origin")).toBe(page);
    const exposed = answer.headers.get("access-control-expose-headers")?.split(", ");
    expect(exposed).toEqual(
      expect.arrayContaining(["X-Request-Id", "RateLimit", "ETag", "Link", "Retry-After"]),
    );
  }
});

test("credentials are never allowed, nor is every origin", async () => {
  const answers = [
    await ask(open, "/v1/keys", preflight(page)),
    await ask(open, "/v1/vehicles", { headers: { authorization, origin: page } }),
  ];
  for (const { headers } of answers) {
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    expect(headers.get("access-control-allow-origin")).not.toBe("*");
  }
});

test.each([
  ["another site", "https://evil.example.com"],
  ["the same host under another scheme", "http://dashboard.example.com"],
  ["the same host on another port", "https://dashboard.example.com:8443"],
  ["a longer name", "https://dashboard.example.com.evil.example"],
  ["upper case", "https://DASHBOARD.example.com"],
  ["no origin that can be named", "null"],
])("%s is permitted nothing", async (_who, origin) => {
  const answers = [
    await ask(open, "/v1/vehicles", preflight(origin)),
    await ask(open, "/v1/vehicles", { headers: { authorization, origin } }),
  ];
  expect(answers.map(permissionsOf)).toEqual([[], []]);
  expect(answers.map(({ status }) => status)).toEqual([401, 200]);
  expect(answers.every(({ headers }) => headers.get("vary")?.includes("Origin"))).toBe(true);
});

test("a request without an origin is answered as ever, and its cache knows that others are answered otherwise", async () => {
  const answer = await ask(open, "/v1/vehicles", { headers: { authorization } });
  expect(permissionsOf(answer)).toEqual([]);
  expect(answer.headers.get("vary")).toContain("Origin");
});

test("a path that is not there permits nothing, and OPTIONS without a question is no preflight", async () => {
  expect((await ask(open, "/v1/nowhere", preflight(page))).status).toBe(401);
  expect((await ask(open, "/v1/vehicles", { method: "OPTIONS", headers: { origin: page } })).status).toBe(
    401,
  );
});

test("without a list nothing is said of origins at all", async () => {
  const asked = await ask(closed, "/v1/vehicles", preflight(page));
  expect(asked.status).toBe(401);
  const answer = await ask(closed, "/v1/vehicles", { headers: { authorization, origin: page } });
  expect([...permissionsOf(asked), ...permissionsOf(answer)]).toEqual([]);
  expect(answer.headers.get("vary") ?? "").not.toContain("Origin");
});
