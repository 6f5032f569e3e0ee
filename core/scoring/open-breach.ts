import { rowLength, rowSize, settleBefore } from "./evidence-sums.ts";
import type { EvidenceSums } from "./evidence-sums.ts";
import type { Gathered } from "./gather-evidence.ts";
import type { Evidence } from "./weigh-evidence.ts";
import { weighEvidence } from "./weigh-evidence.ts";

/**
 * Whether W has reached a limit, and would have done so without any one of the newest blocks: no single frame, however
 * wild, opens a breach. Older blocks are merged with others, and diluted by the ones after them.
 */
export function holdsWithoutAnyBlock(gathered: Gathered, found: Evidence, limitNats: number): boolean {
  if (!(found.nats >= limitNats)) return false;
  return singleBlockRows(gathered.sums).every(
    (row) => weighEvidence(gathered.sums, gathered.model, row).nats >= limitNats,
  );
}

/**
 * The sums once a breach is open: what came before the change is the reference and stays it. A reference that was
 * frozen by command is left as it was.
 */
export function freezeAtChange({ sums, model }: Gathered, found: Evidence): EvidenceSums {
  return model.referenceFrozen ? sums : settleBefore(sums, found.changeRow);
}

function singleBlockRows(sums: EvidenceSums): number[] {
  const length = rowLength(sums.channels);
  const rows: number[] = [];
  for (let row = sums.buckets.length / length - 1; row >= 0; row -= 1) {
    if (sums.buckets[row * length + rowSize] !== 1) break;
    rows.push(row);
  }
  return rows;
}
