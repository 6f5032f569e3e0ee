import { expect, test } from "vitest";
import type { ApiKey } from "../../clients/typescript/generated/contract.ts";
import { closeSession, currentSession, enterKey, isLoopback, refuseSession } from "./session.ts";

test("a refusal that comes late closes no other session, and leaves the form alone", async () => {
  const signIn = (id: string) =>
    enterKey("key", { begin: async () => null, ownKey: async () => ({ id }) as ApiKey, end: async () => {} });
  await signIn("first");
  closeSession();
  refuseSession("first", "too late");
  expect(currentSession()).toEqual({ kind: "closed", refusal: null });
  await signIn("second");
  refuseSession("first", "too late");
  expect(currentSession()).toMatchObject({ kind: "open", key: { id: "second" } });
  refuseSession("second", "revoked");
  expect(currentSession()).toEqual({ kind: "closed", refusal: "revoked" });
});

test.each(["localhost", "127.0.0.1", "127.1.2.3", "[::1]"])("%s is this machine", (hostname) => {
  expect(isLoopback(hostname)).toBe(true);
});

test.each([
  "",
  "example.org",
  "localhost.example.org",
  "127.0.0.1.example.org",
  "127.0.0",
  "10.0.0.1",
  "::2",
])("%j is not", (hostname) => expect(isLoopback(hostname)).toBe(false));
