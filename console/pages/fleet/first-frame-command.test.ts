import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { parseFrame } from "../../../core/contract/requests/parse-frame.ts";
import { firstFrameCommand } from "./first-frame-command.ts";

test("the command sends a frame that the contract takes without a warning", () => {
  const command = firstFrameCommand({
    origin: "http://127.0.0.1:8000",
    apiKey: "plumb_dev_local",
    timestamp: "2026-03-01T08:00:00.000Z",
  });
  const body = /-d '(.*)'$/.exec(command)?.[1] ?? "";
  const parsed = parseFrame(JSON.parse(body), {
    raw: body,
    nowUs: Number.POSITIVE_INFINITY,
    sha256Hex: (text) => createHash("sha256").update(text).digest("hex"),
  });
  expect(parsed).toMatchObject({ kind: "frame", frame: { warnings: [] } });
  expect(command).toContain("http://127.0.0.1:8000/v1/telemetry/ingest");
  expect(command).toContain("Authorization: Bearer plumb_dev_local");
});
