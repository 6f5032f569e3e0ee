import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";

import { startServiceProcess, type ServiceProcess } from "../service-process.ts";

/** A folder of its own for every test of a file, in which a service starts and ends; nothing of it is left behind. */
export class ServiceFolder {
  #path = "";
  #service: ServiceProcess | null = null;
  readonly #mounts = new Set<string>();

  constructor(name: string) {
    beforeEach(() => {
      this.#path = mkdtempSync(join(tmpdir(), `plumbline-${name}-`));
    });
    afterEach(async () => {
      await this.#service?.kill();
      this.#service = null;
      for (const place of this.#mounts) spawnSync("umount", [place]);
      this.#mounts.clear();
      rmSync(this.#path, { recursive: true });
    });
  }

  at(name: string): string {
    return join(this.#path, name);
  }

  get dataDir(): string {
    return this.at("data");
  }

  /** The one that was started last and has not ended. */
  get service(): ServiceProcess {
    if (this.#service === null) throw new Error("no service runs in this folder");
    return this.#service;
  }

  async start(given: { readonly dataDir?: string; readonly env?: NodeJS.ProcessEnv } = {}): Promise<string> {
    this.#service = await startServiceProcess({ dataDir: this.dataDir, port: 0, ...given });
    return this.#service.url;
  }

  /** Ends it politely, or as a power switch would; gives its exit code. */
  async end(how: "stop" | "kill" = "stop"): Promise<number | null> {
    const { service } = this;
    const exitCode = how === "stop" ? await service.stop() : await service.kill().then(() => null);
    this.#service = null;
    return exitCode;
  }

  /** A small disk of its own on this place. */
  mount(place: string, size: string): void {
    if (!mountSmallDisk(place, size)) throw new Error(`nothing could be mounted on ${place}`);
    this.#mounts.add(place);
  }
}

function mountSmallDisk(place: string, size: string): boolean {
  return spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", place]).status === 0;
}

/** Whether disks may be mounted here, which takes rights that not everybody has. */
export const mayMount: boolean = (() => {
  const place = mkdtempSync(join(tmpdir(), "plumbline-mount-"));
  const isMounted = mountSmallDisk(place, "1m");
  if (isMounted) spawnSync("umount", [place]);
  rmSync(place, { recursive: true });
  return isMounted;
})();
