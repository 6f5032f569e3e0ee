import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface AnsweringService {
  readonly url: string;
  /** Method, path with query and body of every request, in order. */
  readonly seen: readonly {
    readonly method: string;
    readonly url: string;
    readonly body: string;
    readonly authorization: string;
  }[];
}

/**
 * A service that answers each path with one fixed JSON value, or what a function makes of the body. It stops when the test
 * that asked for it has ended.
 */
export async function answeringService(
  answers: Readonly<Record<string, object | ((body: string) => object)>>,
): Promise<AnsweringService> {
  const seen: { method: string; url: string; body: string; authorization: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const url = request.url ?? "";
      seen.push({
        method: request.method ?? "",
        url,
        body,
        authorization: request.headers.authorization ?? "",
      });
      const answer = answers[url.split("?")[0]!] ?? problem(404, "not_found");
      const value = typeof answer === "function" ? answer(body) : answer;
      const status = "status" in value && typeof value.status === "number" ? value.status : 200;
      const mediaType = status >= 400 ? "application/problem+json" : "application/json";
      response.writeHead(status, { "content-type": mediaType }).end(JSON.stringify(value));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${port}`, seen };
}

export function problem(status: number, code: string, more: object = {}): object {
  return {
    type: "/problems/x",
    title: "Title",
    status,
    detail: "What happened.",
    instance: "/requests/req_1",
    code,
    request_id: "req_1",
    ...more,
  };
}
