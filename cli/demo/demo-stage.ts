import type { PlumblineClient } from "../../clients/typescript/plumbline-client.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Where a demo plays and who watches. */
export interface DemoStage {
  readonly client: PlumblineClient;
  readonly terminal: Terminal;
  readonly dataDir: string;
  /** Times real time. */
  readonly speed: number;
}
