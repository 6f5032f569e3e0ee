import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { WebhookDelivery, WebhookWithSecret } from "../../core/contract/types.ts";
import { startServiceProcess, type ServiceProcess } from "../service-process.ts";

let folder: string;
let service: ServiceProcess;
const servers: Server[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-https-"));
  makeCertificate("authority", [
    "-x509",
    "-subj",
    "/CN=An authority",
    "-addext",
    "basicConstraints=critical,CA:TRUE",
  ]);
  for (const [name, subject] of [
    ["good", "IP:127.0.0.1"],
    ["other", "DNS:other.example"],
  ] as const) {
    const signer = ["-CA", file("authority.pem"), "-CAkey", file("authority.key")];
    makeCertificate(name, [
      "-x509",
      ...signer,
      "-subj",
      `/CN=${name}`,
      "-addext",
      `subjectAltName=${subject}`,
    ]);
  }
  makeCertificate("own", ["-x509", "-subj", "/CN=own", "-addext", "subjectAltName=IP:127.0.0.1"]);
  service = await startServiceProcess({
    dataDir: join(folder, "data"),
    port: 0,
    env: { NODE_EXTRA_CA_CERTS: file("authority.pem") },
  });
});
afterAll(async () => {
  await service.stop();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(folder, { recursive: true });
});

function file(name: string): string {
  return join(folder, name);
}

function makeCertificate(name: string, words: readonly string[]): void {
  const key = [
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:P-256",
    "-nodes",
    "-keyout",
    file(`${name}.key`),
  ];
  execFileSync("openssl", ["req", ...key, "-days", "2", "-out", file(`${name}.pem`), ...words], {
    stdio: "ignore",
  });
}

async function receiver(name: string): Promise<string> {
  const options = { key: readFileSync(file(`${name}.key`)), cert: readFileSync(file(`${name}.pem`)) };
  const server = createServer(options, (request, response) =>
    request.resume().on("end", () => response.end("seen")),
  );
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function post<T extends object>(path: string, body?: object): Promise<T> {
  const answer = await fetch(`${service.url}/v1/webhooks${path}`, {
    method: "POST",
    headers: {
      authorization: "Bearer plumb_dev_local",
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
}

test.each([
  ["of an authority the operator trusts is taken", "good", { status: 200, error: null, response: "seen" }],
  ["that vouches for itself is refused", "own", { status: null, error: "tls_failed" }],
  ["for another name is refused", "other", { status: null, error: "tls_failed" }],
])("a certificate %s", async (_, name, expected) => {
  const made = await post<WebhookWithSecret>("", { url: await receiver(name) });
  const { attempts } = await post<WebhookDelivery>(`/${made.id}/test`);
  expect(attempts).toMatchObject([expected]);
});

test("what is no TLS at all is refused", async () => {
  const url = (await receiver("good")).replace("https:", "http:");
  const plain = await post<WebhookWithSecret>("", { url });
  expect((await post<WebhookDelivery>(`/${plain.id}/test`)).attempts[0]?.error).not.toBeNull();
});
