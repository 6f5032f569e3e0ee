import { expect, test } from "vitest";
import type { ApiKey } from "../../clients/typescript/generated/contract.ts";
import { leaveSession, currentSession, enterKey, isLoopback, refuseSession } from "./session.ts";

const serviceThat = (answers: string | null, id = "first") => ({
  begin: async () => null,
  ownKey: async () => ({ id }) as ApiKey,
  end: async () => answers,
});

test.each([null, "The service could not end the session."])(
  "who signs out sees the form at once, and then whether the session is over: %s",
  async (answer) => {
    await enterKey("key", serviceThat(answer));
    const left = leaveSession(serviceThat(answer), { everywhere: false });
    expect(currentSession()).toEqual({ kind: "closed", refusal: null });
    await left;
    expect(currentSession()).toEqual({ kind: "closed", refusal: answer });
    // Whoever signed in meanwhile stays in.
    const late = leaveSession(serviceThat(answer), { everywhere: true });
    await enterKey("key", serviceThat(null, "second"));
    await late;
    expect(currentSession()).toMatchObject({ kind: "open", key: { id: "second" } });
  },
);

test("the next session begins when the last one's cookie is gone", async () => {
  await enterKey("key", serviceThat(null));
  const order: string[] = [];
  const gone = Promise.withResolvers<null>();
  const left = leaveSession(
    { ...serviceThat(null), end: () => gone.promise.then(() => (order.push("ended"), null)) },
    { everywhere: false },
  );
  const next = { ...serviceThat(null, "second"), begin: async () => (order.push("begun"), null) };
  const entered = enterKey("key", next);
  gone.resolve(null);
  await Promise.all([left, entered]);
  expect(order).toEqual(["ended", "begun"]);
});

test("a refusal that comes late closes no other session, and leaves the form alone", async () => {
  const signIn = (id: string) =>
    enterKey("key", {
      begin: async () => null,
      ownKey: async () => ({ id }) as ApiKey,
      end: async () => null,
    });
  await signIn("first");
  await leaveSession(serviceThat(null), { everywhere: false });
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
