import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { Plumbline } from "../../../clients/typescript/plumbline.ts";
import { developmentApiKey } from "../../../core/contract/api-key.ts";
import { whyNoPage } from "../../open-browser.ts";
import { startServiceProcess } from "../../service-process.ts";
import { sendSeededFleet } from "./send-seeded-fleet.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Empty where there is no browser or no console to look with. */
    readonly seededServiceUrl: string;
  }
}

/** One service with the seeded fleet for all files of the console's tests, from before the first to after the last. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (whyNoPage("index.html") !== null) {
    project.provide("seededServiceUrl", "");
    return undefined;
  }
  const folder = await mkdtemp(join(tmpdir(), "plumbline-seeded-"));
  const service = await startServiceProcess({ dataDir: join(folder, "data"), port: 0 });
  await sendSeededFleet(new Plumbline({ baseUrl: service.url, apiKey: developmentApiKey }));
  project.provide("seededServiceUrl", service.url);
  return async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
