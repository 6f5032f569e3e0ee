import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { WebhookDelivery, WebhookWithSecret } from "../../core/contract/types.ts";
import { serve, type RunningService } from "../../server/main.ts";

/** The receivers of docs/webhooks.md, run as they stand there, and real messages sent to them. */
const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/webhooks.md"), "utf8");

let service: RunningService;
let dataDir: string;
let folder: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "plumbline-receivers-"));
  // Inside the project, where the receiver finds its library.
  folder = mkdtempSync(join(root, ".receivers-"));
  // As `npm init -y` leaves it.
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "commonjs" }));
  service = await serve({ dataDir, port: 0, dev: true, env: {}, logLevel: "silent" });
});
afterAll(async () => {
  for (const child of running) child.kill();
  await service.stop();
  rmSync(dataDir, { recursive: true });
  rmSync(folder, { recursive: true });
});

function sampleIn(language: string): string {
  const [, code] = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(page) ?? [];
  if (code === undefined) throw new Error(`docs/webhooks.md has no receiver in ${language}`);
  return code;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function post<T extends object>(path: string, body?: object): Promise<T> {
  const answer = await fetch(`${service.url}/v1/${path}`, {
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

async function runReceiver(command: readonly [string, ...string[]], env: Record<string, string>) {
  const [program, ...words] = command;
  const child = spawn(program, words, { env: { ...process.env, ...env } });
  running.push(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
  await Promise.race([
    expect.poll(() => said).toContain("ready"),
    once(child, "exit").then(() => Promise.reject(new Error(`the receiver ended: ${said}`))),
  ]);
  return () => said;
}

async function takesMessages(command: readonly [string, ...string[]]): Promise<void> {
  const port = await freePort();
  const made = await post<WebhookWithSecret>("webhooks", { url: `http://127.0.0.1:${port}/` });
  const said = await runReceiver(command, { PORT: String(port), WEBHOOK_SECRET: made.secret });

  const tested = await post<WebhookDelivery>(`webhooks/${made.id}/test`);
  expect(tested).toMatchObject({ status: "delivered", attempts: [{ status: 204 }] });
  expect(said()).toContain(`webhook.test ${tested.event_id}`);

  // The same message again is known by its id.
  await post(`webhooks/${made.id}/deliveries/${tested.id}/replay`);
  await expect.poll(async () => attemptsOf(made.id, tested.id)).toBe(2);
  expect(said().split(tested.event_id)).toHaveLength(2);

  await post(`webhooks/${made.id}/secret`, { overlap_hours: 0 });
  const refused = await post<WebhookDelivery>(`webhooks/${made.id}/test`);
  expect(refused.attempts[0]).toMatchObject({ status: 401 });
}

async function attemptsOf(webhookId: string, deliveryId: string): Promise<number> {
  const answer = await fetch(`${service.url}/v1/webhooks/${webhookId}/deliveries/${deliveryId}`, {
    headers: { authorization: "Bearer plumb_dev_local" },
  });
  return ((await answer.json()) as WebhookDelivery).attempts.length;
}

test("the receiver in TypeScript takes what is signed, once, and refuses everything else", async () => {
  const file = join(folder, "receiver.mts");
  writeFileSync(file, sampleIn("ts"));
  await takesMessages([process.execPath, file]);
});

test("the receiver in Python takes what is signed, once, and refuses everything else", async ({ skip }) => {
  const python = pythonWithLibrary();
  if (python === null) return skip("Python, or its package standardwebhooks, cannot be had here");
  const file = join(folder, "receiver.py");
  writeFileSync(file, sampleIn("python"));
  await takesMessages([python, file]);
});

function pythonWithLibrary(): string | null {
  try {
    const environment = join(folder, "venv");
    execFileSync("python3", ["-m", "venv", environment], { stdio: "ignore" });
    const python = join(environment, "bin", "python");
    execFileSync(python, ["-m", "pip", "install", "--quiet", "standardwebhooks==1.1.0"], { stdio: "ignore" });
    return python;
  } catch {
    return null;
  }
}
