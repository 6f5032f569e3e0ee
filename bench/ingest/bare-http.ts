import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Reads the body and answers as many bytes as the service does for a frame: the ceiling for anything over node:http. */
const answer = Buffer.from(
  JSON.stringify({ status: "accepted", frames_ingested: 1, padding: "-".repeat(80) }),
);
const head = { "Content-Type": "application/json", "Content-Length": answer.length };

const server = createServer((request, response) => {
  request.on("data", () => {});
  request.on("end", () => response.writeHead(200, head).end(answer));
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
