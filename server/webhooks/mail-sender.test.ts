import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, expect, test } from "vitest";

import { MailSender, recipientsOf } from "./mail-sender.ts";

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
}

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function mailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, { envelope }, done) {
      const pieces: Buffer[] = [];
      stream.on("data", (piece: Buffer) => pieces.push(piece));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = envelope;
        const from = mailFrom === false ? "" : mailFrom.address;
        received.push({
          from,
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(pieces).toString(),
        });
        done();
      });
    },
    ...options,
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => new Promise<void>((resolve) => server.close(resolve)));
  return { received, port: (server.server.address() as AddressInfo).port };
}

function sender(smtpUrl: string | null, domains: readonly string[] = []): MailSender {
  const made = new MailSender({ smtpUrl, from: "Plumbline <plumbline@example.com>", domains });
  closing.push(() => made.close());
  return made;
}

const mail = {
  url: "mailto:desk@example.org,night@example.org",
  messageId: "<dlv_1@plumbline.local>",
  subject: "veh-0042 is CRITICAL\r\nBcc: everybody@example.net",
  text: "The camera is turned by 1.35° since 07:41.\n\nhttps://plumbline.example/vehicles/veh-0042\n",
};

test("a mail server gets the mail: to whom, from whom, the sentence and the link", async () => {
  const { received, port } = await mailServer();
  const outcome = await sender(`smtp://127.0.0.1:${port}`).send(mail);
  expect(outcome).toMatchObject({ status: 250, error: null });
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    from: "plumbline@example.com",
    to: ["desk@example.org", "night@example.org"],
  });
  const { text } = received[0]!;
  expect(text).toContain("Message-ID: <dlv_1@plumbline.local>");
  expect(text).toContain("Auto-Submitted: auto-generated");
  expect(text).toMatch(/turned by 1\.35=C2=B0/);
  expect(text).not.toMatch(/^Bcc:/m);
});

test("user and password of the setting are used", async () => {
  let seen: unknown;
  const { port } = await mailServer({
    authOptional: false,
    onAuth({ username, password }, _session, done) {
      seen = { username, password };
      done(null, { user: username });
    },
  });
  expect(await sender(`smtp://ops:s%40cret@127.0.0.1:${port}`).send(mail)).toMatchObject({ error: null });
  expect(seen).toEqual({ username: "ops", password: "s@cret" });
});

test("a mail that is refused keeps the server's status, so that it is tried again", async () => {
  const { port } = await mailServer({
    onRcptTo(_address, _session, done) {
      done(Object.assign(new Error("mailbox full"), { responseCode: 452 }));
    },
  });
  expect(await sender(`smtp://127.0.0.1:${port}`).send(mail)).toMatchObject({
    status: 452,
    error: "mail_refused",
    response: expect.stringContaining("mailbox full"),
  });
});

test("a mail server that is not there is a failed connection", async () => {
  const { port } = await mailServer();
  await closing.pop()?.();
  expect(await sender(`smtp://127.0.0.1:${port}`).send(mail)).toMatchObject({
    status: null,
    error: "connection_failed",
  });
});

test("without a mail server, and to other domains than the operator's, nothing is sent", async () => {
  expect(sender(null).check(mail.url)).toMatchObject({ code: "webhook_format_unavailable" });
  const limited = sender("smtp://127.0.0.1:1", ["example.org"]);
  expect(limited.check("mailto:desk@EXAMPLE.org")).toBeNull();
  expect(limited.check("mailto:desk@example.org,a@example.com")).toMatchObject({
    code: "webhook_address_refused",
  });
  expect(await sender("smtp://127.0.0.1:1", ["example.com"]).send(mail)).toMatchObject({
    error: "address_refused",
  });
});

test.each([
  "mailto:",
  "mailto:desk",
  "mailto:desk@",
  "mailto:desk@example.org?bcc=all@example.org",
  "mailto:desk@example.org%0d%0aBcc:all@example.org",
  "mailto:desk@example.org,",
  `mailto:${Array(11).fill("desk@example.org").join(",")}`,
  "https://example.org",
])("%s names no recipients", (url) => {
  expect(recipientsOf(url)).toBeNull();
});
