import { expect, test } from "vitest";
import { isLoopback } from "./session.ts";

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
