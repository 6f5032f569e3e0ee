import { unzipSync } from "fflate";
import type { Page } from "playwright-core";
import type { Plumbline } from "../../clients/typescript/plumbline.ts";

/** The fleet a picture is taken of. */
export interface Shown {
  readonly client: Plumbline;
  /** The worst vehicle, and the evidence of its breach. */
  readonly critical: string;
  readonly evidence: string;
}

/** One picture: how to come to what it shows. */
interface View {
  readonly theme?: "light" | "dark";
  readonly width?: number;
  readonly height?: number;
  /** Resolves when everything that belongs to the picture is there. */
  readonly open: (page: Page, shown: Shown) => Promise<void>;
}

/** Every picture by its name under docs/pictures. */
export const views: Readonly<Record<string, View>> = {
  "fleet-light": { open: openFleet },
  "fleet-dark": { theme: "dark", open: openFleet },
  "vehicle-critical": {
    height: 1100,
    open: (page, { critical }) => at(page, `/vehicles/${critical}`, ".chart canvas"),
  },
  pose: { open: (page, { critical }) => at(page, `/vehicles/${critical}/pose`, "canvas") },
  sensor: {
    height: 1100,
    open: (page, { critical }) => at(page, `/vehicles/${critical}/sensors/camera`, ".chart canvas"),
  },
  player: { height: 1000, open: openPlayer },
  "evidence-intact": { open: (page, shown) => verify(page, shown, (bundle) => bundle) },
  "evidence-altered": { open: (page, shown) => verify(page, shown, alter) },
};

async function at(page: Page, path: string, ready: string): Promise<void> {
  await page.goto(path);
  await page.locator(ready).first().waitFor();
  // What is drawn over several frames, such as a chart that follows its data, comes to rest.
  await page.waitForTimeout(1_500);
}

async function openFleet(page: Page): Promise<void> {
  await at(page, "/fleet", ".queue-row");
}

/** A collision of a vehicle that was in order, at a moment when it has been noticed. */
async function openPlayer(page: Page, { client }: Shown): Promise<void> {
  const feed = await client.risk.scenarioFeed({
    scenario_type: "post_collision",
    origin: "synthetic",
    seed: 42,
  });
  await at(page, `/scenarios/${feed.scenario_id}?t=9.4`, "canvas");
}

/** The offline verifier with the evidence as the archive holds it, the bundle as `change` leaves it. */
async function verify(
  page: Page,
  { client, evidence }: Shown,
  change: (bundle: string) => string,
): Promise<void> {
  const archive = await client.evidence.archive(evidence).asBytes();
  const files = Object.entries(unzipSync(new Uint8Array(archive)));
  const fileNamed = (name: string): Buffer =>
    Buffer.from(files.find(([path]) => path.endsWith(`/${name}`))![1]);
  await page.goto("/verify");
  // The trust file by itself, as a reader has it from the issuer.
  await page.locator("#files").setInputFiles([
    { name: "trust.json", mimeType: "application/json", buffer: fileNamed("trust.json") },
    { name: "keyring.json", mimeType: "application/json", buffer: fileNamed("keyring.json") },
  ]);
  await page.locator("#verifier:not([data-verdict=reading])").waitFor();
  await page.locator("#files").setInputFiles([
    { name: "frames.ndjson", mimeType: "application/x-ndjson", buffer: fileNamed("frames.ndjson") },
    {
      name: "bundle.json",
      mimeType: "application/json",
      buffer: Buffer.from(change(fileNamed("bundle.json").toString("utf8"))),
    },
  ]);
  await page.waitForTimeout(6_000);
}

/** One digit of the drift: the smallest lie there is. */
function alter(bundle: string): string {
  const changed = bundle.replace(/("camera_drift_deg":\d+\.\d)(\d)/, (_, before: string, digit: string) => {
    return `${before}${(Number(digit) + 1) % 10}`;
  });
  if (changed === bundle) throw new Error("the bundle has no camera drift to change");
  return changed;
}
