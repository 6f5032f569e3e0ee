import { unzipSync } from "fflate";
import type { Page } from "playwright-core";
import type { Recording } from "./recorded-service.ts";

/** One thing the console shows, of which a picture is kept in both themes. */
export interface Scene {
  readonly recording: "fleet" | "empty";
  /** `{name}` stands for an id of the recording. */
  readonly address: string;
  /** What has to be there besides a page that awaits nothing. */
  readonly ready?: string;
  /** What a reader does before the picture. */
  readonly act?: (page: Page, recording: Recording) => Promise<void>;
}

const drawnMap = ".map[data-ready]";
const drawnChart = ".chart canvas";

/** Every page of the console, and the states a page can be in that look unlike it. */
export const scenes: Readonly<Record<string, Scene>> = {
  "fleet-empty": { recording: "empty", address: "/fleet", ready: "main pre" },
  "fleet-map": { recording: "fleet", address: "/fleet", ready: drawnMap },
  "fleet-list": {
    recording: "fleet",
    address: "/fleet?view=list",
    ready: ".vehicles tbody tr",
  },
  "fleet-grid": { recording: "fleet", address: "/fleet?view=grid&tier=CRITICAL" },
  "vehicle-critical": { recording: "fleet", address: "/vehicles/{critical}", ready: drawnChart },
  "vehicle-healthy": { recording: "fleet", address: "/vehicles/{healthy}", ready: drawnChart },
  sensor: { recording: "fleet", address: "/vehicles/{critical}/sensors/camera", ready: drawnChart },
  pose: { recording: "fleet", address: "/vehicles/{critical}/pose", ready: ".pose-stage[data-ready]" },
  "evidence-list": { recording: "fleet", address: "/evidence", ready: ".evidence-list" },
  evidence: { recording: "fleet", address: "/evidence/{evidence}", ready: "[data-verdict]" },
  scenarios: { recording: "fleet", address: "/scenarios", ready: ".kept-scenarios li" },
  "player-street": {
    recording: "fleet",
    address: "/scenarios/{scenario}?t=9.4",
    ready: ".stage-view[data-ready]",
  },
  "player-map": {
    recording: "fleet",
    address: "/scenarios/{scenario}?t=9.4&view=map",
    ready: ".stage-canvas",
  },
  analytics: { recording: "fleet", address: "/analytics?span=48h", ready: "figure" },
  "what-if": { recording: "fleet", address: "/analytics/what-if", ready: "main form" },
  status: { recording: "fleet", address: "/status", ready: "meter" },
  "verify-valid": { recording: "fleet", address: "/verify", ready: "#verifier", act: giveArchive },
};

export const themes = ["light", "dark"] as const;
export const widths = [1320] as const;

export function addressOf({ address }: Scene, { addresses }: Recording): string {
  return address.replaceAll(/\{(\w+)\}/gu, (_, name: string) => addresses[name]!);
}

/** The files of an archive, as somebody who unpacked it gives them. */
async function giveArchive(page: Page, { answers, addresses }: Recording): Promise<void> {
  const archive = answers.get(`GET /v1/evidence/${addresses["evidence"]}/archive`)!;
  const files = Object.entries(unzipSync(archive.body)).map(([path, bytes]) => ({
    name: path.slice(path.lastIndexOf("/") + 1),
    mimeType: "",
    buffer: Buffer.from(bytes),
  }));
  await page.locator("#files").setInputFiles(files.filter(({ name }) => given.has(name)));
  await page.locator("#verifier[data-verdict=valid]").waitFor();
}

const given = new Set(["bundle.json", "frames.ndjson", "trust.json", "keyring.json"]);
