import type { EvidenceListItem } from "../../clients/typescript/generated/contract.ts";
import { type DemoStage, firstEvidenceText } from "./introduce-demo.ts";
import { paintTier } from "../terminal/paint.ts";
import type { Terminal } from "../terminal/terminal.ts";

export interface EvidencePrinter {
  /** Says what is new since the last time; asks the service at most every few seconds. */
  print(): Promise<void>;
}

const askEveryMs = 5000;
const printedAtFirst = 5;
const printedAtOnce = 50;

/** Prints each bundle once, oldest first. The first one ever comes with the calls that fetch and check it. */
export function printEvidence(stage: DemoStage): EvidencePrinter {
  const { client, terminal } = stage;
  const printed = new Set<string>();
  let askedAtMs = -Infinity;
  return {
    async print() {
      if (performance.now() - askedAtMs < askEveryMs) return;
      const isFirstLook = askedAtMs === -Infinity;
      askedAtMs = performance.now();
      const limit = isFirstLook ? printedAtFirst : printedAtOnce;
      const { data } = await client.evidence.list({ limit }, { signal: terminal.stop });
      const fresh = data.filter(({ event_id: id }) => !printed.has(id)).toReversed();
      const [first] = fresh;
      if (!isFirstLook && printed.size === 0 && first !== undefined) {
        await terminal.out(firstEvidenceText(first.event_id, stage));
      }
      for (const item of fresh) {
        printed.add(item.event_id);
        await terminal.out(lineOf(item, terminal));
      }
    },
  };
}

function lineOf(item: EvidenceListItem, terminal: Terminal): string {
  const when = item.detected_at.slice(0, 19).replace("T", " ");
  const tier = paintTier(item.tier, terminal) + " ".repeat("CRITICAL".length - item.tier.length);
  return `  ${when}  ${item.vehicle_id}  ${tier}  ${item.probable_fault_source.padEnd(11)}  ${item.event_id}\n`;
}
