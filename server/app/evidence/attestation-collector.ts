import { readStoredBundle, type Bundle } from "../../../core/encoding/bundle.ts";
import { fromBase64 } from "../../../core/encoding/base64.ts";
import { utf8 } from "../../../core/encoding/bytes.ts";
import { attachAttestations } from "../../../core/evidence/bundle/bundle-proof.ts";
import { formatWitnessKey, keyOfLine, readNote } from "../../../core/evidence/log/signed-note.ts";
import type { Primitives } from "../../../core/encoding/primitives.ts";
import { formatTlogProof } from "../../../core/evidence/log/tlog-proof.ts";
import { openCosignature, readCosignatureLine } from "../../../core/evidence/third-parties/witness.ts";
import type { Ledger } from "../ports/ledger.ts";
import type {
  AttestedBundle,
  AttestationReader,
  StoredCosignature,
  TimeStampAuthority,
  UnsealedEvidence,
  Witness,
} from "../ports/third-parties.ts";
import type { LogReader } from "../ports/reading/log-reader.ts";
import { canonicalBytes } from "../../../core/encoding/canonical-json.ts";

export interface AttestationNeeds {
  readonly reading: AttestationReader & LogReader;
  readonly ledger: Pick<Ledger, "write">;
  readonly authorities: readonly TimeStampAuthority[];
  readonly witnesses: readonly Witness[];
  /** How long evidence waits for third parties; then it is sealed with what there is. */
  readonly waitUs: number;
  readonly nowUs: () => number;
  readonly primitives: Primitives;
  /** For the operator: who could not be asked, and why. */
  readonly warn: (who: string, reason: string) => void;
}

/** Evidence taken up in one round. */
const takenAtOnce = 64;
const firstPauseUs = 1_000_000;
const longestPauseUs = 60_000_000;
/** A checkpoint is written into a bundle, which has a limit. */
const maxLineBytes = 1_000;

/**
 * Asks time-stamp authorities and witnesses about freshly issued evidence, and gives each bundle its final form: once all
 * have answered, or after a stated wait with what there is. What waits is in the store, so that a restart goes on with it;
 * until then the bundle is not handed out, so that no bundle ever changes.
 */
export class AttestationCollector {
  readonly #needs: AttestationNeeds;
  /** Time stamps of evidence that still waits for others, by event id. Lost at a restart: then they are asked for again. */
  readonly #stamps = new Map<string, Map<TimeStampAuthority, Uint8Array>>();
  readonly #pauses = new Map<object, { readonly untilUs: number; readonly lengthUs: number }>();

  constructor(needs: AttestationNeeds) {
    this.#needs = needs;
  }

  /** One round. Resolves with the number of bundles sealed. Rejects only when the store fails. */
  async collect(): Promise<number> {
    const { reading, ledger } = this.#needs;
    await this.#askWitnesses();
    const unsealed = await reading.listUnsealed({ limit: takenAtOnce });
    const waiting = unsealed.map((one) => ({ ...one, issued: readStoredBundle(one.bundle) }));
    await this.#askAuthorities(waiting);
    const bundles: AttestedBundle[] = [];
    for (const one of waiting) {
      const attested = await this.#attestedOf(one);
      if (attested !== null) bundles.push(attested);
    }
    if (bundles.length > 0) await ledger.write({ kind: "attestations", bundles, cosignatures: [] });
    for (const { eventId } of bundles) this.#stamps.delete(eventId);
    return bundles.length;
  }

  async #askWitnesses(): Promise<void> {
    const { reading, witnesses } = this.#needs;
    const newest = await reading.findCheckpoint({ size: null });
    if (newest === null || newest.size === 0) return;
    const due = witnesses.filter((witness) => !this.#isPaused(witness));
    await Promise.all(due.map((witness) => this.#askWitness(witness, newest)));
  }

  async #askWitness(
    witness: Witness,
    newest: { readonly size: number; readonly note: string },
  ): Promise<void> {
    const { reading, ledger, warn } = this.#needs;
    const name = formatWitnessKey(witness.key);
    const cosigned = await reading.findCosignedSize({ witness: name });
    if (cosigned >= newest.size) return;
    const line = await this.#cosign(witness, newest, cosigned).catch((fault: unknown) => {
      warn(witness.key.name, reasonOf(fault));
      return null;
    });
    if (line === null) return this.#pause(witness);
    this.#pauses.delete(witness);
    await ledger.write({
      kind: "attestations",
      bundles: [],
      cosignatures: [{ size: newest.size, witness: name, line }],
    });
  }

  /** The checked line. Throws with the reason why there is none. */
  async #cosign(
    witness: Witness,
    newest: { readonly size: number; readonly note: string },
    knownSize: number,
  ): Promise<string> {
    const ask = async (oldSize: number) =>
      witness.cosign({
        oldSize,
        consistency: await this.#consistency(oldSize, newest.size),
        checkpoint: newest.note,
      });
    let answer = await ask(knownSize);
    if (answer.kind === "conflict" && answer.size !== knownSize && answer.size <= newest.size)
      answer = await ask(answer.size);
    switch (answer.kind) {
      case "conflict":
        throw new Error(
          `it has seen this log at size ${answer.size}, which is not what this log was then or is now: two histories`,
        );
      case "refused":
        throw new Error(answer.reason);
      case "cosigned":
        return this.#checkedLine(answer.line, witness, newest.note);
    }
  }

  async #consistency(oldSize: number, size: number): Promise<readonly Uint8Array[]> {
    return oldSize === 0 || oldSize === size ? [] : this.#needs.reading.proveConsistency({ oldSize, size });
  }

  #checkedLine(line: string, { key }: Witness, note: string): string {
    const read = line.length > maxLineBytes ? null : readCosignatureLine(line);
    const text = readNote(utf8(note))!.text;
    const isIts = read !== null && keyOfLine(read, [key]) !== null;
    const opened = isIts
      ? openCosignature(text, { bytes: read.bytes, witness: key }, this.#needs.primitives)
      : null;
    if (opened === null) throw new Error("its cosignature does not verify");
    return line;
  }

  async #askAuthorities(waiting: readonly WaitingEvidence[]): Promise<void> {
    await Promise.all(
      this.#needs.authorities.map(async (authority) => {
        for (const one of waiting) {
          const stamps = this.#stampsOf(one.eventId);
          if (stamps.has(authority) || this.#isPaused(authority)) continue;
          try {
            stamps.set(authority, await authority.stamp(signatureOf(one.issued)));
            this.#pauses.delete(authority);
          } catch (fault) {
            this.#needs.warn(authority.name, reasonOf(fault));
            this.#pause(authority);
          }
        }
      }),
    );
  }

  /** Null as long as something may still come. */
  async #attestedOf(one: WaitingEvidence): Promise<AttestedBundle | null> {
    const { authorities, witnesses, waitUs, nowUs } = this.#needs;
    const stamps = this.#stampsOf(one.eventId);
    const checkpoint = await this.#bestCheckpoint(one.issued);
    const isComplete = stamps.size === authorities.length && checkpoint.lines.length >= witnesses.length;
    if (!isComplete && nowUs() < one.sinceUs + waitUs) return null;
    const timestamps = authorities.flatMap((authority) => stamps.get(authority) ?? []);
    const tlogProof = checkpoint.lines.length === 0 ? null : await this.#proofUnder(one.issued, checkpoint);
    return {
      eventId: one.eventId,
      before: one.bundle,
      after: canonicalBytes(attachAttestations(one.issued, { timestamps, tlogProof })),
    };
  }

  /** The checkpoint over this evidence that most witnesses have cosigned. */
  async #bestCheckpoint(bundle: Bundle): Promise<CosignedCheckpoint> {
    const { reading, witnesses } = this.#needs;
    const none: CosignedCheckpoint = { size: 0, lines: [] };
    if (witnesses.length === 0) return none;
    const asked = new Set(witnesses.map(({ key }) => formatWitnessKey(key)));
    const stored = await reading.listCosignatures({ fromSize: indexOf(bundle) + 1 });
    const bySize = Map.groupBy(
      stored.filter(({ witness }) => asked.has(witness)),
      ({ size }) => size,
    );
    return [...bySize].reduce<CosignedCheckpoint>(
      (best, [size, lines]) => (lines.length > best.lines.length ? { size, lines } : best),
      none,
    );
  }

  async #proofUnder(bundle: Bundle, { size, lines }: CosignedCheckpoint): Promise<string> {
    const { reading } = this.#needs;
    const index = indexOf(bundle);
    const [checkpoint, hashes] = await Promise.all([
      reading.findCheckpoint({ size }),
      reading.proveInclusion({ index, size }),
    ]);
    if (checkpoint === null) throw new Error(`the log has no checkpoint of size ${size}, which was cosigned`);
    const note = checkpoint.note + lines.map(({ line }) => line).join("");
    return formatTlogProof({ index, hashes, checkpoint: note });
  }

  #stampsOf(eventId: string): Map<TimeStampAuthority, Uint8Array> {
    const known = this.#stamps.get(eventId) ?? new Map<TimeStampAuthority, Uint8Array>();
    this.#stamps.set(eventId, known);
    return known;
  }

  /** Twice as long after every failure in a row, up to a minute. */
  #pause(who: object): void {
    const before = this.#pauses.get(who)?.lengthUs ?? firstPauseUs / 2;
    const lengthUs = Math.min(before * 2, longestPauseUs);
    this.#pauses.set(who, { untilUs: this.#needs.nowUs() + lengthUs, lengthUs });
  }

  #isPaused(who: object): boolean {
    return (this.#pauses.get(who)?.untilUs ?? 0) > this.#needs.nowUs();
  }
}

/** Evidence that waits for third parties, read once a round. */
interface WaitingEvidence extends UnsealedEvidence {
  readonly issued: Bundle;
}

interface CosignedCheckpoint {
  readonly size: number;
  readonly lines: readonly StoredCosignature[];
}

function signatureOf({ event_id: eventId, proof }: Bundle): Uint8Array {
  const signature = fromBase64(proof.envelope.signatures[0]?.sig ?? "-");
  if (signature === null) throw new TypeError(`the bundle of ${eventId} has no signature`);
  return signature;
}

function indexOf({ event_id: eventId, proof }: Bundle): number {
  if (proof.log === undefined) throw new TypeError(`the bundle of ${eventId} has no place in the log`);
  return proof.log.index;
}

function reasonOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
